"""Reads HTML as a browser would, for tests: elements with their attributes and text, and what is out of balance."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset({"input", "link", "meta", "img", "br", "hr"})


@dataclass
class Element:
    """One element."""

    tag: str
    attributes: dict[str, str | None]
    depth: int
    text: str = ""
    inside: list["Element"] = field(default_factory=list)


class Page(HTMLParser):
    """All elements of a piece of HTML; an end tag that closes another element than the open one is an error."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self.open: list[Element] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert not self.open, f"left open: {[element.tag for element in self.open]}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute twice on {tag}: {names}"
        element = Element(tag, dict(attrs), len(self.open))
        self.elements.append(element)
        for outer in self.open:
            outer.inside.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"nothing open for </{tag}>"
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.text += data
        for element in self.open:
            element.text += data

    @property
    def roots(self) -> list[Element]:
        return [element for element in self.elements if element.depth == 0]

    @property
    def ids(self) -> list[str]:
        return [element.attributes["id"] or "" for element in self.elements if "id" in element.attributes]

    def by_id(self, name: str) -> Element:
        found = [element for element in self.elements if element.attributes.get("id") == name]
        assert len(found) == 1, f"{len(found)} elements with the id {name}"
        return found[0]

    def has(self, tag: str, **attributes: str) -> bool:
        """Whether some element of this tag has these attributes."""
        return any(
            element.tag == tag and all(element.attributes.get(name) == value for name, value in attributes.items())
            for element in self.elements
        )
