/* The one live region: its element stays for the life of the page, only its text changes. What it said can be read
   again in a list, the last first. */

const region = document.getElementById("say");
const list = document.querySelector("#spoken ol");
/* The region is empty for a moment before each text, so that the same words are read out a second time, too. */
const REST_MS = 60;
const LONGEST = 200;

let waiting = [];
let timer = 0;

function flush() {
  timer = 0;
  const text = waiting.join(" ");
  waiting = [];
  region.textContent = text;
  const item = document.createElement("li");
  item.textContent = text;
  list.prepend(item);
  if (list.childElementCount > LONGEST) {
    list.lastElementChild.remove();
  }
}

/* What comes within one moment is said in one go. */
export function say(text) {
  if (!text) {
    return;
  }
  waiting.push(text);
  if (!timer) {
    region.textContent = "";
    timer = setTimeout(flush, REST_MS);
  }
}
