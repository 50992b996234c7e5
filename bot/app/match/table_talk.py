"""*Say...*: one of the sentences that can be said beside a board, chosen from a panel of their groups."""

from bot.app.boards.match_message import button, say_button
from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.requests.context import Context
from bot.app.requests.visibility import check_may_watch
from bot.app.text.names import game_name
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Toast
from bot.matches.match import Match
from bot.matches.preferences import OFF
from bot.matches.table_talk import BY_KEY, GROUPS, SENTENCES, group_of, has_table_talk


def say_buttons(context: Context, match: Match) -> tuple[Button, ...]:
    """The button for this panel, where two people play or have played, and this person has not switched it off."""
    alone = not context.services.matches.computers.keys().isdisjoint(match.seats)
    plays = match.side_of(context.player.id) is not None
    if alone or not has_table_talk(match) or (plays and context.player.table_talk == OFF):
        return ()
    return (say_button(match, context.say),)


async def pressed_say(context: Context, data: CallbackData) -> Answer:
    """The panel, at a group of its sentences; with a sentence it is said. Raises BadCallbackData."""
    if data.argument not in ("", *GROUPS, *BY_KEY):
        raise BadCallbackData(str(data))
    match = await context.services.matches.get(data.code)
    if not match.concerns(context.player.id):
        await check_may_watch(context, match, data)
    if data.argument in BY_KEY:
        await context.services.table_talk.say(context.request.event, context.player, match.code, data.argument)
        return Toast(context.say("You say: {sentence}", sentence=context.say(BY_KEY[data.argument])), closes=True)
    await context.services.table_talk.check(context.player.id, match)
    return _panel(context, match, data.argument or group_of(match))


def _panel(context: Context, match: Match, group: str) -> PrivatePanel:
    say = context.say
    tabs = tuple(
        button(match, f"✓ {say(name)}" if key == group else say(name), Action.SAY, argument=key)
        for key, name in GROUPS.items()
    )
    options = tuple(Option(say(text), key) for key, text in SENTENCES[group].items())
    menu = Menu(str(CallbackData(Action.SAY, match.code, match.game.ply)), say(GROUPS[group]), options)
    lines = [
        say("What do you want to say beside the board?"),
        say("Everybody reads it in their own language, until the next move. One sentence a turn."),
    ]
    title = f"{match.code} · {game_name(match.game.ruleset, say)}"
    return PrivatePanel(title=title, text="\n".join(lines), rows=(tabs, menu), replace=True)
