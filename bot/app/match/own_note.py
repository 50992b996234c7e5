"""*Note*: what somebody notes for themselves on a match, in a panel of their own. Nobody else ever reads it."""

from bot.app.boards.match_message import button
from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.requests.context import Context
from bot.app.requests.match_resolver import Wanted, find_match, is_code
from bot.app.requests.visibility import check_may_watch
from bot.app.text.names import game_name
from bot.chat import Answer, Button, PrivatePanel, Row, Style
from bot.matches.limits import NOTE_LENGTH
from bot.matches.match import Match
from bot.matches.status import Status

_DROP = "drop"


def note_buttons(context: Context, match: Match) -> tuple[Button, ...]:
    """The button for this panel, beside a match that has begun."""
    begun = match.status in (Status.PLAYING, Status.OVER)
    return (button(match, context.say("Note"), Action.NOTE),) if begun else ()


async def note_command(context: Context, text: str, code: str) -> Answer:
    """``/note K7QM guard c3``: note that on a match; without a text the note is shown. The code may stand first."""
    words = text.split(maxsplit=1)
    if not code and words and await is_code(context, words[0]):
        code, text = words[0], "".join(words[1:])
    match = await find_match(context, code, Wanted(lambda _: True, CallbackData(Action.NOTE), acts=False))
    await check_may_watch(context, match)
    note = await context.services.own_notes.write(match, context.player.id, text) if text.strip() else None
    return await _panel(context, match, note)


async def pressed_note(context: Context, data: CallbackData) -> Answer:
    """*Note*: the note as it stands; or it is dropped. Raises BadCallbackData."""
    if data.argument not in ("", _DROP):
        raise BadCallbackData(str(data))
    match = await context.services.matches.get(data.code)
    await check_may_watch(context, match, data)
    dropped = await context.services.own_notes.write(match, context.player.id, "") if data.argument else None
    return await _panel(context, match, dropped)


async def _panel(context: Context, match: Match, note: str | None) -> PrivatePanel:
    say = context.say
    if note is None:
        note = await context.services.own_notes.of(match, context.player.id)
    lines = [note or say("You have noted nothing on this match.")]
    lines.append(
        say(
            "Only you read it. To write it, at most {count} characters: /note {code} and your words.",
            count=NOTE_LENGTH,
            code=match.code,
        )
    )
    drop = ((button(match, say("Delete the note"), Action.NOTE, Style.DANGER, _DROP),),) if note else ()
    rows: tuple[Row, ...] = drop
    title = f"{match.code} · {game_name(match.game.ruleset, say)}"
    return PrivatePanel(title=title, text="\n".join(lines), rows=rows, replace=True, confidential=True)
