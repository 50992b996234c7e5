"""The text of records taken apart: games, tags, words, and what is left out (docs/rules/notation.md#reading).

Pure: no input or output. Whether a word is a move, ``engine.record`` decides; here nothing is known of any game. Each
character is looked at a bounded number of times, so a text takes no more time than its length allows.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.faults import Fault
from engine.faults import InvalidRecord as InvalidRecord
from engine.letters import LOOK_ALIKE
from engine.ludii import is_trial, trial_as_words
from engine.stated import is_result
from engine.wrapping import unwrapped

MOST_TAGS = 100
"""Records with more tags are refused."""
LONGEST_MOVE = 200
"""Characters of a move; no longer one is put together."""
_ESCAPED = re.compile(r"\\(.)")
_SPACES = re.compile(r"\s++")
_LINE = re.compile(r"^%[^\n]*+|;[^\n]*+", re.MULTILINE)
_TAG = re.compile(r'\[\s*+(\w++)\s++"((?:[^"\\]++|\\.)*+)"\s*+\]', re.DOTALL)
_BROKEN_TAG = re.compile(r'\[(\w++)\s++"((?:(?!"\s*+\])[^\n]){0,500}+)"\s*+\]')
"""A tag whose value has quotation marks in it that are not escaped."""
_SETUP = re.compile(r'/FEN\s*+"([^"\n]*+)"\s*+/', re.IGNORECASE)
_GLYPH = re.compile(r"\$\d++|\([-+=!?*]{1,3}+\)")
_MARK = re.compile(r"[!?]{1,3}+|[-+=/]{1,3}+|[#N]|[□⩲⩱±∓∞⟳→↑⇆⊕∆⌓⊥⨀]{1,2}+")
"""What others thought of a move, in a word of its own."""
_LAST_MARK = re.compile(r"[-+=]{1,3}+")
"""At the end of a game such a mark is its result, as far as one can tell."""
_NUMBER = re.compile(
    r"(?!0\.5\b)\d++\s*+\.(?:\s*+(?:\.{2,}+|…))?|\d{0,3}+…|\.{2,}+"
    r"|\d{1,3}+(?:\)\s*+|:\s++(?=[a-z]?\d{1,3}[-x:]\S|[a-z][-:x]?[a-z]\d)|:(?=[a-z]))(?:\.{2,}+|…)?",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\s{}();$\[]++|.", re.DOTALL)
_BRACE = re.compile(r"[{}]")
_OPENED = re.compile(r"\{[^\s{}();$\[]*+|\(")
_BRACKET = re.compile(r"[({)]|;[^\n]*+|^%[^\n]*+", re.MULTILINE)
_FIRST_NUMBER = re.compile(r"1\s*+[.):]\s*+")
_CLOCK = re.compile(r"\[%(?:clk|emt|egt)\s++[\w:. ]{1,40}+\]")
"""The time of a move as electronic boards write it: what is left, what it took, what the game took."""
_EMPTY_LINE = re.compile(r"\n[^\S\n]*+\n")
_POINT = re.compile(r"[a-z]?\d{1,3}|1/2|½", re.IGNORECASE)
_TORN_BEHIND = re.compile(r"(?:[a-z]?\d{1,3}[-x:])++|(?:1/2|½)-", re.IGNORECASE)
_TORN_BEFORE = re.compile(r"(?:[-x:][a-z]?\d{1,3})++[!?*]*+|[-x:]", re.IGNORECASE)
_TORN_OFF = re.compile(r"[a-z]?\d{1,3}(?:x[a-z]?\d{1,3})*+x?[!?*]*+|1/2|½", re.IGNORECASE)
_STRENGTH = re.compile(r"(?<=\w)[!?*#□⩲⩱±∓∞⟳→↑⇆⊕∆⌓]{1,9}+$")
_WITHOUT_JOINT = re.compile(r"[0-9]{4}")
"""A move by two numbers of two digits each, with nothing between them."""
_DIGIT = re.compile(r"[0-9]")
_GAME_TAGS = ("Ruleset", "GameType")


@dataclass(frozen=True)
class Omitted:
    """The numbers of things in a record that were left out, by kind, because they change nothing of its game."""

    variations: int = 0
    comments: int = 0
    glyphs: int = 0
    """What others thought of a move: ``$1``, ``!``, ``(?)``."""
    setups: int = 0
    """Positions written among the moves."""

    def __bool__(self) -> bool:
        return any((self.variations, self.comments, self.glyphs, self.setups))


@dataclass
class GameText:
    """One game of a text, not played yet: its tags, its words (moves and results), and how much was left out.

    ``setup`` is a position written among the moves before the first of them.
    """

    tags: dict[str, str] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    omitted: Omitted = field(default_factory=Omitted)
    setup: str = ""
    clocks: dict[int, str] = field(default_factory=dict)
    """The times that stand in comments, by the index of the word before them."""


def games_in(text: str) -> list[GameText]:
    """The games of a text, one after the other; one without tags and words where there is nothing.

    Raises InvalidRecord.
    """
    plain = unwrapped(text)
    if is_trial(plain):
        ruleset, words = trial_as_words(plain)
        return [GameText({"Ruleset": ruleset.key}, words)]
    return list(_Scanner(plain).games())


class _Scanner:
    """Goes through a text once, game by game."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._nests = self._closes = self._varies = True
        self._begin({})

    def _begin(self, tags: dict[str, str]) -> None:
        self._game = GameText(tags)
        self._counts = Counter[str]()
        self._tags = 0

    def games(self) -> Iterator[GameText]:
        """The games; the last one is empty where nothing follows the first."""
        at, paragraph = 0, False
        while at < len(self._text):
            if found := _SPACES.match(self._text, at):
                paragraph = bool(_EMPTY_LINE.search(found[0]))
                at = found.end()
                continue
            if found := _TAG.match(self._text, at) or _BROKEN_TAG.match(self._text, at):
                if self._game.words or (paragraph and found[1] in self._game.tags):
                    yield self._done()
                    self._begin({})
                self._tag(found)
                at = found.end()
            elif found := _NUMBER.match(self._text, at):
                if self._game.words and is_result(self._game.words[-1]) and _FIRST_NUMBER.fullmatch(found[0]):
                    tags = {name: self._game.tags[name] for name in _GAME_TAGS if name in self._game.tags}
                    yield self._done()
                    self._begin(tags)
                at = found.end()
            else:
                at = self._take(at)
            paragraph = False
        yield self._done()

    def _done(self) -> GameText:
        """The game up to here."""
        self._leave_marks_out()
        whole, places = _joined(self._game.words)
        self._game.words = [_STRENGTH.sub("", word) for word in whole]
        self._counts["glyphs"] += sum(map(str.__ne__, whole, self._game.words))
        self._game.clocks = {places[at]: text for at, text in self._game.clocks.items()}
        self._game.omitted = Omitted(**self._counts)
        return self._game

    def _leave_marks_out(self) -> None:
        """Keep the words that are no marks of moves. Dashes between points are parts of torn moves."""
        words, clocks = self._game.words, {}
        kept: list[str] = []
        for at, word in enumerate(words):
            last = at == len(words) - 1
            torn = word == "-" and not last and bool(_POINT.fullmatch(words[at + 1]))
            if _MARK.fullmatch(word) and not torn and not (last and _LAST_MARK.fullmatch(word)):
                self._counts["glyphs"] += 1
            else:
                kept.append(word)
            if at in self._game.clocks and kept:
                clocks[len(kept) - 1] = self._game.clocks[at]
        self._game.words, self._game.clocks = kept, clocks

    def _tag(self, found: re.Match[str]) -> None:
        self._tags += 1
        if self._tags > MOST_TAGS:
            raise InvalidRecord(f"the record has more than {MOST_TAGS} tags", Fault.TOO_MANY_TAGS, most=MOST_TAGS)
        self._game.tags[found[1]] = _ESCAPED.sub(r"\1", found[2])

    def _take(self, at: int) -> int:
        """Read what is no tag and no number: what is left out, or a word. The place behind it."""
        if found := _LINE.match(self._text, at):
            self._counts["comments"] += 1
        elif found := _SETUP.match(self._text, at):
            if self._game.words or self._game.setup:
                self._counts["setups"] += 1
            else:
                self._game.setup = found[1]
        elif found := _GLYPH.match(self._text, at):
            self._counts["glyphs"] += 1
        elif end := self._bracket(at):
            return end
        elif found := _OPENED.match(self._text, at) or _WORD.match(self._text, at):
            for word in self._parted(found[0]):
                whole = f"{word[:2]}-{word[2:]}" if _WITHOUT_JOINT.fullmatch(word) else word
                self._game.words.append(whole.translate(LOOK_ALIKE) if _DIGIT.search(whole) else whole)
        assert found is not None  # a word may be any character
        return found.end()

    @staticmethod
    def _parted(word: str) -> list[str]:
        """The moves of a word that has commas between them; in moves of several parts commas belong to the move."""
        if "," not in word:
            return [word]
        whole = word.strip(",")
        return [whole] * bool(whole) if "~" in word or "@" in word else [part for part in word.split(",") if part]

    def _bracket(self, at: int) -> int:
        """The place behind a comment or a variation, 0 for anything else: a bracket without its other half is a word,
        and refused there.
        """
        if self._text[at] == "{":
            end = self._comment_end(at)
            clocks = _CLOCK.findall(self._text, at, end)
            if clocks and self._game.words:
                before = self._game.clocks.get(len(self._game.words) - 1, "")
                self._game.clocks[len(self._game.words) - 1] = " ".join(filter(None, (before, *clocks)))
            self._counts["comments"] += bool(end) and bool(_CLOCK.sub("", self._text[at:end]).strip("{} \n"))
            return end
        if self._text[at] == "(":
            end, count = self._variation_end(at)
            self._counts["variations"] += count
            return end
        return 0

    def _comment_end(self, at: int) -> int:
        """The place behind a comment, 0 where it has no end. Braces nest; where they do not match, the first one ends.

        What has been looked for in vain to the end of the text is not looked for again.
        """
        depth, first = 0, 0
        brace = _BRACE.search(self._text, at) if self._closes else None
        while brace:
            depth += 1 if brace[0] == "{" else -1
            if brace[0] == "}":
                first = first or brace.end()
                if depth == 0 or not self._nests:
                    return brace.end()
            brace = _BRACE.search(self._text, brace.end())
        self._nests, self._closes = False, bool(first)
        return first

    def _variation_end(self, at: int) -> tuple[int, int]:
        """The place behind a variation, 0 where it has no end, and how many variations it is with those in it."""
        depth = count = 0
        found = _BRACKET.search(self._text, at) if self._varies else None
        while found:
            end = found.end()
            if found[0] == "(":
                depth, count = depth + 1, count + 1
            elif found[0] == ")":
                depth -= 1
            elif found[0] == "{":
                end = self._comment_end(found.start()) or end
            if depth == 0:
                return end, count
            found = _BRACKET.search(self._text, end)
        self._varies = False
        return 0, 0


def _joined(words: list[str]) -> tuple[list[str], list[int]]:
    """The words with moves put together that aligned columns have torn apart: ``1- 6``, ``47x 9``, ``1 - 6``; and the
    place of each word among them.
    """
    joined: list[str] = []
    places: list[int] = []
    torn = False
    for word in words:
        before = joined[-1] if joined else ""
        if (torn and _TORN_OFF.fullmatch(word)) or (_POINT.fullmatch(before) and _TORN_BEFORE.fullmatch(word)):
            joined[-1] += word
        else:
            joined.append(word)
        places.append(len(joined) - 1)
        torn = len(joined[-1]) < LONGEST_MOVE and bool(_TORN_BEHIND.fullmatch(joined[-1]))
    return joined, places
