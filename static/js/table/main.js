/* Wires the live table together: what to do before and after each message, and when the connection changes. */

import { resetClock, startClock } from "./clock.js";
import { afterMessage, planAutoFlip, showConnection, startControls } from "./controls.js";
import { rememberFocus, restoreFocus } from "./focus.js";
import { makeRoom, moveStep, rememberTable } from "./motion.js";
import { showPhrases, startPhrases } from "./phrases.js";
import { isPolling, notePoll, startPolling, stopPolling } from "./polling.js";
import { say } from "./say.js";
import { onSetting } from "./settings.js";
import { signalStep, signalTurn, startSignals } from "./signals.js";
import { speakOwnTurn, speakSteps } from "./speech.js";
import { onStatus, startSocket, sync } from "./socket.js";
import { isOver, table, version } from "./state.js";

let versionBefore = version();
let status = "connecting";
let lostAt = performance.now();
/* Away for longer than this, the CPU may have played the seat. */
const MEANWHILE_MS = 15_000;

function before() {
  versionBefore = version();
  rememberFocus();
  rememberTable();
}

function after() {
  restoreFocus();
  resetClockIfNew();
  showPhrases();
  showConnection(status);
  afterMessage();
  noteBuild();
  makeRoom(); /* after every message: each ends the glide that went on */
  if (version() !== versionBefore) {
    table.classList.add("is-live");
    document.getElementById("notice").textContent = "";
    signalStep();
    signalTurn();
    if (version() === versionBefore + 1) {
      moveStep();
    }
    speakSteps(versionBefore);
  }
  if (isOver() && versionBefore !== version()) {
    stopPolling();
    document.getElementById("result").scrollIntoView({ block: "nearest" });
  }
}

let clockSeen = document.getElementById("clock");
function resetClockIfNew() {
  const clock = document.getElementById("clock");
  if (clock !== clockSeen) {
    clockSeen = clock;
    resetClock();
  }
}

/* A server of another version of the program than this page is of: what it sends may soon not fit any more. */
const pageBuild = document.getElementById("pulse").dataset.build;
function noteBuild() {
  const renewed = document.getElementById("renewed");
  if (document.getElementById("pulse").dataset.build !== pageBuild && renewed.hidden) {
    renewed.hidden = false;
    say(renewed.firstElementChild.textContent);
  }
}

/* A message with a later version must be the very next one, or hold everything. */
function hasGap(message) {
  const found = /id="board"[^>]*data-version="(\d+)"/.exec(message);
  const isWhole = message.includes('id="seat-0"') && message.includes('id="piles"') && message.includes('id="controls"');
  return found !== null && Number(found[1]) > versionBefore + 1 && !isWhole;
}

function startMessages() {
  let needsAll = false;
  table.addEventListener("htmx:wsBeforeMessage", (event) => {
    before();
    needsAll = hasGap(event.detail.message);
  });
  table.addEventListener("htmx:wsAfterMessage", () => {
    after();
    const pulse = Number(document.getElementById("pulse").dataset.version);
    if (needsAll || pulse > version()) {
      sync();
    }
  });
  /* Polling: the answer of a request holds all pieces. */
  document.body.addEventListener("htmx:beforeRequest", before);
  document.body.addEventListener("htmx:afterRequest", (event) => {
    after();
    if (isPolling()) {
      showConnection(notePoll(event.detail.xhr.status));
    }
  });
}

onSetting((name, value) => {
  table.classList.toggle("without-odds", name === "odds" ? !value : table.classList.contains("without-odds"));
  table.classList.toggle("without-motion", name === "motion" ? !value : table.classList.contains("without-motion"));
  if (name === "auto-flip") {
    planAutoFlip();
  }
});
startPhrases();
startSignals();
startClock();
if (table.hasAttribute("ws-connect")) {
  startMessages();
  onStatus((next) => {
    if (next === "open" && performance.now() - lostAt > MEANWHILE_MS) {
      htmx.ajax("GET", location.pathname, { source: "#meanwhile", target: "#meanwhile", select: "#meanwhile", swap: "outerHTML" });
    }
    if (status === "open") {
      lostAt = performance.now();
    }
    status = next;
    if (next === "blocked" || (next === "connecting" && isPolling())) {
      startPolling();
    } else {
      stopPolling();
    }
    showConnection(next);
    planAutoFlip();
  });
  startSocket();
  startControls();
  showConnection(status);
  speakOwnTurn();
}
