"""Reading SVG pictures back: what a viewer would find in them."""

from __future__ import annotations

from xml.etree import ElementTree as Xml

import attrs

SVG = "{http://www.w3.org/2000/svg}"


@attrs.frozen
class Seen:
    """A picture, parsed."""

    root: Xml.Element

    @property
    def ids(self) -> list[str]:
        """Every id."""
        return [element.attrib["id"] for element in self.root.iter() if "id" in element.attrib]

    @property
    def pieces(self) -> dict[str, str]:
        """The pieces by their squares."""
        found = [element for element in self.root.iter() if "data-piece" in element.attrib]
        pieces = {element.attrib["data-square"]: element.attrib["data-piece"] for element in found}
        assert len(pieces) == len(found)
        return pieces

    @property
    def labels(self) -> list[str]:
        """The letters and numbers around the board."""
        return [text.text or "" for group in self.of_class("label") for text in group]

    def of_class(self, name: str) -> list[Xml.Element]:
        """The elements of a class."""
        return [element for element in self.root.iter() if element.attrib.get("class") == name]

    def marked(self, name: str) -> list[str]:
        """The squares that are marked: as `last` or as `highlight`."""
        return [element.attrib["data-square"] for element in self.of_class(name)]

    def data(self, name: str) -> list[str]:
        """The values of a data attribute, such as the squares of what was `captured`."""
        return [element.attrib[f"data-{name}"] for element in self.root.iter() if f"data-{name}" in element.attrib]

    def place(self, square: str) -> tuple[float, float]:
        """Where the piece on a square is drawn: from the left and from the top, each from 0 to 1."""
        (piece,) = (e for e in self.root.iter() if "data-piece" in e.attrib and e.attrib["data-square"] == square)
        x, y = piece.attrib["transform"].removeprefix("translate(").removesuffix(")").split()
        _, _, width, height = map(float, self.root.attrib["viewBox"].split())
        return float(x) / width, float(y) / height

    def text(self, name: str) -> str:
        """What the title or the description says."""
        return self.root.findtext(f"{SVG}{name}") or ""


def read(picture: str) -> Seen:
    """Parse a picture, which must be well-formed."""
    return Seen(Xml.fromstring(picture))
