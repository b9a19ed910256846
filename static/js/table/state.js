/* What the page shows now, read from its own pieces; nothing is kept besides them. */

export const table = document.getElementById("table");

export const you = table.dataset.you;

/* The seats of the people who pass this device round; elsewhere none. */
const seatsHere = table.dataset.seatsHere?.split(" ") ?? [];

export function board() {
  return document.getElementById("board").dataset;
}

export function version() {
  return Number(board().version);
}

export function isOver() {
  return "over" in board();
}

export function isOwnTurn() {
  const { turn } = board();
  return (you !== "" && turn === you) || seatsHere.includes(turn);
}

/* "flip", "stop": what the seat on turn may do. */
export function legal() {
  return board().legal.split(" ").filter(Boolean);
}
