"""The catalogues: each is complete and its labels fit, and each person is addressed in a language they read."""

import ast
import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from bot.app.rules.rules_text import SOURCES, TOPICS
from bot.chat.command_lines import read_line
from bot.chat.commands import COMMANDS, CommandSpec, OptionSpec
from bot.words import LANGUAGES, language_of, words
from engine.games import rulesets
from renderer import DESCRIPTION_WORDS
from tests.catalogues import CHECKER, catalogue, path_of, said
from tests.sources import tree_of
from tests.suites import deep

ROOT = Path(__file__).parents[3]
FOREIGN = LANGUAGES[1:]
LOANWORDS = {"jaguar", "buga", "puma"}
"""What pieces are called in every language."""
SAYS = re.compile(r"\bsay\s*\(")
LABEL = 24
"""Characters on a button that a phone shows in one line beside another button."""
SUMMARY = 100
"""Discord's limit for the description of a command or option, and for the name of a choice."""
BUTTON_MAKERS = {"Button": 0, "Invite": 0, "button": 1, "play_button": 2, "_game_button": 0}
"""Which argument of the calls that make a button is its label."""


def messages() -> list[Message]:
    return [message for message in said() if message.id]


def facts(text: str) -> list[str]:
    """The names in braces, with their format, in alphabetical order."""
    return sorted(f"{name}!{conversion}:{form}" for _, name, form, conversion in Formatter().parse(text) if name)


def forms(text: object) -> list[str]:
    return [str(form) for form in text] if isinstance(text, list | tuple) else [str(text)]


def filled(text: str) -> dict[str, str]:
    """A value for each fact of a message that could not stand in it by chance."""
    return {name: f"<{name}>" for _, name, _, _ in Formatter().parse(text) if name}


@deep("`make words` compares them as well")
@pytest.mark.parametrize("language", FOREIGN)
def test_a_catalogue_says_exactly_what_the_sources_say(language: str) -> None:
    assert CHECKER.check(path_of(language), said()) == []


def test_whatever_is_said_in_the_sources_is_found_for_the_catalogues() -> None:
    """Also inside an f-string, where the search for messages does not look: there none is said."""
    known = {form for message in messages() for form in forms(message.id)}
    for path in (ROOT / "bot").rglob("*.py"):
        for node in ast.walk(tree_of(path)) if SAYS.search(path.read_text(encoding="utf-8")) else ():
            match node:
                case ast.Call(func=ast.Name(id="say") | ast.Attribute(attr="say"), args=[ast.Constant(str(text)), *_]):
                    assert text in known, f"{path}:{node.lineno}"


@pytest.mark.parametrize("language", FOREIGN)
def test_nothing_is_empty_or_a_guess_and_every_fact_is_kept(language: str) -> None:
    translations = [message for message in catalogue(language) if message.id]
    assert len(translations) == len(messages()) > 300
    for message in translations:
        assert not message.fuzzy, message.id
        for translation in forms(message.string):
            assert translation.strip(), message.id
            assert facts(translation) == facts(forms(message.id)[-1]), message.id
            assert "  " not in translation, message.id
            assert translation == translation.strip(), message.id


def _faulty(change: str) -> Catalog:
    """The Malay catalogue with one fault."""
    faulty = deepcopy(catalogue("ms"))
    message = faulty.get("{name} played {move}.")
    assert isinstance(message, Message)
    match change:
        case "empty":
            message.string = ""
        case "fuzzy":
            message.flags.add("fuzzy")
        case "fact lost":
            message.string = "Seseorang memainkan {move}."
        case "fact invented":
            message.string = "{name} memainkan {move} dalam {code}."
        case "message lost":
            faulty.delete("{name} played {move}.")
        case "message invented":
            faulty.add("nobody says this", "tiada sesiapa berkata begini")
    return faulty


@pytest.mark.parametrize("change", ["empty", "fuzzy", "fact lost", "fact invented", "message lost", "message invented"])
def test_the_check_of_the_catalogues_finds_a_fault(change: str, tmp_path: Path) -> None:
    path = tmp_path / "papan.po"
    with path.open("wb") as file:
        write_po(file, _faulty(change))
    assert len(CHECKER.check(path, said())) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_can_be_said_with_its_facts(language: str) -> None:
    say = words(language)
    for message in messages():
        if isinstance(message.id, tuple | list):
            continue
        text = say(message.id, **filled(message.id))
        assert all(value in text for value in filled(message.id).values()), text
        assert "{" not in text, text


def test_plurals_are_those_of_each_language() -> None:
    counted = [message.id for message in messages() if isinstance(message.id, tuple | list)]
    assert counted, "no message is said in the plural"
    for one, many in counted:
        facts = {name: value for name, value in filled(many).items() if name != "count"}
        assert words("en").plural(one, many, 1, **facts) == one.format(count=1, **facts)
        assert words("en").plural(one, many, 2, **facts) == many.format(count=2, **facts)
        assert one != many
        for language in FOREIGN:
            forms = {
                words(language).plural(one, many, count, **facts).replace(f"{count}", "#")
                for count in (0, 1, 2, 5, 11, 21)
            }
            assert len(forms) <= catalogue(language).num_plurals
            assert one in LOANWORDS or forms.isdisjoint(
                text.replace("{count}", "#").format(**facts) for text in (one, many)
            )
    # https://cldr.unicode.org: Malay and Indonesian have one form for every number
    assert [catalogue(language).num_plurals for language in ("ms", "id")] == [1, 1]


def labels() -> Iterator[str]:
    """The labels of the buttons of the app, as far as each is one fixed message."""
    for source in sorted((ROOT / "bot" / "app").rglob("*.py")):
        for node in ast.walk(tree_of(source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
                place = BUTTON_MAKERS.get(name)
                if place is not None and len(node.args) > place:
                    yield from _said_in(node.args[place])
    for topic in (*TOPICS, SOURCES):
        yield topic.title


def _said_in(label: ast.expr) -> Iterator[str]:
    if isinstance(label, ast.Call) and label.args and isinstance(label.args[0], ast.Constant):
        message = label.args[0].value
        if isinstance(message, str) and not facts(message):
            yield message


def test_labels_fit_on_a_button() -> None:
    found = set(labels())
    assert {"Your move", "My view", "Accept", "Undo", "Yes, resign", "Play and lose it", "Moving"} <= found
    for language in LANGUAGES:
        said = {label: words(language)(label) for label in found}
        assert {label: text for label, text in said.items() if len(text) > LABEL and len(label) <= LABEL} == {}


@pytest.mark.parametrize("language", FOREIGN)
def test_words_on_a_picture_stay_short(language: str) -> None:
    for label in ("TO MOVE", "DRAW", "WON"):
        text = words(language)(label)
        assert text == text.upper()
        assert len(text) <= 10


@pytest.mark.parametrize("language", FOREIGN)
def test_buttons_are_called_as_they_are_labelled(language: str) -> None:
    say = words(language)
    mentions = [
        ("Your move", "Below a board: Your move shows what you can play. Moves are typed as c3-c4 or c3xe5."),
        ("Your move", "The board has moved on since that was offered. Press Your move for the present one."),
        ("Your move", "That move is not legal any more. Press Your move to see what is."),
        ("My view", "You do not play in this match. My view shows you the board."),
        ("Undo", "Undo works for a minute, and until the answer. /takeback asks your opponent."),
    ]
    for label, message in mentions:
        assert label in message
        assert said().get(message) is not None
        assert say(label) in say(message)


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_that_are_mentioned_exist_everywhere(language: str) -> None:
    """Discord has no Malay names, so sentences use the English ones, which work on every platform."""
    english = {spec.name for spec in COMMANDS}
    for message in messages():
        for text in forms(message.id):
            mentioned = re.findall(r"(?<!\S)/([a-z]+)", text)
            assert set(mentioned) <= english, text
            if mentioned:
                translation = words(language)(text, **filled(text))
                assert re.findall(r"(?<!\S)/([a-z]+)", translation) == mentioned


def name_in(spec: CommandSpec | OptionSpec, language: str) -> str:
    return spec.local_names.get(language, spec.name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_commands_and_options_are_what_the_platforms_take(language: str) -> None:
    names = [name_in(spec, language) for spec in COMMANDS]
    assert len(set(names)) == len(names)
    for spec in COMMANDS:
        # Discord: letters, digits, - and _; Telegram: no -. Both: lower case, at most 32 characters.
        assert re.fullmatch(r"[a-z0-9_]{1,32}", name_in(spec, language))
        options = [name_in(option, language) for option in spec.options]
        assert len(set(options)) == len(options)
        assert all(re.fullmatch(r"[a-z0-9_-]{1,32}", option) for option in options)


@pytest.mark.parametrize("language", LANGUAGES)
def test_summaries_and_choices_fit(language: str) -> None:
    say = words(language)
    for spec in COMMANDS:
        choices = [label for option in spec.options for _, label in option.choices]
        assert all(0 < len(say(choice)) <= SUMMARY for choice in choices)
        summaries = [spec.summary, *(option.summary for option in spec.options)]
        assert all(0 < len(say(summary)) <= SUMMARY for summary in summaries)


def test_every_command_is_known_by_each_of_its_names_and_by_no_other() -> None:
    owners: dict[str, str] = {}
    for spec in COMMANDS:
        for name in {spec.name, *spec.aliases, *spec.local_names.values()}:
            assert owners.setdefault(name, spec.name) == spec.name
            assert COMMANDS.find(name) is spec
            assert COMMANDS.find(name.upper()) is spec
            assert read_line(f"/{name}") == (spec.name, {})


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("ms", "ms"),
        ("ms-MY", "ms"),
        ("ms_SG", "ms"),
        ("MS", "ms"),
        ("ms-MY-u-nu-latn", "ms"),
        ("ms-Arab-MY", "ms"),
        ("zsm", "ms"),
        ("id", "id"),
        ("id-ID", "id"),
        ("in", "id"),  # what older Android and Java call Indonesian
        ("in_ID", "id"),
        ("en", "en"),
        ("en-GB", "en"),
        ("en_US", "en"),
        ("zh-Hans-CN", "en"),
        ("de", "en"),
        ("xx", "en"),
        ("x", "en"),
        ("", "en"),
        ("-", "en"),
        ("../../etc", "en"),
        ("ms; DROP", "en"),
    ],
)
def test_the_language_of_a_client(locale: str, language: str) -> None:
    assert language_of(locale) == language


def test_a_language_is_read_once() -> None:
    assert words("ms") is words("ms")
    assert words("ms").language == "ms"
    assert words("en")("{name} to move.", name="Siti") == "Siti to move."
    assert words("ms")("{name} to move.", name="Siti") == "Giliran Siti."
    assert words("id")("{name} to move.", name="{name}") == "Giliran {name}."


def test_every_rule_can_be_told_in_every_language() -> None:
    for language in LANGUAGES:
        told = {
            topic.key: {line for game in rulesets() for line in topic.tell(game, words(language))} for topic in TOPICS
        }
        assert all(told.values())
        if language != "en":
            english = {line for topic in TOPICS for game in rulesets() for line in topic.tell(game, words("en"))}
            assert not {line for key in told for line in told[key]} & english


@pytest.mark.parametrize("language", FOREIGN)
def test_the_renderer_is_translated_too(language: str) -> None:
    found = catalogue(language)
    for message in DESCRIPTION_WORDS.values():
        entry = found.get(message)
        assert entry is not None
        assert entry.string
