/* What somebody says stands at the seat for a while and goes. */

import { speakPhrase } from "./speech.js";

const SHOWN_MS = 6_000;

/* Element id of a seat's phrase -> the number of the phrase and when it goes, on the page's steady clock. */
const shown = new Map();

function hideNow(phrase) {
  phrase.classList.add("is-over");
}

export function showPhrases() {
  for (const phrase of document.querySelectorAll(".phrase[data-number]")) {
    const { id } = phrase;
    const { number } = phrase.dataset;
    const known = shown.get(id);
    if (known?.number !== number) {
      shown.set(id, { number, until: performance.now() + SHOWN_MS });
      speakPhrase(phrase);
      setTimeout(() => {
        const present = document.getElementById(id);
        if (present.dataset.number === number) {
          hideNow(present);
        }
      }, SHOWN_MS);
    } else if (performance.now() >= known.until) {
      hideNow(phrase); /* the same words came once more with the whole table */
    }
  }
}

/* Phrases that stood there when the page came are old. */
export function startPhrases() {
  for (const phrase of document.querySelectorAll(".phrase[data-number]")) {
    shown.set(phrase.id, { number: phrase.dataset.number, until: 0 });
    hideNow(phrase);
  }
}
