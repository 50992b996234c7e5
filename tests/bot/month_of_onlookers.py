"""The acts of those who look on, in a month of a town: they guess, say something, follow, note, and climb a ladder."""

from dataclasses import dataclass, field

from bot.app.contests.ladder_card import LadderAction
from bot.matches.match import Match
from bot.matches.status import Status
from engine.notation import format_move
from tests.bot.app.visitors import controls
from tests.bot.linked_town import GAME, TURNS, Account, Town

SENTENCE = "Nice trap."


@dataclass
class Onlookers:
    """The acts, and how many of each came about."""

    town: Town
    guessed: int = 0
    said: int = 0
    noted: int = 0
    followed: set[tuple[str, str]] = field(default_factory=set)
    challenged: int = 0

    async def begins(self) -> None:
        """The host of the group wants a ladder there."""
        host = self.town.people[0].accounts[0]
        done = await self.town.act(host, "/setup", "Contests", "On, its matches are casual")
        assert "A ladder for each game" in done.text

    async def beside(self, match: Match) -> None:
        """Somebody who does not play guesses the next turn of a match, or says or notes something."""
        views = await self.town.services.views.of_match(match.code)
        there = {view.place.platform for view in views if not view.place.private}
        seats = {each for each in match.seats if each}
        others = [each for one in self.town.people for each in one.present if each.platform in there]
        who = self.town.chance.choice(others)
        me = await self.town.services.people.player(who.person)
        turn = format_move(match.game.ruleset, self.town.chance.choice(match.game.legal_moves))
        told = await self.town.act(who, f"/guess {match.code} {turn}", dies=True)
        plays = me.id in seats
        assert not (plays and told.text.startswith("You guess")), "nobody guesses in a match of their own"
        self.guessed += told.text.startswith("You guess")
        if self.town.chance.random() < 0.5:
            noted = await self.town.act(who, f"/note {match.code} look at the corner", dies=True)
            self.noted += "look at the corner" in noted.text
        if self.town.chance.random() < 0.5:
            await self._says(who, match)

    async def _says(self, who: Account, match: Match) -> None:
        told = await self.town.act(who, f"1:{match.code}:{match.game.ply}:sy:trap", dies=True)
        self.said += SENTENCE in told.text

    async def follows(self) -> None:
        """Somebody follows somebody else of their chat."""
        who = self.town.chance.choice([each for one in self.town.people for each in one.present])
        beside = [each for one in self.town.people for each in one.present if each.platform == who.platform]
        other = self.town.chance.choice([each for each in beside if each is not who])
        profile = await self.town.act(who, "/profile", who=other.person)
        if wanted := [payload for payload, _, text in controls(profile) if text == "Follow"]:
            told = await self.town.act(who, wanted[0], dies=True)
            if told.text.startswith("I write to you"):
                self.followed.add((who.account, other.account))

    async def climbs(self) -> None:
        """Somebody of the group joins the ladder, or challenges whoever they may; the match is played, or not."""
        there = [each for one in self.town.people for each in one.present if each.platform == "telegram"]
        who = self.town.chance.choice(there)
        panel = await self.town.act(who, f"/ladder act:join game:{GAME}", dies=True)
        near = [each for each in controls(panel) if f":{LadderAction.CHALLENGE}" in each[0]]
        if not near:
            return
        payload, values, _ = self.town.chance.choice(near)
        card = await self.town.act(who, f"{payload}:{values[0]}", dies=True)
        code = card.title.partition(" ")[0]
        invited = next((each for each in there if each.name in card.text and each is not who), None)
        if not code or invited is None:
            return
        self.challenged += 1
        if self.town.chance.random() < 0.7:
            await self._plays(code, who, invited)

    async def _plays(self, code: str, host: Account, guest: Account) -> None:
        await self.town.act(guest, f"1:{code}:0:ac", dies=True)
        match = await self.town.services.matches.get(code)
        sides = {(await self.town.services.people.player(each.person)).id: each for each in (host, guest)}
        while match.status is Status.PLAYING and match.game.ply < TURNS:
            mover = sides.get(match.seats[match.game.turn] or "")
            if mover is None:
                return
            before = match.game.ply
            await self.town.act(mover, f"/move {code} {format_move(match.game.ruleset, match.game.legal_moves[0])}")
            match = await self.town.services.matches.get(code)
            if match.game.ply == before:
                return
        if match.status is Status.PLAYING:
            await self.town.act(self.town.chance.choice((host, guest)), f"/resign {code}", "Yes, resign")
