/* One's own turn must not be missed: title, icon, sound, vibration; and what happens has its sounds, too. */

import { setting } from "./settings.js";
import { sound, startSounds } from "./sounds.js";
import { board, isOver, isOwnTurn, table } from "./state.js";

const title = document.title;
const icon = document.getElementById("favicon");
const plainIcon = icon.href;
const SOUND_OF_MOMENT = { keep: "flip", haul: "haul", loss: "loss", semimaru: "semimaru" };

let wasOwnTurn = false;

export function signalStep() {
  const name = isOver() ? "end" : SOUND_OF_MOMENT[board().moment];
  if (name) {
    sound(name);
  }
}

export function signalTurn() {
  const isOwn = isOwnTurn();
  document.title = isOwn ? `● ${table.dataset.titleTurn} · ${title}` : title;
  icon.href = isOwn ? table.dataset.iconTurn : plainIcon;
  if (isOwn && !wasOwnTurn) {
    sound("turn");
    if (setting("vibration") && navigator.vibrate && navigator.userActivation?.hasBeenActive) {
      navigator.vibrate(120);
    }
  }
  wasOwnTurn = isOwn;
}

export function startSignals() {
  startSounds();
  signalTurn();
}
