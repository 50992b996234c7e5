"""Payloads of buttons: every action is answered, and a button leads to the game it named when it was made.

The tables here hold what buttons in chats carry. A row may be added, none may change.
"""

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest

import engine.games
from bot.app.buttons.callback_data import (
    MENU_OF_PAYLOADS,
    Action,
    BadCallbackData,
    CallbackData,
    read_callback_data,
    read_press,
    ruleset_named,
)
from bot.app.entry.actions import ACTIONS, joined
from bot.app.requests.game_chooser import versions
from bot.app.text.names import family_name
from bot.chat import Menu
from bot.computer.computer_player import computer
from bot.services.services import Services
from bot.words import words
from engine.games import rulesets
from engine.games.main_tapal_empat import MAIN_TAPAL_EMPAT
from engine.ruleset import Family, Ruleset
from tests.bot.app.seen import Seen
from tests.bot.app.visitors import Visitor, controls
from tests.bot.kit import Clock
from tests.sources import tree_of
from tests.suites import deep, quick_first

BOT = Path(__file__).parents[3] / "bot"
NAMES = (
    "Permainan-Tabal",
    "Permainan-Tabal (Globe Joueur)",
    "Main tapal empat",
    "Malaysian checkers",
    "Malaysian checkers 8x8",
    "Malaysian checkers, strict",
    "Malaysian checkers 8x8, strict",
    "International draughts",
    "English draughts",
    "Russian draughts",
    "Brazilian draughts",
    "Canadian draughts",
)
SHORT_IDS = ("tab", "tgj", "tap", "mct", "mce", "mcts", "mces", "int", "eng", "rus", "bra", "can")
"""What buttons carry for them, in the same order; it never changes."""
ACTIONS_BY_FORM = {
    "mv": Action.MOVE,
    "pk": Action.PICK,
    "pl": Action.PLAY,
    "xx": Action.UNAVAILABLE,
    "vw": Action.VIEW,
    "mo": Action.MORE,
    "rl": Action.MATCH_RULES,
    "rg": Action.RULES,
    "st": Action.SETTING,
    "nn": Action.NEW_GAME,
    "ng": Action.CHOOSE_GAME,
    "nw": Action.INVITE_ANYBODY,
    "np": Action.PRACTISE,
    "cp": Action.COMPUTER,
    "cl": Action.LEVEL,
    "hi": Action.HINT,
    "an": Action.ANALYSE,
    "pv": Action.PRIVACY,
    "pe": Action.EXPORT_DATA,
    "pd": Action.DELETE_DATA,
    "py": Action.CONFIRM_DELETE_DATA,
    "ac": Action.ACCEPT,
    "pi": Action.INVITE_HOST,
    "de": Action.DECLINE,
    "wd": Action.WITHDRAW,
    "rs": Action.RESIGN,
    "ry": Action.CONFIRM_RESIGN,
    "dr": Action.DRAW,
    "dn": Action.DECLINE_DRAW,
    "tb": Action.TAKEBACK,
    "wo": Action.WITHDRAW_OFFER,
    "ty": Action.ALLOW_TAKEBACK,
    "tn": Action.REFUSE_TAKEBACK,
    "oe": Action.EVEN_START,
    "sw": Action.SWAP,
    "wa": Action.ALLOW_SWAP,
    "wk": Action.REFUSE_SWAP,
    "un": Action.UNDO,
    "co": Action.CALL_OFF,
    "rm": Action.REMATCH,
}
"""Buttons in chats carry these letters; a row may be added, none may change."""
FORMS = (
    "1:-:0:ng:{game}",
    "1:-:0:ng:#3:{game}",
    "1:-:0:ng:#?:{game}",
    "1:-:0:ng:@siti:{game}",
    "1:-:0:nv:{game}",
    "1:-:0:nv:*:{game}",
    "1:-:0:nw:{game}:random",
    "1:-:0:np:{game}",
    "1:-:0:cp:{game}:second",
    "1:-:0:sd:{game}:first",
    "1:-:0:cl:{game}::3",
    "1:-:0:cl:{game}:first:8",
    "1:-:0:cl:{game}:second:1",
    "1:-:0:cl:{game}:random:4",
    "1:K7QM:31:cl:{game}:second:5",
    "1:-:0:rg:{game}",
    "1:-:0:rg:{game}:goal",
    "1:-:0:rg:{game}:ending",
    "1:-:0:rg:{game}:sources",
)


@pytest.fixture(params=["sqlite"])
def backend(request: pytest.FixtureRequest) -> str:
    """One kind of database: it has nothing to do with what a button asks for."""
    return str(request.param)


@pytest.fixture(
    params=quick_first(("a ruleset more in its middle", "the list of today"), "a list that has grown shows more")
)
def listed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[Ruleset, ...]:
    """The rulesets there are: as they are, and after one was inserted."""
    today = rulesets()
    if request.param != "the list of today":
        new = replace(MAIN_TAPAL_EMPAT, key="laman", short_id="lam", name="Laman", aliases=())
        monkeypatch.setattr(engine.games, "registry", engine.games.Registry((*today[:2], new, *today[2:])))
        assert rulesets().index(new) == 2
    return rulesets()


def named_in(answer: Seen) -> str:
    """The one ruleset that a title names."""
    found = {ruleset.name for ruleset in rulesets() if ruleset.name in answer.title}
    (longest,) = {name for name in found if not any(name in other for other in found - {name})}
    return longest


@pytest.mark.usefixtures("listed")
@pytest.mark.parametrize(
    ("short_id", "name"),
    quick_first(zip(SHORT_IDS, NAMES, strict=True), "an identity leads to a game as any other does"),
)
async def test_a_button_with_a_short_id_leads_to_its_game(
    adi: Visitor, siti: Visitor, clock: Clock, short_id: str, name: str
) -> None:
    for form in FORMS:
        assert named_in(await adi.sends(form.format(game=short_id))) == name, form
        clock.forward(minutes=11)
    for menu in ("1:-:0:rg", "1:-:0:ng", "1:-:0:ng:#2", "1:-:0:ng:@siti"):
        assert named_in(await adi.sends(menu, short_id)) == name
    panel = await adi.presses(await adi.types("/play", opponent=siti), "Draughts on lines")
    whom = next(row for row in panel.rows if isinstance(row, Menu))
    assert named_in(await adi.sends(whom.payload, short_id)) == name


async def test_a_form_that_no_button_has_is_answered_with_a_sentence(adi: Visitor) -> None:
    for payload in [
        "1:-:0:rg:malaysian-checkers-8",
        "1:-:0:ng:4",
        "1:-:0:nw:mce",
        "1:-:0:cp:mce",
        "1:-:0:zz",
        "2:-:0:rg:mce",
        "mce",
    ]:
        answer = await adi.sends(payload)
        assert answer.text == "This button is no longer in use. /board shows the match as it stands.", payload


@deep("each button leads to its game in the quick suite")
async def test_buttons_carry_short_ids(adi: Visitor, siti: Visitor, listed: tuple[Ruleset, ...]) -> None:
    for first in ("/play", "/rules"):
        offered = set()
        for family in Family:
            panel = await adi.presses(await adi.types(first, opponent=siti), family_name(family, words("en")))
            offered |= {value for _, values, _ in controls(panel) for value in values}
        assert offered == {ruleset.short_id for ruleset in listed if not ruleset.variant}
    for ruleset in listed:
        panel, cards = await adi.types(f"/play {ruleset.key}"), await adi.types(f"/rules {ruleset.key}")
        for answer in (panel, cards):
            buttons = [payload for payload, values, _ in controls(answer) if not values]
            assert {read_press(payload).argument.partition(":")[0] for payload in buttons} == {ruleset.short_id}
            others = {value for _, values, _ in controls(answer) for value in values}
            assert others == {each.short_id for each in versions(ruleset) if each is not ruleset}
        levels = await adi.presses(panel, "Computer")
        assert {read_press(payload).argument for payload, *_ in controls(levels)} == {f"{ruleset.short_id}:random"}


async def test_the_levels_after_a_match_carry_a_short_id(adi: Visitor, services: Services) -> None:
    services.matches.computers[(await services.people.player(computer(3))).id] = 3
    board = await adi.types("/play dam-8 first level:3")
    code = board.title.split()[0]
    await adi.presses(await adi.types(f"/resign {code}"), "Yes, resign")
    over = await adi.types(f"/board {code}")
    arguments = {label: read_press(payload).argument for payload, _, label in controls(over)}
    assert (arguments["Stronger"], arguments["Gentler"]) == ("mce:first:4", "mce:first:2")


def test_each_ruleset_is_called_by_its_short_id() -> None:
    for ruleset in rulesets():
        assert ruleset_named(ruleset.short_id) is ruleset


@pytest.mark.parametrize("name", ["", "4", "12", "-1", "٣", "lam", "TAB", "dam", "Dam-8", "malaysian-checkers-8"])
def test_what_no_button_carries_names_no_ruleset(name: str) -> None:
    with pytest.raises(BadCallbackData):
        ruleset_named(name)


def test_no_form_on_the_wire_has_changed() -> None:
    for form, action in ACTIONS_BY_FORM.items():
        assert read_callback_data(f"1:K7QM:14:{form}:x") == CallbackData(action, "K7QM", 14, "x")
    assert read_press("1:-:0:go", ("1:K7QM:14:vw",)) == CallbackData(Action.VIEW, "K7QM", 14)
    assert read_press("1:-:0:go:1:K7QM:14:vw") == CallbackData(Action.VIEW, "K7QM", 14)


@pytest.mark.parametrize("action", Action)
def test_every_action_has_its_handler_and_a_form_that_is_read_back(action: Action) -> None:
    assert callable(ACTIONS[action].handler)
    assert re.fullmatch("[a-z]{2}", action.value)
    for data in (CallbackData(action), CallbackData(action, "K7QM", 14, "3:first")):
        assert read_callback_data(str(data)) == data


def test_a_menu_of_payloads_gives_the_chosen_one() -> None:
    data = CallbackData(Action.VIEW, "K7QM", 14)
    assert read_press(MENU_OF_PAYLOADS, (str(data),)) == data
    assert read_press(f"{MENU_OF_PAYLOADS}:{data}") == data
    for payload in (MENU_OF_PAYLOADS, f"{MENU_OF_PAYLOADS}:{MENU_OF_PAYLOADS}:{data}"):
        assert read_press(payload).action not in ACTIONS


def test_actions_are_written_as_members_of_the_enum() -> None:
    """A two-letter form outside bot/app/buttons/callback_data.py would be a second table."""
    forms = {action.value for action in Action}
    for source in sorted(BOT.rglob("*.py")):
        if source.name == "callback_data.py" or "store" in source.parts:  # a column's constraint is called "pk"
            continue
        for node in ast.walk(tree_of(source)):
            assert not (isinstance(node, ast.Constant) and node.value in forms), f"{source.name}:{node.lineno}"


def test_two_rows_for_one_button_are_noticed_at_once() -> None:
    rows = [(action, action.value) for action in Action]
    assert joined(rows) == dict(rows)
    with pytest.raises(LookupError, match=r"^two subjects have a row for mv$"):
        joined([*rows, (Action.MOVE, "again")])
