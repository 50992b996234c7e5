"""The contests in a month of a town: its two chats play as villages, against each other too, teams gather, and some
play many at once.
"""

from collections import Counter

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.contests.simul_card import SimulAction
from bot.app.contests.village_here import VillageAction, data
from bot.matches.match import Match
from bot.matches.refusals import UnreadableMatch
from bot.matches.status import Status
from bot.matches.village import RESIGN, awaited_village
from bot.services.contests.villages import VillageService
from engine.games import find_ruleset
from engine.notation import format_move
from tests.bot.linked_town import GAME, Account, Town

BOARDS = 4
"""So many join a simul at most."""
PLIES = 4
"""After so many turns matches are given up."""
VOTERS = 4
"""So many want to vote on a turn."""
ALL = 500
"""More matches than are under way."""


class Contests:
    """The acts, and how often what was wanted came about."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self.done = Counter[str]()
        self.matches: dict[str, tuple[str, str]] = {}
        """The kind and the code of the contest of each match that was seen under way, by its own code."""
        host = town.people[0]
        self._hosts = {each.platform: each for each in host.accounts}
        town.users[self._hosts["discord"].account].manager = True

    async def begins(self) -> None:
        """The hosts of both chats want them to be villages, with simuls."""
        for host in self._hosts.values():
            for kind in ("On, a vote lasts 8 hours", "On, simuls may be opened"):
                done = await self.town.act(host, "/setup", "All in the chat", kind)
                assert kind in done.text, done.text

    def _present(self, platform: str) -> list[Account]:
        return [each for one in self.town.people for each in one.present if each.platform == platform]

    async def day(self, number: int) -> None:
        """New contests begin, those of some people in one chat by turns, and all who are due act."""
        if number % 2:
            await self._challenges()
        platform, host = list(self._hosts.items())[number % 2]
        await self._village(platform, host)
        await self._gathers(platform)
        await self._simul(platform)
        await self.town.settled()
        await self._all_act()

    async def _village(self, platform: str, host: Account) -> None:
        """All of a chat begin a match against the computer, or one of them against the others."""
        if self.town.chance.random() < 0.5:
            level = f"{data(VillageAction.LEVEL, host.here, find_ruleset(GAME).short_id)}:1"
            await self.town.act(host, level, dies=True)
        else:
            who = self.town.chance.choice(self._present(platform))
            await self.town.act(who, f"/village against game:{GAME}", dies=True)

    async def _challenges(self) -> None:
        """One chat challenges the other, whose host accepts, or nobody does; some are counted in."""
        ours, theirs = self.town.chance.sample(list(self._hosts), 2)
        host, other = self._hosts[ours], self._hosts[theirs]
        for platform in self._hosts:
            for each in self.town.chance.sample(self._present(platform), 5):
                told = await self.town.act(each, data(VillageAction.COUNT_IN, each.here))
                self.done["counted in"] += "You are counted in" in told.text
        await self.town.act(host, f"/village challenge game:{GAME}", dies=True)
        village = await self._village_of(ours)
        made = await self.town.services.chat_matches.of_village(village) if village else None
        if made and self.town.chance.random() < 0.8:
            self.done["challenges"] += 1
            await self.town.act(other, data(VillageAction.ACCEPT, other.here, made.code), dies=True)

    async def _village_of(self, platform: str) -> str | None:
        villages: VillageService = self.town.services.villages
        found = await villages.known(self._hosts[platform].here)
        return found.id if found else None

    async def _gathers(self, platform: str) -> None:
        """Some gather as a team, and begin; or nobody comes."""
        first, *others = self.town.chance.sample(self._present(platform), 4)
        way = self.town.chance.choice(("turn", "vote"))
        card = await self.town.act(first, f"/together game:{GAME} level:1 way:{way}", dies=True)
        code = card.title.partition(" ")[0]
        if len(code) != 4:
            return
        joins = others[: self.town.chance.randrange(4)]
        for each in joins:
            told = await self.town.act(each, str(CallbackData(Action.TEAM_JOIN, code)), dies=True)
            self.done["joined teams"] += "You are in the team" in told.text
        if joins and self.town.chance.random() < 0.3:
            await self.town.act(self.town.chance.choice([first, *joins]), str(CallbackData(Action.TEAM_LEAVE, code)))
        begun = await self.town.act(first, str(CallbackData(Action.TEAM_BEGIN, code)), dies=True)
        self.done["teams"] += "The match begins" in begun.text

    async def _simul(self, platform: str) -> None:
        """Somebody opens a simul, which some join."""
        host, *others = self.town.chance.sample(self._present(platform), BOARDS + 1)
        await self.town.act(host, f"/simul game:{GAME} boards:{BOARDS}", dies=True)
        player = await self.town.services.people.known(host.person)
        simul = await self.town.services.simuls.open_of(player.id) if player else None
        if simul is None:
            return

        def pressed(action: SimulAction) -> str:
            return str(CallbackData(action, argument=simul.id))

        for each in others:
            told = await self.town.act(each, pressed(SimulAction.JOIN), dies=True)
            self.done["joined simuls"] += "You are in" in told.text
        if self.town.chance.random() < 0.3:
            await self.town.act(self.town.chance.choice([host, *others]), pressed(SimulAction.LEAVE), dies=True)
        begun = await self.town.act(host, pressed(SimulAction.BEGIN), dies=True)
        self.done["simuls"] += "being opened" in begun.text

    async def _all_act(self) -> None:
        for row in await self.town.services.matches.live_rows("", ALL):
            try:
                match = await self.town.services.matches.get(row.row.code)
            except UnreadableMatch:
                continue
            if match.event:
                self.matches[match.code] = (match.event.kind.value, match.event.code)
            if match.event and match.status is Status.PLAYING:
                await self._act(match)

    async def _act(self, match: Match) -> None:
        if awaited_village(match):
            await self._vote(match)
            return
        for one in self.town.people:
            for account in one.present:
                known = await self.town.services.people.known(account.person)
                if known and known.id in match.to_act:
                    await self._moves(match, account)
                    return

    async def _vote(self, match: Match) -> None:
        """Some want to vote, who may or may not; where the match is old, most want to give it up."""
        village = awaited_village(match) or ""
        there = {view.place.platform for view in await self.town.services.views.of_match(match.code)}
        voters = [each for platform in sorted(there) for each in self._present(platform)]
        if team := next((each for each in await self.town.services.teams.of(match) if each.player == village), None):
            members = {each.player for each in team.members}
            voters = await self._who_are(members) or voters
        elif found := await self.town.services.villages.get(village):
            voters = self._present(found.place.platform) if self.town.chance.random() < 0.8 else voters
        turns = [format_move(match.game.ruleset, each) for each in match.game.legal_moves[:2]]
        for each in self.town.chance.sample(voters, min(VOTERS, len(voters))):
            line = f"/guess {match.code} {self.town.chance.choice(turns)}"
            if match.game.ply >= PLIES:
                line = str(CallbackData(Action.PLAY_GUESSED, match.code, match.game.ply, RESIGN))
            told = await self.town.act(each, line, dies=self.town.chance.random() < 0.1)
            voted = ("Your vote:", "You have chosen", "You vote to resign")
            self.done["votes"] += any(words in told.text for words in voted)

    async def _who_are(self, players: set[str]) -> list[Account]:
        found = []
        for one in self.town.people:
            for account in one.present:
                known = await self.town.services.people.known(account.person)
                found += [account] if known and known.id in players else []
        return found

    async def _moves(self, match: Match, account: Account) -> None:
        if match.game.ply >= PLIES:
            await self.town.act(account, f"/resign {match.code}", "Yes, resign")
            return
        move = format_move(match.game.ruleset, match.game.legal_moves[0])
        told = await self.town.act(account, f"/move {match.code} {move}", dies=self.town.chance.random() < 0.1)
        self.done["moves"] += bool(told.text or told.title)
