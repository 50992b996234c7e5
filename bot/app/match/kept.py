"""*Keep* and *Kept games*: games that were read, kept by one person under names of their own. Nobody else sees one."""

from collections.abc import Sequence

from bot.app.buttons.callback_data import MENU_OF_PAYLOADS, Action, BadCallbackData, CallbackData
from bot.app.match.shown_game import ShownGame, named_by
from bot.app.requests.context import Context
from bot.app.text.names import game_name
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Row, Style, TextField, cut_at_word
from bot.matches.kept_games import KeptGame
from bot.matches.limits import KEPT_NAME_LENGTH
from bot.words import Words
from engine.games import UnknownRuleset, find_ruleset

PAGE = 25
"""A menu holds at most this many lines on any platform."""
MOST_PAGES = 100
OPTION_LENGTH = 100
_ASK, _WRITE, _SUGGESTED, _DROP = "ask", "write", "so", "drop"


async def kept_command(context: Context) -> Answer:
    """The first page of the games that this person keeps."""
    return await _page(context, 0)


async def pressed_kept(context: Context, data: CallbackData) -> Answer:
    """A page of the games that this person keeps: the argument is its number. Raises BadCallbackData."""
    if not data.argument:
        return await _page(context, 0)
    if not data.argument.isdecimal() or int(data.argument) >= MOST_PAGES:
        raise BadCallbackData(str(data))
    return await _page(context, int(data.argument))


def kept_button(say: Words) -> Button:
    """The button that lists the games that somebody keeps."""
    return Button(say("Kept games"), str(CallbackData(Action.KEPT)))


def kept_menu(context: Context, kept: Sequence[KeptGame]) -> Menu:
    """The games to choose from: each opens its replay, or, where nothing was played in it, its analysis."""
    options = []
    for each in kept:
        data = CallbackData(Action.REPLAY, argument=f"{each.key}:")
        if not each.plies:
            data = CallbackData(Action.ANALYSE, argument=f"{each.key}:0")
        options.append(Option(cut_at_word(_line(context, each), OPTION_LENGTH), str(data)))
    return Menu(MENU_OF_PAYLOADS, context.say("Open a kept game"), tuple(options))


async def pressed_keep(context: Context, data: CallbackData) -> Answer:
    """*Keep*: asks for the name under which a game is kept, and keeps it; or forgets one that is kept.

    Raises BadCallbackData, PasteForgotten, KeptNameTooLong, GameTooLongToKeep, TooManyKeptGames.
    """
    subject, argument = await named_by(context, data)
    if subject.pasted is None or argument not in ("", _ASK, _WRITE, _SUGGESTED, _DROP):
        raise BadCallbackData(str(data))
    say, services, player = context.say, context.services.kept_games, context.player.id
    if argument == _DROP:
        await services.drop(player, subject.pasted.key)
        return _done(subject, say("It is not among your kept games any more."), say)
    written = _suggested(subject, say) if argument == _SUGGESTED else context.request.written
    if written is None:
        known = await services.name_of(player, subject.pasted.key)
        return _known(subject, known, say) if known and argument != _ASK else _asked(subject, known, say)
    name = written if written.strip() else _suggested(subject, say)
    await services.keep(player, name, subject.game, subject.pasted.text)
    return _done(subject, say("Kept. You find it with /import alone, or in /games under Kept games."), say)


async def _page(context: Context, page: int) -> Answer:
    say = context.say
    kept = await context.services.kept_games.of(context.player.id)
    shown = kept[PAGE * page : PAGE * (page + 1)]
    rows: list[Row] = [kept_menu(context, shown)] if shown else []
    lines = [_line(context, each) for each in shown]
    if shown:
        lines.append(say("Open one to look through it, to go on from it, to rename or to delete it."))
    else:
        lines.append(say("You keep no game. /import reads one from elsewhere, and Keep below it keeps it."))
    steps = ((say("Newer"), page - 1, page > 0), (say("Older"), page + 1, len(kept) > PAGE * (page + 1)))
    turning = [Button(label, str(CallbackData(Action.KEPT, argument=f"{to}"))) for label, to, there in steps if there]
    live = Button(say("Matches under way"), str(CallbackData(Action.GAMES)))
    rows.append((*turning, live))
    return PrivatePanel(
        title=say("Kept games"), text="\n".join(lines), rows=tuple(rows), replace=True, confidential=True
    )


def _line(context: Context, kept: KeptGame) -> str:
    """A game in one line: its name, and what is played in it; by its key where that game is not known any more."""
    try:
        game = game_name(find_ruleset(kept.ruleset), context.say)
    except UnknownRuleset:
        game = kept.ruleset
    return f"{kept.name} · {game}"


def _suggested(subject: ShownGame, say: Words) -> str:
    """The players, or else the event or the game, as a name to keep it under."""
    players = " – ".join(filter(None, subject.names))
    name = players or subject.tags.get("Event", "").strip(" ?") or game_name(subject.game.ruleset, say)
    return cut_at_word(" ".join(name.split()), KEPT_NAME_LENGTH)


def _known(subject: ShownGame, name: str, say: Words) -> PrivatePanel:
    """The panel of a game that is kept already."""
    rename = subject.button(say("Rename"), Action.KEEP, argument=_ASK)
    drop = subject.button(say("Delete"), Action.KEEP, Style.DANGER, _DROP)
    return PrivatePanel(
        title=subject.title(say),
        text=say("You keep this game as: {name}", name=name),
        rows=((rename, drop, kept_button(say)), (subject.back(say),)),
        replace=True,
        confidential=True,
    )


def _asked(subject: ShownGame, known: str, say: Words) -> PrivatePanel:
    """The panel that asks for a name; ``known`` is the one that the game has, empty where it is not kept yet."""
    suggested = _suggested(subject, say)
    payload = subject.button("", Action.KEEP, argument=_WRITE).payload
    label = say("Your name for it, at most {count} letters", count=KEPT_NAME_LENGTH)
    lines = [say("Under which name do you want to keep this game? Only you see it.")]
    if not known:
        lines.append(say("Without one of your own it is: {name}", name=suggested))
    keep = () if known else (subject.button(say("Keep it so"), Action.KEEP, Style.MAIN, _SUGGESTED),)
    return PrivatePanel(
        title=subject.title(say),
        text="\n".join(lines),
        rows=((*keep, subject.back(say)),),
        replace=True,
        confidential=bool(known),
        asks=TextField(payload, label, known or suggested, KEPT_NAME_LENGTH, say("Save")),
    )


def _done(subject: ShownGame, told: str, say: Words) -> PrivatePanel:
    """The panel once a game was kept or forgotten; it does not say the name, as others may see it."""
    rows = ((subject.back(say), kept_button(say)),)
    return PrivatePanel(title=subject.title(say), text=told, rows=rows, replace=True)
