"""*Note*: what somebody notes for themselves on a match, in a panel of their own. Nobody else ever reads it."""

from bot.app.boards.match_message import button
from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.requests.context import Context
from bot.app.requests.match_resolver import Wanted, find_match, is_code
from bot.app.requests.visibility import check_may_watch
from bot.app.text.names import game_name
from bot.chat import Answer, Button, PrivatePanel, Row, Style, TextField
from bot.matches.limits import NOTE_LENGTH
from bot.matches.match import Match
from bot.matches.status import Status

_DROP, _WRITE = "drop", "write"


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
    """*Note*: the note as it stands, to be written anew; it is kept as it was written, or dropped.

    Raises BadCallbackData.
    """
    if data.argument not in ("", _DROP, _WRITE):
        raise BadCallbackData(str(data))
    match = await context.services.matches.get(data.code)
    await check_may_watch(context, match, data)
    written = "" if data.argument == _DROP else context.request.written
    if written is None:
        return await _panel(context, match, None, asks=True)
    return await _panel(context, match, await context.services.own_notes.write(match, context.player.id, written))


async def _panel(context: Context, match: Match, note: str | None, *, asks: bool = False) -> PrivatePanel:
    """The note, known or as it is kept; ``asks``: with the field in which it is written."""
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
    write = button(match, say("Write it"), Action.NOTE)
    drop = (button(match, say("Delete the note"), Action.NOTE, Style.DANGER, _DROP),) if note else ()
    buttons = drop if asks else (write, *drop)
    rows: tuple[Row, ...] = (buttons,) if buttons else ()
    payload = button(match, "", Action.NOTE, argument=_WRITE).payload
    field = TextField(payload, say("Your note on {code}", code=match.code), note, NOTE_LENGTH, say("Save"))
    title = f"{match.code} · {game_name(match.game.ruleset, say)}"
    return PrivatePanel(
        title=title,
        text="\n".join(lines),
        rows=rows,
        replace=True,
        confidential=True,
        asks=field if asks else None,
    )
