"""The rulings of the staff, each in a line for their log channel."""

from dataclasses import dataclass

from bot.app.host.reports import LIST
from bot.app.requests.context import AppServices
from bot.app.text.names import side_name
from bot.chat import BoardMessage
from bot.matches.communities import OWN, TOLD_HERE, Community
from bot.matches.reports import REASONS
from bot.matches.rulings import RulingAct
from bot.services.standing.early_resignations import IN_A_ROW
from bot.store.rulings import Ruling
from bot.words import N_, Words, words

_SIDES = {RulingAct.FIRST: 0, RulingAct.SECOND: 1}
_OF_MATCH = {
    RulingAct.NONE: N_("{code} was ended by the staff: no result."),
    RulingAct.DRAW: N_("{code} was ended by the staff: a draw."),
    RulingAct.PAUSE: N_("The clock of {code} was stopped by the staff."),
    RulingAct.RESUME: N_("The clock of {code} goes on, as the staff has decided."),
    RulingAct.NAMES: N_("The boards of {code} here have no names any more."),
}


def _reported(ruling: Ruling, community: Community, say: Words) -> str:
    """That there is a report. Where everybody in a group reads it, it says neither which match nor why."""
    if community.chosen("log") == TOLD_HERE:
        return say("Something was reported to those who manage this group. {command} shows it to them.", command=LIST)
    reason = say(REASONS[ruling.why])
    return say(
        "In {code} somebody was reported to you: {reason}. {command} shows who, and by whom.",
        code=ruling.match or "",
        reason=reason,
        command=LIST,
    )


async def resigned_early(tools: AppServices, code: str, say: Words) -> tuple[str, str]:
    """The name of who has resigned a match, and of the other. Raises UnknownMatch, UnreadableMatch."""
    match = await tools.services.matches.get(code)
    names = await tools.cards.names(match, say)
    winner = (match.game.outcome.winner if match.game.outcome else None) or 0
    return names[1 - winner], names[winner]


@dataclass(frozen=True)
class RulingMessages:
    """Makes the messages."""

    tools: AppServices

    async def compose(self, ruling: Ruling, community: Community) -> BoardMessage:
        """The message about a ruling, in the language of the place, else in that of who has decided."""
        people = self.tools.services.people
        staff = await people.by_id(ruling.staff) if ruling.staff else None
        chosen = community.chosen("language")
        say = words(chosen if chosen != OWN else staff.spoken if staff else "")
        if ruling.act is RulingAct.NOTED:
            return BoardMessage(text=await self._noted(ruling, say), language=say.language)
        if ruling.act is RulingAct.REPORTED:
            return BoardMessage(text=_reported(ruling, community, say), language=say.language)
        by = staff.name if staff else say("Former player")
        lines = (await self._what(ruling, say), say("Reason: {why}.", why=ruling.why), say("By {name}.", name=by))
        return BoardMessage(text=" ".join(lines), language=say.language)

    async def _noted(self, ruling: Ruling, say: Words) -> str:
        code = ruling.match or ""
        name, other = await resigned_early(self.tools, code, say)
        return say(
            "{name} has resigned {count} rated matches in a row as soon as they counted, the last one {code} against "
            "{other}. That can give points away: you may want to look at it.",
            name=name,
            count=IN_A_ROW,
            code=code,
            other=other,
        )

    async def _what(self, ruling: Ruling, say: Words) -> str:
        services = self.tools.services
        if ruling.act in _OF_MATCH:
            return say(_OF_MATCH[ruling.act], code=ruling.match or "")
        if ruling.act in _SIDES:
            match = await services.matches.get(ruling.match or "")
            side = side_name(match.game.ruleset, _SIDES[ruling.act], say)
            return say("{code} was ended by the staff: {side} wins.", code=match.code, side=side)
        name = await services.people.name(ruling.subject) or say("Former player")
        if ruling.act is RulingAct.UNBAN:
            return say("{name} may play here again.", name=name)
        until = ruling.until
        time = say("and may again {moment}", moment=say.ahead(until - ruling.at)) if until else say("for good")
        return say("{name} will not play here, {time}.", name=name, time=time)
