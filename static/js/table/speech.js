/* What is said of the steps: little, each card, or everything, as the listener wants. The words are those that stand at
   the table, so ear and eye get the same. */

import { say } from "./say.js";
import { setting } from "./settings.js";
import { isOver, isOwnTurn, table, version } from "./state.js";

function text(element) {
  return element ? element.textContent.replace(/\s+/g, " ").trim() : "";
}

function all(selector) {
  return [...document.querySelectorAll(selector)];
}

function ownTurn() {
  /* Where the device is passed round, whose hands it goes into. */
  return isOwnTurn() ? text(document.querySelector("#turn.pass-scene, #turn .only-you")) : "";
}

function counts() {
  const named = (place, name, count) => `${text(place.querySelector(name))}: ${text(place.querySelector(count))}`;
  return [
    ...all("#table .seat").map((seat) => named(seat, ".seat-name", ".seat-count")),
    ...all("#piles .pile").map((pile) => named(pile, ".pile-name", ".pile-count")),
  ].join(table.dataset.comma);
}

function odds() {
  return setting("odds") ? all("#odds .odd .vh").map(text).join(table.dataset.comma) : "";
}

/* The lines of the log that have come since a version, the oldest first; the log holds the last few. */
function linesSince(before) {
  return all("#events li")
    .slice(0, Math.max(0, version() - before))
    .reverse();
}

export function speakSteps(before) {
  const level = setting("speech");
  const heard = linesSince(before)
    .filter((line) => level !== "quiet" || line.dataset.weight === "decisive")
    .map(text);
  if (level === "full" && !isOver()) {
    heard.push(counts(), odds());
  }
  heard.push(ownTurn());
  say(heard.filter(Boolean).join(" "));
}

/* What somebody says, with their name. */
export function speakPhrase(phrase) {
  if (setting("speech") !== "quiet") {
    const name = document.querySelector(`#${phrase.id.replace("phrase", "seat")} .seat-name`);
    say(`${text(name)}: ${text(phrase)}`);
  }
}

/* Whoever opens a table where everybody waits for them need not look for it. */
export function speakOwnTurn() {
  say(ownTurn());
}
