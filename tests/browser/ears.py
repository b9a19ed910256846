"""What a listener gets of a live table: the words of its live region, in order; it must not look at the page."""

from typing import Any

from tests.browser.waiting import wait_until

# Every text that stood in the live region, and whether its element is still the first one.
LISTEN = """
window.heard = [];
addEventListener("DOMContentLoaded", () => {
  const region = document.getElementById("say");
  window.isSameRegion = () => region === document.getElementById("say") && region.isConnected;
  if (region) {
    new MutationObserver(() => {
      const text = region.textContent.trim();
      if (text) {
        window.heard.push(text);
      }
    }).observe(region, { childList: true, characterData: true, subtree: true });
  }
});
"""


class Ears:
    """What the live region of a page has said since the page came; make it before the page is loaded."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.taken = 0
        page.add_init_script(LISTEN)

    def all(self) -> list[str]:
        """Everything said so far."""
        texts: list[str] = self.page.evaluate("window.heard")
        return texts

    def next(self, timeout_seconds: float = 30.0) -> list[str]:
        """What has been said since the last call, at least one text; waits for it."""
        wait_until(self.page, "count => window.heard.length > count", self.taken, timeout_seconds=timeout_seconds)
        texts = self.all()
        new = texts[self.taken :]
        self.taken = len(texts)
        return new

    def is_same_region(self) -> bool:
        """Whether the live region is the element that it was at the beginning."""
        return bool(self.page.evaluate("window.isSameRegion()"))
