"""An answer as a test reads it: every type of answer has all the fields, empty where it has none of its own."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from bot.chat import (
    Answer,
    BoardMessage,
    Content,
    File,
    FileMessage,
    Panel,
    Personal,
    PrivatePanel,
    PublicAnswer,
    Refusal,
    Toast,
)


@dataclass(frozen=True)
class Seen(Content):
    """``answer`` is the answer itself. ``replace`` also of a toast that closes its panel.

    ``alt``: the picture in words, or the board that the platform draws in its place.
    """

    answer: Answer = field(default_factory=lambda: Toast(""))
    private: bool = True
    replace: bool = False
    link: str = ""
    file: File | None = None
    view: str = ""
    alt: str = ""

    @property
    def brief(self) -> bool:
        return isinstance(self.answer, Toast)

    @property
    def passing(self) -> bool:
        return isinstance(self.answer, Refusal)

    @property
    def stays(self) -> bool:
        return isinstance(self.answer, PrivatePanel) and self.answer.stays

    @property
    def confidential(self) -> bool:
        return isinstance(self.answer, PrivatePanel) and self.answer.confidential

    @property
    def updates(self) -> AsyncIterator[Panel] | None:
        return self.answer.updates if isinstance(self.answer, PrivatePanel) else None


def seen(answer: Answer | Panel) -> Seen:
    """The readable content of an answer."""
    if isinstance(answer, Toast):
        return Seen(text=answer.text, language=answer.language, answer=answer, replace=answer.closes)
    return Seen(
        title=answer.title,
        text=answer.text,
        code=answer.code,
        picture=answer.picture,
        without_picture=answer.without_picture,
        rows=answer.rows,
        links=answer.links,
        language=answer.language,
        answer=answer,
        private=not isinstance(answer, BoardMessage | PublicAnswer),
        replace=isinstance(answer, PrivatePanel | Refusal) and answer.replace,
        link=answer.link if isinstance(answer, Personal) else "",
        file=answer.file if isinstance(answer, FileMessage) else None,
        view=answer.view if isinstance(answer, BoardMessage) else "",
        alt=_alt(answer),
    )


def _alt(answer: Content) -> str:
    if answer.picture:
        return answer.picture.alt
    return answer.alt if isinstance(answer, BoardMessage) else ""


def seen_text(answer: Answer | None) -> Seen | None:
    """The same of the answer to a plain message; None where it was ordinary talk."""
    return None if answer is None else seen(answer)
