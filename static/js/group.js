/* The group's page: copying and sharing the invite link, and a fresh look when the browser brings the page back. */

"use strict";

(() => {
  /* The one live region stays; it says in a sentence what a swapped part now plans. */
  const say = document.getElementById("group_say");
  const planned = () => {
    const plan = document.querySelector("#waited_for, #plan");
    return plan ? plan.textContent.replace(/\s+/g, " ").trim() : "";
  };
  let said = planned();
  document.addEventListener("htmx:afterSwap", () => {
    const now = planned();
    if (now !== said) {
      said = now;
      say.textContent = now;
    }
  });

  const copy = document.querySelector("[data-copy]");
  if (copy && navigator.clipboard) {
    copy.hidden = false;
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(copy.dataset.copy);
      const before = copy.textContent;
      copy.textContent = copy.dataset.copied;
      setTimeout(() => {
        copy.textContent = before;
      }, 2000);
    });
  }

  const share = document.querySelector("[data-share]");
  if (share && navigator.share) {
    share.hidden = false;
    share.addEventListener("click", () => {
      navigator.share({ title: share.dataset.shareTitle, url: share.dataset.share }).catch(() => {});
    });
  }

  /* Back from the table by the browser's own memory, the page may be old: look again. */
  addEventListener("pageshow", (event) => {
    if (event.persisted) {
      location.reload();
    }
  });
})();
