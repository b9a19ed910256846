"""What a page costs its reader: bytes as they come over the line; it must not know any page."""

from typing import Any


class Scale:
    """Adds up the bytes of everything that a page loads for the first time, as sent: compressed, with headers."""

    def __init__(self, page: Any) -> None:
        self._addresses: dict[str, str] = {}
        self.bytes: dict[str, int] = {}
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        session.on("Network.requestWillBeSent", self._note_request)
        session.on("Network.loadingFinished", self._note_end)

    def _note_request(self, event: dict[str, Any]) -> None:
        self._addresses[event["requestId"]] = event["request"]["url"]

    def _note_end(self, event: dict[str, Any]) -> None:
        address = self._addresses.get(event["requestId"], "?")
        self.bytes[address] = max(self.bytes.get(address, 0), round(event["encodedDataLength"]))

    @property
    def total(self) -> int:
        """All bytes so far, headers included."""
        return sum(self.bytes.values())

    def heaviest(self, count: int = 8) -> list[tuple[int, str]]:
        """The largest files with their sizes, for the message of a failing test."""
        return sorted(((size, address) for address, size in self.bytes.items()), reverse=True)[:count]
