/* Buttons and keys: one action per press, nothing while not connected, nothing twice. */

import { canPost, post } from "./polling.js";
import { setting } from "./settings.js";
import { isOpen } from "./socket.js";
import { isOwnTurn, legal, table, version } from "./state.js";

/* A further choice may come up under a finger that is still double-clicking the last one. */
const REST_MS = 350;
const AUTO_FLIP_MS = 700;
/* A sent action that nobody answers stops blocking the next try after this. */
const ANSWER_MS = 4_000;
const GRACE_MS = 2_000;
const NOTICE_MS = 7_000;

let sentVersion = null; /* the version for which an action is on its way */
let lastVersion = -1; /* the version of the last action, answered or not */
let sentAt = -Infinity;
let autoTimer = 0;
let lineTimer = 0;
let noticeTimer = 0;

function isStep(form) {
  return form.id === "form-flip" || form.id === "form-stop";
}

function mayAct() {
  return isOpen() || canPost();
}

function refuse(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function onSubmit(event) {
  const form = event.target;
  if (form.id === "form-guess") {
    keepGuess(event.submitter);
  }
  if (!form.hasAttribute("ws-send")) {
    return;
  }
  const isBlocked = form.querySelector('button[aria-disabled="true"]') !== null;
  if (!mayAct() || isBlocked) {
    refuse(event);
    return;
  }
  if (isStep(form)) {
    const sinceSent = performance.now() - sentAt;
    const isWaiting = sentVersion === version() && sinceSent < ANSWER_MS;
    const isSameTurn = version() === lastVersion + 1;
    if (isWaiting || (isSameTurn && sinceSent < REST_MS)) {
      refuse(event);
      return;
    }
    lastVersion = sentVersion = version();
    /* Whoever plays again has seen what was played for them. */
    document.getElementById("meanwhile").hidden = true;
    sentAt = performance.now();
    table.classList.add("is-sending");
  }
  if (form.id === "form-phrase") {
    const phrases = document.getElementById("phrases");
    phrases.open = false;
    /* Not before it is sent: htmx forgets a button that loses the focus, and with it what was said. */
    setTimeout(() => phrases.querySelector("summary").focus({ preventScroll: true }));
  }
  if (!isOpen()) {
    refuse(event);
    post(form, event.submitter);
  }
}

/* One's own guess is nobody else's business before the end, so only this browser knows how to show it. */
const guessKey = `bozu-guess-${table.dataset.match}`;
let guess = null;
try {
  guess = sessionStorage.getItem(guessKey);
} catch {
  /* storage is switched off: the mark lasts as long as the page */
}

function keepGuess(button) {
  guess = button?.value ?? guess;
  try {
    sessionStorage.setItem(guessKey, guess);
  } catch {
    /* as above */
  }
  markGuess();
}

function markGuess() {
  for (const button of document.querySelectorAll("#form-guess button")) {
    button.setAttribute("aria-pressed", String(button.value === guess));
  }
}

/* A held key repeats its click; the repeats are not presses. */
function onKeyDown(event) {
  const isFlipKey = event.key === " " || event.key === "Enter";
  const isStopKey = event.key.toLowerCase() === "s";
  if ((!isFlipKey && !isStopKey) || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  const focused = document.activeElement;
  const isOnStep = focused?.id === "flip" || focused?.id === "stop";
  if (event.repeat) {
    if (isOnStep || focused === document.body) {
      event.preventDefault();
    }
    return;
  }
  if (isFlipKey) {
    /* On a control of its own, the key belongs to that control. */
    if (focused?.closest("a, button, summary, input, select, textarea, [contenteditable]")) {
      return;
    }
    if (press("flip")) {
      event.preventDefault();
    }
  } else if (!focused?.closest("input, select, textarea, [contenteditable]")) {
    press("stop");
  }
}

function press(id) {
  const button = document.getElementById(id);
  if (!button) {
    return false;
  }
  button.click();
  return true;
}

/* After each message: the action is answered, and a flip that needs no decision may be made for its owner. */
export function afterMessage() {
  if (sentVersion !== null && (version() !== sentVersion || document.getElementById("notice").dataset.code)) {
    sentVersion = null;
    table.classList.remove("is-sending");
  }
  const notice = document.getElementById("notice");
  if (notice.dataset.code) {
    clearTimeout(noticeTimer);
    noticeTimer = setTimeout(() => {
      if (notice.isConnected) {
        notice.textContent = "";
      }
    }, NOTICE_MS);
  }
  markGuess();
  table.classList.toggle("can-flip", isOwnTurn() && legal().includes("flip"));
  planAutoFlip();
}

export function planAutoFlip() {
  clearTimeout(autoTimer);
  if (setting("auto-flip") && isOwnTurn() && legal().length === 1 && mayAct()) {
    const planned = version();
    autoTimer = setTimeout(() => {
      /* A real choice is never made for anyone. */
      if (version() === planned && isOwnTurn() && legal().length === 1) {
        press("flip");
      }
    }, AUTO_FLIP_MS);
  }
}

export function showConnection(status) {
  const line = document.getElementById("connection");
  const text = status === "open" ? "" : line.dataset[status === "blocked" ? "polling" : status];
  clearTimeout(lineTimer);
  /* The first connection takes a moment; that is no news. */
  const wait = performance.now() < GRACE_MS && status === "connecting" ? GRACE_MS : 0;
  lineTimer = setTimeout(() => {
    line.hidden = !text;
    line.textContent = text;
  }, wait);
  table.classList.toggle("is-unconnected", !mayAct());
  table.classList.toggle("is-connected", mayAct());
  for (const button of document.querySelectorAll("#controls form[ws-send] button, #form-phrase button")) {
    if (!mayAct()) {
      if (!button.hasAttribute("aria-disabled")) {
        button.dataset.offForNow = "1";
        button.setAttribute("aria-disabled", "true");
      }
    } else if (button.dataset.offForNow) {
      delete button.dataset.offForNow;
      button.removeAttribute("aria-disabled");
    }
  }
}

export function startControls() {
  /* Before the extension's own listener, which sits on the form. */
  document.addEventListener("submit", onSubmit, true);
  document.addEventListener("keydown", onKeyDown);
  /* The draw pile itself can be tapped. */
  table.addEventListener("click", (event) => {
    if (event.target.closest(".draw-pile .stack") && isOwnTurn()) {
      press("flip");
    }
  });
  /* Whatever the extension would send or queue behind our back. */
  table.addEventListener("htmx:wsConfigSend", (event) => {
    if (!isOpen()) {
      event.preventDefault();
    }
  });
  afterMessage();
}
