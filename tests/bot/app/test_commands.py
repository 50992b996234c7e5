"""Typed commands: words without a name go where they belong."""

import re
from collections.abc import Iterator
from itertools import islice, permutations
from pathlib import Path

import pytest

from bot.chat.command_lines import AGAIN, UNREAD, read_line, reads
from bot.chat.commands import ANYBODY, COMMANDS, COMPUTER, CommandSpec, UnknownCommand
from bot.chat.games import game_key
from bot.words import LANGUAGES, words
from engine.games import rulesets
from tests.bot.app.visitors import Visitor
from tests.catalogues import catalogue


@pytest.mark.parametrize(
    ("typed", "level", "game", "side"),
    [
        ("computer", None, None, None),
        ("computer 8", "8", None, None),
        ("computer 5 tapal", "5", "tapal", None),
        ("computer tapal first 5", "5", "tapal", "first"),
        ("tapal 5 second computer", "5", "tapal", "second"),
        ("computer dam 8", None, "dam 8", None),
        ("computer 3 dam 8", "3", "dam 8", None),
        ("computer dam 8 3 first", "3", "dam 8", "first"),
        ("opponent:computer game:tabal level:3", "3", "tabal", None),
        ("computer 9 dam", "9", "dam", None),
        ("dam computer 0", "0", "dam", None),
        ("computer 12", "12", None, None),
        ("computer dam 12", None, "dam 12", None),
        ("computer 10 dam 12", "10", "dam 12", None),
    ],
)
def test_the_computers_level_is_found_wherever_it_stands(
    typed: str, level: str | None, game: str | None, side: str | None
) -> None:
    name, given = read_line(f"/play {typed}")
    assert name == "play"
    assert given["opponent"] == COMPUTER
    assert (given.get("level"), given.get("game"), given.get("side")) == (level, game, side)


@pytest.mark.parametrize(
    ("typed", "hour", "game"),
    [
        ("9", "9", None),
        ("off", "off", None),
        ("18:00 dam 8", "18:00", "dam 8"),
        ("25", "25", None),
        ("dam 8", None, "dam 8"),
        ("dam-8 18", "18", "dam-8"),
        ("mati tapal,dam-8", "off", "tapal,dam-8"),
    ],
)
def test_the_hour_of_the_daily_puzzle_needs_no_name(typed: str, hour: str | None, game: str | None) -> None:
    assert read_line(f"/daily {typed}") == ("daily", {n: g for n, g in (("hour", hour), ("game", game)) if g})


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_found_by_what_it_is_called_in_any_language(language: str) -> None:
    found = [game_key(words(language)(ruleset.name)) for ruleset in rulesets()]
    assert found == [ruleset.key for ruleset in rulesets()]


def test_games_have_names_of_their_own_in_malay_and_indonesian() -> None:
    assert game_key("dam malaysia") == "malaysian-checkers"
    assert game_key("Dam Inggeris") == game_key("dam inggris") == "english-draughts"


@pytest.mark.parametrize(
    "typed", ["anybody dam-8", "dam-8 anyone", "sesiapa dam-8", "siapa saja dam-8", "opponent:anybody dam-8"]
)
def test_anybody_is_an_opponent_not_a_part_of_a_games_name(typed: str) -> None:
    _, given = read_line(f"/play {typed}")
    assert (given["opponent"], given["game"]) == (ANYBODY, "dam-8")


@pytest.mark.parametrize(
    ("typed", "rated", "game"),
    [
        ("dam-8 rated", "yes", "dam-8"),
        ("dinilai dam-8 kopi", "yes", "dam-8"),
        ("dam 8 casual", "no", "dam 8"),
        ("rated:yes dam-8", "yes", "dam-8"),
        ("dam-8", None, "dam-8"),
    ],
)
def test_whether_it_is_rated_is_said_by_a_word(typed: str, rated: str | None, game: str) -> None:
    _, given = read_line(f"/play {typed}")
    assert given.get("rated") == rated
    assert given["game"] == game


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("/daily sokong", {UNREAD: "sokong"}),
        ("/daily 18 9", {"hour": "18", AGAIN + "hour": "9"}),
        ("/puzzle sacrifice", {"theme": "sacrifice"}),
        ("/puzzle tapal korban hari ini", {"game": "tapal", "theme": "korban", UNREAD: "hari ini"}),
        ("/export K7QM picture", {"match": "K7QM", "form": "image"}),
        ("/export gambar kqmz", {"match": "kqmz", "form": "image"}),
        ("/export form:gambar", {"form": "image"}),
        ("/play @x dam-8 first none", {"opponent": "@x", "game": "dam-8", "side": "first", "pace": "none"}),
        ("/play dam-8 tapal", {"game": "dam-8", AGAIN + "game": "tapal"}),
        ("/play @x computer", {"opponent": "@x", AGAIN + "opponent": "computer"}),
        ("/play anybody K7QM 12", {"opponent": "anybody", "from": "K7QM 12"}),
        ("/play from:K7QM 12 anybody", {"opponent": "anybody", "from": "K7QM 12"}),
        ("/mod ban @x 7d spam", {"act": "ban", "who": "@x", "until": "7d", "why": "spam"}),
        ("/mod ban @x until:3 Dec bad words", {"act": "ban", "who": "@x", "until": "3 Dec", "why": "bad words"}),
        ("/mod kqmz none why:spam", {"match": "kqmz", "act": "none", "why": "spam"}),
        ("/mod none K7QM names and no end", {"match": "K7QM", "act": "none", "why": "names and no end"}),
        ("/mod K7QM wipe the names", {"match": "K7QM", "why": "wipe the names"}),
        ("/mod K7QM draw tomorrow they go on", {"match": "K7QM", "act": "draw", "why": "tomorrow they go on"}),
        ("/mod K7QM none @x was rude", {"match": "K7QM", "act": "none", "why": "@x was rude"}),
        (
            "/mod ban @x 7d on tomorrow",
            {"act": "ban", "who": "@x", "until": "7d", "why": "on tomorrow"},
        ),
        ("/mod ban @x called me names 3 Dec", {"act": "ban", "who": "@x", "why": "called me names 3 Dec"}),
        ("/mod @x ban K7QM was thrown", {"act": "ban", "who": "@x", "why": "K7QM was thrown"}),
        ("/settings 22-8", {"quiet": "22-8"}),
        ("/settings 23 to 7 Kuala Lumpur", {"zone": "Kuala Lumpur", "quiet": "23 to 7"}),
        ("/settings senyap:22-8", {"quiet": "22-8"}),
        ("/board text", {"text": "yes"}),
        ("/help me", {UNREAD: "me"}),
    ],
)
def test_a_word_belongs_to_the_option_that_reads_it_or_is_named(line: str, given: dict[str, str]) -> None:
    assert read_line(line)[1] == given


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("/history dam8", {"game": "dam8"}),  # a game and the code of a match
        ("/mod draw K7QM none", {"match": "K7QM", "act": "draw", "why": "none"}),  # an act and a reason
        ("/top here", {"scope": "here"}),
    ],
)
def test_a_word_that_fits_two_options_belongs_to_the_one_listed_first(line: str, given: dict[str, str]) -> None:
    assert read_line(line)[1] == given


async def test_what_fits_nothing_is_named_with_what_the_command_takes(adi: Visitor) -> None:
    told = (await adi.types("/daily xyz")).text
    assert told.startswith("I don't know what “xyz” means after /daily. It takes:\nhour: At which hour")
    assert (await adi.types("/help xyz")).text.endswith("It takes nothing.")
    for line, takes in (
        ("/history since:xyz", "since: How long ago at most (week, month, year)"),
        ("/history result:xyz", "result: How they ended for you (won, lost, drawn)"),
        ("/mod K7QM act:xyz", "act: What is to be done (none, draw, first, second, pause, resume, names, here, ban, "),
    ):
        told = (await adi.types(line)).text
        assert told.startswith("I don't know what “xyz” means after /"), line
        assert takes in told, line
    told = (await adi.types("/play dam-8 tapal")).text
    assert told == "Behind /play stand “dam-8” and “tapal”, and it takes one game only. Leave one out."


DOCUMENTED = tuple(
    dict.fromkeys(
        line.replace("\n", " ")
        for line in re.findall(r"`(/[^`]+ [^`]+)`", (Path(__file__).parents[3] / "docs/playing.md").read_text())
    )
)
"""The typed lines of the document, each with something behind its command."""
MOST_ORDERS = 24


def units(name: str, line: str) -> Iterator[tuple[str, str]]:
    """The words behind a command that belong together, each with their option: the most that are one value of it."""
    typed, expected = line.split()[1:], read_line(line)[1]
    while typed:
        for count in range(len(typed), 0, -1):
            read = read_line(f"/{name} {' '.join(typed[:count])}")[1]
            if len(read) == 1 and read.items() <= expected.items():
                yield next(iter(read)), " ".join(typed[:count])
                break
        typed = typed[count:]


def takes_the_rest(spec: CommandSpec, typed: str) -> bool:
    """Is it an option with its name to which all that follows belongs, as its own end cannot be told?"""
    name, colon, value = typed.partition(":")
    of = next((each for each in spec.options if colon and each.name == name), None)
    return bool(of and (of.whole or of.phrase) and reads(of, value, {}) is None)


def translated(spec: CommandSpec, option: str, typed: str, language: str) -> str:
    """A word of a choice in a language; any other word as it is."""
    (of,) = (each for each in spec.options if each.name == option)
    for message in catalogue(language) if language != "en" else ():
        if message.context == "typed" and typed in str(message.id).split(" | "):
            word = str(message.string).split(" | ")[0]
            if (value := reads(of, word, {})) and (not of.words or value == reads(of, typed, {})):
                return word
    return typed


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_documented_line_is_read_alike_in_every_order(language: str) -> None:
    several = 0
    for line in DOCUMENTED:
        try:
            name, expected = read_line(line)
        except UnknownCommand:
            continue
        spec = COMMANDS.find(name)
        assert not [each for each in expected if each.startswith((UNREAD, AGAIN))], line
        if any(option.free and option.name in expected and option.whole for option in spec.options):
            continue  # as it stands
        words_of = [translated(spec, *each, language) for each in units(name, line)]
        assert len(words_of) == len(expected), line
        several += len(words_of) > 1
        for order in islice(permutations(words_of), MOST_ORDERS):
            if any(takes_the_rest(spec, typed) for typed in order[:-1]):
                continue
            found = read_line(f"/{name} {' '.join(order)}")[1]
            assert found.keys() == expected.keys(), (line, order)
            if language == "en":
                assert found == expected, (line, order)
    assert several > 8
