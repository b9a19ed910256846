/* The group's page: random parts of the shuffle, copying and sharing the invite link, and the way to the table. */

"use strict";

(() => {
  /* Each member's own part of the shuffle, fresh for every form that is sent; parts of the page come and go. */
  const random = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  document.addEventListener(
    "submit",
    (event) => {
      const field = event.target.querySelector('input[name="nonce"]');
      if (field) {
        field.value = random();
      }
    },
    true,
  );

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
