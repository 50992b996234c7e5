"""*Follow*: to be told in private how a match of others goes, of its end alone or of its moves too."""

from bot.app.boards.match_message import button
from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.buttons.owners import bound_rows
from bot.app.requests.context import AppServices, Context
from bot.app.requests.visibility import check_may_see
from bot.app.text.moves import move_text
from bot.app.text.names import ending_sentence, game_name
from bot.chat import Answer, Button, Ping, PrivateChat, PrivatePanel, Row, Style
from bot.matches.match import Match
from bot.matches.status import LIVE, Status
from bot.services.match.matches import Player
from bot.services.people.follows import check_may_follow
from bot.store.follows import END, MOVES
from bot.words import N_, Words, language_of, words

STOP, STOP_PERSON = "stop", ":stop"
_WAYS = {END: N_("Tell me the end"), MOVES: N_("Tell me each move")}
_NOW = {
    END: N_("I write to you in private when it is over."),
    MOVES: N_("I write to you in private when somebody has moved, and when it is over."),
}


def may_follow(context: Context, match: Match) -> bool:
    """Is this a match under way of others?"""
    return match.status is Status.PLAYING and not match.practice and not match.concerns(context.player.id)


def follow_button(match: Match, say: Words) -> Button:
    """The button that asks how a match is to be followed."""
    return button(match, say("Follow"), Action.FOLLOW)


async def pressed_follow(context: Context, data: CallbackData) -> Answer:
    """*Follow*: how a match is followed; with a way it is so from now on. Raises BadCallbackData."""
    if data.argument not in ("", STOP, *_WAYS):
        raise BadCallbackData(str(data))
    say, me, follows = context.say, context.player, context.services.follows
    match = await context.services.matches.get(data.code)
    if data.argument == STOP:  # also on a message about a match that is seen nowhere any more
        await follows.unfollow(data.code, me.id)
    else:
        await check_may_see(context, match, data)
        check_may_follow(match, me.id)
        if data.argument:
            await follows.follow(data.code, me, data.argument)
    return _panel(context, match, await follows.of(data.code, me.id), stopped=data.argument == STOP, say=say)


def _panel(context: Context, match: Match, now: str | None, *, stopped: bool, say: Words) -> PrivatePanel:
    if now:
        lines = [say(_NOW[now]), say("Not in your quiet hours, nor while you are away: then I tell you after them.")]
    elif stopped:
        lines = [say("You do not follow {code} any more.", code=match.code)]
    else:
        lines = [say("Shall I tell you in private how {code} goes? Nobody else hears of it.", code=match.code)]
    rows: list[Row] = []
    if match.status in LIVE:
        ways = tuple(
            button(
                match,
                f"✓ {say(label)}" if way == now else say(label),
                Action.FOLLOW,
                Style.GOOD if way == now else Style.PLAIN,
                way,
            )
            for way, label in _WAYS.items()
        )
        rows.append((*ways, button(match, say("Stop following"), Action.FOLLOW, argument=STOP)) if now else ways)
    if now and not context.request.place.private:
        rows.append((PrivateChat(say("Open a private chat"), "games_"),))
    title = f"{match.code} · {game_name(match.game.ruleset, say)}"
    return PrivatePanel(title=title, text="\n".join(lines), rows=tuple(rows), replace=True)


class FollowMessages:
    """The messages to those who follow a match."""

    def __init__(self, tools: AppServices) -> None:
        self._tools = tools

    async def compose(self, match: Match, player: Player) -> Ping:
        """The ping to a player who follows a match, about the match as it stands."""
        say = words(language_of(player.spoken))
        names = await self._tools.cards.names(match, say)
        heading = f"{match.code} · {game_name(match.game.ruleset, say)} · {' - '.join(names)}"
        rows: tuple[Row, ...] = ((button(match, say("My view"), Action.VIEW),),)
        text = f"{heading}\n{_news(match, names, say)}"
        if match.status in LIVE:
            stop = button(match, say("Stop following"), Action.FOLLOW, argument=STOP)
            rows = ((button(match, say("My view"), Action.VIEW), stop),)
        else:
            for other in await self._tools.services.followings.followed_among(player.id, [*filter(None, match.seats)]):
                name = names[match.seats.index(other)]
                payload = str(CallbackData(Action.FOLLOW_PERSON, argument=f"{other}{STOP_PERSON}"))
                rows = (*rows, (Button(say("Stop following {name}", name=name), payload),))
        return Ping(text=text, rows=bound_rows(rows, player.id, self._tools.signer), language=say.language)


def _news(match: Match, names: tuple[str, str], say: Words) -> str:
    game = match.game
    if game.outcome:
        return ending_sentence(game, game.outcome, names, say)
    if match.status not in LIVE:
        return say("It was called off: no result.")
    if not game.moves:
        return say("{name} to move.", name=names[game.turn])
    played = move_text(game.ruleset, game.moves[-1], say)
    mover = names[game.positions[-2].turn]
    return say("{name}: {move}. {other} to move.", name=mover, move=played, other=names[game.turn])
