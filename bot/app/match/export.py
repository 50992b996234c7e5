"""``/export`` and *Export...*: a match to keep or to pass on, in the form that is chosen, for one person alone.

The record of a short match stands in the answer itself, to be copied; every form is a file.
"""

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum

from bot.app.boards.match_message import button
from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.pictures.films import LONGEST_FILM, TooManyFilms
from bot.app.pictures.images import scene_of
from bot.app.requests.context import Context, match_look
from bot.app.requests.match_resolver import find_played
from bot.app.requests.visibility import check_may_see, is_elsewhere_private
from bot.app.text.names import game_name
from bot.chat import Answer, Button, File, FileMessage, PrivatePanel, Refusal
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.refusals import NotStarted, StillPlaying
from bot.matches.status import Status
from bot.words import N_, Words
from engine.game_json import format_json
from engine.pdn import NoGameType, format_pdn
from engine.position import format_position
from engine.record import format_record

RECORD_LENGTH = 900
"""Characters that fit into a message on every platform, beside a few lines of text."""
FILM_WAIT = 3.0
"""Seconds to wait for a film before it is said that it is being made; most take a third of one."""


class ExportForm(StrEnum):
    """A form in which a match is given out. The first letter stands in buttons, so each has its own."""

    RECORD = "record"
    PDN = "pdn"
    JSON = "json"
    IMAGE = "image"
    FILM = "film"


FORMS = (
    (ExportForm.RECORD.value, N_("Record")),
    (ExportForm.PDN.value, "PDN"),
    (ExportForm.JSON.value, "JSON"),
    (ExportForm.IMAGE.value, N_("Picture")),
    (ExportForm.FILM.value, N_("Film")),
)
_BY_LETTER = {form.value[0]: form for form in ExportForm}


async def export_command(context: Context, code: str, form: str) -> Answer:
    """``/export``: a match by its code, the one answered to, the latest of this place, or the latest of this person.

    Raises UnknownMatch, UnreadableMatch, NoMatchMeant, NotShownHere, NobodyWatches, NotStarted, StillPlaying.
    """
    match = await find_played(context, code, here=True)
    await check_may_see(context, match)
    chosen = _BY_LETTER.get(form[:1])
    if await is_elsewhere_private(context, match):
        return await _panel(context, match, confidential=True)  # a file might come where others are
    return await _given(context, match, chosen) if chosen else await _panel(context, match)


async def pressed_export(context: Context, data: CallbackData) -> Answer:
    """*Export...*, or a form of it: the argument is its letter.

    Raises BadCallbackData, UnknownMatch, UnreadableMatch, NotShownHere, NobodyWatches, NotStarted, StillPlaying.
    """
    if data.argument and data.argument not in _BY_LETTER:
        raise BadCallbackData(str(data))
    match = await context.services.matches.get(data.code)
    await check_may_see(context, match, data)
    if data.argument:
        return await _given(context, match, _BY_LETTER[data.argument])
    return await _panel(context, match)


async def pressed_position(context: Context, data: CallbackData) -> Answer:
    """*Copy position*: the position of a match as a line, with the name of its game.

    Raises UnknownMatch, UnreadableMatch, NotShownHere, NobodyWatches.
    """
    match, say = await context.services.matches.get(data.code), context.say
    await check_may_see(context, match, data)
    ruleset = match.game.ruleset
    text = say("The position as it stands. /analyse reads it, and /play from: goes on from it.")
    line = f"{ruleset.key} {format_position(ruleset, match.game.position)}"
    back = (button(match, say("Back"), Action.MORE),)
    return PrivatePanel(title=_title(match, say), text=text, code=line, rows=(back,), replace=True)


async def _panel(context: Context, match: Match, *, confidential: bool = False) -> Answer:
    """The choice of a form; a record that is short is there to be copied."""
    say = context.say
    record = record_of(match, await context.tools.cards.names(match, say))
    short = len(record) <= RECORD_LENGTH
    lines = [say("The record of this match. /analyse reads it too.")] if short else []
    has_number, is_over = match.game.ruleset.gametype is not None, match.status is Status.OVER and match.game.moves
    missing = {form for form, there in ((ExportForm.PDN, has_number), (ExportForm.FILM, is_over)) if not there}
    forms = [form for form in ExportForm if form not in missing]
    if not has_number:
        lines.append(_no_number(match, say))
    lines.append(say("Which form do you want as a file?"))
    labels = dict(FORMS)
    row = tuple(button(match, say(labels[form.value]), Action.EXPORT, argument=form.value[0]) for form in forms)
    back = (button(match, say("Back"), Action.MORE),)
    return PrivatePanel(
        title=_title(match, say),
        text="\n".join(lines),
        code=record if short else "",
        rows=(row, back),
        replace=True,
        confidential=confidential,
    )


async def _given(context: Context, match: Match, form: ExportForm) -> Answer:
    """The match in a form, as a file; its record where the picture cannot be drawn."""
    say, game = context.say, match.game
    names = await context.tools.cards.names(match, say)
    record = record_of(match, names)
    file = File(f"{match.code}.txt", record.encode())
    text = say("The record of this match. /analyse reads it too.")
    match form:
        case ExportForm.PDN:
            try:
                pdn = format_pdn(game, await _tags(context, match, names), _clock_comments(match))
            except NoGameType:
                forms = say("I can give the record or JSON.")
                return Refusal(text=f"{_no_number(match, say)} {forms}")
            file, text = File(f"{match.code}.pdn", pdn.encode()), say("The match in PDN 3.0, for other programs.")
        case ExportForm.JSON:
            content = format_json(game, await _tags(context, match, names), _clock_comments(match))
            file, text = File(f"{match.code}.json", content.encode()), say("The match in JSON, for other programs.")
        case ExportForm.IMAGE:
            scene = scene_of(game, names, match_look(context, match), say)
            if picture := await context.tools.images.picture(scene, say):
                file, text = File(f"{match.code}.png", picture.png), say("The board as a picture.")
        case ExportForm.FILM:
            return await _film(context, match, names)
        case ExportForm.RECORD:
            pass
    return FileMessage(title=_title(match, say), text=text, file=file)


async def _film(context: Context, match: Match, names: tuple[str, str]) -> Answer:
    """A finished match as an animation; a sentence while it is being made, and why there is none.

    Raises NotStarted, StillPlaying.
    """
    say, game = context.say, match.game
    if match.status is Status.PLAYING:
        raise StillPlaying
    if not game.moves or match.status is not Status.OVER:
        raise NotStarted
    if game.ply > LONGEST_FILM:
        text = say("That match has {count} turns: a film has at most {most}.", count=game.ply, most=LONGEST_FILM)
        return Refusal(text=text)
    try:
        film = await context.tools.films.film(game, names, match_look(context, match), say, FILM_WAIT)
    except TooManyFilms:
        return Refusal(text=say("Many films are being made just now. Try again in a minute."))
    if film is None:
        again = film_button(match, say)
        return PrivatePanel(
            title=_title(match, say), text=say("The film is being made."), rows=((again,),), replace=True
        )
    text = say("The match as a film.")
    return FileMessage(title=_title(match, say), text=text, file=File(f"{match.code}.gif", film))


def film_button(match: Match, say: Words) -> Button:
    """The button that gives a finished match as a film."""
    return button(match, say("Film"), Action.EXPORT, argument=ExportForm.FILM.value[0])


def _no_number(match: Match, say: Words) -> str:
    return say("PDN has no number for {game}.", game=game_name(match.game.ruleset, say))


def _title(match: Match, say: Words) -> str:
    return f"{match.code} · {game_name(match.game.ruleset, say)}"


async def _tags(context: Context, match: Match, names: tuple[str, str]) -> Mapping[str, str]:
    """The tags of a match for other programs: also the day it was begun, and which of the players is a program."""
    tags = _record_tags(match, names)
    if times := await context.services.matches.move_times(match.code):
        tags["Date"] = f"{times[0]:%Y.%m.%d}"
    computers = context.services.matches.computers
    for seat, side in zip(match.seats, ("White", "Black"), strict=True):
        if seat in computers:
            tags[f"{side}Type"] = "program"
    return tags


def record_of(match: Match, names: tuple[str, str]) -> str:
    """The record of a match between people of these names (docs/rules/notation.md#time)."""
    return format_record(match.game, _record_tags(match, names), _clock_comments(match))


def _record_tags(match: Match, names: tuple[str, str]) -> dict[str, str]:
    tags = {"White": names[0] or "?", "Black": names[1] or "?", "Site": match.code}
    if match.swaps:
        tags["SidesSwapped"] = " ".join(map(str, match.swaps))
    return tags | _time_tags(match.clock.pace) if match.clock else tags


def _time_tags(pace: Pace) -> dict[str, str]:
    """The tags about a player's time: for each move, as the standard has it, and for the match, which it lacks."""
    times = pace.times
    return {"TimeControl": f"1/{times.move // timedelta(seconds=1)}", "Bank": _h_mm_ss(times.bank), "Pace": pace.value}


def _clock_comments(match: Match) -> list[str]:
    """The bank of the mover after each move; empty where there is no clock."""
    turns = zip(match.game.positions, match.banks[1:], strict=False)
    return [f"[%clk {_h_mm_ss(banks[position.turn])}]" for position, banks in turns]


def _h_mm_ss(time: timedelta) -> str:
    """Whole hours, minutes and seconds, as ``[%clk]`` has them."""
    minutes, seconds = divmod(time // timedelta(seconds=1), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}"
