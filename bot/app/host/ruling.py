"""``/mod``: what the staff of a chat decides about its matches, each time with a reason, and confirmed on the board."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

from bot.app.boards.match_message import button, public_board
from bot.app.buttons.about_place import about, place_of
from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.host.reports import reports_of, reports_row
from bot.app.host.ruling_message import resigned_early
from bot.app.people.typed_times import read_moment
from bot.app.requests.about_group import of_group
from bot.app.requests.context import Context, match_look
from bot.app.requests.hosts import clocks_of, is_staff, may_in
from bot.app.text.names import game_name, side_name
from bot.chat import Answer, Button, PrivatePanel, Refusal, Style
from bot.chat.command_lines import guesses, reads, values_named
from bot.chat.commands import OptionKind, OptionSpec, words_for
from bot.chat.match_codes import likely_code, read_code
from bot.matches.communities import Right
from bot.matches.identity import Person, Place
from bot.matches.match import Match
from bot.matches.refusals import NotStaff, UnknownMatch, UnreadableMatch
from bot.matches.rulings import REASON_LENGTH, RulingAct
from bot.store.rulings import Ruling
from bot.words import N_, Words, typed_words

HERE, LOG, REPORTS = "here", "log", "reports"
"""What ``/mod`` does besides rulings: to show a match here, to tell what was decided, and what is reported."""
LISTED = 15
LONGEST_BAN = timedelta(days=365)
OF_PERSON, CLEARS = "-", "+"
"""Before the ruling in a button, where it is about a person; with the latter it also ends what they have open."""
ACTS = (
    (RulingAct.NONE.value, N_("End it without a result")),
    (RulingAct.DRAW.value, N_("End it as a draw")),
    (RulingAct.FIRST.value, N_("The first side wins")),
    (RulingAct.SECOND.value, N_("The second side wins")),
    (RulingAct.PAUSE.value, N_("Stop its clock")),
    (RulingAct.RESUME.value, N_("Let its clock go on")),
    (RulingAct.NAMES.value, N_("Hide the names on its boards here")),
    (HERE, N_("Show it here")),
    (RulingAct.BAN.value, N_("Keep a person out of games here")),
    (RulingAct.UNBAN.value, N_("Let a person play here again")),
    (LOG, N_("What was decided here")),
    (REPORTS, N_("What is reported here")),
)
ACT_WORDS = words_for(
    (RulingAct.NONE.value, typed_words("none")),
    (RulingAct.DRAW.value, typed_words("draw")),
    (RulingAct.FIRST.value, typed_words("first")),
    (RulingAct.SECOND.value, typed_words("second")),
    (RulingAct.PAUSE.value, typed_words("pause")),
    (RulingAct.RESUME.value, typed_words("resume")),
    (RulingAct.NAMES.value, typed_words("names")),
    (HERE, typed_words("here")),
    (RulingAct.BAN.value, typed_words("ban")),
    (RulingAct.UNBAN.value, typed_words("unban")),
    (LOG, typed_words("log")),
    (REPORTS, typed_words("reports")),
)
ACT = OptionSpec("act", N_("What is to be done"), OptionKind.CHOICE, ACTS, words=ACT_WORDS)
_LABELS = dict(ACTS) | {RulingAct.NOTED.value: N_("Resigned rated matches early, three in a row")}


_OF_PEOPLE = (RulingAct.BAN.value, RulingAct.UNBAN.value)


def option_of(option: OptionSpec, *, person: bool) -> OptionSpec:
    """An option of rulings about a person, or in a match: beside an act of the other kind it reads no words."""

    def fits(given: Mapping[str, str]) -> bool:
        return "act" not in given or (given["act"] in _OF_PEOPLE) is person

    def sure(text: str, given: Mapping[str, str]) -> str | None:
        return reads(option, text, given) if fits(given) else None

    def likely(text: str, given: Mapping[str, str]) -> str | None:
        return guesses(option, text, given) if fits(given) else None

    return replace(option, reads=sure, guesses=likely)


def code_in_ruling(text: str, given: Mapping[str, str]) -> str | None:
    """A code without a digit: in capitals, or where the reason, whose words may look like one, has its name."""
    return likely_code(text, given) if text.isupper() or "why" in given else None


async def mod_command(
    context: Context, act: str = "", code: str = "", why: str = "", who: Person | None = None, until: str = ""
) -> Answer:
    """``/mod``: ask for a ruling in a match or about a person; or tell which there were.

    Raises NotStaff and what refuses the ruling.
    """
    say = context.say
    if context.request.place.private:
        return Refusal(text=say("Type /mod where the match is played: there I can see who manages the chat."))
    if act == LOG or not (act or code or who or why or until):
        return await log_of(context, context.request.place)
    if act == REPORTS:
        return await reports_of(context, context.request.place)
    await check_staff(context, context.request.place)
    reason = " ".join(why.split())[:REASON_LENGTH].rstrip(". ")
    if act in (RulingAct.BAN, RulingAct.UNBAN):
        return await _about_person(context, RulingAct(act), who, until, reason)
    named = read_code(code)
    if act not in dict(ACTS):
        known = ", ".join(values_named(ACT, say))
        example = say("Say what is to be done, as /mod {code} none why:spam", code=named or "K7QM")
        return Refusal(text="\n".join((example, say("There are: {acts}.", acts=known))))
    if named is None:
        return Refusal(text=say("Give the code of the match, as /mod K7QM none why:spam"))
    if act == HERE:
        match = await context.services.rulings.around(context.player, context.request.place, named)
        view = await context.services.views.brought(named, await context.venue())
        return await context.tools.boards.answer(match, view)
    if not reason:
        return Refusal(text=say("Say why, as /mod {code} {act} why:spam. Both players read it.", code=named, act=act))
    asked = await context.services.rulings.ask(context.player, context.request.place, named, RulingAct(act), reason)
    return await _confirmation(context, await context.services.matches.get(named), asked)


async def _about_person(context: Context, act: RulingAct, who: Person | None, until: str, reason: str) -> Answer:
    say, place = context.say, context.request.place
    if who is None:
        return Refusal(text=say("Say who, as /mod ban @name until:7d why:spam"))
    known = await context.services.people.find(who)
    if known is None:
        return Refusal(text=say("I do not know them: they have never played here. Nothing has changed."))
    if not reason:
        return Refusal(text=say("Say why, as /mod ban @name until:7d why:spam. They read it when they want to play."))
    if act is RulingAct.UNBAN:
        if not await context.services.bans.unban(context.player, place, known.id, reason):
            return Refusal(text=say("{name} is not banned here. Nothing has changed.", name=known.name))
        return PrivatePanel(text=say("{name} may play here again.", name=known.name), replace=True)
    end = read_moment(until, context.now(), await clocks_of(context), LONGEST_BAN) if until else None
    asked = await context.services.bans.ask(context.player, place, known.id, end, reason)
    time = say("and may again {moment}", moment=say.ahead(end - context.now())) if end else say("for good")
    lines = (
        say("{name} will not play here, {time}.", name=known.name, time=time),
        say("Reason: {why}.", why=reason),
        say("A match that somebody plays with them goes on: here, or in private once it is taken down."),
    )
    ban = _decides(context, say("Ban"), f"{OF_PERSON}{asked.id}")
    clear = _decides(context, say("Ban, and take down what is open"), f"{CLEARS}{asked.id}")
    title = await of_group(context, place, say("Kept out of games here"))
    return PrivatePanel(title=title, text="\n".join(lines), rows=((ban, clear),), replace=True)


async def check_staff(context: Context, place: Place) -> None:
    """Raises NotStaff unless this person may rule there now: the platform says that they manage the chat, or they have
    a role that its hosts have named for that.
    """
    if not await may_in(context, Right.RULE, place):
        raise NotStaff


async def pressed_rule(context: Context, data: CallbackData) -> Answer:
    """*Decide so*: the ruling that was asked for is carried out. Raises NotStaff, and what refuses the ruling."""
    (place, ruling), say = place_of(data, context.request.place), context.say
    await check_staff(context, place)
    if ruling[:1] not in (OF_PERSON, CLEARS):
        among = await _plays_of_staff(context, place, ruling)
        match, act = await context.services.rulings.confirm(
            context.request.event, context.player, place, ruling, among_themselves=among
        )
        text = say("Done: {code}. Both players are told.", code=match.code)
        if act is RulingAct.NAMES:
            text = say("The boards of {code} here have no names any more.", code=match.code)
        return PrivatePanel(title=_title(match, say), text=text, replace=True)
    take_down = ruling[0] == CLEARS
    done = await context.services.bans.confirm(context.player, place, ruling[1:], take_down=take_down)
    name = await context.services.people.name(done.subject) if done.subject else ""
    lines = [say("{name} does not play here any more. /mod unban lets them play again.", name=name)]
    if take_down:
        lines.append(say("What they play is shown here no longer, and goes on in private chats."))
        lines.append(say("What they had open here is withdrawn, and their boards here have no names."))
    title = await of_group(context, place, say("Kept out of games here"))
    return PrivatePanel(title=title, text="\n".join(lines), replace=True)


async def _plays_of_staff(context: Context, place: Place, ruling: str) -> bool:
    """Is a player of the rated match that a ruling is about of the staff of the place too?"""
    match = await context.services.rulings.asked(ruling)
    if match is None or not match.terms.rated:
        return False
    seated = [await context.services.people.by_id(seat, place.platform) for seat in match.seats if seat]
    return any([await is_staff(context, place, player.account) for player in seated if player])


def _decides(context: Context, label: str, ruling: str) -> Button:
    """The button that confirms a ruling here."""
    argument = about(context.request.place, ruling)
    return Button(label, str(CallbackData(Action.RULE, argument=argument)), Style.DANGER)


async def _confirmation(context: Context, match: Match, asked: Ruling) -> PrivatePanel:
    """The board, what is to be decided, and the button that does it."""
    say = context.say
    card = await context.tools.cards.card(match, say)
    board = await public_board(card, match_look(context, match), say, context.tools.images, context.able.picture_right)
    panel = board.as_panel(confidential=False)
    told = () if asked.act is RulingAct.NAMES else (say("Both players are told, with the reason."),)
    lines = (f"{_told(match, asked.act, say)}.", say("Reason: {why}.", why=asked.why), *told, panel.text)
    do = _decides(context, say("Decide so"), asked.id)
    return PrivatePanel(
        title=panel.title,
        text="\n".join(lines),
        code=panel.code,
        picture=panel.picture,
        without_picture=panel.without_picture,
        rows=((do, button(match, say("My view"), Action.VIEW)),),
        replace=True,
    )


def _told(match: Match, act: RulingAct, say: Words) -> str:
    """A ruling in the words of the game."""
    sides = {RulingAct.FIRST: 0, RulingAct.SECOND: 1}
    if act in sides:
        return say("{side} wins by a ruling", side=side_name(match.game.ruleset, sides[act], say))
    return say(_LABELS[act.value])


async def log_of(context: Context, place: Place) -> Answer:
    """The latest rulings in a place. Raises NotStaff."""
    await check_staff(context, place)
    say, now = context.say, context.now()
    found = await context.services.rulings.latest(place, LISTED)
    lines = []
    for each in found:
        by = await context.services.people.name(each.staff) if each.staff else ""
        about = each.match or (await context.services.people.name(each.subject) if each.subject else "")
        told: tuple[str, ...] = (about or say("Former player"), say(_LABELS[each.act.value]))
        if each.act is RulingAct.NOTED:
            told = (*await _who_resigned(context, about), *told)
        else:
            told = (*told, each.why, by or say("Former player"))
        lines.append(" · ".join((*told, say.ago(now - each.at))))
    text = "\n".join(lines) or say("Nothing was decided here so far. /mod and the code of a match rules in it.")
    title = await of_group(context, place, say("What was decided here"))
    rows = await reports_row(context, place)
    return PrivatePanel(title=title, text=text, rows=rows, replace=True, confidential=True)


async def _who_resigned(context: Context, code: str) -> tuple[str, ...]:
    """The name of who has resigned early, last in a match; nothing where that cannot be read any more."""
    with suppress(UnknownMatch, UnreadableMatch):
        return (await resigned_early(context.tools, code, context.say))[:1]
    return ()


def _title(match: Match, say: Words) -> str:
    return f"{match.code} · {game_name(match.game.ruleset, say)}"
