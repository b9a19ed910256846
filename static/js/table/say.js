/* The one live region: its element stays for the life of the page, only its text changes. */

const region = document.getElementById("say");

export function say(text) {
  region.textContent = text;
}
