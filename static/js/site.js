/* What every page does: a visit value for forms that may make a player, no form sent twice, menus that close. */

"use strict";

(() => {
  const random = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  /* 128 random bits for this visit: two first requests at once then make one player, not two. */
  const visit = random();

  /* At the last moment, since forms come and go with what the table shows. */
  addEventListener(
    "submit",
    (event) => {
      for (const field of event.target.querySelectorAll('input[name="visit"]')) {
        field.value = visit;
      }
      /* This person's own part of a shuffle, made here so that the site cannot choose it. */
      for (const field of event.target.querySelectorAll('input[name="nonce"]')) {
        field.value = random();
      }
    },
    true,
  );

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-once]")) {
      return;
    }
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "1";
    for (const button of form.querySelectorAll("button")) {
      button.setAttribute("aria-disabled", "true");
    }
  });

  /* Back from another page, the forms can be sent again. */
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("[data-once][data-sent]")) {
      delete form.dataset.sent;
      for (const button of form.querySelectorAll("button")) {
        button.removeAttribute("aria-disabled");
      }
    }
  });

  /* Pages do not need it; it says in the reader's language that there is no network, and lets the site be installed. */
  if ("serviceWorker" in navigator) {
    addEventListener("load", () => {
      navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" }).catch(() => {});
    });
  }

  const openMenus = () => document.querySelectorAll("[data-menu][open]");
  document.addEventListener("click", (event) => {
    for (const menu of openMenus()) {
      if (!menu.contains(event.target)) {
        menu.open = false;
      }
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") {
      return;
    }
    for (const menu of openMenus()) {
      const hadFocus = menu.contains(document.activeElement);
      menu.open = false;
      if (hadFocus) {
        menu.querySelector("summary").focus();
      }
    }
  });
})();
