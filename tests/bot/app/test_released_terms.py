"""The terms of a match in chats, pages and databases stay as they were released, letter for letter."""

import json

import pytest
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateTable

from bot.app.buttons.callback_data import BadCallbackData
from bot.app.entry.actions import SUBJECTS
from bot.app.play.paces import NewGame, split_terms, with_terms
from bot.chat.command_lines import read_line
from bot.chat.commands import COMMANDS, OptionSpec
from bot.matches.pace import Pace
from bot.matches.terms import Terms
from bot.platforms.web.frames import BeginFrame, MalformedFrame, read_frame
from bot.store.tables.play import matches
from engine.games import find_ruleset

TAPAL = find_ruleset("tapal")
BUTTONS = {
    "": Terms(Pace.RELAXED),
    "n": Terms(),
    "b": Terms(Pace.BLITZ),
    "t": Terms(Pace.SITTING),
    "c": Terms(Pace.COFFEE),
    "s": Terms(Pace.SLOW),
    "R": Terms(Pace.RELAXED, away=False),
    "C": Terms(Pace.COFFEE, away=False),
    "t=": Terms(Pace.SITTING, rated=True),
    "S=": Terms(Pace.SLOW, rated=True, away=False),
    "n&": Terms(mirror=True),
    "r=&": Terms(Pace.RELAXED, rated=True, mirror=True),
    "R=&": Terms(Pace.RELAXED, rated=True, away=False, mirror=True),
    "r%16": Terms(Pace.RELAXED, bid=16),
    "N%9": None,
    "C%9": Terms(Pace.COFFEE, away=False, bid=9),
    "r=&%7": Terms(Pace.RELAXED, rated=True, mirror=True, bid=7),
    "n~": Terms(our_number=True),
    "r=&%7~": Terms(Pace.RELAXED, rated=True, mirror=True, bid=7, our_number=True),
}
"""The terms in a button; None for those that no button has."""
NO_BUTTON = (
    "x",
    "rr",
    "n=",
    "b&",
    "B",
    "N",
    "r&=",
    "r%16=",
    "r%",
    "r%0",
    "r%07",
    "r%100",
    "r%1x",
    "r%16%16",
    "=",
    "r==",
    "r~%7",
)
LINES = {
    "/play tapal @siti": {"opponent": "@siti", "game": "tapal"},
    "/play tapal rated": {"game": "tapal", "rated": "yes"},
    "/play tapal dinilai kopi": {"game": "tapal", "rated": "yes", "pace": "kopi"},
    "/play tapal casual": {"game": "tapal", "rated": "no"},
    "/play tapal mirror blitz": {"game": "tapal", "mirror": "yes", "pace": "blitz"},
    "/main tapal Cermin": {"game": "tapal", "mirror": "yes"},
    "/play tapal bid 16 first": {"game": "tapal", "bid": "16", "side": "first"},
    "/play tapal tawaran 9": {"game": "tapal", "bid": "9"},
    "/play tapal pace:none away:no watch:tidak": {"game": "tapal", "pace": "none", "away": "no", "watch": "tidak"},
    "/play tapal nombor": {"game": "tapal", "number": "yes"},
    "/play tapal rated:ya mirror:no bid:12": {"game": "tapal", "rated": "ya", "mirror": "no", "bid": "12"},
    "/play tapal anybody rated from:K7QM": {
        "game": "tapal",
        "opponent": "anybody",
        "rated": "yes",
        "from": "K7QM",
    },
}
OPTIONS = [
    ("pace", "choice", ["blitz", "sitting", "coffee", "relaxed", "slow", "none"], {"ms": "rentak", "id": "tempo"}),
    ("away", "choice", ["yes", "no"], {"ms": "cuti", "id": "cuti"}),
    ("rated", "choice", ["no", "yes"], {"ms": "taraf", "id": "peringkat"}),
    ("mirror", "choice", ["no", "yes"], {"ms": "cermin", "id": "cermin"}),
    ("bid", "text", [], {"ms": "tawaran", "id": "tawaran"}),
    ("number", "choice", ["no", "yes"], {"ms": "nombor", "id": "angka"}),
    ("watch", "choice", ["yes", "no"], {"ms": "tonton", "id": "tonton"}),
]
COLUMNS = (
    "\tpace TEXT, \n"
    "\trated INTEGER DEFAULT '0' NOT NULL, \n"
    "\taway_ok INTEGER DEFAULT '1' NOT NULL, \n"
    "\twatched INTEGER DEFAULT '1' NOT NULL, \n"
    "\tmirror INTEGER DEFAULT '0' NOT NULL, \n"
    "\tbid INTEGER, \n"
    "\tour_number INTEGER DEFAULT '0' NOT NULL, \n"
)
CHECKS = (
    "\tCONSTRAINT ck_matches_pace CHECK (pace IN ('blitz', 'sitting', 'coffee', 'relaxed', 'slow')), \n"
    "\tCONSTRAINT ck_matches_terms CHECK (rated IN (0, 1) AND away_ok IN (0, 1) AND watched IN (0, 1)"
    " AND (rated = 0 OR pace IS NOT NULL)), \n"
    "\tCONSTRAINT ck_matches_mirror CHECK (mirror = 0"
    " OR (mirror = 1 AND (pace IS NULL OR pace NOT IN ('blitz', 'sitting')))), \n"
    "\tCONSTRAINT ck_matches_bid CHECK (bid IS NULL OR (bid BETWEEN 1 AND 99 AND rated = 0 AND mirror = 0)), \n"
    "\tCONSTRAINT ck_matches_our_number CHECK (our_number = 0"
    " OR (our_number = 1 AND rated = 0 AND mirror = 0 AND bid IS NULL)), \n"
)


@pytest.mark.parametrize("letter", [letter for letter, terms in BUTTONS.items() if terms])
def test_a_button_carries_terms_as_ever(letter: str) -> None:
    terms = BUTTONS[letter]
    assert terms
    chosen, argument = NewGame(TAPAL, "first", terms), f"{TAPAL.short_id}:first{letter and f':{letter}'}"
    assert str(chosen) == argument
    assert NewGame.read(argument) == chosen
    assert with_terms("7", terms) == f"7{letter and f'+{letter}'}"
    assert split_terms(with_terms("7", terms)) == ("7", terms)


@pytest.mark.parametrize("letter", [*NO_BUTTON, *(letter for letter, terms in BUTTONS.items() if terms is None)])
def test_a_button_that_was_never_made_is_refused(letter: str) -> None:
    with pytest.raises(BadCallbackData):
        split_terms(f"7+{letter}")


@pytest.mark.parametrize("line", LINES)
def test_a_typed_line_is_read_as_ever(line: str) -> None:
    assert SUBJECTS, "the commands are loaded"
    assert read_line(line) == ("play", LINES[line])


def released(option: OptionSpec) -> dict[str, str]:
    """Its names in the languages that there were."""
    return {language: option.local_names.get(language, option.name) for language in ("ms", "id")}


def test_the_command_has_its_options() -> None:
    options = COMMANDS.find("play").options
    assert [each.name for each in options[:4]] == ["opponent", "game", "side", "level"]
    told = [(each.name, each.kind.value, [value for value, _ in each.choices], released(each)) for each in options]
    assert told[4:-1] == OPTIONS
    assert options[-1].name == "from"


def test_a_frame_begins_a_match_as_ever() -> None:
    frame: dict[str, object] = {"type": "begin", "event": "e", "game": "tapal", "opponent": "anybody", "level": ""}
    frame |= {"side": "first", "pace": "coffee", "corner": True, "watched": False, "mirror": True, "bid": "16"}
    frame |= {"our_number": False, "code": "", "ply": 0}
    read = read_frame(json.dumps(frame))
    assert isinstance(read, BeginFrame)
    assert json.loads(read.model_dump_json()) == frame | {"start": ""}
    assert read.terms == {"pace": "coffee", "watch": "no", "mirror": "yes", "bid": "16", "number": ""}
    usual = read_frame('{"type": "begin"}')
    assert isinstance(usual, BeginFrame)
    assert (usual.model_dump()["watched"], usual.model_dump()["mirror"], usual.model_dump()["bid"]) == (True, False, "")
    for wrong in ({"mirror": "yes"}, {"watched": 0}, {"bid": 16}, {"pace": None}):
        with pytest.raises(MalformedFrame):
            read_frame(json.dumps(frame | wrong))


def test_the_table_is_written_as_ever() -> None:
    written = str(CreateTable(matches).compile(dialect=sqlite.dialect()))
    assert COLUMNS in written
    assert CHECKS in written
