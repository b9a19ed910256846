/* One's own turn must not be missed: title, icon, sound, vibration; and small sounds for what happens. */

import { setting } from "./settings.js";
import { board, isOwnTurn, table } from "./state.js";

const title = document.title;
const icon = document.getElementById("favicon");
const plainIcon = icon.href;

let wasOwnTurn = false;
let audio = null;

/* Browsers let a page sound only after its user did something; the first press counts, if sound is wanted. */
function allowSound() {
  if (setting("sound") && !audio && "AudioContext" in window) {
    audio = new AudioContext();
  }
  audio?.resume();
}

/* Notes as [frequency in Hz, start in s, length in s]: a plucked string, quiet. */
function pluck(notes, loudness = 0.12) {
  if (!audio || !setting("sound")) {
    return;
  }
  for (const [frequency, start, length] of notes) {
    const at = audio.currentTime + start;
    const tone = audio.createOscillator();
    const level = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    level.gain.setValueAtTime(0.0001, at);
    level.gain.exponentialRampToValueAtTime(loudness, at + 0.01);
    level.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(level).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}

const SOUNDS = {
  keep: [[587, 0, 0.15]],
  haul: [[440, 0, 0.2], [587, 0.08, 0.2], [880, 0.16, 0.35]],
  loss: [[330, 0, 0.25], [247, 0.12, 0.4]],
  semimaru: [[220, 0, 0.5], [208, 0.15, 0.6], [156, 0.35, 0.9]],
};

export function signalStep() {
  pluck(SOUNDS[board().moment] || [], 0.08);
}

export function signalTurn() {
  const isOwn = isOwnTurn();
  document.title = isOwn ? `● ${table.dataset.titleTurn} · ${title}` : title;
  icon.href = isOwn ? table.dataset.iconTurn : plainIcon;
  if (isOwn && !wasOwnTurn) {
    pluck([[784, 0, 0.25], [1047, 0.14, 0.4]]);
    if (setting("vibration") && navigator.vibrate && navigator.userActivation?.hasBeenActive) {
      navigator.vibrate(120);
    }
  }
  wasOwnTurn = isOwn;
}

export function startSignals() {
  addEventListener("pointerdown", allowSound);
  addEventListener("keydown", allowSound);
  signalTurn();
}
