"""``/export`` and *Export...*: a match, or a game that was read, to keep or to pass on, in the form that is chosen, for
one person alone.

The record of a short game stands in the answer itself, to be copied; every form is a file.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from enum import StrEnum

from bot.app.boards.match_message import FILM_FORM, button
from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.match.shown_game import ShownGame, named_by, of_match
from bot.app.pictures.films import LONGEST_FILM, TooManyFilms
from bot.app.pictures.images import scene_of
from bot.app.requests.context import Context
from bot.app.requests.hosts import check_may_open
from bot.app.requests.match_resolver import find_played
from bot.app.requests.memory import SHOWN_AGAIN_AFTER
from bot.app.requests.visibility import check_may_see, for_all, is_elsewhere_private, offer_to_all
from bot.app.text.names import game_name
from bot.chat import Answer, File, FileMessage, PrivatePanel, Refusal
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.refusals import ActionRefused, NotStarted, StillPlaying
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


class FileShownLately(ActionRefused):
    """Somebody has shown the same file in the same place within the last ``minutes``."""

    sentence = N_("You have shown this here already. In {minutes} minutes you can again.")
    minutes: int


class ExportForm(StrEnum):
    """A form in which a match is given out. The first letter stands in buttons, so each has its own."""

    RECORD = "record"
    PDN = "pdn"
    JSON = "json"
    IMAGE = "image"
    FILM = FILM_FORM


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
    subject = await of_match(context, match)
    if await is_elsewhere_private(context, match):
        return _panel(context, subject, confidential=True)  # a file might come where others are
    return await _taken(context, subject, chosen) if chosen else _panel(context, subject)


async def pressed_export(context: Context, data: CallbackData) -> Answer:
    """*Export...*, or a form of it: the argument is its letter.

    Raises BadCallbackData, PasteForgotten, UnknownMatch, UnreadableMatch, NotShownHere, NobodyWatches, NotStarted,
    StillPlaying.
    """
    subject, letter = await named_by(context, data)
    if letter and letter not in _BY_LETTER:
        raise BadCallbackData(str(data))
    return await _taken(context, subject, _BY_LETTER[letter]) if letter else _panel(context, subject)


async def pressed_show(context: Context, data: CallbackData) -> Answer:
    """*Show to all* below a file: it is posted before everybody, not twice within a while.

    Raises BadCallbackData, PasteForgotten, UnknownMatch, UnreadableMatch, NotShownHere, NobodyWatches, NotStarted,
    StillPlaying, KeptToSome, OtherChannels, BannedForGood, BannedUntil, FileShownLately.
    """
    subject, letter = await named_by(context, data)
    if letter not in _BY_LETTER:
        raise BadCallbackData(str(data))
    place = context.request.place
    await context.services.bans.check(context.player.id, place)
    await check_may_open(context, await context.community())
    taken = await _taken(context, subject, _BY_LETTER[letter])
    if isinstance(taken, FileMessage) and taken.to_all:
        file = f"{context.player.id} {place.platform} {place.chat} {place.thread} {taken.to_all.payload}"
        if not context.tools.files_shown.is_new(file, context.now()):
            raise FileShownLately(SHOWN_AGAIN_AFTER // timedelta(minutes=1))
    return for_all(context, taken)


async def _taken(context: Context, subject: ShownGame, form: ExportForm) -> Answer:
    """The game in a form, as a file that its person may show to all; not in the web room, where all have the board."""
    given = await _given(context, subject, form)
    if not isinstance(given, FileMessage) or context.able.draws_boards:
        return given
    data = subject.data(Action.SHOW_FILE, form.value[0])
    return replace(given, to_all=await offer_to_all(context, data, subject.match))


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
    return PrivatePanel(
        title=(await of_match(context, match)).title(say), text=text, code=line, rows=(back,), replace=True
    )


def _panel(context: Context, subject: ShownGame, *, confidential: bool = False) -> Answer:
    """The choice of a form; a record that is short is there to be copied."""
    say = context.say
    record = _record(subject)
    short = len(record) <= RECORD_LENGTH
    lines = [_read_again(subject, say)] if short else []
    has_number = subject.game.ruleset.gametype is not None
    missing = {form for form, there in ((ExportForm.PDN, has_number), (ExportForm.FILM, subject.has_film)) if not there}
    forms = [form for form in ExportForm if form not in missing]
    if not has_number:
        lines.append(_no_number(subject, say))
    lines.append(say("Which form do you want as a file?"))
    labels = dict(FORMS)
    row = tuple(subject.button(say(labels[form.value]), Action.EXPORT, argument=form.value[0]) for form in forms)
    return PrivatePanel(
        title=subject.title(say),
        text="\n".join(lines),
        code=record if short else "",
        rows=(row, (subject.back(say),)),
        replace=True,
        confidential=confidential,
    )


async def _given(context: Context, subject: ShownGame, form: ExportForm) -> Answer:
    """The game in a form, as a file; its record where the picture cannot be drawn."""
    say, game = context.say, subject.game
    file = File(subject.file_name("txt"), _record(subject).encode())
    text = _read_again(subject, say)
    match form:
        case ExportForm.PDN:
            try:
                pdn = format_pdn(game, await _tags(context, subject), _clock_comments(subject))
            except NoGameType:
                forms = say("I can give the record or JSON.")
                return Refusal(text=f"{_no_number(subject, say)} {forms}")
            file = File(subject.file_name("pdn"), pdn.encode())
            text = say("The game in PDN 3.0, for other programs.")
            if subject.match:
                text = say("The match in PDN 3.0, for other programs.")
        case ExportForm.JSON:
            content = format_json(game, await _tags(context, subject), _clock_comments(subject))
            file = File(subject.file_name("json"), content.encode())
            text = say("The game in JSON, for other programs.")
            if subject.match:
                text = say("The match in JSON, for other programs.")
        case ExportForm.IMAGE:
            scene = scene_of(game, subject.names, subject.look(context), say)
            if picture := await context.tools.images.picture(scene, say):
                file, text = File(subject.file_name("png"), picture.png), say("The board as a picture.")
        case ExportForm.FILM:
            return await _film(context, subject)
        case ExportForm.RECORD:
            pass
    return FileMessage(title=subject.title(say), text=text, file=file)


async def _film(context: Context, subject: ShownGame) -> Answer:
    """A finished game as an animation; a sentence while it is being made, and why there is none.

    Raises NotStarted, StillPlaying.
    """
    say, game = context.say, subject.game
    if subject.match and subject.match.status is Status.PLAYING:
        raise StillPlaying
    if not subject.has_film:
        raise NotStarted
    if game.ply > LONGEST_FILM:
        count, most = game.ply, LONGEST_FILM
        if subject.match:
            return Refusal(text=say("That match has {count} turns: a film has at most {most}.", count=count, most=most))
        return Refusal(text=say("That game has {count} turns: a film has at most {most}.", count=count, most=most))
    try:
        film = await context.tools.films.film(game, subject.names, subject.look(context), say, FILM_WAIT)
    except TooManyFilms:
        return Refusal(text=say("Many films are being made just now. Try again in a minute."))
    if film is None:
        again = subject.button(say("Film"), Action.EXPORT, argument=FILM_FORM[0])
        return PrivatePanel(
            title=subject.title(say), text=say("The film is being made."), rows=((again,),), replace=True
        )
    text = say("The match as a film.") if subject.match else say("The game as a film.")
    return FileMessage(title=subject.title(say), text=text, file=File(subject.file_name("gif"), film))


def _no_number(subject: ShownGame, say: Words) -> str:
    return say("PDN has no number for {game}.", game=game_name(subject.game.ruleset, say))


def _read_again(subject: ShownGame, say: Words) -> str:
    """The sentence beside the record, which is read here too."""
    if subject.match:
        return say("The record of this match. /analyse reads it too.")
    return say("The record of this game. /analyse reads it too.")


async def _tags(context: Context, subject: ShownGame) -> Mapping[str, str]:
    """The tags for other programs: of a match also the day it was begun, and which of the players is a program."""
    match = subject.match
    if match is None:
        return subject.tags
    tags = _record_tags(match, subject.names)
    if times := await context.services.matches.move_times(match.code):
        tags["Date"] = f"{times[0]:%Y.%m.%d}"
    computers = context.services.matches.computers
    for seat, side in zip(match.seats, ("White", "Black"), strict=True):
        if seat in computers:
            tags[f"{side}Type"] = "program"
    return tags


def _record(subject: ShownGame) -> str:
    """The record of a match, or of what was read."""
    if subject.match:
        return record_of(subject.match, subject.names)
    assert subject.pasted is not None
    return subject.pasted.text


def record_of(match: Match, names: tuple[str, str]) -> str:
    """The record of a match between people of these names (docs/rules/notation.md#time)."""
    return format_record(match.game, _record_tags(match, names), _banks(match))


def _record_tags(match: Match, names: tuple[str, str]) -> dict[str, str]:
    tags = {"White": names[0] or "?", "Black": names[1] or "?", "Site": match.code}
    if match.swaps:
        tags["SidesSwapped"] = " ".join(map(str, match.swaps))
    return tags | _time_tags(match.clock.pace) if match.clock else tags


def _time_tags(pace: Pace) -> dict[str, str]:
    """The tags about a player's time: for each move, as the standard has it, and for the match, which it lacks."""
    times = pace.times
    return {"TimeControl": f"1/{times.move // timedelta(seconds=1)}", "Bank": _h_mm_ss(times.bank), "Pace": pace.value}


def _clock_comments(subject: ShownGame) -> Sequence[str]:
    if subject.match:
        return _banks(subject.match)
    return subject.pasted.record.clocks if subject.pasted else ()


def _banks(match: Match) -> list[str]:
    """The bank of the mover after each move, as comments; empty where there is no clock."""
    turns = zip(match.game.positions, match.banks[1:], strict=False)
    return [f"[%clk {_h_mm_ss(banks[position.turn])}]" for position, banks in turns]


def _h_mm_ss(time: timedelta) -> str:
    """Whole hours, minutes and seconds, as ``[%clk]`` has them."""
    minutes, seconds = divmod(time // timedelta(seconds=1), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}"
