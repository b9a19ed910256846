// Lets somebody lead the others through the replay of a match that has just ended, over the match's own socket. It keeps
// nothing: whoever leads says again and again where they are. Without it the page is a replay like any other.

const BEAT_MS = 10_000;
// Heard nothing of the leader for so long: they have gone.
const SILENCE_MS = 25_000;
// A key held down turns many pages; the others need not see each.
const QUIET_MS = 150;
const FINAL_CODES = [4001, 4004, 4008];
const LONGEST_WAIT_MS = 15_000;

const box = document.getElementById("shared_review");
const status = box.querySelector("[data-status]");
const following = box.querySelector("[data-following]");
const buttons = Object.fromEntries(
  ["follow", "leave", "lead", "end"].map((name) => [name, box.querySelector(`[data-${name}]`)]),
);
const you = box.dataset.you;

let socket = null;
let attempts = 0;
let role = "none"; // "none", "leading" or "following"
let leader = null; // { seat, step, text } of somebody else
let heardAt = 0;
let sayTimer = 0;
// The steps to which the leader took this page: any other step was turned to here.
let led = new Set();

function shownStep() {
  return Number(document.getElementById("replay_nav").dataset.step);
}

function send(message) {
  if (socket?.readyState === WebSocket.OPEN) {
    socket.send(JSON.stringify(message));
  }
}

function sayStep() {
  clearTimeout(sayTimer);
  sayTimer = 0;
  send({ action: "review", step: String(shownStep()) });
}

function turnTo(step) {
  led.add(step);
  if (step !== shownStep()) {
    document.dispatchEvent(new CustomEvent("replay:turn", { detail: step }));
  }
}

function show() {
  const isOpen = socket?.readyState === WebSocket.OPEN;
  box.hidden = !isOpen || (you === "" && leader === null);
  box.dataset.role = role;
  following.hidden = role !== "following";
  buttons.follow.hidden = role !== "none" || leader === null;
  buttons.leave.hidden = role !== "following";
  buttons.lead.hidden = role === "leading" || you === "";
  buttons.end.hidden = role !== "leading";
  const wanted = role === "leading" ? box.dataset.leading : leader?.text ?? box.dataset.none;
  if (status.textContent !== wanted) {
    // The name comes as a node of its own, in its own direction.
    status.replaceChildren(...(leader !== null && role !== "leading" ? leader.nodes() : [wanted]));
  }
}

function become(next) {
  // A hidden button would take the focus with it.
  const hadFocus = box.contains(document.activeElement);
  role = next;
  led = new Set();
  show();
  if (hadFocus) {
    Object.values(buttons).find((button) => !button.hidden)?.focus();
  }
}

function follow() {
  if (leader !== null) {
    become("following");
    turnTo(leader.step);
  }
}

function lose() {
  leader = null;
  if (role === "following") {
    become("none");
    status.textContent = box.dataset.over;
  } else {
    show();
  }
}

function hear(piece) {
  if (piece.dataset.seat === "") {
    lose();
    return;
  }
  if (piece.dataset.seat === you) {
    // An echo of this page, or another tab of the same person.
    return;
  }
  const text = piece.querySelector(".review-text");
  leader = {
    seat: piece.dataset.seat,
    step: Number(piece.dataset.step),
    text: text.textContent,
    nodes: () => [...text.cloneNode(true).childNodes],
  };
  heardAt = performance.now();
  if (role === "leading") {
    // Somebody else has taken over.
    become("none");
  } else if (role === "following") {
    turnTo(leader.step);
  }
  show();
  if (isInvited) {
    isInvited = false;
    follow();
  }
}

// Whoever comes by the link beside the table wants to look along.
let isInvited = location.hash === "#shared_review";

function connect() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(`${scheme}//${location.host}${box.dataset.socket}`);
  socket.addEventListener("open", () => {
    attempts = 0;
    if (role === "leading") {
      sayStep();
    }
    show();
  });
  socket.addEventListener("message", (event) => {
    if (!event.data.includes('id="review"')) {
      return;
    }
    const piece = new DOMParser().parseFromString(event.data, "text/html").getElementById("review");
    if (piece !== null) {
      hear(piece);
    }
  });
  socket.addEventListener("close", (event) => {
    show();
    if (!FINAL_CODES.includes(event.code)) {
      attempts += 1;
      setTimeout(connect, Math.min(LONGEST_WAIT_MS, 500 * 2 ** attempts) * (0.5 + Math.random()));
    }
  });
}

buttons.follow.addEventListener("click", follow);
buttons.leave.addEventListener("click", () => become("none"));
buttons.lead.addEventListener("click", () => {
  leader = null;
  become("leading");
  sayStep();
});
buttons.end.addEventListener("click", () => {
  send({ action: "review_end" });
  become("none");
});

document.addEventListener("replay:shown", (event) => {
  if (role === "leading" && sayTimer === 0) {
    sayTimer = setTimeout(sayStep, QUIET_MS);
  } else if (role === "following" && !led.has(event.detail)) {
    // Turned by hand: the reader goes an own way.
    become("none");
  }
});

setInterval(() => {
  if (role === "leading") {
    sayStep();
  } else {
    send({ action: "beat" });
  }
  if (leader !== null && performance.now() - heardAt > SILENCE_MS) {
    lose();
  }
}, BEAT_MS);

addEventListener("pagehide", () => {
  if (role === "leading") {
    send({ action: "review_end" });
  }
});

connect();
