/* The table without a socket: the same pieces, fetched every two seconds, and the same forms, posted. */

import { isOver, table } from "./state.js";

const EVERY_MS = 2_000;

let timer = 0;
let isOn = false;

async function fetchState() {
  await htmx.ajax("GET", table.dataset.state, { source: table, swap: "none" });
}

async function tick() {
  if (!isOn) {
    return;
  }
  if (!document.hidden && navigator.onLine) {
    try {
      await fetchState();
    } catch {
      /* the next one may work; the line above the buttons says that it does not */
    }
  }
  if (isOn && !isOver()) {
    timer = setTimeout(tick, EVERY_MS);
  }
}

export function isPolling() {
  return isOn;
}

export function startPolling() {
  if (!isOn && !isOver()) {
    isOn = true;
    tick();
  }
}

export function stopPolling() {
  isOn = false;
  clearTimeout(timer);
}

/* Sends a form of the table by POST; the answer is the table's pieces. */
export function post(form, submitter) {
  const values = Object.fromEntries(new FormData(form, submitter));
  return htmx.ajax("POST", form.getAttribute("action"), { source: table, swap: "none", values });
}
