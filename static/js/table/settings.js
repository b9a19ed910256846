/* Each person's own settings of the table, kept in this browser. */

const defaults = { "auto-flip": false, odds: true, sound: false, vibration: true, motion: true };

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
  values[name] = kept === null ? value : kept === "on";
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
  box.checked = values[name];
  box.addEventListener("change", () => {
    values[name] = box.checked;
    try {
      localStorage.setItem(key(name), box.checked ? "on" : "off");
    } catch {
      /* as above */
    }
    for (const listener of listeners) {
      listener(name, box.checked);
    }
  });
}
