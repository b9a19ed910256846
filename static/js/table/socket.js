/* The socket's life: which ends are final, when to try again, and whether it is alive at all.

   htmx's extension keeps the socket and swaps what comes in. It would reconnect after some close codes only and would
   not notice a dead line, so closing and reconnecting are done here: it never gets to see a close event. */

import { hasSlept } from "./clock.js";
import { isOver, table, version } from "./state.js";

/* Not at this table, no such table, too many messages: trying again would be refused again. */
const FINAL = { 4001: "closed", 4004: "closed", 4008: "busy" };
const LONGEST_WAIT_MS = 15_000;
const ANSWER_MS = 3_000;
/* After so many attempts in vain something in between blocks sockets, sooner where none ever opened. */
const BLOCKED_AFTER = 2;
const BLOCKED_AFTER_OPEN = 5;

let api; /* htmx's inner interface; only extensions are given it */
let current = null; /* the socket that counts; older ones are deaf */
let attempts = 0; /* since the last socket that opened */
let hasOpened = false;
let isFinal = false;
let retryTimer = 0;
let answerTimer = 0;
let status = "connecting";
const listeners = [];

/* Calls the listener with "connecting", "open", "blocked", "offline", "closed" or "busy" at each change. */
export function onStatus(listener) {
  listeners.push(listener);
}

export function isOpen() {
  return status === "open";
}

export function send(message) {
  if (current?.readyState === WebSocket.OPEN) {
    current.send(JSON.stringify(message));
  }
}

export function sync() {
  send({ action: "sync", version: String(version()) });
}

function become(next) {
  if (next !== status) {
    status = next;
    for (const listener of listeners) {
      listener(status);
    }
  }
}

function wrapper() {
  return api.getInternalData(table).webSocket;
}

function makeSocket(address) {
  const socket = new WebSocket(address);
  current = socket;
  const listen = socket.addEventListener.bind(socket);
  socket.addEventListener = (kind, handler) =>
    listen(kind, (event) => {
      if (socket === current) {
        handler(event);
      }
    });
  for (const handler of ["onclose", "onerror"]) {
    Object.defineProperty(socket, handler, { set() {}, get: () => null });
  }
  socket.addEventListener("open", () => {
    attempts = 0;
    become("open");
    if (hasOpened) {
      probe(); /* a server that was away may have come back as another version */
    }
    hasOpened = true;
  });
  socket.addEventListener("message", () => {
    clearTimeout(answerTimer);
    answerTimer = 0;
    become("open");
  });
  socket.addEventListener("close", (event) => lost(event.code));
  return socket;
}

function lost(code) {
  current = null;
  clearTimeout(answerTimer);
  answerTimer = 0;
  if (code in FINAL) {
    isFinal = true;
    become(FINAL[code]);
    return;
  }
  if (isOver()) {
    return;
  }
  const isBlocked = attempts >= (hasOpened ? BLOCKED_AFTER_OPEN : BLOCKED_AFTER);
  become(!navigator.onLine ? "offline" : isBlocked ? "blocked" : "connecting");
  clearTimeout(retryTimer);
  /* Full jitter: after a restart of the site its visitors come back spread out. */
  retryTimer = setTimeout(reconnect, Math.random() * Math.min(LONGEST_WAIT_MS, 1000 * 2 ** attempts));
}

function reconnect() {
  clearTimeout(retryTimer);
  if (isFinal || current?.readyState <= WebSocket.OPEN) {
    return;
  }
  attempts += 1;
  wrapper().init();
}

/* Drops a socket that says it is open without answering. Waiting for its close event could take minutes. */
function drop() {
  const dead = current;
  current = null;
  dead?.close();
  attempts = 0;
  become(navigator.onLine ? "connecting" : "offline");
  reconnect();
}

/* Asks for a sign of life, after a sleep for the whole table with its clock; without one in time the socket is dropped. */
function probe() {
  if (isFinal || isOver()) {
    return;
  }
  if (current?.readyState !== WebSocket.OPEN) {
    if (!current) {
      reconnect();
    }
    return;
  }
  send({ action: hasSlept() ? "sync" : "beat", version: String(version()) });
  if (!answerTimer) {
    answerTimer = setTimeout(drop, ANSWER_MS);
  }
}

export function startSocket() {
  htmx.defineExtension("bozu-socket", {
    init(given) {
      api = given;
    },
  });
  htmx.createWebSocket = makeSocket;
  /* Timers of a hidden page slow down to one a minute, and its seat would count as away; a worker's do not. */
  const beat = new Worker(table.dataset.beat);
  beat.addEventListener("message", probe);
  beat.postMessage(Number(table.dataset.beatMs));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) {
      probe();
    }
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) {
      probe();
    }
  });
  addEventListener("online", () => {
    attempts = 0;
    probe();
  });
  addEventListener("offline", () => {
    if (!isFinal) {
      become("offline");
    }
  });
  addEventListener("pagehide", () => current?.close());
}
