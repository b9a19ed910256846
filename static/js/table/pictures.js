/* Fetches the pictures of the cards ahead, so that each is there when its card is turned: all hundred, in the order of
   their numbers, which tells nothing of the draw pile. */

/* The table itself comes first. */
const AFTER_MS = 4_000;

function addresses() {
  const found = [];
  for (const sheet of document.styleSheets) {
    if (sheet.href?.includes("/faces.")) {
      for (const rule of sheet.cssRules) {
        const path = /url\("?([^")]+)"?\)/.exec(rule.style?.getPropertyValue("--p") ?? "")?.[1];
        if (path) {
          found.push(new URL(path, sheet.href).href);
        }
      }
    }
  }
  return found;
}

/* One after the other: they must not stand in the way of a message or of a picture that is needed now. */
async function fetchAll() {
  for (const address of addresses()) {
    const picture = new Image();
    picture.src = address;
    await picture.decode().catch(() => {}); /* it will be asked for again when it is needed */
  }
}

const { saveData, effectiveType } = navigator.connection ?? {};
if (!saveData && !effectiveType?.includes("2g")) {
  setTimeout(fetchAll, AFTER_MS);
}
