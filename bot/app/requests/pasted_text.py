"""Text pasted to be analysed: which game it is, what it says, and what has to be said of how it was read."""

import asyncio
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Mapping

from bot.app.requests.context import Context
from bot.app.text.faults import fault_sentence
from bot.app.text.names import result_stamp
from bot.chat import AttachedFile, Refusal
from bot.words import Words
from engine.foreign_position import read_position
from engine.game import Game, Outcome
from engine.game_json import parse_json
from engine.games import UnknownRuleset, find_ruleset
from engine.movetext import GameText, InvalidRecord, games_in
from engine.position import InvalidPosition
from engine.record import InvalidStart, Record, read_game
from engine.ruleset import Ending, Ruleset
from engine.search.analysis import LONGEST
from engine.stated import Verdict
from engine.work import at_most
from engine.wrapping import unwrapped

TEXT_LENGTH = 64 * 1024
"""Characters of a pasted text. Most platforms take fewer."""
MOST_WORDS = 4
"""Words of the longest name of a game."""
LEAPS = 20_000
"""Leaps that are looked at in all positions of what is pasted; a game that was played seldom needs a thousand."""
LABEL_LENGTH = 70
RESULT_LENGTH = 20
REASON_LENGTH = 600
_OPENINGS = ("[", "{", ";", "%", "/FEN", "game=")
"""A record begins with one of these; what begins otherwise names its game."""
_JSON = re.compile(r"\{\s*+\"")
"""A game as JSON begins so; in a comment, which braces begin too, no quotation mark would stand there."""
_POSITION = re.compile(r"[A-Za-z]\s*+:\s*+[A-Za-z]|(?<!\w)\w++/|(?:pos=)?[WB][wbWBe]{20,144}+\b")


class UnreadablePaste(ValueError):
    """The text is no record and no position."""


class FaultyPaste(UnreadablePaste):
    """It has a ``fault``; the message says in English where reading failed, and why."""

    def __init__(self, fault: InvalidRecord) -> None:
        super().__init__(_cut(str(fault)))
        self.fault = fault

    def told(self, say: Words) -> str:
        """The same in any language."""
        return _cut(fault_sentence(self.fault, say))


class NoGameNamed(UnreadablePaste):
    """The text does not say which game it is from."""


class SeveralGames(UnreadablePaste):
    """The text has several games; ``ruleset`` is the one whose name stood before them."""

    def __init__(self, games: list[GameText], ruleset: Ruleset | None) -> None:
        super().__init__(f"there are {len(games)} games in the text")
        self.games = tuple(games)
        self.ruleset = ruleset


def begins_record(text: str) -> bool:
    """Does a text begin as a record does, whose tags name its game?"""
    return text.lstrip("\ufeff \t\r\n").startswith(_OPENINGS)


def position_in(text: str, given: Mapping[str, str]) -> str | None:
    """Words of a typed line that are a position, behind the name of its game; None for others."""
    try:
        ruleset, rest = _named(text)
        if _POSITION.match(rest):
            read_position(ruleset, rest)
            return text
    except (NoGameNamed, InvalidPosition):
        pass
    return None


def like_position(text: str, given: Mapping[str, str]) -> str | None:
    """Words of a typed line that begin as a position does, with the name of a game before it or without."""
    try:
        _, rest = _named(text)
    except NoGameNamed:
        rest = text
    return text if _POSITION.match(rest) else None


async def attached_text(context: Context, attached: AttachedFile) -> str | Refusal:
    """The text in a file that came with a request, or why it cannot be read as text."""
    say = context.say
    too_long = Refusal(text=say("That file is too long: at most {count} KB.", count=TEXT_LENGTH // 1024))
    if attached.size > TEXT_LENGTH:
        return too_long
    content = await attached.read()
    if len(content) > TEXT_LENGTH:
        return too_long
    text = _decoded(content)
    return Refusal(text=say("That file is no text.")) if text is None else text


def _decoded(content: bytes) -> str | None:
    """The text, in whichever of the usual ways its letters are stored; None for what is no text."""
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        ways: tuple[str, ...] = ("utf-16",)
    elif b"\0" in content:
        return None
    else:
        ways = ("utf-8-sig", "latin-1")
    for way in ways:
        try:
            return content.decode(way)
        except UnicodeDecodeError:
            continue
    return None


async def record_or_refusal(context: Context, text: str, example: str) -> Record | SeveralGames | Refusal:
    """The game in a text that somebody has typed, or several; or why it cannot be read.

    ``example`` shows how a game is named. Raises TooMuchWork.
    """
    say = context.say
    if len(text) > TEXT_LENGTH:
        return Refusal(text=say("That is too long: at most {count} characters.", count=TEXT_LENGTH))
    try:
        # Replaying hundreds of moves takes a while: not on the thread that serves everybody.
        return await asyncio.to_thread(read_pasted, text)
    except NoGameNamed:
        how = say("Paste a record with its tags, or begin with the name of the game:")
        return Refusal(text=how, code=example)
    except SeveralGames as several:
        return several
    except FaultyPaste as error:
        return Refusal(text=say("I cannot read that:"), code=error.told(say))


def read_pasted(text: str) -> Record:
    """The game in a text: a record with its tags, or the name of a game and then its moves, or a position.

    Raises FaultyPaste; NoGameNamed where the text is neither a record nor begins with the name of a game, and
    SeveralGames; TooMuchWork where the captures of a position in it are too many to compare.
    """
    text = unwrapped(text).strip()
    ruleset, rest = (None, text) if text.startswith(_OPENINGS) else _named(text)
    try:
        if _JSON.match(rest):
            with at_most(LEAPS):
                return _with_moves(parse_json(rest))
        if ruleset and _POSITION.match(rest):
            return _of_position(ruleset, rest)
        games = games_in(rest)
    except InvalidRecord as error:
        raise FaultyPaste(error) from None
    if len(games) > 1:
        raise SeveralGames(games, ruleset)
    return read_one(games[0], ruleset)


def _of_position(ruleset: Ruleset, text: str) -> Record:
    """Raises InvalidStart, TooMuchWork."""
    try:
        begun = read_position(ruleset, text)
    except InvalidPosition as error:
        raise InvalidStart(str(error), "", ruleset, error) from None
    with at_most(LEAPS):
        return _with_moves(Record({}, Game.begin(ruleset, begun)))


def read_one(game: GameText, ruleset: Ruleset | None) -> Record:
    """One game of a text. Raises FaultyPaste, TooMuchWork."""
    try:
        with at_most(LEAPS):
            return _with_moves(read_game(game, ruleset, LONGEST))
    except InvalidRecord as error:
        raise FaultyPaste(error) from None


def record_notes(record: Record, say: Words) -> Iterator[str]:
    """Notes on how a record was read: what was left out, and what its result means."""
    omitted = record.omitted
    if omitted.variations:
        yield say.plural("{count} variation was left out.", "{count} variations were left out.", omitted.variations)
    if omitted.comments:
        yield say.plural("{count} comment was left out.", "{count} comments were left out.", omitted.comments)
    if omitted.glyphs:
        yield say.plural(
            "{count} mark of a move was left out.", "{count} marks of moves were left out.", omitted.glyphs
        )
    if omitted.setups:
        yield say.plural(
            "{count} position among the moves was left out.",
            "{count} positions among the moves were left out.",
            omitted.setups,
        )
    if record.unclaimed:
        yield say.plural(
            "{count} turn was played after a draw that nobody claimed.",
            "{count} turns were played after a draw that nobody claimed.",
            record.unclaimed,
        )
    yield from _result_notes(record, say)


def game_label(number: int, game: GameText) -> str:
    """A game of several, by its players, its event or its first moves."""
    players = " – ".join(name for name in (game.tags.get("White", ""), game.tags.get("Black", "")) if name)
    what = players or game.tags.get("Event", "") or game.tags.get("FEN", "") or " ".join(game.words[:4])
    what = " ".join(what.split())
    result = game.tags.get("Result", "")[:RESULT_LENGTH]
    return " ".join(filter(None, (f"{number}.", what[:LABEL_LENGTH], result)))


def _cut(reason: str) -> str:
    """A reason that may quote what was pasted, no longer than a message is."""
    return reason if len(reason) <= REASON_LENGTH else f"{reason[: REASON_LENGTH - 1]}…"


def _named(text: str) -> tuple[Ruleset, str]:
    """The game whose name comes first, and what follows it, line by line."""
    words = text.split(maxsplit=MOST_WORDS)
    for count in range(min(MOST_WORDS, len(words)), 0, -1):
        if not any(map(str.isalnum, words[count - 1])):
            continue  # a mark on its own, which may begin a comment
        try:
            ruleset = find_ruleset(" ".join(words[:count]).rstrip(":,"))
        except UnknownRuleset:
            continue
        return ruleset, "".join(text.split(maxsplit=count)[count:])
    raise NoGameNamed


def _with_moves(record: Record) -> Record:
    """The record, after looking for the longest captures of its last position. Raises TooMuchWork."""
    if not record.game.outcome:
        record.game.first_choice.most()
    return record


def _result_notes(record: Record, say: Words) -> Iterator[str]:
    stated = record.stated
    if record.is_problem:
        asked = record.game.give(Outcome(Ending.STATED, stated.winner))
        result = result_stamp(asked, say)  # not within the call: the catalogues would take the wrong keyword
        yield say("Asked for: {result}.", result=result)
    elif stated.verdict in (Verdict.NOBODY, Verdict.UNKNOWN):
        yield say("The record gives {result} as its result: that names no winner.", result=stated.text[:RESULT_LENGTH])
    tagged = record.tagged
    if Verdict.OPEN not in (tagged.verdict, stated.verdict) and tagged.meaning != stated.meaning:
        yield say("Its tag says {result}, which was left out.", result=tagged.text[:RESULT_LENGTH])
