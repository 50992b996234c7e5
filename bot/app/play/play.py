"""``/play`` and ``/join``: invitations, practice boards and matches against the computer, until a match begins."""

import re
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import timedelta
from functools import partial

from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData, read_press, ruleset_named
from bot.app.buttons.ladder_button import ladder_button
from bot.app.buttons.owners import belongs_to_other
from bot.app.buttons.starts import StartPosition, read_wish
from bot.app.pictures.images import scene_of
from bot.app.play.learn_offer import learn_offer
from bot.app.play.paces import (
    DEFAULT_TERMS,
    NO_SIDE,
    SIDES,
    NewGame,
    bid_choices,
    bid_label,
    chosen_line,
    no_such_term,
    pace_button,
    split_terms,
    toggle,
    toggles_of,
    with_bid,
    with_terms,
)
from bot.app.play.starts import KNOWN_PLAYERS, from_start, go_on_levels, go_on_panel, read_start, start_of
from bot.app.requests.command_arguments import CommandArguments
from bot.app.requests.context import Context, side_look
from bot.app.requests.game_chooser import (
    Purpose,
    families_panel,
    family_of,
    family_panel,
    named_games,
    usual_game,
    versions,
    versions_menu,
    versions_panel,
)
from bot.app.requests.hosts import as_admitted, check_computer, check_guest_may_play, check_may_open
from bot.app.text.absences import absence
from bot.app.text.bids import your_bidding
from bot.app.text.level_names import level_name
from bot.app.text.names import game_name, likeness, side_name, side_names
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Refusal, Style
from bot.chat.commands import ANYBODY, ASK_LEVEL, COMPUTER, LEVEL_CHOICES, PRACTICE
from bot.chat.games import game_key, side_named
from bot.computer.computer_player import computer
from bot.matches.communities import ASKED_THREADS, NO_THREADS, Community
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.refusals import BidAlone, ClockNeedsTwo
from bot.matches.terms import TERMS, UNTIMED, NamedTerms, TermPanel, Terms, UnknownTerm, terms_named
from bot.services.match.matches import Player
from bot.services.match.opening import NewContest
from bot.services.views import View
from bot.words import N_, Words, words
from engine.game import Game
from engine.games import find_ruleset
from engine.ruleset import Ruleset
from engine.search import LEVELS

_ANYBODY, _ALONE = "*", "!"
_ASKS = "?"
"""Before the opponent in the button that asks which game."""
_ME = "me"
"""The handle by which people mean themselves."""
HANDLE_LENGTH = 32
_HANDLE = re.compile(rf"[\w.-]{{1,{HANDLE_LENGTH}}}", re.ASCII)
"""The ids of accounts that a button has room for."""


NOTHING_NAMED: NamedTerms = {}


async def play_typed(context: Context, given: CommandArguments) -> Answer:
    """``/play`` as somebody has typed it, or filled in."""
    try:
        named = terms_named({each.option: given.text(each.option) for each in TERMS.values()})
    except UnknownTerm as unknown:
        return no_such_term(context, unknown)
    opponent = given.text("opponent")
    return await play_command(
        context,
        given.person("opponent"),
        given.text("game"),
        given.text("side"),
        given.text("level") or (ASK_LEVEL if opponent == COMPUTER else ""),
        named,
        given.text("from"),
        anybody=opponent == ANYBODY,
        practice=opponent == PRACTICE,
    )


async def play_command(
    context: Context,
    opponent: Person | None,
    game: str,
    side: str,
    level: str,
    named: NamedTerms = NOTHING_NAMED,
    origin: str = "",
    *,
    anybody: bool = False,
    practice: bool = False,
    chooses: bool = False,
) -> Answer:
    """``/play``: an invitation card, a practice board, or the panel that asks for what is missing.

    ``named`` are the terms that somebody has named; the others are those that are usual in the place. ``origin``: the
    position to go on from, as somebody names it. ``anybody``: whoever sits down first is the opponent.
    ``practice``: the person moves both sides. Without a ``game`` it is the one that is usual in the place, unless the
    person ``chooses`` one.
    """
    found = await context.community()
    await check_may_open(context, found)
    start: StartPosition | None = None
    if origin:
        read = await read_start(context, origin, game)
        if isinstance(read, Refusal):
            return read
        start, game = read, read.ruleset.key
    if not (game or chooses) and (usual := usual_game(found)):
        game = usual.key
    say, me = context.say, context.request.person
    terms = replace(Terms(found.usual_terms.pace), **named)
    whom_is_said = anybody or practice or level in dict(LEVEL_CHOICES) or (opponent and not opponent.is_self)
    if not terms.watched and not (game_key(game) and whom_is_said):
        return Refusal(text=say("Where nobody watches, name the game and whom you play: /play dam-8 anybody watch:no"))
    alone = practice or level or (opponent and opponent.is_self)
    terms.check(alone=bool(alone))
    if terms.bid is not None and start:
        raise BidAlone
    if start and not start.watched:
        terms = replace(terms, watched=False)  # nor does anybody watch what goes on from there
    if opponent and (opponent.account == me.account if opponent.account else opponent.handle.casefold() == _ME):
        offered = terms.of_one == UNTIMED and not start
        return await _practice(context, game, start, of_oneself=offered, terms=terms.of_one)
    if practice:
        return await _practice(context, game, start, terms=terms.of_one)
    if level and (anybody or (opponent and not opponent.is_self)):
        return Refusal(text=say("A level is for the computer. Leave out the level, or whom you invite."))
    if opponent and opponent.is_self:
        opponent, level = None, level or ASK_LEVEL
    if opponent and opponent.is_bot:
        return Refusal(text=say("Bots and channels cannot play. Invite a person."))
    if opponent and not opponent.account and not _HANDLE.fullmatch(opponent.handle):
        return Refusal(text=say("Nobody can be called @{name}.", name=opponent.handle[:HANDLE_LENGTH]))
    key = game_key(game)
    if key is None:
        purpose = await _purpose(context, opponent, terms, level, anybody=anybody)
        return named_games(context, purpose, game) if game else await families_panel(context, purpose)
    ruleset = find_ruleset(key)
    if side and side not in (NO_SIDE, *SIDES):
        at = side_named(ruleset, side)
        if at is None:
            return _no_such_side(context, ruleset, side)
        side = list(SIDES)[at]
    if level and not opponent:
        if ("pace" in named and terms.pace) or not terms.away:
            raise ClockNeedsTwo
        return await play_computer(context, ruleset, level, side, terms=terms.of_one, start=start)
    Invitation(ruleset, terms=terms).check()  # before it is asked whom: no answer would mend it
    if not (opponent or anybody) and (start or not side):
        return await (
            go_on_panel(context, start, side or NO_SIDE)
            if start
            else _opponent_panel(context, NewGame(ruleset, terms=terms))
        )
    as_before = "our_number" not in named
    wanted = Invitation(ruleset, opponent, SIDES.get(side), terms=terms, as_before=as_before)
    return await open_match(context, from_start(wanted, start))


async def _practice(
    context: Context, game: str, start: StartPosition | None = None, *, of_oneself: bool = False, terms: Terms = UNTIMED
) -> Answer:
    """A practice board of a game; offered to those who have invited themselves, and asked about without a game."""
    if key := game_key(game):
        ruleset = find_ruleset(key)
        if of_oneself:
            return await offer_practice(context, ruleset)
        return await open_practice(context, ruleset, start, terms=terms)
    purpose = _purpose_with(context, _ALONE)
    if game:
        return named_games(context, purpose, game)
    if of_oneself:
        purpose = replace(purpose, prompt=f"{context.say(THAT_IS_YOU)} {purpose.prompt}")
    return await families_panel(context, purpose)


def _no_such_side(context: Context, ruleset: Ruleset, side: str) -> Answer:
    first, second = side_names(ruleset, context.say)
    return Refusal(
        text=context.say(
            "There is no side {side} in {game}: there are {first} and {second}.",
            side=side[:HANDLE_LENGTH],
            game=game_name(ruleset, context.say),
            first=first,
            second=second,
        )
    )


async def _purpose(
    context: Context, opponent: Person | None, terms: Terms, level: str = "", *, anybody: bool = False
) -> Purpose:
    """A game to play. The opponent goes along in the payload: player id, ``@handle``, ``#level``, ``*`` anybody; and
    the terms (``with_terms``).
    """
    whom = _ANYBODY if anybody else ""
    if level:
        whom = f"#{level if level in dict(LEVEL_CHOICES) else ASK_LEVEL}"
    name = ""
    if opponent and opponent.account:
        player = await context.services.people.player(opponent)
        whom, name = player.id, player.name
    elif opponent:
        whom, name = f"@{opponent.handle}", f"@{opponent.handle}"
    return _purpose_with(context, with_terms(whom, terms), name)


def _purpose_with(context: Context, whom: str, name: str = "") -> Purpose:
    """The same with the opponent as in a payload; ``name`` is what they are called."""
    say = context.say
    prompt = say("Which game do you want to play with {name}?", name=name) if name else say("Which game?")
    return Purpose(say("New game"), prompt, "play", Action.FAMILY, Action.CHOOSE_GAME, whom, stays=True)


async def _opponent_panel(context: Context, chosen: NewGame) -> Answer:
    """The panel that asks against whom, on which side and at which pace: what is chosen goes along in every button.

    Raises BidNeedsHand, BidAlone, BidOutOfRange for a bid that somebody has typed.
    """
    say, ruleset, found = context.say, chosen.ruleset, await context.community()
    chosen = replace(chosen, terms=found.usual(chosen.terms))
    if chosen.terms.bid is not None:
        wanted = Invitation(ruleset, host_side=chosen.host_side, terms=chosen.terms)
        wanted.check()
        chosen = replace(chosen, side=chosen.side if wanted.seat is None else list(SIDES)[wanted.seat])
    scene = scene_of(Game.begin(ruleset), ("", ""), side_look(context, chosen.host_side or 0), say)
    known = await context.services.people.met(context.request.place, context.player.id, KNOWN_PLAYERS)
    whom = Menu(
        str(CallbackData(Action.NAME_PLAYER, argument=str(chosen))),
        say("One person"),
        tuple(Option(player.name, player.id) for player in known),
        people=True,
    )
    others = versions_menu(context, ruleset, CallbackData(Action.CHOOSE_VERSION))
    numbers = bid_choices(chosen, None, say)
    alone = replace(chosen, terms=DEFAULT_TERMS)
    without = str(CallbackData(Action.SIDE, argument=str(alone)))
    bids = (Menu(without, say("Bid"), numbers),) if numbers else ()
    asked = say("Whom do you want to play, and on which side?")
    away = [absence(player, context.now(), say) for player in known]
    lines = (
        say(ruleset.summary),
        likeness(ruleset, say),
        asked,
        *away,
        _naming(context),
        chosen_line(chosen.terms, say),
    )
    ladder = ladder_button(found, context.request.place, say, ruleset)
    ways = (*await learn_offer(context, ruleset), *ladder, *_another_game(found, say))
    bidding = "" if chosen.terms.bid is None else your_bidding(ruleset, chosen.terms.bid, chosen.host_side or 0, say)
    return PrivatePanel(
        title=game_name(ruleset, say),
        text="\n".join(line for line in (*lines, bidding) if line),
        picture=await context.tools.images.picture(scene, say),
        rows=(
            (
                game_button(say("Anybody"), Action.INVITE_ANYBODY, chosen, Style.MAIN),
                *((game_button(say("Computer"), Action.COMPUTER, alone),) if found.has("computer") else ()),
                game_button(say("Practice board"), Action.PRACTISE, ruleset),
                pace_button(context, chosen),
            ),
            _side_buttons(chosen, (found,), say),
            *bids,
            whom,
            *((others,) if others else ()),
            *((ways,) if ways else ()),
        ),
        replace=True,
        stays=True,
    )


def _side_buttons(chosen: NewGame, found: Sequence[Community], say: Words) -> tuple[Button, ...]:
    """The sides, with a mark at the one that is chosen; the terms beside them, and *Bid*."""
    labels = {} if chosen.terms.bid is not None else {NO_SIDE: say("Either side")}
    labels |= {name: side_name(chosen.ruleset, at, say) for name, at in SIDES.items()}
    toggles = tuple(toggle(flag, chosen, other, say) for flag, other in toggles_of(chosen, found, TermPanel.SIDES))
    sides = tuple(
        game_button(f"✓ {label}", Action.SIDE, chosen, Style.GOOD)
        if name == chosen.side
        else game_button(label, Action.SIDE, replace(chosen, side=name))
        for name, label in labels.items()
    )
    bid = replace(chosen, terms=replace(chosen.terms, bid=None)) if chosen.terms.bid is not None else with_bid(chosen)
    style = Style.PLAIN if chosen.terms.bid is None else Style.GOOD
    return (*sides, *toggles, *((game_button(bid_label(chosen.terms, say), Action.SIDE, bid, style),) if bid else ()))


def _naming(context: Context) -> str:
    """The words that say how to invite a person who does not stand in the panel."""
    say = context.say
    if not context.able.people_by_handle:
        return say("To invite one person: /play, their name, and the game.")
    if context.request.place.private:
        return say("To invite one person: /play, their @name, and the game.")
    return say("To invite one person: answer a message of theirs with /play, or /play, their @name, and the game.")


async def pressed_new(context: Context, data: CallbackData) -> Answer:
    """*New game*: the one that is usual in the place, else which one? *Another game* asks in any case."""
    found = await context.community()
    await check_may_open(context, found)
    usual = usual_game(found)
    if usual and not data.argument:
        return await _opponent_panel(context, NewGame(usual, terms=found.usual_terms))
    whom = data.argument.removeprefix(_ASKS)
    return await families_panel(context, _purpose_with(context, whom or with_terms("", found.usual_terms)))


def _another_game(found: Community, say: Words, whom: str = "") -> tuple[Button, ...]:
    """The button that asks which game, where one is usual; ``whom`` as in a payload."""
    data = CallbackData(Action.NEW_GAME, argument=f"{_ASKS}{whom}")
    return (Button(say("Another game"), str(data)),) if usual_game(found) else ()


async def pressed_family(context: Context, data: CallbackData) -> Answer:
    """A family of games: the argument is the opponent (may be none) and the family. Raises BadCallbackData."""
    whom, _, family = data.argument.rpartition(":")
    return await family_panel(context, _purpose_with(context, whom), family_of(family))


async def pressed_game(context: Context, data: CallbackData) -> Answer:
    """A game chosen in the menu: the argument is the opponent (may be none) and the game. Raises BadCallbackData.

    Where the opponent is known, a game with variants is asked about once more.
    """
    whom, _, game = data.argument.rpartition(":")
    ruleset = ruleset_named(game)
    if whom and versions(ruleset) and not ruleset.variant:
        return versions_panel(context, _purpose_with(context, whom), ruleset)
    return await pressed_version(context, data)


async def pressed_version(context: Context, data: CallbackData) -> Answer:
    """The same, and it is to be played by these very rules. Raises BadCallbackData."""
    beside, _, game = data.argument.rpartition(":")
    ruleset = ruleset_named(game)
    whom, terms = split_terms(beside)
    if not whom:
        return await _opponent_panel(context, NewGame(ruleset, terms=terms))
    if whom == _ANYBODY:
        return await open_match(context, Invitation(ruleset, terms=terms))
    if whom == _ALONE:
        return await open_practice(context, ruleset)
    if whom.startswith("#"):
        return await play_computer(context, ruleset, whom[1:], "")
    platform = context.request.place.platform
    if whom.startswith("@"):
        return await open_match(
            context, Invitation(ruleset, Person(platform, "", whom, handle=whom[1:]), terms=terms, as_before=True)
        )
    if whom == context.player.id:
        return await offer_practice(context, ruleset)
    if await context.services.people.by_id(whom, platform) is None:
        raise BadCallbackData(str(data))
    return await open_match(context, Invitation(ruleset, player=whom, terms=terms, as_before=True))


async def pressed_anybody(context: Context, data: CallbackData) -> Answer:
    """*Anybody*: an invitation that the first to press takes. Raises BadCallbackData."""
    chosen = NewGame.read(data.argument)
    return await open_match(context, Invitation(chosen.ruleset, host_side=chosen.host_side, terms=chosen.terms))


async def pressed_side(context: Context, data: CallbackData) -> Answer:
    """A side or a pace chosen in the panel: the same panel with it. Raises BadCallbackData."""
    return await _opponent_panel(context, NewGame.read(data.argument))


async def pressed_player(context: Context, data: CallbackData) -> Answer:
    """A person chosen in the panel: an invitation to them. The argument is the game, the side wanted and the person.

    The person is a player known here, or whom the platform's own menu has named. Raises BadCallbackData.
    """
    wanted, _, whom = data.argument.rpartition(":")
    new, chosen, place = NewGame.read(wanted), context.request.chosen, context.request.place
    if chosen is not None:
        return await _invite_chosen(context, new)
    if whom not in {player.id for player in await context.services.people.met(place, context.player.id, KNOWN_PLAYERS)}:
        raise BadCallbackData(str(data))
    return await open_match(
        context, Invitation(new.ruleset, host_side=new.host_side, player=whom, terms=new.terms, as_before=True)
    )


async def _invite_chosen(context: Context, new: NewGame) -> Answer:
    """An invitation to the person named in the request."""
    named = asdict(new.terms)
    if not new.terms.our_number:  # nobody has said so: a button that is not pressed says nothing
        del named["our_number"]
    return await play_command(context, context.request.chosen, new.ruleset.key, new.side, "", named)


async def named_in_reply(context: Context) -> Answer | None:
    """An invitation to the person who is named in reply to this person's own panel; None where it is no panel."""
    for payload in context.request.offers:
        try:
            data = read_press(payload)
        except BadCallbackData:
            continue
        if belongs_to_other(data, context.player.id):
            return None
        if data.action == Action.INVITE_ANYBODY:
            return await _invite_chosen(context, NewGame.read(data.argument))
        if data.action in (Action.FAMILY, Action.CHOOSE_GAME) and not data.argument.rpartition(":")[0]:
            return await play_command(context, context.request.chosen, "", "", "", chooses=True)
    return None


_NO_THREADS = N_(
    "The match stays in this channel: I am not allowed to open threads here (the permission Create Public Threads or "
    "Send Messages in Threads is missing). With it, each match has a thread of its own."
)


_THREAD_ASKED = N_("Once it is under way, a player can give it a thread of its own: More, then Move to a thread.")


async def open_match(
    context: Context, invitation: Invitation, contest: NewContest | None = None, host: Player | None = None
) -> Answer:
    """Begin a match, or the invitation to it, of this person or of another ``host``. Raises KeptToSome, GuestKeptOut,
    and what ``MatchOpener.open`` raises.
    """
    found = await context.community()
    venue = found.venue(context.request.place, context.say.language)
    match, view = await _opened(context, found, venue, invitation, contest, host)
    answer = await context.tools.boards.answer(match, view)
    alone = match.practice or not context.services.matches.computers.keys().isdisjoint({*match.seats, match.invited})
    if not alone and context.request.place.can_thread and found.chosen("threads") == ASKED_THREADS:
        return replace(answer, text=f"{answer.text}\n{words(venue.language)(_THREAD_ASKED)}")
    if alone or not context.request.lacks_threads or found.chosen("threads") == NO_THREADS:
        return answer
    if not context.tools.told_threadless.is_new(context.request.place.community, context.now()):
        return answer
    return replace(answer, text=f"{answer.text}\n{words(venue.language)(_NO_THREADS)}")


async def open_elsewhere(
    context: Context, place: Place, invitation: Invitation, contest: NewContest, host: Player | None = None
) -> None:
    """Open a match in another place than the one of the request, where it is shown soon. Raises as ``open_match``."""
    found = await context.services.communities.of_place(place)
    venue = found.venue(place, context.say.language)
    _, view = await _opened(context, found, venue, invitation, contest, host)
    await context.services.views.not_shown(view.key, timedelta(0))


async def _opened(
    context: Context,
    found: Community,
    venue: Venue,
    invitation: Invitation,
    contest: NewContest | None,
    host: Player | None,
) -> tuple[Match, View]:
    if guest := await _guest(context, invitation):
        await check_guest_may_play(context, found, venue.place, guest.account, guest.name)
    # Another host is of another platform, which has events of its own.
    event = f"{context.request.place.platform} {context.request.event}" if host else context.request.event
    begin = partial(context.services.opening.open, event, host or context.player, invitation, venue, contest=contest)
    return await as_admitted(context, begin)


async def _guest(context: Context, invitation: Invitation) -> Person | Player | None:
    """The person whom an invitation is for, where their account here is known; None for the computer."""
    if invitation.accepted:
        return None
    if invitation.player:
        return await context.services.people.by_id(invitation.player, context.request.place.platform)
    return invitation.opponent if invitation.opponent and invitation.opponent.account else None


THAT_IS_YOU = N_("That is you. On a practice board you move both sides.")
USUAL_LEVEL = 2
"""The level of the computer for somebody who has won against it and names none; the first one before."""
_LEVEL_RANGE = {"first": LEVELS[0], "last": LEVELS[-1]}


def game_button(label: str, action: Action, chosen: NewGame | Ruleset, style: Style = Style.PLAIN) -> Button:
    argument = str(chosen) if isinstance(chosen, NewGame) else chosen.short_id
    return Button(label, str(CallbackData(action, argument=argument)), style)


async def offer_practice(context: Context, ruleset: Ruleset) -> Answer:
    say = context.say
    practice = game_button(say("Practice board"), Action.PRACTISE, ruleset, Style.MAIN)
    row = (practice, *_another_game(await context.community(), say, _ALONE))
    return PrivatePanel(title=game_name(ruleset, say), text=say(THAT_IS_YOU), rows=(row,), replace=True, stays=True)


async def pressed_practice(context: Context, data: CallbackData) -> Answer:
    """*Practice board*: both sides are moved by the same person."""
    return await open_practice(context, ruleset_named(data.argument))


async def open_practice(
    context: Context, ruleset: Ruleset, start: StartPosition | None = None, *, terms: Terms = UNTIMED
) -> Answer:
    wanted = Invitation(ruleset, host_side=0, practice=True, terms=terms)
    return await open_match(context, from_start(wanted, start))


async def play_computer(
    context: Context,
    ruleset: Ruleset,
    level: str,
    side: str,
    *,
    terms: Terms = UNTIMED,
    start: StartPosition | None = None,
) -> Answer:
    """A match against the computer, or the menu of its levels where ``level`` is not among them."""
    if level not in dict(LEVEL_CHOICES):
        if start:
            return await go_on_levels(context, start, side or NO_SIDE)
        missing = "" if level == ASK_LEVEL else level
        return await _level_menu(context, ruleset, side, missing)
    wanted = Invitation(ruleset, computer(int(level)), SIDES.get(side), accepted=True, terms=terms)
    return await open_match(context, from_start(wanted, start))


async def _level_menu(context: Context, ruleset: Ruleset, side: str, missing: str = "") -> Answer:
    """The menu of levels; ``missing`` is one that was asked for and that there is not. Raises ComputerOff."""
    await check_computer(context)
    say = context.say
    options = tuple(Option(f"{level} · {level_name(ruleset, level, say)}", str(level)) for level in LEVELS)
    data = CallbackData(Action.LEVEL, argument=f"{ruleset.short_id}:{side}")
    text = say("How strong should the computer be? Level 1 is for people who learned the game today.")
    if missing:
        text = say("There is no level {level}: the levels are {first} to {last}.", level=missing[:10], **_LEVEL_RANGE)
    menu = Menu(str(data), say("Level"), options)
    another = _another_game(await context.community(), say, f"#{ASK_LEVEL}")
    rows = (menu, *((another,) if another else ()))
    return PrivatePanel(title=game_name(ruleset, say), text=text, rows=rows, replace=True, stays=True)


async def pressed_computer(context: Context, data: CallbackData) -> Answer:
    """*Computer*: at which level? Raises BadCallbackData."""
    chosen = NewGame.read(data.argument)
    return await _level_menu(context, chosen.ruleset, chosen.side)


async def pressed_level(context: Context, data: CallbackData) -> Answer:
    """A level chosen: the argument is game, wanted side and level. Raises BadCallbackData."""
    parts = data.argument.split(":")
    if len(parts) != 3 or parts[1] not in ("", "random", *SIDES) or parts[2] not in dict(LEVEL_CHOICES):
        raise BadCallbackData(str(data))
    return await play_computer(context, ruleset_named(parts[0]), parts[2], parts[1])


async def pressed_go_on(context: Context, data: CallbackData) -> Answer:
    """*Continue from here*: the panel that asks against whom, or what was chosen in it.

    Raises BadCallbackData, UnknownMatch, UnreadableMatch, NotShownHere, NobodyWatches, NotStarted, NotOverYet,
    MatchOver, and what ``MatchOpener.open`` raises.
    """
    wish = read_wish(data.argument)
    start = await start_of(context, data, wish)
    ruleset, side = start.ruleset, SIDES.get(wish.side)
    terms = replace((await context.community()).usual_terms, watched=start.watched)
    to_anybody = from_start(Invitation(ruleset, host_side=side, terms=terms), start)
    match wish.wish:
        case "p":
            return await go_on_panel(context, start, wish.side)
        case "c":
            return await go_on_levels(context, start, wish.side)
        case "l":
            return await open_practice(context, ruleset, start, terms=terms.of_one)
        case "v" if wish.chosen in dict(LEVEL_CHOICES):
            return await play_computer(context, ruleset, wish.chosen, wish.side, terms=terms.of_one, start=start)
        case "a":
            return await open_match(context, to_anybody)
        case "u" if (chosen := context.request.chosen) is not None:
            return await _invited_from(context, chosen, start, wish.side, to_anybody)
        case "u":
            return await _known_from(context, wish.chosen, to_anybody)
        case _:
            raise BadCallbackData(str(data))


async def _invited_from(
    context: Context, chosen: Person, start: StartPosition, side: str, to_anybody: Invitation
) -> Answer:
    """An invitation to whom the platform's own menu has named; the computer where that is Papan itself."""
    if chosen.account == context.request.person.account:
        return await open_practice(context, start.ruleset, start, terms=to_anybody.terms.of_one)
    if chosen.is_self:
        return await go_on_levels(context, start, side)
    if chosen.is_bot:
        return Refusal(text=context.say("Bots and channels cannot play. Invite a person."))
    return await open_match(context, replace(to_anybody, opponent=chosen))


async def _known_from(context: Context, player: str, invitation: Invitation) -> Answer:
    """An invitation to a player who is known in this place. Raises BadCallbackData."""
    known = await context.services.people.met(context.request.place, context.player.id, KNOWN_PLAYERS)
    if player not in {each.id for each in known}:
        raise BadCallbackData(player)
    return await open_match(context, replace(invitation, player=player))
