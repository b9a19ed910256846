// Turns the pages of a replay by keys and swipes, and marks the step in the list. The server makes every step;
// without this script the same links and the form do all of it.

const SWIPE_PX = 48;

const replay = document.getElementById("replay");
// The step that was asked for last: holding a key down asks for the next one before the last has come.
let wanted = null;

function shownStep() {
  return Number(document.getElementById("replay_nav").dataset.step);
}

function lastStep() {
  return Number(document.getElementById("replay_nav").dataset.last);
}

function goTo(step) {
  const target = Math.min(Math.max(step, 0), lastStep());
  if (target === (wanted ?? shownStep())) {
    return;
  }
  wanted = target;
  // While one answer is awaited only the last wish waits behind it (hx-sync); the ones between are dropped.
  htmx.ajax("GET", `${replay.dataset.stepUrl}?step=${target}`, { source: replay, target: replay, swap: "none" });
}

function turn(direction) {
  goTo((wanted ?? shownStep()) + direction);
}

// Where text runs from right to left, so does the match: left is forward.
function forwardKey() {
  return document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
}

function isTyping(target) {
  return target instanceof Element && target.closest("input, select, textarea, summary, [contenteditable]") !== null;
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isTyping(event.target)) {
    return;
  }
  if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
    turn(event.key === forwardKey() ? 1 : -1);
  } else if (event.key === "Home") {
    goTo(0);
  } else if (event.key === "End") {
    goTo(lastStep());
  } else {
    return;
  }
  event.preventDefault();
});

let touchStart = null;

replay.addEventListener("touchstart", (event) => {
  const isOnTable = event.touches.length === 1 && event.target.closest(".stage") !== null;
  touchStart = isOnTable ? { x: event.touches[0].clientX, y: event.touches[0].clientY } : null;
}, { passive: true });

replay.addEventListener("touchend", (event) => {
  if (touchStart === null) {
    return;
  }
  const dx = event.changedTouches[0].clientX - touchStart.x;
  const dy = event.changedTouches[0].clientY - touchStart.y;
  touchStart = null;
  if (Math.abs(dx) < SWIPE_PX || Math.abs(dx) < 2 * Math.abs(dy)) {
    return;
  }
  // The page is drawn along with the finger, as in a book of this language.
  const isForward = document.documentElement.dir === "rtl" ? dx > 0 : dx < 0;
  turn(isForward ? 1 : -1);
}, { passive: true });

function markStep() {
  const step = shownStep();
  const list = document.getElementById("step_list");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const link = list.querySelector(`[data-step="${step}"]`);
  link?.setAttribute("aria-current", "step");
  if (link) {
    // Only the list scrolls: the page stays where the reader has it.
    const item = link.getBoundingClientRect();
    const frame = list.getBoundingClientRect();
    if (item.top < frame.top || item.bottom > frame.bottom) {
      list.scrollTop += item.top - frame.top - (frame.height - item.height) / 2;
    }
  }
  const field = document.getElementById("step-number");
  if (field && document.activeElement !== field) {
    field.value = String(step);
  }
  wanted = null;
  document.dispatchEvent(new CustomEvent("replay:shown", { detail: step }));
}

// Whoever leads a shared review turns the pages of those who follow.
document.addEventListener("replay:turn", (event) => goTo(event.detail));

document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.elt.closest("#replay") === null) {
    return;
  }
  // Another step may have been asked for meanwhile: then this one is only passed through.
  if (wanted === null || wanted === shownStep() || event.detail.failed) {
    markStep();
  }
});

// Back and forward put the inside of the replay in place anew.
document.addEventListener("htmx:historyRestore", markStep);

markStep();
