/* The sounds of the table, made here and nowhere recorded: strings, wood, a drum and a bell. It knows no match.

   Nothing sounds unless its owner has switched sound on, and not before their first press: browsers ask for one. */

import { onSetting, setting } from "./settings.js";

let audio = null;
let output = null;
let strings = new Map();

/* Called at each press of a key, a button or a finger. */
function allowSound() {
  if (setting("sound") && !audio && "AudioContext" in window) {
    audio = new AudioContext();
    output = audio.createGain();
    output.connect(audio.destination);
    setVolume();
  }
  if (audio?.state === "suspended") {
    audio.resume();
  }
}

function setVolume() {
  if (output) {
    output.gain.value = (Number(setting("volume")) / 100) ** 2;
  }
}

/* A plucked string after Karplus and Strong: a burst of noise that runs round a loop as long as its wave. */
function string(frequency) {
  if (!strings.has(frequency)) {
    const rate = audio.sampleRate;
    const buffer = audio.createBuffer(1, rate, rate);
    const samples = buffer.getChannelData(0);
    const period = Math.round(rate / frequency);
    for (let at = 0; at < samples.length; at += 1) {
      samples[at] =
        at < period ? Math.random() * 2 - 1 : 0.498 * (samples[at - period] + samples[Math.max(0, at - period - 1)]);
    }
    strings.set(frequency, buffer);
  }
  return strings.get(frequency);
}

function level(at, loudness, seconds) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(output);
  return gain;
}

function pluck(frequency, after = 0, loudness = 0.5, seconds = 0.9) {
  const at = audio.currentTime + after;
  const source = audio.createBufferSource();
  source.buffer = string(frequency);
  source.connect(level(at, loudness, seconds));
  source.start(at);
  source.stop(at + seconds);
}

function tone(type, from, to, after, loudness, seconds) {
  const at = audio.currentTime + after;
  const source = audio.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + seconds);
  source.connect(level(at, loudness, seconds));
  source.start(at);
  source.stop(at + seconds);
}

/* Paper: a breath of noise in a narrow band. */
function paper(after, loudness, seconds) {
  const at = audio.currentTime + after;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = Math.random() * 2 - 1;
  }
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const band = audio.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = 2_600;
  source.connect(band).connect(level(at, loudness, seconds));
  source.start(at);
}

const wood = (after) => tone("triangle", 1_500, 900, after, 0.35, 0.09);
const drum = (after) => tone("sine", 190, 60, after, 0.9, 0.45);

/* A bell is several tones that fit badly. */
function bell() {
  for (const [ratio, loudness] of [[1, 0.4], [2.76, 0.2], [5.4, 0.1], [8.93, 0.05]]) {
    tone("sine", 196 * ratio, 195 * ratio, 0, loudness, 2.2 / Math.sqrt(ratio));
  }
}

/* The scale of the koto: D, E flat, G, A, B flat. */
const SOUNDS = {
  turn: () => [587.3, 880].forEach((frequency, index) => pluck(frequency, index * 0.13)),
  flip: () => {
    paper(0, 0.35, 0.07);
    pluck(392, 0.05, 0.18, 0.4);
  },
  loss: () => {
    drum(0);
    [466.2, 392, 311.1, 293.7].forEach((frequency, index) => pluck(frequency, 0.05 + index * 0.07, 0.3, 0.7));
  },
  haul: () => [293.7, 392, 440, 587.3, 784].forEach((frequency, index) => pluck(frequency, index * 0.06, 0.4)),
  semimaru: bell,
  end: () => {
    [0, 0.3, 0.5, 0.62, 0.7].forEach(wood);
    [293.7, 440, 587.3].forEach((frequency) => pluck(frequency, 0.85, 0.4, 1));
  },
  clock: () => [0, 0.16].forEach(wood),
};

/* Plays the sound of an event, if its owner wants to hear it. */
export function sound(name) {
  if (audio && setting("sound") && setting(`sound-${name}`)) {
    SOUNDS[name]();
  }
}

export function startSounds() {
  addEventListener("pointerdown", allowSound);
  addEventListener("keydown", allowSound);
  onSetting((name) => {
    if (name === "volume") {
      setVolume();
    }
  });
  /* Whoever switches one on hears it. */
  for (const box of document.querySelectorAll('input[data-setting^="sound"], input[data-setting="volume"]')) {
    box.addEventListener("change", () => {
      allowSound();
      if (box.checked || box.dataset.setting === "volume") {
        sound(box.dataset.setting.split("-")[1] ?? "turn");
      }
    });
  }
}
