"""``/simul``: one host plays many boards, opened together with one card."""

from bot.app.buttons.about_place import about, place_of
from bot.app.buttons.callback_data import BadCallbackData, CallbackData, ruleset_named
from bot.app.contests.simul_card import SimulAction
from bot.app.requests.context import Context
from bot.app.requests.game_chooser import Purpose, families_panel, family_of, family_panel, named_games
from bot.app.requests.hosts import check_may_open, check_may_play, may_in
from bot.app.requests.visibility import check_among
from bot.chat import Answer, PrivatePanel, Refusal, Toast
from bot.chat.commands import words_for
from bot.chat.games import game_key
from bot.matches.communities import OFF, Community, Right
from bot.matches.identity import Place
from bot.matches.pace import PACE_CHOICES, PACE_WORDS, Pace
from bot.matches.refusals import SimulGone, SimulOff
from bot.matches.simul import FEWEST, MOST, OF_ANYBODY, SimulSide
from bot.services.contests.simuls import SimulWish
from bot.words import N_, typed_words
from engine.games import find_ruleset
from engine.ruleset import Ruleset

SIDES = (
    (SimulSide.FIRST.value, N_("First on every board")),
    (SimulSide.SECOND.value, N_("Second on every board")),
    (SimulSide.TURNS.value, N_("By turns")),
)
SIDE_WORDS = words_for(
    (SimulSide.FIRST.value, typed_words("first")),
    (SimulSide.SECOND.value, typed_words("second")),
    (SimulSide.TURNS.value, typed_words("turns")),
)
PACES = tuple((value, label) for value, label in PACE_CHOICES if not ((pace := PACE_WORDS[value]) and pace.times.live))


def boards_in(text: str, given: object) -> str | None:
    """A word of a typed line that is a number of boards."""
    del given
    return text if text.isascii() and text.isdecimal() else None


async def simul_command(context: Context, game: str = "", boards: str = "", side: str = "", pace: str = "") -> Answer:
    """``/simul``: a card that people join. Raises SimulOff, and what opening one raises."""
    say, place = context.say, context.request.place
    if not place.community:
        return PrivatePanel(
            title=say("Simul"), text=say("Use /simul in a server or group: whoever is there can join."), replace=True
        )
    found = await _check(context, place)
    if boards and not (boards.isascii() and boards.isdecimal() and FEWEST <= int(boards[:4]) <= MOST):
        text = say("A simul has {first} to {last} boards.", first=FEWEST, last=MOST)
        return Refusal(text=text)
    chosen = PACE_WORDS.get(pace) if pace else _usual(found)
    if pace and not found.offered(chosen):
        return Refusal(text=say("This pace is not offered here."))
    key = game_key(game) if game else None
    wished = f"{boards}.{SimulSide(side).value if side in dict(SIDES) else ''}.{pace}"
    if key is None:
        purpose = _purpose(context, place, wished)
        return named_games(context, purpose, game) if game else await families_panel(context, purpose)
    return await _opened(context, place, find_ruleset(key), wished)


async def pressed_family(context: Context, data: CallbackData) -> Answer:
    """A family of games. Raises BadCallbackData, NotAmong."""
    place, wanted = place_of(data, context.request.place)
    wished, _, family = wanted.rpartition(":")
    await check_among(context, place)
    return await family_panel(context, _purpose(context, place, wished), family_of(family))


async def pressed_game(context: Context, data: CallbackData) -> Answer:
    """A game chosen. Raises BadCallbackData, and what opening a simul raises."""
    place, wanted = place_of(data, context.request.place)
    wished, _, game = wanted.rpartition(":")
    return await _opened(context, place, ruleset_named(game), wished)


async def pressed_join(context: Context, data: CallbackData) -> Answer:
    """*Join*. Raises what joining raises."""
    place = await _place_of(context, data)
    await check_among(context, place)
    found = await context.services.communities.of_place(place)
    await check_may_play(context, found, place)
    count, seats = await context.services.simuls.join(context.player, data.argument)
    return Toast(context.say("You are in: {count} of {seats}.", count=count, seats=seats))


async def pressed_leave(context: Context, data: CallbackData) -> Answer:
    """*Leave*, which calls it off where the host leaves. Raises SimulGone, SimulHasBegun, NotInSimul."""
    closed = await context.services.simuls.leave(context.player.id, data.argument)
    return Toast(context.say("You have called this simul off.") if closed else context.say("You are not in any more."))


async def pressed_begin(context: Context, data: CallbackData) -> Answer:
    """*Begin*. Raises what beginning raises."""
    count = await context.services.simuls.begin(context.player.id, data.argument)
    say = context.say
    return Toast(say.plural("{count} board is being opened.", "{count} boards are being opened.", count))


async def _place_of(context: Context, data: CallbackData) -> Place:
    """The place of the simul that a button is of. Raises SimulGone."""
    found = await context.services.simuls.view(data.argument)
    if found is None:
        raise SimulGone
    return found.simul.place


async def _check(context: Context, place: Place) -> Community:
    """Raises SimulOff, NotAmong, and what keeps somebody from playing there."""
    await check_among(context, place)
    found = await context.services.communities.of_place(place)
    if found.chosen("simul") == OFF:
        raise SimulOff
    if place == context.request.place:
        await check_may_open(context, found)
    else:
        await check_may_play(context, found, place)
    return found


def _usual(found: Community) -> Pace | None:
    """The pace where nobody names one: that of the place, where it is a slow one."""
    pace = found.usual_terms.pace
    return pace if pace and not pace.times.live else None


async def _opened(context: Context, place: Place, ruleset: Ruleset, wished: str) -> Answer:
    """Open the simul that is wished for, as its number of boards, side and pace. Raises what ``_check`` raises."""
    say, found = context.say, await _check(context, place)
    boards, side, pace = (*wished.split("."), "", "")[:3]
    if (boards and not boards.isdecimal()) or side not in ("", *dict(SIDES)) or pace not in ("", *PACE_WORDS):
        raise BadCallbackData(wished)
    organises = await may_in(context, Right.ORGANISE, place)
    most = MOST if organises else OF_ANYBODY
    seats = int(boards or most)
    if not FEWEST <= seats <= most:
        text = say("Whoever does not organise here opens at most {count} boards.", count=OF_ANYBODY)
        return Refusal(text=text)
    chosen = PACE_WORDS[pace] if pace else _usual(found)
    wish = SimulWish(ruleset.key, SimulSide(side or SimulSide.TURNS.value), chosen, seats)
    await context.services.simuls.open(context.player, found.venue(place, say.language), wish)
    text = say("The card of your simul comes in a moment. Begin it there once people have joined.")
    return PrivatePanel(title=say("Simul"), text=text, replace=True)


def _purpose(context: Context, place: Place, wished: str) -> Purpose:
    say = context.say
    argument = about(place, wished)
    return Purpose(
        say("Simul"),
        say("Which game?"),
        "simul",
        SimulAction.FAMILY,
        SimulAction.GAME,
        argument,
        version=SimulAction.GAME,
    )
