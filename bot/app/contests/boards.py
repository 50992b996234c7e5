"""``/boards``: the people of this chat against those of another one, the first against the first."""

from bot.app.buttons.about_place import about, place_of
from bot.app.buttons.callback_data import BadCallbackData, CallbackData, ruleset_named
from bot.app.contests.boards_card import BoardsAction, buttons_of, lines_of, numbered, pressed_on
from bot.app.requests.context import Context
from bot.app.requests.game_chooser import Purpose, families_panel, family_of, family_panel, named_games
from bot.app.requests.hosts import check_may_open, check_may_play, may_in
from bot.app.requests.visibility import check_among
from bot.app.text.names import game_name, still_known
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Refusal, Style, Toast
from bot.chat.commands import words_for
from bot.chat.games import game_key
from bot.matches.boards_match import BoardsState, pace_of
from bot.matches.communities import OFF, Right
from bot.matches.identity import Place
from bot.matches.names import is_visible
from bot.matches.pace import PACE_CHOICES, PACE_WORDS
from bot.matches.refusals import ActionRefused, BoardsGone, BoardsOff, NoBoardsHere
from bot.services.contests.boards import BoardsView
from bot.words import N_, typed_words
from engine.games import find_ruleset
from engine.ruleset import Ruleset

SHOW, CHALLENGE, ACCEPT, JOIN, LEAVE = "show", "challenge", "accept", "join", "leave"
ORDER, BEGIN, STOP = "order", "begin", "stop"
ACTS = (
    (SHOW, N_("Show it")),
    (CHALLENGE, N_("Challenge another chat")),
    (ACCEPT, N_("Accept the challenge of another chat")),
    (JOIN, N_("Join it")),
    (LEAVE, N_("Leave it")),
    (ORDER, N_("Put people in order")),
    (BEGIN, N_("Begin it")),
    (STOP, N_("Call it off")),
)
ACT_WORDS = words_for(
    (SHOW, typed_words("show")),
    (CHALLENGE, typed_words("challenge")),
    (ACCEPT, typed_words("accept")),
    (JOIN, typed_words("join")),
    (LEAVE, typed_words("leave")),
    (ORDER, typed_words("order")),
    (BEGIN, typed_words("begin")),
    (STOP, typed_words("stop")),
)
PACES = tuple((value, label) for value, label in PACE_CHOICES if (pace := PACE_WORDS[value]) and not pace.times.live)


class OrganisersOnly(ActionRefused):
    sentence = N_("A boards match is arranged by those who organise here. You can join it: /boards join.")


class NoCodeNamed(ActionRefused):
    sentence = N_("Name the code of the challenge, as the other chat has it: /boards accept K7QM42.")


class NobodyCalledSo(ActionRefused):
    """Nobody of this ``name`` has joined."""

    sentence = N_("Nobody called {name} has joined here. Name people as the card does, with commas between them.")
    name: str


async def boards_command(context: Context, act: str, game: str, pace: str, challenge: str, people: str) -> Answer:
    """``/boards``: the boards match of this chat, a new one, or what is to be done about it. Raises BoardsOff, and what
    is raised by what is done.
    """
    say, place = context.say, context.request.place
    if not place.community:
        text = say("Use /boards in a server or group: it plays against another one.")
        return PrivatePanel(title=say("Boards match"), text=text, replace=True)
    if act == ACCEPT or (challenge and not act):
        return await _accept(context, place, challenge)
    if act == CHALLENGE or (game and not act):
        return await _challenge(context, place, game, pace)
    await check_among(context, place)
    if act in (JOIN, LEAVE, BEGIN, STOP, ORDER) or people:
        found, side = await _here(context, place)
        if act == JOIN:
            return await _join(context, found, side)
        if act == LEAVE:
            return await _leave(context, found)
        if act == BEGIN:
            return await _begin(context, found, side)
        if act == STOP:
            return await _ask_stop(context, found, side)
        return await _ordered(context, found, side, people)
    return await _panel(context, place)


async def pressed_new(context: Context, data: CallbackData) -> Answer:
    """*Challenge another chat*: at which game? Raises BadCallbackData, and what ``_challenge`` raises."""
    place, _ = place_of(data, context.request.place)
    return await _challenge(context, place, "", "")


async def pressed_family(context: Context, data: CallbackData) -> Answer:
    """A family of games. Raises BadCallbackData, NotAmong."""
    place, wanted = place_of(data, context.request.place)
    pace, _, family = wanted.rpartition(":")
    await check_among(context, place)
    return await family_panel(context, _purpose(context, place, pace), family_of(family))


async def pressed_game(context: Context, data: CallbackData) -> Answer:
    """A game chosen. Raises BadCallbackData, and what challenging raises."""
    place, wanted = place_of(data, context.request.place)
    pace, _, game = wanted.rpartition(":")
    await _check_organises(context, place)
    if pace not in ("", *dict(PACES)):
        raise BadCallbackData(str(data))
    return await _challenged(context, place, ruleset_named(game), pace)


async def pressed_join(context: Context, data: CallbackData) -> Answer:
    """*Join*. Raises BadCallbackData, and what joining raises."""
    return await _join(context, *await _about(context, data))


async def pressed_leave(context: Context, data: CallbackData) -> Answer:
    """*Leave*. Raises BadCallbackData, and what leaving raises."""
    found, _ = await _about(context, data)
    return await _leave(context, found)


async def pressed_begin(context: Context, data: CallbackData) -> Answer:
    """*Begin*. Raises BadCallbackData, OrganisersOnly, and what beginning raises."""
    return await _begin(context, *await _about(context, data))


async def pressed_stop(context: Context, data: CallbackData) -> Answer:
    """*Call it off*, which asks once more. Raises BadCallbackData, OrganisersOnly."""
    return await _ask_stop(context, *await _about(context, data))


async def pressed_confirm_stop(context: Context, data: CallbackData) -> Answer:
    """*Yes, call it off*. Raises BadCallbackData, OrganisersOnly, BoardsGone, BoardsOver."""
    found, side = await _about(context, data)
    await _check_organises(context, found.sides[side].place)
    await context.services.boards.stop(found.match.id, side)
    return Toast(context.say("It is called off."), closes=True, unseen=True)


async def pressed_order(context: Context, data: CallbackData) -> Answer:
    """*Order*: who moves up? Raises BadCallbackData, OrganisersOnly."""
    found, side = await _about(context, data)
    return await _ordered(context, found, side, "")


async def pressed_move_up(context: Context, data: CallbackData) -> Answer:
    """Somebody moves up by one. Raises BadCallbackData, OrganisersOnly, and what ``BoardsService.arrange`` raises."""
    rest, _, player = data.argument.rpartition(":")
    found, side = await _about(context, CallbackData(data.action, argument=rest))
    await _check_organises(context, found.sides[side].place)
    order = [each.player for each in found.of_side(side)]
    at = order.index(player) if player in order else 0
    if at:
        order[at - 1], order[at] = order[at], order[at - 1]
        await context.services.boards.arrange(found.match.id, side, order)
    return await _ordered(context, await _seen(context, found.match.id), side, "")


async def pressed_organise(context: Context, data: CallbackData) -> Answer:
    """*For organisers*. Raises BadCallbackData, OrganisersOnly."""
    found, side = await _about(context, data)
    await _check_organises(context, found.sides[side].place)
    return _shown(context, found, side, organises=True)


async def _seen(context: Context, boards: str) -> BoardsView:
    """A boards match. Raises BoardsGone."""
    found = await context.services.boards.view(boards)
    if found is None:
        raise BoardsGone
    return found


async def _about(context: Context, data: CallbackData) -> tuple[BoardsView, int]:
    """The boards match that a button is about, with the side of its chat. Raises BadCallbackData, BoardsGone,
    NotAmong.
    """
    boards, _, side = data.argument.partition(":")
    if side not in ("0", "1"):
        raise BadCallbackData(str(data))
    found = await _seen(context, boards)
    if int(side) >= len(found.sides):
        raise BadCallbackData(str(data))
    await check_among(context, found.sides[int(side)].place)
    return found, int(side)


async def _here(context: Context, place: Place) -> tuple[BoardsView, int]:
    """The boards match of a place, with its side. Raises NoBoardsHere, BoardsGone."""
    found = await context.services.boards.of_place(place)
    if found is None:
        raise NoBoardsHere
    return await _seen(context, found[0].id), found[1]


async def _check_organises(context: Context, place: Place) -> None:
    """Raises NotAmong, OrganisersOnly."""
    await check_among(context, place)
    if not await may_in(context, Right.ORGANISE, place):
        raise OrganisersOnly


async def _challenge(context: Context, place: Place, game: str, pace: str) -> Answer:
    """Challenge another chat; at which game, where none is named? Raises NotAmong, OrganisersOnly, BoardsOff."""
    await _check_organises(context, place)
    found = await context.services.communities.of_place(place)
    if found.chosen("boards") == OFF:
        raise BoardsOff
    if place == context.request.place:
        await check_may_open(context, found)
    key = game_key(game) if game else None
    if key is None:
        purpose = _purpose(context, place, pace)
        return named_games(context, purpose, game) if game else await families_panel(context, purpose)
    return await _challenged(context, place, find_ruleset(key), pace)


async def _challenged(context: Context, place: Place, ruleset: Ruleset, pace: str) -> Answer:
    say = context.say
    found = await context.services.communities.of_place(place)
    chosen = PACE_WORDS.get(pace) or pace_of(found.usual_terms.pace)
    if not found.offered(chosen):
        return Refusal(text=say("This pace is not offered here."))
    venue, name = found.venue(place, say.language), await _name_of(context, place)
    made = await context.services.boards.challenge(context.player.id, venue, name, ruleset.key, chosen)
    text = say(
        "The card comes in a moment. Pass it on: whoever organises in the other chat sends /boards accept {code}.",
        code=made.code,
    )
    return PrivatePanel(title=say("Boards match"), text=text, replace=True)


async def _accept(context: Context, place: Place, code: str) -> Answer:
    """Accept the challenge with a code. Raises NoCodeNamed, OrganisersOnly, and what accepting raises."""
    say = context.say
    if not code:
        raise NoCodeNamed
    await _check_organises(context, place)
    found = await context.services.communities.of_place(place)
    venue, name = found.venue(place, say.language), await _name_of(context, place)
    await context.services.boards.accept(context.player.id, venue, name, code.strip().upper())
    return PrivatePanel(
        title=say("Boards match"), text=say("Accepted. The card comes in a moment: people join there."), replace=True
    )


async def _name_of(context: Context, place: Place) -> str:
    """The name of the chat; empty where it has none that can be seen."""
    ask = context.request.called
    name = " ".join((await ask(place) if ask else context.request.server).split())
    return name if is_visible(name) else ""


async def _join(context: Context, found: BoardsView, side: int) -> Answer:
    place = found.sides[side].place
    await check_may_play(context, await context.services.communities.of_place(place), place)
    count = await context.services.boards.join(context.player, found.match.id, side)
    return Toast(context.say("You are in: {count} of this chat.", count=count))


async def _leave(context: Context, found: BoardsView) -> Answer:
    await context.services.boards.leave(context.player.id, found.match.id)
    return Toast(context.say("You are not in any more."))


async def _begin(context: Context, found: BoardsView, side: int) -> Answer:
    """Raises OrganisersOnly, and what ``BoardsService.begin`` raises."""
    await _check_organises(context, found.sides[side].place)
    say = context.say
    if await context.services.boards.begin(context.player.id, found.match.id, side):
        return Toast(say("It begins: the boards are being opened."), closes=True)
    return Toast(say("This chat is ready. It begins once the other one is."), closes=True)


async def _ask_stop(context: Context, found: BoardsView, side: int) -> Answer:
    """Raises OrganisersOnly."""
    await _check_organises(context, found.sides[side].place)
    say = context.say
    yes = Button(
        say("Yes, call it off"), str(pressed_on(BoardsAction.CONFIRM_STOP, found.match.id, side)), Style.DANGER
    )
    text = say("Call this boards match off, for both chats? Boards under way go on, without counting.")
    return PrivatePanel(title=say("Boards match"), text=text, rows=((yes,),), replace=True)


async def _ordered(context: Context, found: BoardsView, side: int, named: str) -> Answer:
    """Put those who are ``named`` first; the order, with a menu of who moves up. Raises OrganisersOnly, NobodyCalledSo,
    and what ``BoardsService.arrange`` raises.
    """
    await _check_organises(context, found.sides[side].place)
    say, somebody = context.say, context.say("somebody")
    line = [each.player for each in found.of_side(side)]
    if named:
        first = [_called(found, line, each) for each in filter(None, (each.strip() for each in named.split(",")))]
        line = await context.services.boards.arrange(found.match.id, side, first)
    names = [found.names.get(each, somebody) for each in line]
    text = "\n".join(
        filter(
            None,
            (
                numbered(names) or say("Nobody has joined yet."),
                say("By rating, as long as nobody is moved. Names can be typed too: /boards order Ani, Budi"),
            ),
        )
    )
    options = tuple(
        Option(f"{number}. {name}", player)
        for number, (name, player) in enumerate(zip(names, line, strict=True), 1)
        if number > 1
    )
    menu = Menu(str(pressed_on(BoardsAction.MOVE_UP, found.match.id, side)), say("Who moves up?"), options)
    rows = (menu,) if options and found.match.state is BoardsState.OPEN else ()
    return PrivatePanel(title=say("Boards match"), text=text, rows=rows, replace=True)


def _called(found: BoardsView, line: list[str], name: str) -> str:
    """The one in a line who is called so. Raises NobodyCalledSo."""
    for each in line:
        if found.names.get(each, "").casefold() == name.removeprefix("@").casefold():
            return each
    raise NobodyCalledSo(name[:40])


async def _panel(context: Context, place: Place) -> Answer:
    """The boards match of a place; how one begins, where there is none. Raises BoardsOff."""
    say, found = context.say, await context.services.boards.of_place(place)
    organises = await may_in(context, Right.ORGANISE, place)
    if found:
        return _shown(context, await _seen(context, found[0].id), found[1], organises=organises)
    if (await context.services.communities.of_place(place)).chosen("boards") == OFF:
        raise BoardsOff
    text = say(
        "No boards match waits here. In one, people of this chat play those of another chat, the first against the "
        "first, two matches each pair. Those who organise begin it."
    )
    new = Button(say("Challenge another chat"), str(CallbackData(BoardsAction.NEW, argument=about(place))), Style.MAIN)
    return PrivatePanel(
        title=say("Boards match"), text=text, rows=((new,),) if organises else (), replace=True, stays=True
    )


def _shown(context: Context, found: BoardsView, side: int, *, organises: bool) -> Answer:
    say = context.say
    known = still_known([found.match.ruleset])
    title = " · ".join((say("Boards match"), *(game_name(each, say) for each in known)))
    text = "\n".join(filter(None, lines_of(found, side, say)))
    buttons = buttons_of(found, side, say)
    rows = [buttons] if buttons else []
    if organises and buttons:
        begin, order = (
            Button(label, str(pressed_on(action, found.match.id, side)))
            for label, action in ((say("Begin"), BoardsAction.BEGIN), (say("Order"), BoardsAction.ORDER))
        )
        stop = Button(say("Call it off"), str(pressed_on(BoardsAction.STOP, found.match.id, side)), Style.DANGER)
        rows.append((begin, order, stop) if found.match.state is BoardsState.OPEN else (stop,))
    return PrivatePanel(title=title, text=text, rows=tuple(rows), replace=True)


def _purpose(context: Context, place: Place, pace: str) -> Purpose:
    say = context.say
    argument = about(place, pace)
    return Purpose(
        say("Boards match"),
        say("Which game?"),
        "boards",
        BoardsAction.FAMILY,
        BoardsAction.GAME,
        argument,
        version=BoardsAction.GAME,
    )
