"""The desk of those who organise a tournament: begin it, call it off, replace somebody, decide a game, go on."""

from bot.app.buttons.callback_data import BadCallbackData, CallbackData
from bot.app.contests.tournament import about_one, ask_stop, begin, check_organises, seen, shown
from bot.app.contests.tournament_card import TournamentAction, called, pressed_on, title_of
from bot.app.requests.context import Context
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Refusal, Style, Toast, cut_at_word
from bot.matches.tournament import Halves, TournamentGame
from bot.matches.tournament_refusals import NobodyReady
from bot.services.contests.tournaments import TournamentView
from bot.words import Words

LISTED = 25
"""A menu holds at most this many lines on any platform."""
OPTION_LENGTH = 100
WORTHS: tuple[Halves, ...] = ((2, 0), (1, 1), (0, 2), (0, 0))
"""What those who organise may decide that a game is worth, in the order of the buttons."""


async def pressed_organise(context: Context, data: CallbackData) -> Answer:
    """*For organisers*. Raises TournamentGone, TournamentOrganisersOnly."""
    found = await _mine(context, data)
    return await shown(context, found)


async def pressed_begin(context: Context, data: CallbackData) -> Answer:
    """*Begin*. Raises TournamentOrganisersOnly, and what beginning raises."""
    return await begin(context, await about_one(context, data))


async def pressed_stop(context: Context, data: CallbackData) -> Answer:
    """*Call it off*, which asks once more. Raises TournamentOrganisersOnly."""
    return await ask_stop(context, await about_one(context, data))


async def pressed_confirm_stop(context: Context, data: CallbackData) -> Answer:
    """*Yes, call it off*. Raises TournamentOrganisersOnly, TournamentGone, TournamentOver."""
    found = await _mine(context, data)
    await context.services.tournaments.stop(found.tournament.id)
    return Toast(context.say("It is called off."), closes=True, unseen=True)


async def pressed_round(context: Context, data: CallbackData) -> Answer:
    """*Next round*: it begins beside what is under way. Raises TournamentOrganisersOnly, and what closing a round
    raises.
    """
    found = await _mine(context, data)
    await context.services.tournaments.close_round(found.tournament.id)
    return Toast(context.say("The next round begins, beside the games under way."), closes=True)


async def pressed_who(context: Context, data: CallbackData) -> Answer:
    """*People*: who is to withdraw or be replaced? Raises BadCallbackData, TournamentOrganisersOnly."""
    found = await _mine(context, data)
    say, id_ = context.say, found.tournament.id
    _, *facts = data.argument.split(":")
    if not facts:
        options = tuple(
            Option(cut_at_word(f"{each.number}. {called(found, each.number, say)}", OPTION_LENGTH), str(each.number))
            for each in found.entrants
            if not each.withdrawn
        )
        menus = tuple(
            Menu(str(pressed_on(TournamentAction.WHO, id_)), say("Who?"), options[at : at + LISTED])
            for at in range(0, len(options), LISTED)
        )
        return PrivatePanel(title=title_of(found, say), text=say("Who is it about?"), rows=menus, replace=True)
    number = _number(found, facts[0], data)
    ready = tuple(Option(found.names.get(each, say("somebody")), each) for each in found.ready[:LISTED])
    instead = Menu(str(pressed_on(TournamentAction.REPLACE, id_, number)), say("Replace by"), ready)
    withdraw = Button(say("Withdraw them"), str(pressed_on(TournamentAction.WITHDRAW, id_, number)), Style.DANGER)
    name = called(found, number, say)
    text = say("{name} loses the games that are not over, or somebody else goes on with them.", name=name)
    if not ready:
        text += " " + say("For that somebody has to press Stand ready on the card.")
    rows = (*((instead,) if ready else ()), (withdraw,))
    return PrivatePanel(title=title_of(found, say), text=text, rows=rows, replace=True)


async def pressed_withdraw(context: Context, data: CallbackData) -> Answer:
    """*Withdraw them*. Raises BadCallbackData, TournamentOrganisersOnly, and what withdrawing raises."""
    found = await _mine(context, data)
    number = _number(found, data.argument.partition(":")[2], data)
    await context.services.tournaments.withdraw(found.tournament.id, number)
    say = context.say
    return Toast(say("{name} plays no further game.", name=called(found, number, say)), closes=True, unseen=True)


async def pressed_replace(context: Context, data: CallbackData) -> Answer:
    """Somebody chosen to go on in another one's place.

    Raises BadCallbackData, TournamentOrganisersOnly, NobodyReady, and what replacing raises.
    """
    found = await _mine(context, data)
    _, number, *whom = (*data.argument.split(":"), "")
    say, seat = context.say, _number(found, number, data)
    player = await context.services.people.by_id(whom[0])
    if player is None:
        raise NobodyReady
    await context.services.tournaments.replace(found.tournament.id, seat, player)
    names = {"name": called(found, seat, say), "other": player.name}
    return Toast(say("{other} goes on in the place of {name}.", **names), closes=True, unseen=True)


async def pressed_games(context: Context, data: CallbackData) -> Answer:
    """*Games*: which is to be decided? Raises TournamentOrganisersOnly."""
    found = await _mine(context, data)
    say, id_ = context.say, found.tournament.id
    games = [game for game in found.games if game.pairing.second is not None and game.played is None]
    if not games:
        return Refusal(text=say("All games so far were played to their end."))
    options = [Option(_told(found, game, say), _named(game)) for game in games[-2 * LISTED :]]
    menus = tuple(
        Menu(str(pressed_on(TournamentAction.DECIDE, id_)), say("Which game?"), tuple(options[at : at + LISTED]))
        for at in range(0, len(options), LISTED)
    )
    text = say("Decide a game that is not played to its end. Its match ends without a result.")
    return PrivatePanel(title=title_of(found, say), text=text, rows=menus, replace=True)


async def pressed_decide(context: Context, data: CallbackData) -> Answer:
    """A game chosen, and then what it is worth. Raises BadCallbackData, TournamentOrganisersOnly, and what awarding it
    raises.
    """
    found = await _mine(context, data)
    say, id_ = context.say, found.tournament.id
    _, named, *worth = (*data.argument.split(":"), "")
    game = next((each for each in found.games if _named(each) == named), None)
    if game is None or game.pairing.second is None:
        raise BadCallbackData(str(data))
    first, second = (called(found, number, say) for number in (game.pairing.first, game.pairing.second))
    if worth[0]:
        if worth[0] not in map(str, range(len(WORTHS))):
            raise BadCallbackData(str(data))
        await context.services.tournaments.award(id_, game, WORTHS[int(worth[0])])
        return await shown(context, await seen(context, id_))
    labels = (say("{name} wins", name=first), say("Draw"), say("{name} wins", name=second), say("Both lose"))
    rows = tuple(
        (Button(label, str(pressed_on(TournamentAction.DECIDE, id_, named, at))),) for at, label in enumerate(labels)
    )
    return PrivatePanel(title=title_of(found, say), text=_told(found, game, say), rows=rows, replace=True)


def _named(game: TournamentGame) -> str:
    return f"{game.pairing.round}.{game.pairing.board}.{game.leg}.{game.attempt}"


def _told(found: TournamentView, game: TournamentGame, say: Words) -> str:
    first = called(found, game.pairing.first, say)
    second = called(found, game.pairing.second or 0, say)
    at = say("Round {number}", number=game.pairing.round)
    return cut_at_word(f"{at}: {first} – {second}{f' ({game.match})' if game.match else ''}", OPTION_LENGTH)


def _number(found: TournamentView, text: str, data: CallbackData) -> int:
    """The number of somebody who plays. Raises BadCallbackData."""
    if text not in {str(each.number) for each in found.entrants}:
        raise BadCallbackData(str(data))
    return int(text)


async def _mine(context: Context, data: CallbackData) -> TournamentView:
    """The tournament that a button is about, of which this person is an organiser. Raises TournamentGone, NotAmong,
    TournamentOrganisersOnly.
    """
    found = await about_one(context, data)
    await check_organises(context, found.tournament.place)
    return found
