/* Focus survives swaps: it goes back to the control with the same id, or to the one that took its place. */

let before = null;

export function rememberFocus() {
  const focused = document.activeElement;
  before =
    focused && focused !== document.body && focused.closest("#table")
      ? { element: focused, id: focused.id, isControl: focused.closest("#controls") !== null }
      : null;
}

export function restoreFocus() {
  if (!before || (before.element.isConnected && document.activeElement === before.element)) {
    return;
  }
  if (before.element.isConnected) {
    return; /* its owner moved on by choice */
  }
  const same = before.id && document.getElementById(before.id);
  const next = same || (before.isControl && firstControl());
  (next || document.getElementById("main")).focus({ preventScroll: true });
}

function firstControl() {
  const result = document.getElementById("result");
  if (!result.hidden) {
    return result;
  }
  return document.querySelector("#controls button, #controls a");
}
