// Works out the order of the cards from the secret and the seats' numbers, as games/engine/shuffle.py describes it,
// and compares it with what the match says. It asks the server for nothing but the match itself.

const CARD_COUNT = 100;
const SECRET_BYTES = 32;
const WORD_RANGE = 2 ** 32;
const DOMAIN = "bozu-mekuri/deck/1\0";

export function bytesOfHex(text) {
  if (!/^([0-9a-f]{2})*$/.test(text)) {
    throw new Error("not lower-case hex");
  }
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hexOfBytes(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function numberBytes(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

export async function commitment(secretHex) {
  return hexOfBytes(new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOfHex(secretHex))));
}

export async function deriveDeck(secretHex, nonces) {
  const secret = bytesOfHex(secretHex);
  if (secret.length !== SECRET_BYTES) {
    throw new Error("a secret is 32 bytes");
  }
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const encoder = new TextEncoder();
  const context = [encoder.encode(DOMAIN), numberBytes(nonces.length)];
  for (const nonce of nonces) {
    const bytes = encoder.encode(nonce);
    context.push(numberBytes(bytes.length), bytes);
  }

  let block = null;
  let blockNumber = 0;
  let offset = 0;
  async function nextNumber() {
    if (block === null || offset === block.byteLength) {
      block = new DataView(await crypto.subtle.sign("HMAC", key, joined([...context, numberBytes(blockNumber)])));
      blockNumber += 1;
      offset = 0;
    }
    offset += 4;
    return block.getUint32(offset - 4);
  }

  const deck = Array.from({ length: CARD_COUNT }, (_, place) => place + 1);
  for (let last = CARD_COUNT - 1; last > 0; last -= 1) {
    const bound = last + 1;
    const limit = WORD_RANGE - (WORD_RANGE % bound);
    let number = await nextNumber();
    while (number >= limit) {
      number = await nextNumber();
    }
    const place = number % bound;
    [deck[last], deck[place]] = [deck[place], deck[last]];
  }
  return deck;
}

// What is wrong with a match: "" (nothing), "commitment", "deck" or "steps"; with the order that was worked out.
export async function checkMatch(match) {
  const { secret, deck } = match.shuffle;
  const derived = await deriveDeck(secret, match.seats.map((seat) => seat.nonce));
  const turned = match.steps.filter((step) => step.card !== null).map((step) => step.card);
  let flaw = "";
  if ((await commitment(secret)) !== match.shuffle.commitment) {
    flaw = "commitment";
  } else if (deck.length !== derived.length || deck.some((card, place) => card !== derived[place])) {
    flaw = "deck";
  } else if (turned.length > derived.length || turned.some((card, place) => card !== derived[place])) {
    flaw = "steps";
  }
  return { flaw, derived, turned };
}

function showDeck(list, { derived, turned }, stored) {
  list.replaceChildren(...derived.map((card, place) => {
    const item = document.createElement("li");
    item.textContent = String(card);
    item.classList.toggle("is-turned", place < turned.length);
    item.classList.toggle("is-wrong", stored[place] !== card);
    return item;
  }));
  list.hidden = false;
}

async function check(box, verdict) {
  const button = box.querySelector("[data-check]");
  button.disabled = true;
  verdict.className = "verdict";
  verdict.textContent = verdict.dataset.working;
  let outcome = "unreadable";
  try {
    const answer = await fetch(box.dataset.source, { headers: { Accept: "application/json" } });
    const match = await answer.json();
    // The fingerprint that this page shows must be the one that is checked.
    const shown = box.closest("section").querySelector("[data-commitment-shown]").textContent;
    const found = await checkMatch({ ...match, shuffle: { ...match.shuffle, commitment: shown } });
    outcome = found.flaw || "good";
    showDeck(box.querySelector("[data-deck-list]"), found, match.shuffle.deck);
  } catch (error) {
    console.error(error);
  }
  verdict.textContent = verdict.dataset[outcome];
  verdict.classList.add(outcome === "good" ? "is-good" : "is-bad");
  box.dataset.outcome = outcome;
  button.disabled = false;
}

const box = document.getElementById("shuffle_check");
if (box) {
  const verdict = box.querySelector("[data-verdict]");
  if (globalThis.crypto?.subtle) {
    const button = box.querySelector("[data-check]");
    button.hidden = false;
    button.addEventListener("click", () => check(box, verdict));
  } else {
    verdict.textContent = verdict.dataset.insecure;
  }
}
