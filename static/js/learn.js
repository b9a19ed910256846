// The tutorial by keys and taps, with the focus where the learner has it. The server makes every step; without this
// script the same forms and links do all of it.

// A choice may come up under a finger that is still double-clicking the last button.
const REST_MS = 350;

const learn = document.getElementById("learn");
let shownAt = -Infinity;
let hadControl = false;

function board() {
  return document.getElementById("board");
}

function press(id) {
  const control = document.getElementById(id);
  control?.click();
  return control !== null;
}

// Where text runs from right to left, the way back is to the right.
function backKey() {
  return document.documentElement.dir === "rtl" ? "ArrowRight" : "ArrowLeft";
}

function isOn(selector) {
  return document.activeElement?.closest(selector) !== null;
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
    return;
  }
  const isMainKey = event.key === " " || event.key === "Enter";
  // A held key repeats its click; the repeats are not presses.
  if (event.repeat && isMainKey && (isOn("#controls") || document.activeElement === document.body)) {
    event.preventDefault();
    return;
  }
  if (event.repeat) {
    return;
  }
  let isUsed = false;
  if (isMainKey) {
    // On a control of its own, the key belongs to that control.
    isUsed = !isOn("a, button, summary, input, select, textarea") && press("flip");
  } else if (event.key.toLowerCase() === "s") {
    isUsed = press("stop");
  } else if (event.key === backKey()) {
    isUsed = press("back");
  }
  if (isUsed) {
    event.preventDefault();
  }
});

document.addEventListener(
  "submit",
  (event) => {
    if (event.target.method === "get" && learn.contains(event.target) && performance.now() - shownAt < REST_MS) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  },
  true,
);

// The draw pile itself can be tapped.
learn.addEventListener("click", (event) => {
  if (event.target.closest(".draw-pile .stack") && isOwnTurn()) {
    press("flip");
  }
});

function isOwnTurn() {
  return board().dataset.turn === document.getElementById("table").dataset.you;
}

function showTurn() {
  document.getElementById("table").classList.toggle("can-flip", isOwnTurn());
}

// The language menu stands outside of what is replaced: it leads to the same step.
function pointLanguages() {
  const { searchParams: here } = new URL(location.href);
  for (const link of document.querySelectorAll("#site_header [hreflang]")) {
    const url = new URL(link.href);
    for (const name of ["s", "c"]) {
      if (here.has(name)) {
        url.searchParams.set(name, here.get(name));
      } else {
        url.searchParams.delete(name);
      }
    }
    link.href = url.href;
  }
}

document.addEventListener("htmx:beforeSwap", (event) => {
  if (learn.contains(event.detail.elt)) {
    hadControl = isOn("#controls, #ways_back") || document.activeElement === document.body;
  }
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.failed || event.detail.elt.closest("#learn") === null) {
    return;
  }
  shownAt = performance.now();
  const table = document.getElementById("table");
  table.classList.add("is-live");
  table.dataset.moment = board().dataset.moment;
  showTurn();
  if (!hadControl) {
    return;
  }
  // At the end the focus goes to the result, so that one press too many starts no match.
  const next = document.getElementById("flip") ?? document.getElementById("result");
  if (!isOn("#back")) {
    next.focus({ preventScroll: true });
  }
});

document.addEventListener("htmx:pushedIntoHistory", pointLanguages);

document.addEventListener("htmx:historyRestore", () => {
  showTurn();
  pointLanguages();
});

showTurn();
