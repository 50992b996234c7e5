"""A month of two chats: thirty people join, play four games, leave, hide and erase their data."""

from dataclasses import dataclass, field
from random import Random

from bot.computer.computer_player import computer
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.preferences import EVERYWHERE, IN_CHATS, NOWHERE
from bot.matches.terms import UNTIMED, Terms
from bot.services.match.matches import Player
from bot.services.services import Services
from engine.games import find_ruleset
from tests.bot.kit import Clock, event, play
from tests.bot.services.naive import Chronicle, Fought

CHATS_OF = {"telegram": Place("telegram", "-1001"), "discord": Place("discord", "777")}
GAMES = tuple(find_ruleset(key) for key in ("dam-8", "tapal", "tabal", "english-draughts"))
NAMES = (
    *("Adi", "Siti", "Ros", "Budi", "Ani", "Faiz", "Nur", "Wan", "Lim", "Devi", "Raju", "Mei", "Tok Janggut", "Zul"),
    *("Hana", "Ika", "Joko", "Kamal", "Lela", "Mat", "Nani", "Omar", "Putri", "Rizal", "Salmah", "Tuah", "Umi", "Vani"),
    *("Yusof", "Zara"),
)
MINUTES = 30 * 24 * 60


@dataclass
class Month:
    """The people there, and the events so far."""

    services: Services
    clock: Clock
    chance: Random
    chronicle: Chronicle = field(default_factory=Chronicle)
    people: list[Player] = field(default_factory=list)
    strength: dict[str, float] = field(default_factory=dict)
    came: int = 0

    async def pass_by(self, matches: int) -> None:
        """Play so many matches."""
        for level in range(1, 5):
            machine = await self.services.people.player(computer(level))
            self.services.matches.computers[machine.id] = level
        for number in range(matches):
            self.clock.forward(minutes=MINUTES / matches)
            while self.came < len(NAMES) and self.came <= 8 + number * len(NAMES) // matches:
                await self._comes()
            await self._happens()
            await (self._against_computer() if self.chance.random() < 0.2 else self._between_two())

    async def _comes(self) -> None:
        name = NAMES[self.came]
        platform = "discord" if self.came % 3 == 0 else "telegram"
        account = str(1000 + self.came)
        self.came += 1
        player = await self.services.people.player(Person(platform, account, name, name.casefold()))
        self.people.append(player)
        self.strength[player.id] = self.chance.random()

    async def _happens(self) -> None:
        """Now and then somebody leaves a chat, says where they are listed, or has their data deleted."""
        one = self.chance.choice(self.people)
        what = self.chance.random()
        if what < 0.02:
            place = self.chance.choice(tuple(CHATS_OF.values()))
            await self.services.leaving.left(one.id, place)
            self.chronicle.left.append((self.clock.now, one.id, place.chat))
        elif what < 0.07:
            where = self.chance.choice((IN_CHATS, EVERYWHERE, EVERYWHERE, NOWHERE))
            await self.services.people.change_settings(one.id, listed=where)
            self.chronicle.listed[one.id] = where
        elif what < 0.075 and len(self.people) > 20:
            await self.services.people.erase(one)
            self.people.remove(one)
            self.chronicle.erased.add(one.id)

    async def _between_two(self) -> None:
        host = self.chance.choice(self.people)
        friends = [one for one in self.people if one.id != host.id]
        guest = self.chance.choice(friends[:4] if self.chance.random() < 0.3 else friends)
        terms = Terms(Pace.COFFEE, rated=True) if self.chance.random() < 0.8 else Terms(Pace.COFFEE)
        ahead = self.strength[host.id] - self.strength[guest.id]
        winner = None if self.chance.random() < 0.15 else 0 if self.chance.random() < 0.5 + ahead / 2 else 1
        await self._fought((host, guest), winner, self.chance.choice((5, 6, 7, 8)), terms)

    async def _against_computer(self) -> None:
        one = self.chance.choice(self.people)
        level = self.chance.randrange(1, 5)
        machine = await self.services.people.player(computer(level))
        seats = (one, machine) if self.chance.random() < 0.5 else (machine, one)
        winner = seats.index(one if self.chance.random() < 0.6 else machine)
        await self._fought(seats, winner, 6, UNTIMED, level)

    async def _fought(
        self, seats: tuple[Player, Player], winner: int | None, moves: int, terms: Terms, level: int = 0
    ) -> None:
        """A match of two from its invitation to its end, in the chat of whoever invites."""
        machine = seats[0].id in self.services.matches.computers
        host, guest = seats[::-1] if machine else seats
        place, game = CHATS_OF[host.platform], self.chance.choice(GAMES)
        invitation = Invitation(game, guest.person, 1 if machine else 0, terms=terms)
        match, _ = await self.services.opening.open(event(), host, invitation, Venue(place, "en"))
        match = await self.services.matches.join(event(), guest, match.code)
        match = await play(self.services, match, *seats, moves=moves)
        await self._ends(match, seats, winner)
        made = ((moves + 1) // 2, moves // 2)
        two = (seats[0].id, seats[1].id)
        of = Fought(match.code, self.clock.now, game.key, two, winner, made, terms.rated, place.chat, level)
        self.chronicle.fought.append(of)

    async def _ends(self, match: Match, seats: tuple[Player, Player], winner: int | None) -> None:
        act, (one, other) = self.services.matches.act, seats
        if winner is None:
            await act(event(), one, match.code, lambda now, at: now.offer_draw(one.id, at))
            await act(event(), other, match.code, lambda now, at: now.answer_draw(other.id, True, at))
        else:
            loser = seats[1 - winner]
            await act(event(), loser, match.code, lambda now, at: now.resign(loser.id, at))
