"""``/tournament``: the people of a chat play one another, round by round."""

from bot.app.buttons.about_place import about, place_of
from bot.app.buttons.callback_data import BadCallbackData, CallbackData, ruleset_named
from bot.app.contests.tournament_card import (
    TournamentAction,
    buttons_of,
    lines_of,
    picture_of,
    pressed_on,
    title_of,
)
from bot.app.requests.context import Context
from bot.app.requests.game_chooser import Purpose, families_panel, family_of, family_panel, named_games
from bot.app.requests.hosts import check_may_open, check_may_play, may_in
from bot.app.requests.visibility import check_among
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Refusal, Row, Style, Toast, cut_at_word
from bot.chat.commands import words_for
from bot.chat.games import game_key
from bot.matches.boards_match import pace_of
from bot.matches.communities import OFF, Right
from bot.matches.identity import Place
from bot.matches.pace import PACE_CHOICES, PACE_WORDS
from bot.matches.refusals import ActionRefused
from bot.matches.tournament import ROUND_LASTS, Form, TournamentState
from bot.matches.tournament_refusals import NoTournamentHere, TournamentGone, TournamentsOff
from bot.services.contests.tournaments import TournamentView, TournamentWish
from bot.store.tournaments import Tournament
from bot.words import N_, typed_words
from engine.games import find_ruleset
from engine.ruleset import Ruleset
from renderer import THEMES

SHOW, NEW, JOIN, LEAVE, BEGIN, STOP = "show", "new", "join", "leave", "begin", "stop"
ACTS = (
    (SHOW, N_("Show it")),
    (NEW, N_("Open a new one")),
    (JOIN, N_("Join it")),
    (LEAVE, N_("Leave it")),
    (BEGIN, N_("Begin it")),
    (STOP, N_("Call it off")),
)
ACT_WORDS = words_for(
    (SHOW, typed_words("show")),
    (NEW, typed_words("new")),
    (JOIN, typed_words("join")),
    (LEAVE, typed_words("leave")),
    (BEGIN, typed_words("begin")),
    (STOP, typed_words("stop")),
)
FORMS = (
    (Form.ROUND_ROBIN.value, N_("Everybody plays everybody")),
    (Form.SWISS.value, N_("Swiss: somebody with as many points")),
    (Form.KNOCKOUT.value, N_("Who loses is out")),
)
FORM_WORDS = words_for(
    (Form.ROUND_ROBIN.value, typed_words("robin")),
    (Form.SWISS.value, typed_words("swiss")),
    (Form.KNOCKOUT.value, typed_words("knockout")),
)
PACES = tuple((value, label) for value, label in PACE_CHOICES if PACE_WORDS[value] in ROUND_LASTS)
OPTION_LENGTH = 100


class TournamentOrganisersOnly(ActionRefused):
    sentence = N_("A tournament is run by those who organise here. You can join it: /tournament join.")


class NameWithoutGame(ActionRefused):
    sentence = N_("Name one game as well: /tournament new game: malaysian-checkers name: Piala Kampung.")


async def tournament_command(context: Context, act: str, game: str, form: str, pace: str, name: str) -> Answer:
    """``/tournament``: the tournament of this chat, a new one, or what is to be done about it. Raises TournamentsOff,
    and what is raised by what is done.
    """
    say, place = context.say, context.request.place
    if not place.community:
        text = say("Use /tournament in a server or group: whoever is there can join.")
        return PrivatePanel(title=say("Tournament"), text=text, replace=True)
    if act == NEW or (not act and (game or form or name)):
        if name and not game_key(game):
            raise NameWithoutGame
        return await _new(context, place, game, f"{form[:1]}.{pace[:1]}", name)
    await check_among(context, place)
    if act in (JOIN, LEAVE, BEGIN, STOP):
        found = await _here(context, place, joins=act in (JOIN, BEGIN))
        if act == JOIN:
            return await join(context, found)
        if act == LEAVE:
            return await leave(context, found)
        return await begin(context, found) if act == BEGIN else await ask_stop(context, found)
    return await _panel(context, place)


async def pressed_show(context: Context, data: CallbackData) -> Answer:
    """A tournament chosen. Raises TournamentGone, NotAmong."""
    return await shown(context, await about_one(context, data))


async def pressed_family(context: Context, data: CallbackData) -> Answer:
    """A family of games. Raises BadCallbackData, NotAmong."""
    place, wanted = place_of(data, context.request.place)
    wished, _, family = wanted.rpartition(":")
    await check_among(context, place)
    return await family_panel(context, _purpose(context, place, wished), family_of(family))


async def pressed_game(context: Context, data: CallbackData) -> Answer:
    """A game chosen. Raises BadCallbackData, and what opening one raises."""
    place, wanted = place_of(data, context.request.place)
    wished, _, game = wanted.rpartition(":")
    return await _opened(context, place, ruleset_named(game), wished, "")


async def pressed_join(context: Context, data: CallbackData) -> Answer:
    """*Join*. Raises what joining raises."""
    return await join(context, await about_one(context, data))


async def pressed_leave(context: Context, data: CallbackData) -> Answer:
    """*Leave*, which asks once more where it has begun. Raises what leaving raises."""
    return await leave(context, await about_one(context, data))


async def pressed_confirm_leave(context: Context, data: CallbackData) -> Answer:
    """*Yes, withdraw*. Raises what leaving raises."""
    found = await about_one(context, data)
    await context.services.tournaments.leave(context.player.id, found.tournament.id)
    return Toast(context.say("You play no further game in this tournament."), closes=True)


async def about_one(context: Context, data: CallbackData) -> TournamentView:
    """The tournament that a button is about. Raises TournamentGone, NotAmong."""
    found = await seen(context, data.argument.partition(":")[0])
    await check_among(context, found.tournament.place)
    return found


async def seen(context: Context, tournament: str) -> TournamentView:
    """A tournament. Raises TournamentGone."""
    found = await context.services.tournaments.view(tournament)
    if found is None:
        raise TournamentGone
    return found


async def _here(context: Context, place: Place, *, joins: bool) -> TournamentView:
    """The tournament of a place that is meant: the latest that people can join, or else that is under way; where
    somebody leaves it, one that they are in. Raises NoTournamentHere, TournamentGone.
    """
    known = [await seen(context, each.id) for each in await context.services.tournaments.of_place(place)]
    fitting = known if joins else [each for each in known if each.number_of(context.player.id) is not None] or known
    if not fitting:
        raise NoTournamentHere
    return fitting[0]


async def check_organises(context: Context, place: Place) -> None:
    """Raises NotAmong, TournamentOrganisersOnly."""
    await check_among(context, place)
    if not await may_in(context, Right.ORGANISE, place):
        raise TournamentOrganisersOnly


async def _new(context: Context, place: Place, game: str, wished: str, name: str) -> Answer:
    """Open one; of which game, where none is named? Raises NotAmong, TournamentOrganisersOnly, TournamentsOff."""
    await check_organises(context, place)
    found = await context.services.communities.of_place(place)
    if found.chosen("tournament") == OFF:
        raise TournamentsOff
    if place == context.request.place:
        await check_may_open(context, found)
    key = game_key(game) if game else None
    if key is None:
        purpose = _purpose(context, place, wished)
        return named_games(context, purpose, game) if game else await families_panel(context, purpose)
    return await _opened(context, place, find_ruleset(key), wished, name)


async def _opened(context: Context, place: Place, ruleset: Ruleset, wished: str, name: str) -> Answer:
    """Open the tournament that is wished for. Raises what ``_new`` raises, and BadCallbackData."""
    await check_organises(context, place)
    say, found = context.say, await context.services.communities.of_place(place)
    form, _, pace = wished.partition(".")
    forms = {each.value[:1]: each for each in Form}
    paces = {each.letter: each for each in ROUND_LASTS}
    if (form and form not in forms) or (pace and pace not in paces):
        raise BadCallbackData(wished)
    chosen = paces[pace] if pace else pace_of(found.usual_terms.pace)
    if not found.offered(chosen):
        return Refusal(text=say("This pace is not offered here."))
    wish = TournamentWish(name, ruleset.key, forms.get(form, Form.ROUND_ROBIN), chosen)
    await context.services.tournaments.open(context.player.id, found.venue(place, say.language), wish)
    text = say("The card comes in a moment: people join there. Begin it once all are in.")
    return PrivatePanel(title=say("Tournament"), text=text, replace=True)


async def join(context: Context, found: TournamentView) -> Answer:
    """Enter a tournament. Raises what ``TournamentService.join`` raises."""
    place = found.tournament.place
    await check_may_play(context, await context.services.communities.of_place(place), place)
    count = await context.services.tournaments.join(context.player, found.tournament.id)
    return Toast(context.say("You are in: {count} so far.", count=count))


async def leave(context: Context, found: TournamentView) -> Answer:
    """Leave a tournament; where it has begun this asks once more. Raises what ``TournamentService.leave`` raises."""
    say, id_ = context.say, found.tournament.id
    number = found.number_of(context.player.id)
    if found.tournament.state is TournamentState.PLAYING and number and not found.holder(number).withdrawn:
        yes = Button(say("Yes, withdraw"), str(pressed_on(TournamentAction.CONFIRM_LEAVE, id_)), Style.DANGER)
        text = say("Withdraw? You lose the games that are not over, your rating stays as it is.")
        return PrivatePanel(title=title_of(found, say), text=text, rows=((yes,),), replace=True)
    await context.services.tournaments.leave(context.player.id, id_)
    return Toast(say("You are not in any more."))


async def begin(context: Context, found: TournamentView) -> Answer:
    """Begin a tournament. Raises TournamentOrganisersOnly, and what ``TournamentService.begin`` raises."""
    await check_organises(context, found.tournament.place)
    count = await context.services.tournaments.begin(found.tournament.id)
    text = context.say.plural(
        "It begins with {count} person: the boards are being opened.",
        "It begins with {count} people: the boards are being opened.",
        count,
    )
    return Toast(text, closes=True)


async def ask_stop(context: Context, found: TournamentView) -> Answer:
    """*Call it off*, which asks once more. Raises TournamentOrganisersOnly."""
    await check_organises(context, found.tournament.place)
    say = context.say
    data = pressed_on(TournamentAction.CONFIRM_STOP, found.tournament.id)
    yes = Button(say("Yes, call it off"), str(data), Style.DANGER)
    text = say("Call this tournament off? Its matches under way go on, without counting in it.")
    return PrivatePanel(title=title_of(found, say), text=text, rows=((yes,),), replace=True)


async def _panel(context: Context, place: Place) -> Answer:
    """The tournaments of a place; how one begins, where there is none. Raises TournamentsOff."""
    say, known = context.say, await context.services.tournaments.of_place(place)
    if len(known) == 1:
        return await shown(context, await seen(context, known[0].id))
    if known:
        return await _choice(context, known)
    if (await context.services.communities.of_place(place)).chosen("tournament") == OFF:
        raise TournamentsOff
    text = say(
        "No tournament waits here. In a round robin everybody plays everybody; in a Swiss you meet somebody with about "
        "as many points in each round; in a knockout who loses is out. Those who organise open one: /tournament new."
    )
    return PrivatePanel(title=say("Tournament"), text=text, replace=True, stays=True)


async def _choice(context: Context, known: list[Tournament]) -> Answer:
    say = context.say
    views = [await seen(context, each.id) for each in known]
    options = tuple(Option(cut_at_word(title_of(each, say), OPTION_LENGTH), each.tournament.id) for each in views)
    menu = Menu(str(CallbackData(TournamentAction.SHOW)), say("Which one?"), options)
    return PrivatePanel(title=say("Tournament"), text=say("Which one?"), rows=(menu,), replace=True)


async def shown(context: Context, found: TournamentView) -> Answer:
    """A tournament, with the buttons that this person may press."""
    say, buttons = context.say, buttons_of(found, context.say)
    organises = buttons and await may_in(context, Right.ORGANISE, found.tournament.place)
    rows: list[Row] = [buttons] if buttons else []
    if organises:
        rows.append(organisers_row(found, context))
    return PrivatePanel(
        title=title_of(found, say),
        text="\n".join(filter(None, lines_of(found, say))),
        picture=await picture_of(context.tools, found, THEMES[0], say),
        rows=tuple(rows),
        replace=True,
    )


def organisers_row(found: TournamentView, context: Context) -> tuple[Button, ...]:
    """The buttons of those who organise."""
    say, id_ = context.say, found.tournament.id

    def pressed(label: str, action: TournamentAction, style: Style = Style.PLAIN) -> Button:
        return Button(label, str(pressed_on(action, id_)), style)

    stop = pressed(say("Call it off"), TournamentAction.STOP, Style.DANGER)
    if found.tournament.state is TournamentState.OPEN:
        return pressed(say("Begin"), TournamentAction.BEGIN, Style.MAIN), stop
    following = (
        (pressed(say("Next round"), TournamentAction.ROUND),)
        if found.tournament.form is Form.ROUND_ROBIN and found.tournament.round < found.course.rounds
        else ()
    )
    return (
        pressed(say("People"), TournamentAction.WHO),
        pressed(say("Games"), TournamentAction.GAMES),
        *following,
        stop,
    )


def _purpose(context: Context, place: Place, wished: str) -> Purpose:
    say = context.say
    return Purpose(
        say("Tournament"),
        say("Which game?"),
        "tournament",
        TournamentAction.FAMILY,
        TournamentAction.GAME,
        about(place, wished),
        version=TournamentAction.GAME,
    )
