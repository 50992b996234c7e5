"""``/analyse``: how a game went. A graph, then up to three moves that turned it, a page each, for one person alone.

Buttons hold no state: each names the match, or a game pasted lately, and the page. An analysis that is not kept (any
more) is made again; meanwhile the person reads how far it has come, in an answer that becomes the page by itself.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import replace

from bot.app.analysis import analysis_text
from bot.app.boards.match_message import SHARE_PAGE
from bot.app.buttons.callback_data import NO_MATCH, Action, BadCallbackData, CallbackData
from bot.app.buttons.starts import continue_button
from bot.app.learning.mistakes import mistake_at, mistakes_of
from bot.app.match.kept import PAGE as KEPT_PAGE
from bot.app.match.kept import kept_button, kept_menu
from bot.app.match.shown_game import ShownGame, of_match, of_pasted
from bot.app.pictures.images import result_labels, scene_of
from bot.app.requests.context import Context, side_look, stacks
from bot.app.requests.match_resolver import NoMatchMeant, can_be_analysed, check_readable, is_playing, may_be_analysed
from bot.app.requests.pasted_games import PasteForgotten, pasted_by
from bot.app.requests.pasted_text import (
    FaultyPaste,
    SeveralGames,
    attached_text,
    game_label,
    read_one,
    record_or_refusal,
)
from bot.app.requests.visibility import check_may_see, for_all, offer_to_all
from bot.app.text.moves import numbered
from bot.app.text.names import ending_sentence, game_name, side_name, side_names
from bot.app.text.ratings import gains, results_line
from bot.chat import Answer, BestLine, Button, MatchGraph, Menu, Option, PrivatePanel, Refusal, Row, Style, TurnMark
from bot.chat.match_codes import read_code
from bot.computer.analysis_queue import Inquiry, Pasted, PastedGames, TooManyAnalyses
from bot.matches.match import Match
from bot.matches.rating import RatedResult
from bot.matches.refusals import MatchOver, NotStarted, StillPlaying
from bot.matches.status import Status
from bot.services.learning.puzzles import MISTAKES
from bot.store.mistakes import StoredMistake
from engine.record import Record
from engine.search.analysis import LONGEST, TURNING_POINTS, Analysis, TooLong
from renderer import Caption, Graph, Pair, Share, Turn, Turned

FIRST_WAIT, NEXT_WAIT = 1.4, 4.0
"""Seconds to wait for an analysis before answering how far it is, and between that and each further answer."""
LONGEST_WAIT = 13 * 60.0
"""Seconds after which an answer goes on only when *Go on* is pressed: no platform lets it change for much longer."""
BAR = 12
SAVES = {f"s{page}": page for page in range(1, TURNING_POINTS + 1)}
"""The arguments that save the position of a turning point as a puzzle, with its page."""
_PAGES = tuple(str(page) for page in range(SHARE_PAGE + 1))
MENU = 25
"""So many games of a text can be chosen from; no platform's menu has more."""
_CHOSEN = re.compile(r"g([1-9][0-9]?)")


async def analyse_command(context: Context, code: str, text: str) -> Answer:
    """``/analyse``: a match by its code, or the latest one; or what is pasted, or stands in a file beside it."""
    if context.request.attached and not (code or text):
        read = await attached_text(context, context.request.attached)
        return read if isinstance(read, Refusal) else await _paste(context, read)
    if text:
        return await _paste(context, text)
    return await _shown(context, await _checked(context, await _meant(context, code)), 0)


async def import_command(context: Context, text: str) -> Answer:
    """``/import``: a record, a position or a file, to be looked at as by ``/analyse``; without them the games that this
    person keeps.
    """
    if text or context.request.attached:
        code = read_code(text) or ""
        return await analyse_command(context, code, "" if code else text)
    say = context.say
    how = say("Give me a file, or paste a record with its tags, or begin with the name of the game:")
    code = "/import dam-8 1. c3-d4 b6-a5\n/import dam-8 W:Wc3,Kd2:Ba7,b8"
    kept = await context.services.kept_games.of(context.player.id)
    if not kept:
        return Refusal(text=how, code=code)
    if not (context.able.one_person_messages or context.request.place.private):
        return Refusal(text=how, code=code, rows=((kept_button(say),),))  # nobody else reads what they keep
    rows: tuple[Row, ...] = (kept_menu(context, kept[:KEPT_PAGE]), (kept_button(say),))
    return PrivatePanel(text=how, code=code, rows=rows, confidential=True)


async def pressed_analysis(context: Context, data: CallbackData) -> Answer:
    """A page of an analysis: the argument is its number, behind the key of a game that was pasted."""
    key, _, page = data.argument.rpartition(":")
    if key and data.code == NO_MATCH and (chosen := _CHOSEN.fullmatch(page)):
        return await _chosen(context, key, int(chosen[1]))
    if data.code != NO_MATCH and (saved := SAVES.get(data.argument)):
        match = await context.services.matches.get(data.code)
        return await _saved(context, await _checked(context, match, data), saved)
    if page not in _PAGES or bool(key) != (data.code == NO_MATCH):
        raise BadCallbackData(str(data))
    if not key:
        match = await context.services.matches.get(data.code)
        return await _shown(context, await _checked(context, match, data), int(page))
    return await _shown(context, of_pasted(await pasted_by(context, key)), int(page))


async def pressed_show(context: Context, data: CallbackData) -> Answer:
    """*Show to all* on a page. Raises BadCallbackData."""
    return for_all(context, await pressed_analysis(context, data))


async def _meant(context: Context, code: str) -> Match:
    """The match with this code, the one answered to, or the latest of this person that can be analysed.

    Raises UnknownMatch, UnreadableMatch, StillPlaying, NoMatchMeant.
    """
    if named := read_code(code):
        return await context.services.matches.get(named)
    request = context.request
    if request.message and (answered := await context.services.views.match_by_message(request.place, request.message)):
        return answered
    if found := await can_be_analysed(context):
        return found[0]
    listed = await context.services.matches.listed(context.player.id)
    if any(map(is_playing, listed.matches)):
        raise StillPlaying
    check_readable(listed)
    raise NoMatchMeant


async def _checked(context: Context, match: Match, data: CallbackData | None = None) -> ShownGame:
    """A match to analyse; ``data`` is that of a button. Raises NotShownHere, NotStarted, StillPlaying, MatchOver."""
    await check_may_see(context, match, data)
    if match.status is Status.INVITED:
        raise NotStarted
    if match.status is Status.PLAYING and not match.practice:
        raise StillPlaying
    if not may_be_analysed(match):
        raise MatchOver(match.status)

    return await of_match(context, match)


async def _paste(context: Context, text: str) -> Answer:
    read = await record_or_refusal(context, text, "/analyse dam-8 1. c3-d4 b6-a5\n/analyse dam-8 W:Wc3,Kd2:Ba7,b8")
    if isinstance(read, Refusal):
        return read
    return _menu(context, read) if isinstance(read, SeveralGames) else await _of_record(context, read)


async def _of_record(context: Context, record: Record) -> Answer:
    pasted = Pasted(record)
    context.tools.analysis_queue.keep_pasted(pasted)
    return await _shown(context, of_pasted(pasted), 0)


def _menu(context: Context, several: SeveralGames) -> Answer:
    """A menu of the games of a text, to choose the one to analyse."""
    say, count = context.say, len(several.games)
    pasted = PastedGames(several.games[:MENU], several.ruleset)
    key = context.tools.analysis_queue.keep_several(pasted)
    lines = [say("There are {count} games in that text.", count=count)]
    if count > MENU:
        lines.append(say("Here are the first {count}.", count=MENU))
    options = tuple(Option(game_label(number, game), f"g{number}") for number, game in enumerate(pasted.games, 1))
    data = str(CallbackData(Action.ANALYSE, argument=key))
    return PrivatePanel(text=" ".join(lines), rows=(Menu(data, say("Which game?"), options),))


async def _chosen(context: Context, key: str, number: int) -> Answer:
    """The game of a text that was chosen from the menu."""
    pasted = context.tools.analysis_queue.several(key)
    if pasted is None:
        raise PasteForgotten
    if number > len(pasted.games):
        raise BadCallbackData(key)
    try:
        record = await asyncio.to_thread(read_one, pasted.games[number - 1], pasted.ruleset)
    except FaultyPaste as error:
        return Refusal(text=context.say("I cannot read that:"), code=error.told(context.say))
    return await _of_record(context, record)


async def _shown(context: Context, subject: ShownGame, page: int) -> Answer:
    """A page of the analysis; or how far it has come, which becomes that page by itself."""
    say, analysis_queue = context.say, context.tools.analysis_queue
    if subject.game.outcome and not subject.game.moves:
        over = ending_sentence(subject.game, subject.game.outcome, subject.names, say)
        return PrivatePanel(
            title=subject.title(say),
            text=" ".join((say("There is nothing to analyse."), over, *subject.notes(say))),
            rows=_ways(context, subject),
            replace=True,
        )
    if (known := analysis_queue.found(subject.game)) is not None:
        return await _page(context, subject, known, page)
    try:
        inquiry = analysis_queue.inquire(context.tools.search_pool, context.player.id, subject.game)
    except TooLong:
        if page == SHARE_PAGE and subject.game.outcome:
            return await _share(context, subject, None)
        text = say("That game is too long: at most {count} turns are analysed.", count=LONGEST)
        return Refusal(text=text, rows=_ways(context, subject))
    except TooManyAnalyses:
        text = say("You are waiting for other analyses already, or too many people are. Try again in a minute.")
        return Refusal(text=text, rows=_ways(context, subject))
    analysis = await inquiry.wait(FIRST_WAIT)
    if analysis is not None:
        return await _page(context, subject, analysis, page)
    now = PrivatePanel(title=subject.title(say), text=_progress(context, inquiry, page), replace=True)
    return replace(now, updates=_going_on(context, subject, inquiry, now, page))


async def _going_on(
    context: Context, subject: ShownGame, inquiry: Inquiry, shown: PrivatePanel, page: int
) -> AsyncIterator[PrivatePanel]:
    """The later states of an answer that shows the progress of an analysis; the last one is the requested page."""
    for _ in range(round(LONGEST_WAIT / NEXT_WAIT)):
        if (analysis := await inquiry.wait(NEXT_WAIT)) is not None:
            yield await _page(context, subject, analysis, page)
            return
        now = replace(shown, text=_progress(context, inquiry, page))
        if now != shown:
            yield (shown := now)
    yield replace(shown, rows=((_turn_to(subject, context.say("Go on"), page, Style.MAIN),),))


def _progress(context: Context, inquiry: Inquiry, page: int) -> str:
    """The progress of an analysis, and why it is made where only the picture was asked for."""
    told = _how_far(context, inquiry)
    first = context.say("It is analysed first: the picture shows where it turned.")
    return f"{first}\n{told}" if page == SHARE_PAGE else told


def _how_far(context: Context, inquiry: Inquiry) -> str:
    say, examination = context.say, inquiry.examination
    if not inquiry.begun:
        ahead = context.tools.analysis_queue.ahead_of(inquiry)
        return say("Many people are asking just now: you are number {number} in line.", number=ahead + 1)
    if not context.tools.search_pool.is_ready:
        return say("The computer is getting ready; that takes up to a minute.")
    full = round(BAR * examination.done / examination.all)
    text = say("One moment: {done} of {count} positions looked at.", done=examination.done, count=examination.all)
    return f"{text}\n{'▰' * full}{'▱' * (BAR - full)}"


async def _page(context: Context, subject: ShownGame, analysis: Analysis, page: int) -> PrivatePanel:
    await _keep_mistakes(context, subject, analysis)
    if not analysis.game.moves:
        panel = await _position(context, subject, analysis)
    elif page == SHARE_PAGE and analysis.game.outcome:
        panel = await _share(context, subject, analysis)
    elif not 0 < page <= len(analysis.turning_points):
        panel = await _graph(context, subject, analysis)
    else:
        panel = await _turning_point(context, subject, analysis, page)
    to_all = await offer_to_all(context, subject.data(Action.SHOW_ANALYSIS, str(page)), subject.match)
    return replace(panel, rows=(*panel.rows, *_ways(context, subject)), to_all=to_all)


def _ways(context: Context, subject: ShownGame) -> tuple[Row, ...]:
    """The row of what else can be done with a game that was read; none for a match."""
    ways = subject.ways(context.say)
    return (ways,) if ways else ()


def _turn_to(subject: ShownGame, label: str, page: int, style: Style = Style.PLAIN) -> Button:
    """The button of a page."""
    return subject.button(label, Action.ANALYSE, style, str(page))


async def _keep_mistakes(context: Context, subject: ShownGame, analysis: Analysis) -> None:
    """Keep the mistakes by which a player turned a match of theirs, to be tried once more the next day."""
    match = subject.match
    side = match.side_of(context.player.id) if match and not match.practice else None
    if match is not None and side is not None:
        found = mistakes_of(match, analysis, side)
        await context.services.puzzles.keep_mistakes(context.player.id, found)


def _to_save(context: Context, subject: ShownGame, analysis: Analysis, page: int) -> StoredMistake | None:
    """The position of a turning point as a puzzle for this person; None where they have not played the match."""
    match = subject.match
    if match is None or match.practice or match.side_of(context.player.id) is None:
        return None
    return mistake_at(match, analysis, analysis.turning_points[page - 1])


async def _save_button(context: Context, subject: ShownGame, analysis: Analysis, page: int) -> tuple[Button, ...]:
    """The button that saves the position of a turning point; what is saved already says so."""
    found = _to_save(context, subject, analysis, page)
    if found is None:
        return ()
    say, saved = context.say, await context.services.puzzles.mistake(context.player.id, found.puzzle)
    label = say("Saved as puzzle") if saved else say("Save as puzzle")
    return (replace(subject.button(label, Action.ANALYSE, argument=f"s{page}"), disabled=saved is not None),)


async def _saved(context: Context, subject: ShownGame, page: int) -> Answer:
    """The page of a turning point, whose position this person has saved as a puzzle of their own."""
    say, puzzles = context.say, context.services.puzzles
    analysis = context.tools.analysis_queue.found(subject.game)
    if analysis is None or page > len(analysis.turning_points):
        return await _shown(context, subject, page)
    found = _to_save(context, subject, analysis, page)
    if found is None:
        return Refusal(text=say("Only positions of your own matches are saved, where there was a choice."))
    await puzzles.keep_mistakes(context.player.id, [found])
    if await puzzles.mistake(context.player.id, found.puzzle):
        told = say("Saved: from the next day on /puzzle mine:yes asks you for the better turn.")
    else:
        told = say("You have {count} puzzles of your own: no more are kept.", count=MISTAKES)
    panel = await _page(context, subject, analysis, page)
    return replace(panel, text=f"{told}\n{panel.text}")


async def _position(context: Context, subject: ShownGame, analysis: Analysis) -> PrivatePanel:
    """The page of a single position: the best move, what follows, and who stands better."""
    say, game, judgement = context.say, analysis.game, analysis.judgements[0]
    lines = [
        say("Best move: {move}.", move=analysis_text.line(game, judgement.line[:1], say)),
        say("Best play: {line}", line=analysis_text.line(game, judgement.line, say)),
        analysis_text.verdict(game.ruleset, judgement.evaluation, say),
        *subject.notes(say),
    ]
    scene = replace(scene_of(game, subject.names, side_look(context, 0), say), advice=judgement.best)
    picture = await context.tools.images.picture(scene, say)
    return PrivatePanel(
        title=subject.title(say),
        text="\n".join(lines),
        picture=picture,
        rows=((continue_button(subject.start(0), say),),),
        replace=True,
    )


async def _graph(context: Context, subject: ShownGame, analysis: Analysis) -> PrivatePanel:
    """The whole game: how it ended, its graph, and where it turned."""
    say, game = context.say, analysis.game
    lines = [ending_sentence(game, game.outcome, subject.names, say)] if game.outcome else []
    caption = say(
        "Below the line: the chance of {first} to win. Above it: that of {second}.",
        first=side_name(game.ruleset, 0, say),
        second=side_name(game.ruleset, 1, say),
    )
    points = analysis.turning_points
    marks = tuple(
        TurnMark(point.ply, analysis_text.sentence(game, point, say), analysis_text.way(point.line)) for point in points
    )
    best = tuple(
        BestLine(analysis_text.numbered_line(game, ply, judgement.line, say), analysis_text.way(judgement.line))
        for ply, judgement in enumerate(analysis.judgements)
    )
    lines += [caption, *(f"{number}: {mark.told}" for number, mark in enumerate(marks, 1))]
    if not points:
        lines.append(say("No single move turned this game."))
    lines += subject.notes(say)
    graph = _drawn(context, subject, analysis)
    picture = await context.tools.images.graph(graph, say)
    buttons = tuple(
        _turn_to(
            subject,
            say("{label} · move {number}", label=number, number=game.positions[point.ply].number),
            number,
            Style.MAIN,
        )
        for number, point in enumerate(points, 1)
    )
    if game.outcome and not context.able.draws_boards:  # there the board itself is shared
        buttons = (*buttons, _turn_to(subject, say("Share"), SHARE_PAGE))
    percent = tuple(round(100 * chance) for chance in analysis.chances)
    return PrivatePanel(
        title=subject.title(say),
        text="\n".join(lines),
        picture=picture,
        rows=(buttons,) if buttons else (),
        replace=True,
        graph=MatchGraph(subject.code, caption, percent, marks, best) if subject.code else None,
    )


def _drawn(context: Context, subject: ShownGame, analysis: Analysis) -> Graph:
    """The course of the game, to be drawn."""
    say, game = context.say, analysis.game
    points = enumerate(analysis.turning_points, 1)
    return Graph(
        game.ruleset,
        analysis.chances,
        tuple(position.number for position in game.positions),
        tuple(Turn(point.ply, str(number), game.positions[point.ply].number) for number, point in points),
        subject.names,
        game_name(game.ruleset, say),
        side_names(game.ruleset, say),
        result_labels(game, say),
        subject.look(context).theme,
    )


async def _share(context: Context, subject: ShownGame, analysis: Analysis | None) -> PrivatePanel:
    """The ending of a finished game, its course and its turning points, in one picture; the ending alone of one that
    is too long to be analysed. The words name the match.
    """
    say, game = context.say, subject.game
    assert game.outcome is not None, "only a finished game is shared"
    look = subject.look(context)
    turned, lines = [], [ending_sentence(game, game.outcome, subject.names, say)]
    for number, point in enumerate(analysis.turning_points if analysis else (), 1):
        before = await asyncio.to_thread(game.back_to, point.ply)
        scene = replace(scene_of(before, subject.names, look, say), last=None, before=None, advice=point.line[0])
        turned.append(Turned(scene, Caption(str(number), numbered(game, point.ply, point.played, say))))
        lines.append(f"{number}: {analysis_text.sentence(game, point, say)}")
    results = await _results(context, subject)
    if rated := results_line(list(zip(subject.names, results, strict=False)), say):
        lines.insert(1, rated)
    ratings = gains(results) or ("", "")
    course = _drawn(context, subject, analysis) if analysis else None
    share = Share(scene_of(game, subject.names, look, say), tuple(turned), course, (ratings[0], ratings[1]))
    picture = await context.tools.images.share(share, say)
    rows = ((_turn_to(subject, say("Back"), 0),),) if analysis else ()
    return PrivatePanel(title=subject.title(say), text="\n".join(lines), picture=picture, rows=rows, replace=True)


async def _results(context: Context, subject: ShownGame) -> tuple[RatedResult, ...]:
    """The effect of a rated match on the rating of each side; none of any other, nor where one is forgotten."""
    match = subject.match
    if match is None or not match.terms.rated:
        return ()
    found = await context.services.standing.results(match)
    results = [found.get(seat or "") for seat in match.seats]
    known = tuple(each for each in results if each)
    return known if len(known) == len(results) else ()


async def _turning_point(context: Context, subject: ShownGame, analysis: Analysis, page: int) -> PrivatePanel:
    """The page of a turning point: the move played and the better one, and what each leads to."""
    say, game, point = context.say, analysis.game, analysis.turning_points[page - 1]
    many, ruleset = len(analysis.turning_points), analysis.game.ruleset
    before = await asyncio.to_thread(game.back_to, point.ply)  # replays all of it
    after = before.play(point.played)
    lines = [
        analysis_text.sentence(game, point, say),
        say("Better play: {line}", line=analysis_text.line(before, point.line, say)),
        say("Instead: {line}", line=analysis_text.line(before, (point.played, *point.reply), say)),
        say("The better move: {standing}", standing=analysis_text.verdict(ruleset, point.before, say)),
        say("The move played: {standing}", standing=analysis_text.verdict(ruleset, point.after, say)),
    ]
    look = subject.look(context)
    pair = Pair(
        replace(scene_of(before, subject.names, look, say), last=None, before=None, advice=point.line[0]),
        scene_of(after, subject.names, look, say),
        (
            Caption(say("BETTER"), numbered(game, point.ply, point.line[0], say)),
            Caption(say("PLAYED"), numbered(game, point.ply, point.played, say)),
        ),
        stacked=stacks(context, ruleset.board),
    )
    picture = await context.tools.images.pair(pair, say)
    back = _turn_to(subject, say("Back"), page - 1)
    following = (_turn_to(subject, say("Next"), page + 1, Style.MAIN),) if page < many else ()
    title = " · ".join((subject.title(say), say("turning point {number} of {count}", number=page, count=many)))
    save = await _save_button(context, subject, analysis, page)
    # Long labels: on a phone each has a row of its own.
    rows = ((back, *following), *((save,) if save else ()), (continue_button(subject.start(point.ply), say),))
    return PrivatePanel(title=title, text="\n".join(lines), picture=picture, rows=rows, replace=True)
