"""Check the types that the page has of what it is given. With ``--update``: write them anew.

They are made from the values themselves: the frames to the page and from it, the answers that it fetches, its words,
and the elements of its document by their ids. A type has the name of its class and what its docstring says first.
"""

import json
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import StrEnum
from html.parser import HTMLParser
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from pydantic import BaseModel

from bot.chat import GameCard, GamePage
from bot.platforms.web import frame_parts, frames, sent_frames
from bot.platforms.web.texts import page_texts
from renderer import LiveBoard

WEB = Path(__file__).parents[1] / "bot" / "platforms" / "web"
FILE = WEB / "types" / "given.d.ts"
HEAD = "// Made by `make page-types` of what stands in bot/platforms/web. A change belongs there.\n"
SIMPLE = {str: "string", bool: "boolean", int: "number", float: "number", NoneType: "null", Any: "unknown"}
LISTS: tuple[object, ...] = (list, Sequence, Collection, frozenset)
BY_HAND: dict[object, tuple[str, str]] = {
    frame_parts.Step: ("Step", "[point: number, node: number, takes?: number[], price?: number[], vacated?: boolean]"),
    frame_parts.Node: ("Node", "[ends: boolean, count: number, steps: Step[]]"),
}
"""Their fields are told apart by their places, and the last ones may be missing."""
RENAMED: dict[type, str] = {LiveBoard: "Measures"}
"""What is called otherwise on the page, where its own name is that of another value."""


class Elements(HTMLParser):
    """The tags of the elements of a document, also of those in its templates, by their ids."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        name = dict(attrs).get("id")
        if name:
            self.tags[name] = tag


class Types:
    """The declarations that have been asked for, in their order, each class once."""

    def __init__(self) -> None:
        self._made: dict[str, str] = {}
        self._classes: dict[str, type] = {}

    def __str__(self) -> str:
        return "\n".join([HEAD, *self._made.values()])

    def union(self, name: str, classes: Sequence[type]) -> None:
        """A name for one of several classes."""
        parts = "".join(f"\n  | {self.of(each)}" for each in classes)
        self._made[name] = f"export type {name} ={parts};\n"

    def record(self, name: str, values: Mapping[str, str]) -> None:
        """A name for what has these types by these keys."""
        lines = "".join(
            f"  {key if key.isidentifier() else json.dumps(key)}: {kind};\n" for key, kind in values.items()
        )
        self._made[name] = f"export type {name} = {{\n{lines}}};\n"

    def of(self, hint: Any) -> str:
        """How a type of Python is written."""
        if hint in BY_HAND:
            name, written = BY_HAND[hint]
            self._made[name] = f"export type {name} = {written};\n"
            for inner in get_args(hint):
                self.of(inner)
            return name
        if hint in SIMPLE:
            return SIMPLE[hint]
        if isinstance(hint, type) and issubclass(hint, StrEnum):
            return " | ".join(f'"{each}"' for each in hint)
        origin, inner = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self.of(inner[0])
        if origin is Literal:
            return " | ".join(f'"{each}"' for each in inner)
        if origin in (Union, UnionType):
            return " | ".join(dict.fromkeys(map(self.of, inner)))
        if origin in LISTS or (origin is tuple and inner[-1] is Ellipsis):
            item = self.of(inner[0])
            return f"({item})[]" if "|" in item else f"{item}[]"
        if origin is tuple:
            return f"[{', '.join(map(self.of, inner))}]"
        if origin in (Mapping, dict):
            return f"Record<{self.of(inner[0])}, {self.of(inner[1])}>"
        return self._declared(hint)

    def _declared(self, found: type) -> str:
        name = RENAMED.get(found, found.__name__)
        if self._classes.setdefault(name, found) is not found:
            raise ValueError(f"two types are called {name}")
        if name not in self._made:
            self._made[name] = ""  # it has its place, and may be asked for by what is in it
            body = "".join(f"  {key}: {self.of(hint)};\n" for key, hint in _fields(found).items())
            said = " ".join((found.__doc__ or "").partition("\n\n")[0].split()).replace("``", "`")
            self._made[name] = f"/** {said} */\nexport interface {name} {{\n{body}}}\n"
        return name


def _fields(found: type) -> dict[str, Any]:
    """The fields of a class with their types; a name ends in ``?`` where the field may be missing."""
    if issubclass(found, BaseModel):
        return {
            f"{key}{'' if each.is_required() else '?'}": each.annotation for key, each in found.model_fields.items()
        }
    hints = get_type_hints(found)
    if is_typeddict(found):
        required: frozenset[str] = vars(found)["__required_keys__"]
        return {f"{key}{'' if key in required else '?'}": hint for key, hint in hints.items()}
    if is_dataclass(found):
        return {each.name: hints[each.name] for each in fields(found)}
    raise TypeError(f"{found} is not a value that a page gets or sends")


def written() -> str:
    """The types as they are to be."""
    types = Types()
    types.union("SentFrame", sent_frames.SentFrame.__subclasses__())
    types.union("PageFrame", get_args(frames.Frame))
    types.union("EventFrame", [each for each in get_args(frames.Frame) if issubclass(each, frames.EventFrame)])
    types.record("Texts", dict.fromkeys(page_texts("en") | page_texts("en", in_chat=True), "string"))
    elements = Elements()
    for name in ("index.html", "later.html"):
        elements.feed((WEB / "static" / name).read_text(encoding="utf-8"))
    types.record("Elements", {name: f'HTMLElementTagNameMap["{tag}"]' for name, tag in elements.tags.items()})
    for each in (GameCard, GamePage, LiveBoard):
        types.of(each)
    return str(types)


def main() -> int:
    """0 if the file is as it is to be, else 1 and how it becomes so."""
    if "--update" in sys.argv:
        FILE.write_text(written(), encoding="utf-8")
    if FILE.exists() and FILE.read_text(encoding="utf-8") == written():
        return 0
    print(f"{FILE.name} is old: run `make page-types`", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
