"""*Note below*: what the host of a simul writes under one of its boards, as in a lesson. Both players read it."""

from bot.app.boards.match_message import button
from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.requests.context import Context
from bot.chat import Answer, Button, PrivatePanel, TextField
from bot.matches.match import Match
from bot.matches.refusals import NoteUnderBoardOfHost
from bot.matches.simul import NOTE_UNDER_BOARD, simul_of
from bot.matches.status import Status


def simul_note_buttons(context: Context, match: Match) -> tuple[Button, ...]:
    """The button for this, on the boards of a simul for its host."""
    return (button(match, context.say("Note below"), Action.SIMUL_NOTE),) if _is_hosted(context, match) else ()


def _is_hosted(context: Context, match: Match) -> bool:
    """Is it a board of a simul of this person's, which has begun?"""
    begun = match.status in (Status.PLAYING, Status.OVER)
    return begun and simul_of(match) is not None and match.host == context.player.id


async def pressed_note(context: Context, data: CallbackData) -> Answer:
    """*Note below*: the field in which it is written, or what was written.

    Raises NoteUnderBoardOfHost, NoteTooLong, TalkOff.
    """
    say, match = context.say, await context.services.matches.get(data.code)
    if not _is_hosted(context, match):
        raise NoteUnderBoardOfHost
    written = context.request.written
    title = say("Note under {code}", code=match.code)
    if written is None:
        note = await context.services.simuls.note_of(match)
        payload = str(CallbackData(Action.SIMUL_NOTE, match.code))
        field = TextField(payload, title, note, NOTE_UNDER_BOARD, say("Save"))
        text = say("Both of you read it under this board, at most {count} characters.", count=NOTE_UNDER_BOARD)
        return PrivatePanel(title=title, text=text, replace=True, asks=field)
    kept = await context.services.simuls.write_note(match, context.player.id, written)
    return PrivatePanel(title=title, text=kept or say("There is no note under this board any more."), replace=True)
