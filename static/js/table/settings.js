/* Each person's own settings of the table, kept in this browser. */

const defaults = {
  "auto-flip": false,
  odds: true,
  vibration: true,
  motion: true,
  speech: "normal",
  sound: false,
  volume: "60",
  "sound-turn": true,
  "sound-flip": true,
  "sound-loss": true,
  "sound-haul": true,
  "sound-semimaru": true,
  "sound-end": true,
  "sound-clock": true,
};
/* Settings with more than two values. */
const choices = { speech: ["quiet", "normal", "full"], volume: ["20", "40", "60", "80", "100"] };

const key = (name) => `bozu-${name}`;

function stored(name) {
  try {
    return localStorage.getItem(key(name));
  } catch {
    return null; /* storage is switched off: settings last as long as the page */
  }
}

const values = {};
for (const [name, value] of Object.entries(defaults)) {
  const kept = stored(name);
  if (name in choices) {
    values[name] = choices[name].includes(kept) ? kept : value;
  } else {
    values[name] = kept === null ? value : kept === "on";
  }
}

const listeners = [];

export function setting(name) {
  return values[name];
}

/* Calls the listener with (name, value) now for each setting and then at each change. */
export function onSetting(listener) {
  listeners.push(listener);
  for (const name of Object.keys(values)) {
    listener(name, values[name]);
  }
}

for (const box of document.querySelectorAll("input[data-setting]")) {
  const name = box.dataset.setting;
  const isChoice = name in choices;
  if (box.type === "range") {
    box.value = values[name];
  } else {
    box.checked = isChoice ? box.value === values[name] : values[name];
  }
  box.addEventListener("change", () => {
    values[name] = isChoice ? box.value : box.checked;
    try {
      localStorage.setItem(key(name), isChoice ? box.value : box.checked ? "on" : "off");
    } catch {
      /* as above */
    }
    for (const listener of listeners) {
      listener(name, values[name]);
    }
  });
}
