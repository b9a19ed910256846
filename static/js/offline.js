/* Stands in for a page that could not be fetched: tries again as soon as that may help. */

"use strict";

(() => {
  const EVERY_MS = 5_000;
  const { self } = document.getElementById("main").dataset;

  /* The network may be back without a word, or it was the site that was away. */
  async function look() {
    try {
      const answer = await fetch(self, { method: "HEAD", cache: "no-store" });
      if (answer.ok) {
        location.reload();
      }
    } catch {
      /* not yet */
    }
  }

  addEventListener("online", look);
  setInterval(look, EVERY_MS);
})();
