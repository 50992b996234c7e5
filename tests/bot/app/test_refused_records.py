"""Records and positions that cannot be read are refused in the person's language, with the facts of the case."""

import re

import pytest

import bot.app.requests.pasted_text
from bot.app.requests.pasted_text import FaultyPaste, read_pasted
from engine.faults import Fault
from engine.position import Flaw, ImpossiblePosition, Misread
from engine.record import MOST_TAGS, InvalidStart
from tests.bot.app.visitors import Visitor
from tests.engine.other_programs import trial

TURNS = 3
SMALL = ("21 english-draughts", "25 russian-draughts", "26 brazilian-draughts")
LUDII = (
    "International Draughts",
    "English Draughts",
    "Shashki",
    "Brazilian Draughts",
    "Canadian Draughts",
    "Baghchal",
)
REFUSED: list[tuple[object, str, tuple[str, ...]]] = [
    (Fault.NO_GAME, '[Event "A club"] 1. c3-d4', ("[Ruleset",)),
    (Fault.NO_SUCH_GAME, '[Ruleset "chess"] 1. e2-e4', ("chess",)),
    (Fault.NO_SUCH_GAME, '[GameType "99"] 1. 32-28', ("GameType 99",)),
    (Fault.NOT_PLAYED, '[GameType "22"] 1. 22-18', ("GameType 22", "Italian draughts")),
    (Fault.NOT_PLAYED, '[Variant "Frisian"] 1. 32-28', ("Variant Frisian", "Frisian draughts")),
    (Fault.OTHER_TRIAL, "game=/lud/board/Hex.lud\n", ("Hex", *LUDII)),
    (
        Fault.OTHER_RULES,
        "game=Shashki.lud\nSTART GAME OPTIONS\nSize/12\nEND GAME OPTIONS\n",
        ("Shashki", "Size/12"),
    ),
    (Fault.OTHER_START, trial("Shashki", 8, 2), ("Shashki",)),
    (Fault.NO_SUCH_POINT, trial("Shashki", 8, 3, (1, 18, 99)), ("99",)),
    (
        Fault.OTHER_BOARD,
        '[GameType "20"] 1. c3-d4 b6-a5',
        ("c3-d4", *SMALL),
    ),
    (Fault.TOO_MANY_TAGS, '[Ruleset "tabal"]' + '[Round "1"]' * MOST_TAGS, (str(MOST_TAGS),)),
    (Fault.TOO_MANY_TURNS, "russian 1. c3-d4 d6-c5 2. b2-c3 f6-e5", (str(TURNS),)),
    (Fault.AFTER_END, "russian 1. c3-d4 1-0 b6-a5", ("2 (1...)", "b6-a5")),
    (Fault.NOT_LEGAL, "russian 1. c3-d4 b6-b5", ("2 (1...)", "b6-b5", "b6-a5")),
    (Fault.NOT_CLOSED, "russian 1. c3-d4 {good", ("2 (1...)", "{good")),
    (Fault.NOT_TOLD_APART, 'dam-8 [FEN "W:Wd2:Bc3,e3,c5,e5"] 1. d2xd6', ("1 (1.)", "d2xd6", "d2xb4xd6")),
    (Fault.OTHER_RESULT, '[Ruleset "tabal"] [FEN "3/3/5/5/2m2/2M2/5/3/3 w"] 1. c4xc6 0-1', ("0-1", "1-0")),
    (Fault.NO_JSON, '{"format": ', ("JSON",)),
    (Fault.PART_OF_JSON, '{"format": "papan-game/1", "ruleset": "chess"}', ("ruleset",)),
    (Misread.PART, "russian W:Wc3:Xd4", ("Xd4",)),
    (Misread.SIZE, "russian 3/3 w", ("3/3",)),
    (Misread.POINT, "russian W:Wc3:Bz9", ("z9",)),
    (Misread.POINT, '[Ruleset "russian-draughts"] [FEN "W:Wc3:Bz9"]', ("FEN: ", "z9")),
    (Misread.PIECE, "russian 4/4/4/4/4/4/4/3Z w", ("Z",)),
    (Misread.BOTH_SIDES, "russian W:Wc3:Bc3", ("c3",)),
    (Misread.SIDE, "russian 4/4/4/4/4/4/4/3M x", ("x", "W", "B")),
    (Flaw.TOO_MANY, "bagh-chal TTTTT/5/5/5/5 g G20", ("4",)),
]
NAMES = {"json", "ludii", "gametype", "variant", "ruleset"}
"""What is called so in every language."""
_WORD = re.compile(r"[^\W\d_]{4,}")


def fault_in(text: str) -> tuple[object, str]:
    """The kind of fault, and what the engine says of it."""
    with pytest.raises(FaultyPaste) as caught:
        read_pasted(text)
    fault = caught.value.fault
    if not isinstance(fault, InvalidStart):
        return fault.fault, str(fault)
    wrong = fault.wrong
    return (wrong.flaw if isinstance(wrong, ImpossiblePosition) else wrong.misread), str(fault)


def words_of(text: str, facts: tuple[str, ...]) -> set[str]:
    for fact in facts:
        text = text.replace(fact, " ")
    return {word.casefold() for word in _WORD.findall(text)} - NAMES


async def test_no_english_stands_in_a_refusal_in_another_language(
    adi: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.app.requests.pasted_text, "LONGEST", TURNS)
    wati, tuti = (Visitor(adi.papan, "Wati", locale) for locale in ("ms", "id"))
    for kind, text, facts in REFUSED:
        found, told = fault_in(text)
        assert found is kind, text
        english = (await adi.commands("import", {"text": text})).code
        assert [fact for fact in facts if fact not in english] == [], english
        said = words_of(english, facts) | words_of(told, facts)
        for visitor in (wati, tuti):
            refused = await visitor.commands("import", {"text": text})
            assert refused.text == "Saya tidak dapat membacanya:"
            assert [fact for fact in facts if fact not in refused.code] == [], refused.code
            assert words_of(refused.code, facts) & said == set(), refused.code


def test_every_fault_of_a_pasted_text_is_among_those() -> None:
    assert {*Fault, *Misread} - {kind for kind, *_ in REFUSED} == {Fault.SEVERAL, Fault.START}
