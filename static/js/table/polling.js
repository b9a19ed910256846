/* The table without a socket: the same pieces, fetched every two seconds, and the same forms, posted. */

import { isOver, table } from "./state.js";

const EVERY_MS = 2_000;

let timer = 0;
let isOn = false;
let isFailing = false;

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
      /* noted by `notePoll`; the next one may work */
    }
  }
  if (isOn && !isOver()) {
    timer = setTimeout(tick, EVERY_MS);
  }
}

export function isPolling() {
  return isOn;
}

/* Whether forms can be posted now: polling, and the site answered last time. */
export function canPost() {
  return isOn && !isFailing;
}

/* Takes what became of a request: an HTTP status, 0 without an answer. Returns what to say of the connection. */
export function notePoll(status) {
  if (status === 403 || status === 404) {
    stopPolling();
    return "closed";
  }
  isFailing = status === 0 || status >= 500;
  return isFailing ? "connecting" : "blocked";
}

export function startPolling() {
  if (!isOn && !isOver()) {
    isOn = true;
    isFailing = true; /* until the site has answered: perhaps not only its sockets are away */
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
