/* Counts down from the milliseconds that the server said were left, on the page's own steady clock: the device's time
   of day may be wrong, and a hidden tab may sleep. */

import { say } from "./say.js";
import { sound } from "./sounds.js";
import { isOwnTurn, table } from "./state.js";

const SHORT_SECONDS = 10;
const SPOKEN_SECONDS = [30, 10];

/* Less than this between two clocks is their ordinary drift. */
const SLEEP_MS = 1_000;

let endsAt = null;
let clocksApart = Date.now() - performance.now();
let spoken = new Set();

function clock() {
  return document.getElementById("clock");
}

/* Reads the clock piece that has just come. */
export function resetClock() {
  const remaining = clock().dataset.remaining;
  endsAt = remaining === undefined ? null : performance.now() + Number(remaining);
  const seconds = remaining === undefined ? 0 : Number(remaining) / 1000;
  /* A limit of 30 seconds need not be said again when it starts. */
  spoken = new Set(SPOKEN_SECONDS.filter((milestone) => seconds <= milestone + 0.5));
  show();
}

function show() {
  if (endsAt === null) {
    return;
  }
  const left = Math.max(0, endsAt - performance.now());
  const seconds = Math.ceil(left / 1000);
  const number = clock().querySelector(".clock-number");
  const text = new Intl.NumberFormat(document.documentElement.lang, { numberingSystem: "latn" }).format(seconds);
  if (number.textContent !== text) {
    number.textContent = text;
  }
  clock().querySelector("progress").value = left;
  clock().classList.toggle("is-short", seconds <= SHORT_SECONDS);
  for (const milestone of SPOKEN_SECONDS) {
    if (seconds <= milestone && !spoken.has(milestone)) {
      spoken.add(milestone);
      if (isOwnTurn()) {
        say(table.getAttribute(`data-say-limit-${milestone}`));
        sound("clock");
      }
    }
  }
}

/* Whether the device slept since the last call: its steady clock may have stood still then, which only the time of day
   tells. A time of day that was set meanwhile looks the same, and does no harm. */
export function hasSlept() {
  const before = clocksApart;
  clocksApart = Date.now() - performance.now();
  return Math.abs(clocksApart - before) > SLEEP_MS;
}

export function startClock() {
  resetClock();
  setInterval(show, 250);
  document.addEventListener("visibilitychange", show);
}
