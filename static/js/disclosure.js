// Explanations that open beside their name: Escape closes them, and so does a press elsewhere. Without this script
// they are plain <details>, which open and close by themselves.

const helps = () => document.querySelectorAll("details.value-help[open]");

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const help of helps()) {
    const hadFocus = help.contains(document.activeElement);
    help.open = false;
    if (hadFocus) help.querySelector("summary").focus();
  }
});

document.addEventListener("click", (event) => {
  for (const help of helps()) {
    if (!help.contains(event.target)) help.open = false;
  }
});
