"""A chat against another one: its challenge, and how another chat accepts it."""

from bot.app.buttons.about_place import place_of
from bot.app.buttons.callback_data import CallbackData
from bot.app.contests.village_here import ACCEPT, CHALLENGE, VillageAction, check, data, player
from bot.app.play.play import open_elsewhere, open_match
from bot.app.requests.context import Context
from bot.app.requests.hosts import check_may_play, may_in
from bot.app.requests.visibility import check_among
from bot.app.text.names import game_name
from bot.chat import Answer, Button, PrivatePanel, PublicAnswer, Style, Toast, When
from bot.matches.communities import OFF, VOTING_TIMES, Right
from bot.matches.identity import Place
from bot.matches.invitation import Invitation
from bot.matches.refusals import ActionRefused, ChatChallengeGone, OwnChatChallenge, VillageOff
from bot.services.contests.chat_matches import OpenChallenge
from bot.services.match.matches import Player
from bot.words import N_
from engine.games import find_ruleset
from engine.ruleset import Ruleset


class NoChallengeNamed(ActionRefused):
    sentence = N_("Name the code of the challenge, as the other chat has it: /village accept K7QM42.")


async def challenge(context: Context, place: Place, ruleset: Ruleset) -> Answer:
    """Challenge another chat to a game; whoever may do that is known. Raises what ``ChatMatchService.challenge``
    raises.
    """
    village, service = await player(context, place), context.services.chat_matches
    made = await service.challenge(context.player, village.id, place, ruleset, context.say.language)
    return await _shown(context, place, made, village)


async def look(context: Context, place: Place, code: str) -> Answer:
    """The challenge with this code, with what can be done about it here. Raises NoChallengeNamed, ChatChallengeGone,
    VillageOff, NotAmong.
    """
    if not code:
        raise NoChallengeNamed
    await check_among(context, place)
    found = await context.services.chat_matches.by_code(code.strip().upper())
    return await _shown(context, place, found, await player(context, place))


async def pressed_look(context: Context, given: CallbackData) -> Answer:
    """*Challenge*: that of this chat. Raises BadCallbackData, and what ``look`` raises."""
    place, code = place_of(given, context.request.place)
    return await look(context, place, code)


async def pressed_count_in(context: Context, given: CallbackData) -> Answer:
    """*Count me in*: this person has a vote in the matches against other chats that begin from now on. Raises
    BadCallbackData, NotAmong, KeptToSome, and what ``ChatMatchService.count_in`` raises.
    """
    say, (place, _) = context.say, place_of(given, context.request.place)
    await check_among(context, place)
    await check_may_play(context, await context.services.communities.of_place(place), place)
    village, service = await player(context, place), context.services.chat_matches
    await service.count_in(context.player, village.id, place)
    told = say(
        "You are counted in: you have a vote in each match of {name} that begins from now on.", name=village.name
    )
    return Toast(told, unseen=True)


async def pressed_accept(context: Context, given: CallbackData) -> Answer:
    """*Accept*: the match begins, in both chats. Raises BadCallbackData, what ``check`` raises, ChatChallengeGone,
    OwnChatChallenge, and what opening a match raises.
    """
    place, code = place_of(given, context.request.place)
    await check(context, place, ACCEPT)
    service, village = context.services.chat_matches, await player(context, place)
    found = await service.by_code(code)
    if found.village.player == village.id:
        raise OwnChatChallenge(code)
    host = await context.services.people.by_id(found.village.player)
    if host is None:
        raise ChatChallengeGone
    await service.count_in(context.player, village.id, place)
    wanted = Invitation(find_ruleset(found.challenge.ruleset), player=village.id, accepted=True)
    contest = service.accepted(place, village.id, code)
    if place.is_at(context.request.place):
        return await open_match(context, wanted, contest, host)
    await open_elsewhere(context, place, wanted, contest, host)
    say = context.say
    return PrivatePanel(title=say("Village"), text=say("The match begins in both chats."), replace=True)


async def pressed_take_back(context: Context, given: CallbackData) -> Answer:
    """*Take it back*: the challenge of this chat is no longer there. Raises BadCallbackData, what ``check`` raises."""
    place, _ = place_of(given, context.request.place)
    await check(context, place, CHALLENGE)
    await context.services.chat_matches.take_back((await player(context, place)).id)
    say = context.say
    return PrivatePanel(title=say("Village"), text=say("The challenge is taken back."), replace=True)


async def doors(context: Context, place: Place, village: Player) -> tuple[Button, ...]:
    """The buttons on the panel of a village: to be counted in, and to challenge another chat."""
    say = context.say
    counted = Button(say("Count me in"), data(VillageAction.COUNT_IN, place))
    there = await context.services.chat_matches.of_village(village.id)
    if there:
        return counted, Button(say("Our challenge"), data(VillageAction.LOOK, place, there.code))
    if not await may_in(context, Right.ORGANISE, place):
        return (counted,)
    return counted, Button(say("Challenge another chat"), data(VillageAction.BEGIN, place, CHALLENGE))


async def counted_line(context: Context, village: Player) -> str:
    """The line that tells how many are of a village."""
    count = await context.services.chat_matches.counted(village.id)
    if not count:
        return context.say("Nobody here is counted in for matches against other chats yet.")
    return context.say.plural(
        "{count} person here is counted in for matches against other chats.",
        "{count} people here are counted in for matches against other chats.",
        count,
    )


async def _shown(context: Context, place: Place, found: OpenChallenge, village: Player) -> Answer:
    """A challenge for all in a place; for one person where they are somewhere else."""
    say, code = context.say, found.challenge.code
    own = found.village.player == village.id
    counted = Button(say("Count me in"), data(VillageAction.COUNT_IN, place), Style.MAIN)
    ends = (
        Button(say("Take it back"), data(VillageAction.TAKE_BACK, place))
        if own
        else Button(say("Accept"), data(VillageAction.ACCEPT, place, code), Style.GOOD)
    )
    title, rows = say("Village"), ((counted, ends),)
    text, links = await _told(context, place, found, village)
    if place.is_at(context.request.place):
        return PublicAnswer(title=title, text=text, rows=rows, links=links)
    return PrivatePanel(title=title, text=text, rows=rows, links=links, replace=True)


async def _told(context: Context, place: Place, found: OpenChallenge, village: Player) -> tuple[str, tuple[When, ...]]:
    """The words about a challenge in a place. Raises VillageOff."""
    say, challenge_ = context.say, found.challenge
    game = game_name(find_ruleset(challenge_.ruleset), say)
    until = When(say.ahead(challenge_.until - context.now()), challenge_.until)
    if found.village.player == village.id:
        lines = [
            say("{name} challenges another chat: {game}.", name=found.name, game=game),
            say(
                "Pass it on: whoever organises there sends /village accept {code}, until {when}.",
                code=challenge_.code,
                when=until.words,
            ),
            await counted_line(context, village),
        ]
        return "\n".join(lines), (until,)
    chosen = (await context.services.communities.of_place(place)).chosen("village")
    if chosen == OFF:
        raise VillageOff
    facts = {"theirs": say.span(found.lasts), "ours": say.span(VOTING_TIMES[chosen])}
    lines = [
        say("{name} challenges this chat: {game}.", name=_with_app(found), game=game),
        say("There a vote is open for {theirs}, here for {ours}.", **facts),
        say("Whoever organises here accepts, until {when}.", when=until.words),
        say("Whoever is counted in by then has a vote in it."),
        await counted_line(context, village),
    ]
    return "\n".join(lines), (until,)


def _with_app(found: OpenChallenge) -> str:
    """The name of a village with the app in which it is."""
    return f"{found.name} ({found.village.place.platform.title()})"
