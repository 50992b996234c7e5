"""``/setup``: what the hosts of a server, group or room decide for it. Only those who manage it see and change that."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from enum import StrEnum

from bot.app.buttons.about_place import about, place_of
from bot.app.buttons.callback_data import BadCallbackData, CallbackData
from bot.app.host.permissions import permission_lines
from bot.app.host.reports import waiting_lines
from bot.app.requests.about_group import of_group
from bot.app.requests.context import Context
from bot.app.requests.game_chooser import usual_game
from bot.app.requests.hosts import manages, topic_names
from bot.app.text.names import game_name
from bot.chat import AllowedKind, Answer, Button, Menu, Option, PrivatePanel, Refusal, Row
from bot.matches.communities import (
    HOST_CHOICES,
    INVITATION_TIMES,
    LOG_LOST,
    NAMED,
    OWN,
    RATED_ROLE,
    SHIELD_ROLE,
    TOLD_HERE,
    Community,
    Grant,
    HostChoice,
    Right,
)
from bot.matches.identity import Place
from bot.words import N_, Words

_TABS = {
    "where": N_("Where games may run"),
    "look": N_("Language and look"),
    "sound": N_("Calls and sound"),
    "begin": N_("New matches"),
    "pace": N_("Pace"),
    "people": N_("People"),
    "staff": N_("Decisions of the staff"),
    "limits": N_("Limits"),
    "onlookers": N_("All in the chat"),
    "chats": N_("Other chats"),
    "features": N_("Features"),
    "contests": N_("Contests"),
    "check": N_("Check"),
}
_ROLES = {
    Right.PLAY: N_("Choose a role that may play"),
    Right.ORGANISE: N_("Choose a role that may organise"),
    Right.RULE: N_("Choose a role that may rule in matches"),
}
_HELD = {
    Right.PLAY: N_("May play: {names}"),
    Right.ORGANISE: N_("May organise: {names}"),
    Right.RULE: N_("May rule in matches: {names}"),
}


SHIELD, RATED = "shield", "rated"
"""A role is chosen for whoever holds the shield of a ladder, or for those who may play rated."""
_SINGLE_ROLES = {SHIELD: (SHIELD_ROLE, "contests"), RATED: (RATED_ROLE, "begin")}
"""Each with the setting that keeps it, and its tab."""
BEGIN = "begin"
"""The tab in which the usual game is chosen."""
WEEKLY = ("weekly", "weekly_hour", "zone", "language")
"""The choices from which the time of the card of the week follows, and its language."""


class SetupAction(StrEnum):
    """The buttons of the panel."""

    TAB = "ut"
    CHOICE = "uc"
    GRANT = "ug"
    CHOOSE_GAME = "uo"
    FAMILY = "uf"
    GAME = "uw"
    VERSION = "uv"


async def setup_command(context: Context) -> Answer:
    """``/setup``: the panel, to those who manage the place."""
    place = context.request.place
    if not place.community:
        text = context.say("Use /setup in a server or group that you manage: it decides for that one.")
        return PrivatePanel(title=context.say("Set up"), text=text, replace=True)
    return await setup_of(context, place)


async def setup_of(context: Context, place: Place) -> Answer:
    """The panel about a place, to those who manage it."""
    forum = context.able.has_topics and (place.thread or await context.services.communities.topics(place))
    return await as_host(context, place, _tabs(context, forum=bool(forum))[0])


async def pressed_tab(context: Context, data: CallbackData) -> Answer:
    """Another tab. Raises BadCallbackData."""
    place, tab = place_and_wanted(context, data)
    if tab not in _tabs(context, forum=context.able.has_topics):
        raise BadCallbackData(str(data))
    return await as_host(context, place, tab)


async def pressed_choice(context: Context, data: CallbackData) -> Answer:
    """A value chosen; of several it is taken in or out. Raises BadCallbackData."""
    place, wanted = place_and_wanted(context, data)
    name, _, value = wanted.partition(":")
    choice = HOST_CHOICES.get(name)
    if choice is None or value not in choice.values:
        raise BadCallbackData(str(data))

    def change(found: Community) -> Community:
        new = value
        if choice.several:
            held = found.several(name)
            kept = [each for each in choice.values if (each in held) != (each == value)]
            new = "" if len(kept) == len(choice.values) else ",".join(kept)
        found = _without_log(found) if name == "log" else found
        return replace(found, settings={**found.settings, name: new})

    answer = await as_host(context, place, choice.tab, change)
    if name in WEEKLY and isinstance(answer, PrivatePanel):
        await context.services.weeklies.chosen(place, context.say.language, stays=name != "weekly")
    return answer


async def pressed_grant(context: Context, data: CallbackData) -> Answer:
    """A channel or role chosen: it is taken in, or out where it was named already. Raises BadCallbackData."""
    place, wanted = place_and_wanted(context, data)
    kind, _, rest = wanted.partition(":")
    right, _, account = rest.partition(":")
    known = {
        *((AllowedKind.CHANNEL.value, each.value) for each in (Right.PLAY, Right.RULE)),
        *((AllowedKind.ROLE.value, each.value) for each in Right),
    }
    if kind == AllowedKind.ROLE.value and right in _SINGLE_ROLES and account and context.able.has_roles:
        return await _single_role(context, place, right, account)
    is_topic = context.able.has_topics and kind == AllowedKind.CHANNEL.value
    if (kind, right) not in known or not account or not (context.able.has_roles or is_topic):
        raise BadCallbackData(str(data))
    name = context.request.named
    if is_topic:
        if not account.isdecimal():
            raise BadCallbackData(str(data))
        name = account  # what it is called is looked up, as it may be renamed
    grant = Grant(AllowedKind(kind), account, Right(right), name)
    is_channel, is_log = grant.kind is AllowedKind.CHANNEL, grant.may is Right.RULE
    tab = ("staff" if is_log else "where") if is_channel else "people"

    def change(found: Community) -> Community:
        kept = tuple(each for each in found.allowed if replace(each, name="") != replace(grant, name=""))
        is_new = len(kept) == len(found.allowed) and grant.name and len(kept) < NAMED
        if is_channel and is_log:  # there is one
            logged = {"log": TOLD_HERE} if is_topic else {}
            found = _without_log(found)
            found, kept = replace(found, settings={**found.settings, **logged}), found.allowed
        return replace(found, allowed=(*kept, grant) if is_new else kept)

    return await as_host(context, place, tab, change)


async def _single_role(context: Context, place: Place, purpose: str, account: str) -> Answer:
    """A role of which there is one is chosen: another one, or none where it is chosen already."""
    name, (setting, tab) = context.request.named, _SINGLE_ROLES[purpose]

    def change(found: Community) -> Community:
        chosen = found.settings.get(setting, "").partition(" ")[0]
        settings = {key: value for key, value in found.settings.items() if key != setting}
        if name and chosen != account:
            settings[setting] = f"{account} {name}"
        return replace(found, settings=settings)

    answer = await as_host(context, place, tab, change)
    if purpose == SHIELD and isinstance(answer, PrivatePanel):
        await context.services.shields.role_chosen(place)
    return answer


def _without_log(found: Community) -> Community:
    """The choices without the channel or topic in which decisions are told, and without the note that it is gone."""
    allowed = tuple(each for each in found.allowed if (each.kind, each.may) != (AllowedKind.CHANNEL, Right.RULE))
    settings = {name: value for name, value in found.settings.items() if name != LOG_LOST}
    return replace(found, settings=settings, allowed=allowed)


def place_and_wanted(context: Context, data: CallbackData) -> tuple[Place, str]:
    """The place that a button is about, and what it asks for. Raises BadCallbackData."""
    here = context.request.place
    place, wanted = place_of(data, here)
    if place != here and context.able.has_roles:
        raise BadCallbackData(str(data))  # there such a panel stands in its own channel only
    return place, wanted


async def as_host(
    context: Context, place: Place, tab: str, change: Callable[[Community], Community] | None = None
) -> Answer:
    """A tab after a change, if this person may: a right can have gone since the panel was made."""
    if not await manages(context, place):
        return no_host(context)
    if change:
        found = await context.services.communities.change(place, change)
    else:
        found = await context.services.communities.of_place(place)
    return await _panel(context, place, found, tab)


def no_host(context: Context) -> Refusal:
    """The answer to somebody who does not manage the place."""
    return Refusal(text=context.say("Only those who manage this place may set it up."), replace=True)


async def _panel(context: Context, place: Place, found: Community, tab: str) -> Answer:
    say = context.say
    shown = [each for each in HOST_CHOICES.values() if each.tab == tab and _is_of_use(context, each)]
    lines = [_line(each, found, say) for each in shown]
    rows: list[Row] = [_menu(each, place, found, say) for each in shown]
    if tab == "check":
        ask = context.request.permissions
        lines += permission_lines(say, await ask(place) if ask else ())
        if LOG_LOST in found.settings:
            lines.append(say("The channel in which I tell what the staff decides is gone, or closed to me."))
    if tab == BEGIN:
        lines.append(_usual_game_line(found, say))
        rows.append(_usual_game_buttons(place, found, say))
    forum = False
    if context.able.has_topics:
        games, log = (found.named(AllowedKind.CHANNEL, right) for right in (Right.PLAY, Right.RULE))
        topics = await topic_names(context, place, (*games, *log))
        forum = len(topics) > 1 or bool(games)
        if tab == "where":
            held = [topics[each.account] for each in games]
            lines = [say("Games run in: {channels}", channels=", ".join(held) or say("all topics")), *lines]
            rows = [_topics(place, topics, games, Right.PLAY, say("Choose a topic where games may run")), *rows]
        elif tab == "staff" and forum:
            lines += [say("The topic: {name}", name=topics[each.account]) for each in log]
            rows += [_topics(place, topics, log, Right.RULE, say("Choose a topic in which it is told"))]
    if context.able.has_roles:
        lines = [*_granted(tab, found, say), *lines]
        rows = [*_native(tab, found, say), *rows]
    tabs = tuple(Option(say(_TABS[name]), name, chosen=name == tab) for name in _tabs(context, forum=forum))
    menu = Menu(_data(SetupAction.TAB, place), say("What do you want to set up?"), tabs)
    text = "\n".join((*await waiting_lines(context, place), *lines))
    title = await of_group(context, place, say("Set up"))
    return PrivatePanel(title=title, text=text, rows=(menu, *rows), replace=True)


def _usual_game_line(found: Community, say: Words) -> str:
    ruleset = usual_game(found)
    if found.usual_game and not ruleset:
        return say("The game where nobody names one is not among mine any more. People are asked which they want.")
    game = game_name(ruleset, say) if ruleset else say("none, people are asked")
    return say("The game where nobody names one: {game}", game=game)


def _usual_game_buttons(place: Place, found: Community, say: Words) -> tuple[Button, ...]:
    choose = Button(say("Choose the game"), _data(SetupAction.CHOOSE_GAME, place))
    none = Button(say("No game"), _data(SetupAction.VERSION, place))
    return (choose, *((none,) if found.usual_game else ()))


def _tabs(context: Context, *, forum: bool) -> tuple[str, ...]:
    """The tabs that there are: a group without channels or topics has nothing to choose about where games run."""
    return tuple(name for name in _TABS if name != "where" or context.able.has_roles or forum)


def _topics(place: Place, topics: Mapping[str, str], named: Iterable[Grant], right: Right, prompt: str) -> Menu:
    """The topics of a group: one that is chosen a second time is taken out."""
    held = {each.account for each in named}
    options = tuple(Option(f"✓ {name}" if each in held else name, each) for each, name in topics.items())
    wanted = f"{AllowedKind.CHANNEL.value}:{right.value}"
    return Menu(_data(SetupAction.GRANT, place, wanted), prompt, options)


def _is_of_use(context: Context, choice: HostChoice) -> bool:
    """Does a choice do anything on the platform of a request?"""
    only_servers, only_groups = ("threads",), ("who", "log")
    return choice.name not in (only_groups if context.able.has_roles else only_servers)


def _names(choice: HostChoice, say: Words) -> dict[str, str]:
    """The values of a choice with their names; languages are called by their own, and cities everywhere
    alike.
    """
    if choice.name == "lasts":
        return {value: say.span(time) for value, time in INVITATION_TIMES.items()}
    own = choice.values.keys() - {OWN} if choice.name in ("language", "zone") else ()
    return {value: name if value in own or name == value else say(name) for value, name in choice.values.items()}


def _line(choice: HostChoice, found: Community, say: Words) -> str:
    """The line that says what holds."""
    names = _names(choice, say)
    held = found.several(choice.name) if choice.several else (found.chosen(choice.name),)
    return f"{say(choice.prompt)}: {', '.join(names[each] for each in held)}".replace("?:", "?")


def _menu(choice: HostChoice, place: Place, found: Community, say: Words) -> Menu:
    held = found.several(choice.name) if choice.several else (found.chosen(choice.name),)
    mark = "✓ " if choice.several else ""
    options = tuple(
        Option(f"{mark}{name}" if value in held else name, value, chosen=value in held and not choice.several)
        for value, name in _names(choice, say).items()
    )
    return Menu(_data(SetupAction.CHOICE, place, choice.name), say(choice.prompt), options)


def _granted(tab: str, found: Community, say: Words) -> list[str]:
    """The lines that say which channels or roles are named."""
    if tab == "where":
        names = [f"#{each.name}" for each in found.named(AllowedKind.CHANNEL, Right.PLAY)]
        return [say("Games run in: {channels}", channels=", ".join(names) or say("all channels"))]
    if tab == "staff":
        names = [f"#{each.name}" for each in found.named(AllowedKind.CHANNEL, Right.RULE)]
        return [say("What the staff decides is told in: {channel}", channel=", ".join(names) or say("no channel"))]
    if tab == "contests":
        role = found.shield_role[1] if found.shield_role else say("no role")
        return [say("Whoever holds the shield of a ladder has the role: {role}", role=role)]
    if tab == "begin":
        role = found.rated_role[1] if found.rated_role else say("everybody")
        return [say("May play rated: {names}", names=role)]
    if tab != "people":
        return []
    usual = {Right.PLAY: say("everybody")}
    hosts = say("those who manage this server")
    lines = []
    for right, line in _HELD.items():
        held = ", ".join(each.name for each in found.named(AllowedKind.ROLE, right))
        lines.append(say(line, names=held or usual.get(right, hosts)))
    return lines


def _native(tab: str, found: Community, say: Words) -> list[Row]:
    """The platform's own menus of channels or roles, and one to take out what is named, even if it is gone there."""
    rows: list[Row] = []
    named: tuple[Grant, ...] = ()
    if tab == "where":
        payload = str(CallbackData(SetupAction.GRANT, argument=f"{AllowedKind.CHANNEL.value}:{Right.PLAY.value}"))
        rows.append(Menu(payload, say("Choose a channel where games may run"), (), of=AllowedKind.CHANNEL))
        named = found.named(AllowedKind.CHANNEL, Right.PLAY)
    elif tab == "staff":
        payload = str(CallbackData(SetupAction.GRANT, argument=f"{AllowedKind.CHANNEL.value}:{Right.RULE.value}"))
        rows.append(Menu(payload, say("Choose a channel in which it is told"), (), of=AllowedKind.CHANNEL))
        named = found.named(AllowedKind.CHANNEL, Right.RULE)
    elif tab == "contests":
        wanted = f"{AllowedKind.ROLE.value}:{SHIELD}"
        prompt = say("Choose a role for whoever holds the shield")
        rows.append(Menu(str(CallbackData(SetupAction.GRANT, argument=wanted)), prompt, (), of=AllowedKind.ROLE))
    elif tab == "begin":
        wanted = f"{AllowedKind.ROLE.value}:{RATED}"
        prompt = say("Choose a role that may play rated")
        rows.append(Menu(str(CallbackData(SetupAction.GRANT, argument=wanted)), prompt, (), of=AllowedKind.ROLE))
    elif tab == "people":
        for right, prompt in _ROLES.items():
            payload = str(CallbackData(SetupAction.GRANT, argument=f"{AllowedKind.ROLE.value}:{right.value}"))
            rows.append(Menu(payload, say(prompt), (), of=AllowedKind.ROLE))
        named = tuple(each for right in Right for each in found.named(AllowedKind.ROLE, right))
    if named:
        options = tuple(
            Option(
                f"#{each.name}" if each.kind is AllowedKind.CHANNEL else say(_HELD[each.may], names=each.name),
                f"{each.kind.value}:{each.may.value}:{each.account}",
            )
            for each in named[:25]
        )
        rows.append(Menu(str(CallbackData(SetupAction.GRANT)), say("Take out again"), options))
    return rows


def _data(action: SetupAction, place: Place, wanted: str = "") -> str:
    """The data of a menu of the panel, which adds what is chosen."""
    return str(CallbackData(action, argument=about(place, wanted)))
