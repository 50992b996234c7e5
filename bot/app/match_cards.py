"""Matches together with the names of their people, for texts about them."""

from collections.abc import Mapping
from dataclasses import replace

from bot.app.text.boards import MatchCard
from bot.matches.happening import Happening
from bot.matches.match import Match
from bot.matches.status import Status
from bot.services.services import Services
from bot.words import Words


class MatchCards:
    """Reads the names of players, and makes cards of matches."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def names(self, match: Match, say: Words) -> tuple[str, str]:
        """The names of the players by side, with the computer's in this language."""
        return self._seated(match, await self._services.people.names(match), say)

    async def named(self, match: Match, say: Words, known: Mapping[str, str] | None = None) -> MatchCard:
        """A match with the names of its people alone; ``known`` are names that were read already, by player."""
        if known is None:
            known = await self._services.people.names(match)
        host, invited = known.get(match.host, ""), known.get(match.invited or "", "")
        if match.invited is None and match.invited_handle:
            invited = f"@{match.invited_handle[1]}"
        elif match.invited and not invited:
            invited = say("Former player")
        return MatchCard(match, self._seated(match, known, say), host, invited)

    async def card(self, match: Match, say: Words, known: Mapping[str, str] | None = None) -> MatchCard:
        """A match with the names of its people; ``known`` are names that were read already, by player."""
        if known is None:
            known = await self._services.people.names(match)
        named = await self.named(match, say, known)
        if match.status is Status.INVITED:
            return named
        computers = self._services.matches.computers
        levels = computers.get(match.seats[0] or ""), computers.get(match.seats[1] or "")
        awaits_computer = not computers.keys().isdisjoint(match.to_act)
        stuck = awaits_computer and await self._services.matches.is_stuck(match)
        rematch = await self._code_of_rematch(match)
        left = any(seat not in known and seat not in computers for seat in match.seats if seat)
        return replace(named, levels=levels, stuck=stuck, rematch=rematch, left=left, now=self._services.clock())

    async def _code_of_rematch(self, match: Match) -> str:
        if match.happened is not Happening.REMATCH_BEGUN:
            return ""
        return await self._services.rematches.code_of(match.code) or ""

    def _seated(self, match: Match, known: Mapping[str, str], say: Words) -> tuple[str, str]:
        computers = self._services.matches.computers
        first, second = (
            say("Computer {level}", level=computers[seat])
            if seat in computers
            else known.get(seat or "") or (say("Former player") if seat else "")
            for seat in match.seats
        )
        return first, second
