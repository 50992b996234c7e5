"""The events in chats, step by step, written as a page of HTML with its pictures."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from pathlib import Path

_STYLE = """
body { font: 15px/1.4 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
.did { margin: 1.2rem 0 .4rem; color: #1c5a9c; font-weight: 600; }
.seen { margin: .4rem 0 .4rem 1.5rem; padding: .5rem .8rem; border: 1px solid #d8cfc0; border-radius: .6rem; }
.seen.only { border-style: dashed; background: #faf6ec; }
.seen.gone { color: #888; border: 0; padding: 0; }
.where { font-size: .8rem; color: #776; }
.text { white-space: pre-wrap; }
.buttons span { display: inline-block; border: 1px solid #b9a98c; border-radius: .4rem; padding: .1rem .5rem;
  margin: .3rem .3rem 0 0; font-size: .85rem; }
img { width: 22rem; display: block; margin-top: .4rem; border-radius: .4rem; }
"""


@dataclass(frozen=True)
class Shown:
    """A message of the bot as people see it; ``key`` stays the same, ``only_for`` names whoever alone sees it."""

    key: str
    chat: str
    text: str
    picture: bytes | None = None
    buttons: tuple[str, ...] = ()
    only_for: str = ""


class Transcript:
    """The page of one conversation; ``look`` gives the bot's messages that stand in the chats, the oldest first."""

    def __init__(self, title: str, look: Callable[[], Sequence[Shown]]) -> None:
        self._title = title
        self.look = look
        self._before: dict[str, Shown] = {}
        self._entries: list[str] = []
        self._pictures: dict[str, bytes] = {}

    def did(self, sentence: str) -> None:
        """Somebody did something; what it brings is written by ``brings``."""
        self._entries.append(f'<p class="did">{escape(sentence)}</p>')

    def said(self, sentence: str) -> None:
        """Somebody was told something that leaves no message: an alert, or a line that goes by itself."""
        self._entries.append(f'<div class="seen only"><div class="where">alert</div>{escape(sentence)}</div>')

    def brings(self) -> None:
        """Write what has come, changed or gone since the last time."""
        now = {each.key: each for each in self.look()}
        for key, shown in now.items():
            before = self._before.get(key)
            if before != shown:
                self._entries.append(self._message(shown, before))
        for key, gone in self._before.items():
            if key not in now:
                first_line = gone.text.splitlines()[0] if gone.text else "a picture"
                self._entries.append(f'<div class="seen gone">gone: {escape(first_line)}</div>')
        self._before = now

    def _message(self, shown: Shown, before: Shown | None) -> str:
        where = " · ".join(_where(shown, edited=before is not None))
        parts = [f'<div class="where">{escape(where)}</div><div class="text">{escape(shown.text)}</div>']
        if shown.picture:
            name = hashlib.sha256(shown.picture).hexdigest()[:16]
            self._pictures[name] = shown.picture
            parts.append(f'<img src="{name}.png" alt="">')
        if shown.buttons:
            buttons = "".join(f"<span>{escape(each)}</span>" for each in shown.buttons)
            parts.append(f'<div class="buttons">{buttons}</div>')
        return f'<div class="seen{" only" if shown.only_for else ""}">{"".join(parts)}</div>'

    def write(self, folder: Path, name: str) -> None:
        """Write the page and its pictures into a folder, which is made if it is not there."""
        folder.mkdir(parents=True, exist_ok=True)
        for digest, picture in self._pictures.items():
            (folder / f"{digest}.png").write_bytes(picture)
        head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(self._title)}</title>'
        body = f"<style>{_STYLE}</style><h1>{escape(self._title)}</h1>{''.join(self._entries)}</html>\n"
        (folder / f"{name}.html").write_text(head + body, encoding="utf-8")


def moment_in_utc(seconds: int) -> str:
    """A moment that a platform shows to each reader in their own zone: 02 Mar 12:00 UTC."""
    return f"{datetime.fromtimestamp(seconds, UTC):%d %b %H:%M} UTC"


def _where(shown: Shown, *, edited: bool) -> Iterator[str]:
    yield shown.chat
    if edited:
        yield "edited"
    if shown.only_for:
        yield f"only {shown.only_for} sees this"
