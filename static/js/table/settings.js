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

/* Whether a person chose something else than the page came with. */
function isChosen(box) {
  if (box.type === "range") {
    return box.value !== box.defaultValue;
  }
  return box.type === "radio" ? box.checked && !box.defaultChecked : box.checked !== box.defaultChecked;
}

function keep(box) {
  const name = box.dataset.setting;
  values[name] = name in choices ? box.value : box.checked;
  try {
    localStorage.setItem(key(name), name in choices ? box.value : box.checked ? "on" : "off");
  } catch {
    /* as above */
  }
}

const boxes = [...document.querySelectorAll("input[data-setting]")];
/* What was chosen before this script was there counts. A page that comes back has what its browser kept of it. */
if (performance.getEntriesByType("navigation")[0]?.type === "navigate") {
  boxes.filter(isChosen).forEach(keep);
}
for (const box of boxes) {
  const name = box.dataset.setting;
  if (box.type === "range") {
    box.value = values[name];
  } else {
    box.checked = name in choices ? box.value === values[name] : values[name];
  }
  box.addEventListener("change", () => {
    keep(box);
    for (const listener of listeners) {
      listener(name, values[name]);
    }
  });
}
