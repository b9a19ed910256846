/* What a step did, as motion: the card turns over, a hand sweeps to the pile, the pile flies to the lady.

   The table shows the new state at once; motion lies over it, takes no taps, and ends with the next message. */

import { setting } from "./settings.js";
import { board, isOver, table } from "./state.js";

const FLIP_MS = 300;
const FLIGHT_MS = 380;
const BEAT_MS = 400;
const GLIDE_MS = 240;
/* How long the words of a decisive step stand over the table. */
const WORDS_MS = 1_400;
/* So many cards at once are a great loss or a great haul. */
const GREAT = 10;
/* A packet in flight is drawn with so many cards at most. */
const IN_PACKET = 5;

const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";

const stage = table.querySelector(".stage");
const layer = document.createElement("div");
layer.className = "flights";
layer.setAttribute("aria-hidden", "true");
const words = document.createElement("p");
words.className = "beat";
words.hidden = true;
layer.append(words);
stage.append(layer);

let before = null;
let running = [];
/* How each card of a hand was seen. */
let places = new Map();
/* The newest line of the events, and where in their list it stood, in px. */
let newest = null;
let newestTop = 0;
let wordsTimer = 0;

function isWelcome() {
  return setting("motion") && !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function topCards(cards) {
  return [...cards].slice(-IN_PACKET).map((card) => /c\d+/.exec(card.className)?.[0] ?? "card-back");
}

function look() {
  return {
    hands: [...table.querySelectorAll(".seat")].map((seat) => {
      const cards = seat.querySelectorAll(".fan > i");
      return { id: seat.id, count: cards.length, cards: topCards(cards) };
    }),
    pile: topCards(table.querySelectorAll(".common-pile .card")),
  };
}

/* Before a message: ends what still moves, and notes how things stand. */
export function rememberTable() {
  const isMoving = isWelcome();
  places = new Map(isMoving ? handCards().map((card) => [card, placeOf(card)]) : []);
  newest = isMoving ? table.querySelector("#lines > li") : null;
  newestTop = newest?.offsetTop;
  for (const animation of running) {
    animation.cancel();
  }
  running = [];
  for (const packet of layer.querySelectorAll(".packet")) {
    packet.remove();
  }
  before = isMoving ? look() : null;
}

function handCards() {
  return [...table.querySelectorAll(".fan > i")];
}

/* Left within the slip in px, and the turn of the card; in the middle of a glide, too. */
function placeOf(card) {
  const { translate, transform } = getComputedStyle(card);
  return { x: card.offsetLeft + (parseFloat(translate) || 0), transform };
}

/* A new line pushes the older ones down, a new card makes a hand close up: they glide, so that an eye that rests on one
   does not lose it. */
export function makeRoom() {
  scrollLines();
  closeHands();
}

/* The list shows what it showed before, and scrolls to the new line. Where it has no height of its own the page's own
   scroll anchoring does as much. */
function scrollLines() {
  const way = newest?.isConnected ? newest.offsetTop - newestTop : 0;
  if (way) {
    const list = newest.parentElement;
    list.scrollTop += way;
    list.scrollTo({ top: 0, behavior: "smooth" });
  }
}

/* What glides is a new element in the place of the old one: browsers count as a shift what the layout moves, whatever is
   seen of it. */
function closeHands() {
  const moved = handCards().flatMap((card) => {
    const [old, now] = [places.get(card), placeOf(card)];
    return old && (old.x !== now.x || old.transform !== now.transform) ? [[card, old, now.x]] : [];
  });
  for (const [card, { x, transform }, to] of moved) {
    const fresh = card.cloneNode();
    card.replaceWith(fresh);
    animate(fresh, [{ translate: `${x - to}px`, transform }, { translate: "0" }], { duration: GLIDE_MS });
  }
}

function animate(element, keyframes, options) {
  const animation = element.animate(keyframes, { easing: EASE, fill: "backwards", ...options });
  running.push(animation);
  return animation;
}

/* The middle of an element, relative to the layer. */
function middle(element) {
  const box = element.getBoundingClientRect();
  const frame = layer.getBoundingClientRect();
  return [box.left + box.width / 2 - frame.left, box.top + box.height / 2 - frame.top];
}

function fly(cards, from, to, delay) {
  if (!from.offsetWidth || !to.offsetWidth) {
    return;
  }
  const packet = document.createElement("div");
  packet.className = "packet";
  for (const name of cards) {
    const card = document.createElement("i");
    card.className = `card ${name}`;
    packet.append(card);
  }
  layer.append(packet);
  const [x1, y1] = middle(from);
  const [x2, y2] = middle(to);
  const at = (x, y, turn, size) => `translate(${x}px, ${y}px) translate(-50%, -50%) rotate(${turn}deg) scale(${size})`;
  const flight = animate(
    packet,
    [
      { transform: at(x1, y1, 0, 0.9), opacity: 1 },
      { transform: at((x1 + x2) / 2, Math.min(y1, y2) + Math.abs(y1 - y2) * 0.35, -8, 1.12), opacity: 1 },
      { transform: at(x2, y2, 6, 0.85), opacity: 0.2 },
    ],
    { duration: FLIGHT_MS, delay },
  );
  flight.addEventListener("finish", () => packet.remove());
}

/* The newest card: its back comes from the draw pile, then its face is there. */
function turnCard() {
  const card = table.querySelector(".latest-card > .card");
  const source = table.querySelector(".draw-pile .stack");
  if (!card?.offsetWidth || !source?.offsetWidth) {
    return; /* the result stands in their place */
  }
  const [x1, y1] = middle(source);
  const [x2, y2] = middle(card);
  const size = source.offsetWidth / card.offsetWidth;
  const from = `translate(${x1 - x2}px, ${y1 - y2}px) scale(${size}) perspective(40rem) rotateY(180deg)`;
  animate(card, [{ transform: from }, { transform: "perspective(40rem) rotateY(0deg)" }], { duration: FLIP_MS });
  const back = document.createElement("i");
  back.className = "card card-back packet";
  card.append(back);
  animate(back, [{ opacity: 1 }, { opacity: 1, offset: 0.35 }, { opacity: 0, offset: 0.36 }, { opacity: 0 }], {
    duration: FLIP_MS,
    easing: "linear",
  }).addEventListener("finish", () => back.remove());
}

function showWords(kind, count) {
  const text = table.getAttribute(`data-beat-${kind}`);
  const number = new Intl.NumberFormat(document.documentElement.lang, { numberingSystem: "latn", signDisplay: "always" });
  words.textContent = count ? `${text} ${number.format(count).replace("-", "−")}` : text;
  words.dataset.kind = kind;
  words.hidden = false;
  clearTimeout(wordsTimer);
  wordsTimer = setTimeout(() => {
    words.hidden = true;
  }, WORDS_MS);
  animate(words, [{ opacity: 0, scale: 1.8 }, { opacity: 1, scale: 1 }], { duration: BEAT_MS });
}

/* The piles only: to move all hands would mean to draw all their pictures again. */
function shake() {
  const steps = [0, -6, 5, -3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  animate(stage.querySelector(".centre"), steps, { duration: BEAT_MS, easing: "linear" });
}

/* After a message that brought the very next step. */
export function moveStep() {
  words.hidden = true;
  if (!before || !isWelcome()) {
    return;
  }
  const { moment } = board();
  if (moment) {
    turnCard();
  }
  const pile = table.querySelector(".common-pile .stack");
  const changes = look().hands.map(({ id, count }, index) => ({ id, by: count - before.hands[index].count, index }));
  const taker = changes.find(({ by }) => by > 1 || (by === 1 && moment === "haul"));
  let lost = 0;
  for (const { id, by, index } of changes) {
    const fan = table.querySelector(`#${id} .fan`);
    if (by < 0) {
      lost -= by;
      /* To the pile, or to whoever took all hands. */
      const to = taker ? table.querySelector(`#${taker.id} .fan`) : pile;
      fly(before.hands[index].cards, fan, to, FLIP_MS / 2);
    } else if (by > 0 && fan.lastElementChild) {
      animate(fan.lastElementChild, [{ opacity: 0, translate: "0 -1.25rem" }, { opacity: 1, translate: "0 0" }], {
        duration: FLIP_MS,
        delay: FLIP_MS / 2,
      });
    }
  }
  if (taker && before.pile.length && moment === "haul") {
    fly(before.pile, pile, table.querySelector(`#${taker.id} .fan`), FLIP_MS / 2);
  }
  if (lost && !taker) {
    animate(pile, [{ scale: 1 }, { scale: 1.12, rotate: "-3deg" }, { scale: 1 }], { duration: BEAT_MS, delay: FLIGHT_MS });
  }
  if (isOver() && table.querySelector(".draw-pile .card-space")) {
    showWords("last", 0);
  } else if (moment === "semimaru") {
    showWords("semimaru", 0);
    shake();
  } else if (moment === "loss" && lost >= GREAT) {
    showWords("loss", -lost);
    shake();
  } else if (taker && taker.by > GREAT) {
    showWords("haul", taker.by);
  }
}
