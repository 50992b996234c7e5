"""``/history``: the matches that a person has finished, ten a page, each to be looked through again.

The buttons say what is wanted and which page: ``3:dl:w:m:PLAYER`` is the fourth page of the matches of a game that were
won against a player in the last month.
"""

import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from bot.app.boards.match_message import look_through
from bot.app.buttons.callback_data import MENU_OF_PAYLOADS, Action, BadCallbackData, CallbackData, ruleset_named
from bot.app.match.games import games_command, match_line
from bot.app.match.games_here import HERE, games_here
from bot.app.requests.context import Context
from bot.app.text.names import game_name
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Refusal, Row, cut_at_word
from bot.chat.commands import words_for
from bot.chat.games import game_key
from bot.chat.match_codes import read_code, sure_code
from bot.matches.history import OPENING_TURNS, HistoryFilter, MatchResult, read_opening
from bot.matches.identity import Person
from bot.matches.match import Match
from bot.matches.refusals import UnknownMatch
from bot.matches.status import Status
from bot.words import N_, typed_words
from engine.games import find_ruleset
from engine.ruleset import Ruleset

PAGE = 10
MOST_PAGES = 1000
_OLDER = "over"
_UNDER_WAY = re.compile(rf"({HERE}?)([0-9]{{0,3}})")
OPTION_LENGTH, NAME_LENGTH = 100, 40
RESULTS = (
    (MatchResult.WON.value, N_("Won")),
    (MatchResult.LOST.value, N_("Lost")),
    (MatchResult.DRAWN.value, N_("Drawn")),
)
SINCE = (("week", N_("The last 7 days")), ("month", N_("The last 30 days")), ("year", N_("The last 365 days")))
SINCE_WORDS = words_for(("week", typed_words("week")), ("month", typed_words("month")), ("year", typed_words("year")))
_DAYS = {"w": 7, "m": 30, "y": 365}
"""The spans of time by their letters in a button."""
_RESULTS = {result.value[0]: result for result in MatchResult}


@dataclass(frozen=True)
class _HistoryPage:
    """A search among the finished matches, and the page of it."""

    page: int = 0
    ruleset: Ruleset | None = None
    result: MatchResult | None = None
    since: str = ""
    opponent: str = ""

    def __str__(self) -> str:
        game, result = self.ruleset.short_id if self.ruleset else "", self.result.value[0] if self.result else ""
        return f"{self.page}:{game}:{result}:{self.since}:{self.opponent}"


def _read(argument: str) -> _HistoryPage:
    """The search and page that a button asks for. Raises BadCallbackData."""
    parts = argument.split(":")
    if len(parts) != 5:
        raise BadCallbackData(argument)
    page, game, result, since, opponent = parts
    known = page.isdecimal() and result in ("", *_RESULTS) and since in ("", *_DAYS)
    if not known or int(page) >= MOST_PAGES:
        raise BadCallbackData(argument)
    return _HistoryPage(int(page), ruleset_named(game) if game else None, _RESULTS.get(result), since, opponent)


def opening_in(text: str, given: Mapping[str, str]) -> str | None:
    """Words of a typed line that are the turns of an opening, or surely the code of a match; None for others."""
    return text if read_opening(text) else sure_code(text, given)


async def history_command(
    context: Context, who: Person | None, game: str, result: str, since: str, opening: str = ""
) -> Answer:
    """``/history``: all finished matches, or those against a person, of a game, with a result, since a time, with these
    first moves; or the one with this code, in the place of either.
    """
    for text in (opening, game):
        # A word in small letters may be the name of a game that there is not.
        if (code := read_code(text)) and (text.isupper() or not text.isalpha()) and game_key(text) is None:
            return await _by_code(context, code)
    say, wanted = context.say, _HistoryPage()
    if who is not None:
        known = await context.services.people.find(who)
        if known is None:
            return Refusal(text=say("I do not know them: they have never played here."))
        wanted = replace(wanted, opponent=known.id)
    if game:
        key = game_key(game)
        if key is None:
            return Refusal(text=say("There is no game called {name}.", name=cut_at_word(game, NAME_LENGTH)))
        wanted = replace(wanted, ruleset=find_ruleset(key))
    wanted = replace(wanted, result=_RESULTS.get(result[:1]), since=since[:1])
    if not opening:
        return await _page(context, wanted)
    turns = read_opening(opening)
    if turns is None:
        how = say("I read first moves as they are typed, at most {count}:", count=OPENING_TURNS)
        return Refusal(text=how, code="/history opening: c3-d4 d6-e5")
    return await _page(context, wanted, turns)


async def _by_code(context: Context, code: str) -> Answer:
    """The match with this code, if this person has finished it. Raises UnknownMatch, UnreadableMatch."""
    match = await context.services.matches.get(code)
    if match.side_of(context.player.id) is None:
        raise UnknownMatch(code)
    say, lines = context.say, [context.say("You have finished no such match.")]
    rows: tuple[Row, ...] = ()
    if match.status is Status.OVER:
        lines = [await match_line(context, match)]
        rows = (_menu(context, [match], lines),)
    return PrivatePanel(
        title=say("Finished matches"), text="\n".join(lines), rows=rows, replace=True, confidential=True
    )


async def pressed_history(context: Context, data: CallbackData) -> Answer:
    """A page of the history. Raises BadCallbackData."""
    return await _page(context, _read(data.argument) if data.argument else _HistoryPage())


async def pressed_games(context: Context, data: CallbackData) -> Answer:
    """A page of the matches under way, or of those here; the first page of the history, as older buttons name it.

    Raises BadCallbackData.
    """
    if data.argument == _OLDER:
        return await _page(context, _HistoryPage())
    page = _UNDER_WAY.fullmatch(data.argument)
    if page is None:
        raise BadCallbackData(str(data))
    return await (games_here if page[1] else games_command)(context, int(page[2] or 0))


async def _page(context: Context, wanted: _HistoryPage, opening: tuple[str, ...] = ()) -> Answer:
    """A page of the matches; the first one alone of those with an ``opening``, for which no button has room."""
    say = context.say
    since = context.now() - timedelta(days=_DAYS[wanted.since]) if wanted.since in _DAYS else None
    key = wanted.ruleset.key if wanted.ruleset else ""
    looked_for = HistoryFilter(wanted.opponent, key, wanted.result, since, opening)
    # One more than is shown tells whether there is a next page.
    found = await context.services.matches.history(context.player.id, looked_for, PAGE * wanted.page, PAGE + 1)
    shown, more = found[:PAGE], len(found) > PAGE
    heading = " · ".join((say("Finished matches"), *[each async for each in _named(context, wanted)], *opening))
    rows: list[Row] = []
    if shown:
        lines = [await match_line(context, match) for match in shown]
        rows.append(_menu(context, shown, lines))
    else:
        lines = [say("You have finished no such match.") if opening else _nothing(context, wanted)]
    if opening and more:
        lines.append(say("There are more: name a game, a person, or more moves."))
    steps = (
        []
        if opening
        else [*_step(say("Newer"), wanted, -1, there=wanted.page > 0), *_step(say("Older"), wanted, 1, there=more)]
    )
    live = Button(say("Matches under way"), str(CallbackData(Action.GAMES)))
    rows.append((*steps, live))
    text = "\n".join(lines)
    return PrivatePanel(title=heading, text=text, rows=tuple(rows), replace=True, confidential=True)


async def _named(context: Context, wanted: _HistoryPage) -> AsyncIterator[str]:
    """The parts of a search, in words."""
    say = context.say
    if wanted.opponent:
        known = await context.services.people.by_id(wanted.opponent)
        yield say("with {name}", name=known.name if known else say("Former player"))
    if wanted.ruleset:
        yield game_name(wanted.ruleset, say)
    if wanted.result:
        yield say(dict(RESULTS)[wanted.result.value])
    if wanted.since:
        yield say({value[0]: label for value, label in SINCE}[wanted.since])


def _nothing(context: Context, wanted: _HistoryPage) -> str:
    say = context.say
    if replace(wanted, page=0) == _HistoryPage():
        return say("You have not finished a match yet.")
    return say("You have finished no such match.")


def _step(label: str, wanted: _HistoryPage, by: int, *, there: bool) -> tuple[Button, ...]:
    to = replace(wanted, page=wanted.page + by)
    return (Button(label, str(CallbackData(Action.HISTORY, argument=str(to)))),) if there else ()


def _menu(context: Context, matches: list[Match], lines: list[str]) -> Menu:
    """The matches of a page, which are looked through."""
    options = []
    for match, line in zip(matches, lines, strict=True):
        options.append(Option(cut_at_word(line, OPTION_LENGTH), look_through(match)))
    return Menu(MENU_OF_PAYLOADS, context.say("Look through a match"), tuple(options))
