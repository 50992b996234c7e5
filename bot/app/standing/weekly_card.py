"""The card of the week of a chat: how its season stands, the match of the week, who is new, a puzzle of the chat's own,
and what was most often overlooked there. What there is nothing to say of is left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.app.boards.match_message import film_button
from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.buttons.study import lesson_button, puzzle_button
from bot.app.pictures.films import LONGEST_FILM
from bot.app.requests.context import AppServices
from bot.app.standing.top import season_name
from bot.app.standing.top_card import value_told
from bot.app.text.names import game_name, still_known
from bot.chat import BoardMessage, Button
from bot.matches.season import Season, season_of
from bot.matches.weekly import WEEK, suspense
from bot.services.host.weeklies import WeekOfChat
from bot.services.standing.standing import TopScope
from bot.store.weeklies import Overlooked, Weekly
from bot.words import Words, words
from engine.lessons import LessonTopic, lessons_of
from engine.refusal import Reason

FIRST = 3
"""So many of the season are listed."""
OVERLOOKED = (Reason.MUST_CAPTURE, Reason.MUST_GO_ON, Reason.TAKE_LONGER, Reason.TAKE_MOST)
"""The reasons that are counted: duties that one overlooks, and no slips of the hand."""


_RATED_GAMES = 5
"""So many games are looked at to find one that this version knows."""
NEW_NAMED = 5
"""So many of those who are new are named."""


@dataclass(frozen=True)
class _CardPart:
    """A part of the card: its lines, and the buttons that belong to them; neither where there is nothing to say."""

    lines: tuple[str, ...] = ()
    buttons: tuple[Button, ...] = ()


@dataclass(frozen=True)
class WeeklyCards:
    """Makes the cards."""

    tools: AppServices

    async def show(self, weekly: Weekly) -> BoardMessage | None:
        """The card that is to be sent now; None where the week has nothing to tell."""
        services, say = self.tools.services, words(weekly.language)
        week = await services.weeklies.week(weekly)
        of_matches = _best(week, say), _new(week, say), _puzzle(week, say)
        duty = _duty(await services.weeklies.overlooked(weekly), say)
        lines = [line for part in (await self._season(weekly, say), *of_matches, duty) for line in part.lines]
        if not lines:
            return None
        rows = (tuple(button for part in of_matches for button in part.buttons), duty.buttons)
        return BoardMessage(
            title=say("The week here"),
            text="\n".join(lines),
            rows=tuple(row for row in rows if row),
            language=weekly.language,
        )

    async def _season(self, weekly: Weekly, say: Words) -> _CardPart:
        """The first of this season in the game that is played rated most, under its name; in the first card after the
        end of a season, those of that one.
        """
        ended = _ended_before(weekly)
        heading = say("{season} has ended", season=season_name(ended, say)) if ended else say("This season")
        standing, place = self.tools.services.standing, weekly.place
        for game in still_known(await standing.rated_games(TopScope.HERE, place, _RATED_GAMES))[:1]:
            found = await standing.top(TopScope.SEASON, place, game, "", FIRST, ended)
            told = [f"{each.ranked.place}. {each.name}: {value_told(each, TopScope.SEASON, say)}" for each in found]
            if told:
                return _CardPart((" · ".join((heading, game_name(game, say))), *told))
        return _CardPart()


def _ended_before(weekly: Weekly) -> Season | None:
    """The season that has ended in the week of which the card that is to be sent now tells."""
    if weekly.at is None or weekly.at - season_of(weekly.at).first >= WEEK:
        return None
    return season_of(weekly.at).by(-1)


def _best(week: WeekOfChat, say: Words) -> _CardPart:
    """The most eventful match, with both players, and its film; who wants to be in no list is *somebody*."""
    match = week.best
    if match is None:
        return _CardPart()
    one, other = (week.names.get(seat or "", say("somebody")) for seat in match.seats)
    game = game_name(match.game.ruleset, say)
    told = say("The match of the week: {one} against {other}, {game}.", one=one, other=other, game=game)
    if changes := suspense(match.game)[0]:
        told += " " + say.plural("The lead changed {count} time.", "The lead changed {count} times.", changes)
    return _CardPart((told,), (film_button(match, say),) if match.game.ply <= LONGEST_FILM else ())


def _new(week: WeekOfChat, say: Words) -> _CardPart:
    """Those who are new; who wants to be in no list is counted."""
    named = [week.names[player] for player in week.new if player in week.names][:NEW_NAMED]
    others = len(week.new) - len(named)
    if not week.new:
        return _CardPart()
    if not named:
        return _CardPart((say.plural("{count} person is new here.", "{count} people are new here.", others),))
    if others:
        named.append(say.plural("{count} other", "{count} others", others))
    return _CardPart((say("New here: {names}.", names=say.all_of(named)),))


def _puzzle(week: WeekOfChat, say: Words) -> _CardPart:
    """The puzzle from a match that was played here."""
    if week.puzzle is None:
        return _CardPart()
    game = game_name(week.puzzle.start.ruleset, say)
    told = say("From a match played here comes a puzzle of {game}.", game=game)
    return _CardPart((told,), (puzzle_button(week.puzzle.id, say("Puzzle")),))


def _duty(overlooked: Sequence[Overlooked], say: Words) -> _CardPart:
    """The duty that was overlooked most, with why, and the step of the lessons of its game that teaches the duty."""
    known = {game.key: game for game in still_known({each.ruleset for each in overlooked})}
    found = next((each for each in overlooked if each.ruleset in known), None)
    if found is None:
        return _CardPart()
    game = known[found.ruleset]
    why = CallbackData(Action.WHY, argument=f"{game.short_id}:{found.reason}")
    steps = [number for number, each in enumerate(lessons_of(game)) if each.topic is LessonTopic.DUTY]
    step = tuple(lesson_button(game, number, say("Try it in a lesson")) for number in steps[:1])
    return _CardPart((f"{game_name(game, say)}: {_told(found, say)}",), (Button(say("Why?"), str(why)), *step))


def _told(found: Overlooked, say: Words) -> str:
    match Reason[found.reason]:
        case Reason.MUST_CAPTURE:
            return say.plural(
                "{count} move was refused because a capture was a duty.",
                "{count} moves were refused because a capture was a duty.",
                found.count,
            )
        case Reason.MUST_GO_ON:
            return say.plural(
                "{count} move was refused because the capture was not complete.",
                "{count} moves were refused because the capture was not complete.",
                found.count,
            )
        case _:
            return say.plural(
                "{count} move was refused because another capture takes more.",
                "{count} moves were refused because another capture takes more.",
                found.count,
            )
