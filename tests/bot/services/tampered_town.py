"""A database in which there is a row of every kind, and what its rows are called."""

from dataclasses import dataclass, replace
from datetime import timedelta
from random import Random
from unittest.mock import patch

from sqlalchemy import text

from bot.computer.computer_player import computer
from bot.matches.communities import CASUAL, AllowedKind, Grant, Right
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.ladder import TO_ANSWER
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.rulings import RulingAct
from bot.matches.status import Status
from bot.matches.team import Way
from bot.matches.terms import Terms
from bot.matches.tournament import Form
from bot.services.contests.ladders import NewChallenge
from bot.services.contests.teams import NewTeam
from bot.services.contests.tournaments import TournamentWish
from bot.services.contests.villages import NewVillageMatch
from bot.services.match.matches import MatchAction, Player, View
from bot.services.services import Services
from bot.store import Database, Inbox, follows
from bot.store.connection import Connection
from bot.store.mistakes import StoredMistake
from bot.store.room import RoomStore
from bot.store.shields import Mark
from engine.game import Game
from engine.position import format_position
from engine.puzzles import identity, puzzles_of, texts_of
from tests.bot.kit import DAM_8, TAPAL, Clock, event, hold_out, keep_game, pair_here, play, puzzle_at, told

ROOM = Venue(Place("web", "room"), "en")
GROUP = Venue(Place("telegram", "-1001", "7"), "id")


@dataclass
class TamperedTown:
    """Three people, a match in every state, boards, messages, updates, leases. ``names`` has their keys."""

    database: Database

    def __post_init__(self) -> None:
        self.clock = Clock()
        self.services = Services.over(self.database, self.clock, Random(11))
        self.names: dict[str, str] = {}

    async def live(self) -> dict[str, str]:
        """Fill the database; the keys of its rows by name."""
        people = self.services.people
        self.room = RoomStore(self.database)
        adi, _ = await self.room.add_member("Adi", "ms")
        self.adi = await people.player(Person("web", adi.id, "Adi", "", "ms"))
        self.siti = await people.player(Person("discord", "17", "Siti", "siti.n", "en-GB"))
        self.nur = await people.player(Person("telegram", "99", "Nur", "nur_k", "id"))
        await self._week_of_duplicate(self.siti, self.nur)
        await self._invitations()
        await self._games()
        await self._rated()
        await self._mirrored()
        await self._bid()
        await self._ladder(self.siti, self.nur)
        await self._village(self.siti, self.nur)
        await self._team(self.siti, self.nur)
        await self._boards(self.siti, self.nur)
        await self._tournament(self.siti, self.nur)
        self.names |= await self._duplicate(self.siti, self.nur, "duplicate")
        await self._timed()
        await self._puzzles()
        await self.services.communities.topic_seen(GROUP.place, "Dam", renamed=False)
        named = (Grant(AllowedKind.ROLE, "78", Right.RULE, "Organisers"),)
        await self.services.communities.change(
            GROUP.place,
            lambda found: replace(
                found, settings={"theme": "pasar", "paces": "blitz", "ladder": CASUAL}, allowed=named
            ),
        )
        await self._beside()
        return self.names | {"adi": self.adi.id, "siti": self.siti.id, "nur": self.nur.id}

    async def _puzzles(self) -> None:
        """First tries at puzzles, a turn that turned a match, and the puzzle of a day of a group."""
        first, second = puzzles_of(DAM_8)[:2]
        for puzzle in (first, second):
            await self.services.puzzles.tries(self.nur.id, puzzle, solved=puzzle is first)
        game = Game.begin(DAM_8)
        await self.services.puzzles.keep_mistakes(
            self.nur.id,
            [
                StoredMistake(
                    identity(DAM_8, game.position),
                    self.names["counted"],
                    0,
                    DAM_8.key,
                    format_position(DAM_8, game.position, counters=False),
                    texts_of(game, game.legal_moves[0]),
                )
            ],
        )
        with patch("bot.services.learning.site_puzzles.FIRST_PLIES", 0):  # the matches here are short
            ended = await self.services.site_puzzles.next_game()
            assert ended
            found = puzzle_at(ended.game, 1)
            await self.services.site_puzzles.looked(ended.number, [found])
        await self.services.dailies.ask_for(GROUP.place, "id", on=True, zone="UTC", hour=self.clock.now.hour, games=())
        before = self.clock.now
        self.clock.forward(days=1)
        await self.services.dailies.advance(lambda platform, chat: True, lambda games: (first,))
        ((_, daily),) = await self.services.dailies.open_ones()
        await self.services.dailies.opens(self.nur.id, GROUP.place, daily.day)
        self.clock.now = before
        await hold_out(self.services, self.nur.id, GROUP.place)
        self.names |= {"puzzle": first.id, "puzzle_next": second.id, "found": found.id}

    async def _ladder(self, one: Player, other: Player) -> None:
        """A ladder on which one has won the rung of the other, and is challenged."""
        await self.services.communities.change(
            GROUP.place, lambda found: replace(found, settings={**found.settings, "ladder": CASUAL})
        )
        for player in (one, other):
            await self.services.ladders.join(player, GROUP, DAM_8.key)
        for host, guest, name in ((other, one, "taken"), (one, other, "challenging")):
            self.clock.forward(minutes=11)
            wanted = Invitation(DAM_8, player=guest.id, host_side=0, awake=TO_ANSWER)
            challenge = NewChallenge(GROUP.place, DAM_8.key)
            match, _ = await self.services.opening.open(event(), host, wanted, GROUP, contest=challenge)
            self.names[name] = match.code
            if host is other:
                await self.services.matches.join(event(), one, match.code)
                await self._act(name, one, lambda match, now: match.resign(one.id, now))
        before = self.clock.now
        self.clock.forward(days=31)
        await self.services.shields.advance(lambda platform, chat: True)
        view = await self.services.ladders.view(GROUP.place, DAM_8.key, one.id, 1)
        assert view
        await self.services.shields.marked(view.ladder, Mark("99", "Shield"))
        self.clock.now = before

    async def _village(self, one: Player, other: Player) -> None:
        """A match of one person against all the others, of whom one has voted."""
        await self.services.communities.change(
            GROUP.place, lambda found: replace(found, settings={**found.settings, "village": "8h"})
        )
        village = await self.services.villages.of_place(GROUP.place, "Kampung Baru")
        contest = NewVillageMatch(GROUP.place, village.id)
        wanted = Invitation(DAM_8, player=village.id, accepted=True, host_side=1)
        match, _ = await self.services.opening.open(event(), one, wanted, GROUP, contest=contest)
        self.names["voted"] = match.code
        await self.services.villages.vote(event(), other, match.code, match.game.legal_moves[0], match.game.ply)

    async def _team(self, one: Player, other: Player) -> None:
        """Two people gather to play the computer together."""
        opponent, team = await self.services.people.player(computer(1)), await self.services.teams.new("Team Kampung")
        contest = NewTeam(GROUP.place, team.id, Way.IN_TURN, one.id)
        wanted = Invitation(DAM_8, player=opponent.id)
        match, _ = await self.services.opening.open(event(), team, wanted, GROUP, contest=contest)
        await self.services.teams.join(other, match.code)
        contest = NewTeam(
            GROUP.place, (consulting := await self.services.teams.new("Team Hutan")).id, Way.IN_CONSULTATION, one.id
        )
        wanted = Invitation(DAM_8, player=opponent.id, host_side=0)
        match, _ = await self.services.opening.open(event(), consulting, wanted, GROUP, contest=contest)
        await self.services.teams.join(other, match.code)
        await self.services.teams.begin(one.id, match.code)
        await self.services.consultations.draw(one, match.code, 0, ((3, 7),))

    async def _boards(self, one: Player, other: Player) -> None:
        """A boards match of two chats with two people each, and a match on a board under way."""
        there = Venue(Place("discord", "77", server="7"), "en")
        for venue in (GROUP, there):
            await self.services.communities.change(
                venue.place, lambda found: replace(found, settings={**found.settings, "boards": "on"})
            )
        service = self.services.boards
        made = await service.challenge(other.id, GROUP, "Kampung Baru", DAM_8.key, Pace.COFFEE)
        await service.accept(one.id, there, "Hutan Batu", made.code)
        ros = await self.services.people.player(Person("telegram", "97", "Ros"))
        budi = await self.services.people.player(Person("discord", "18", "Budi"))
        for player, side in ((other, 0), (ros, 0), (one, 1), (budi, 1)):
            await service.join(player, made.id, side)
        for player, side in ((other, 0), (one, 1)):
            await service.begin(player.id, made.id, side)
        for view, game in await service.to_open():
            await service.open(view, game, {})
        begun = await service.view(made.id)
        assert begun
        self.names |= {"boards": made.id, "on_board": begun.games[0].match or ""}

    async def _tournament(self, one: Player, other: Player) -> None:
        """A round robin of three people whose first round is under way, one that is over because all left it, and a
        Swiss of seven whose first round has begun.
        """
        await self.services.communities.change(
            GROUP.place, lambda found: replace(found, settings={**found.settings, "tournament": "casual"})
        )
        dewi = await self.services.people.player(Person("telegram", "98", "Dewi"))
        more = [await self.services.people.player(Person("telegram", str(200 + at), f"Guest {at}")) for at in range(4)]
        for name in ("tournament", "over", "swiss"):
            form = Form.SWISS if name == "swiss" else Form.ROUND_ROBIN
            wish = TournamentWish(name, DAM_8.key, form, Pace.COFFEE)
            made = await self.services.tournaments.open(one.id, GROUP, wish)
            for player in (one, other, dewi, *(more if name == "swiss" else ())):
                await self.services.tournaments.join(player, made)
            await self.services.tournaments.begin(made)
            if name == "over":
                for player in (one, other, dewi):
                    await self.services.tournaments.leave(player.id, made)
            await self.services.rounds.advance(lambda platform, chat: True, pair_here)
            for view, game in await self.services.rounds.to_open():
                await self.services.rounds.open(view, game, {})
            begun = await self.services.tournaments.view(made)
            assert begun
            codes = [game.match for game in begun.games if game.match]
            self.names |= {name: made, f"in_{name}": codes[0] if codes else ""}

    async def _duplicate(self, one: Player, other: Player, name: str) -> dict[str, str]:
        """A week of duplicate in which two play; its key and that of one of their matches."""
        await self.services.communities.change(
            GROUP.place, lambda found: replace(found, settings={**found.settings, "duplicate": "on"})
        )
        for player in (one, other):
            await self.services.duplicates.join(player, GROUP)
        await self.services.duplicate_course.advance(lambda platform, chat: True)
        for view, game in await self.services.duplicate_course.to_open():
            await self.services.duplicate_course.open(view, game, {})
        begun = await self.services.duplicates.of_place(GROUP.place)
        assert begun
        return {name: begun.duplicate.id, f"in_{name}": begun.games[0].match or ""}

    async def _week_of_duplicate(self, one: Player, other: Player) -> None:
        """One in which one of two has lost both matches, and which is over."""
        self.names |= await self._duplicate(one, other, "duplicate_over")
        begun = await self.services.duplicates.of_place(GROUP.place)
        assert begun
        for game in begun.games:
            await self.services.matches.act(
                event(), other, game.match or "", lambda match, now: match.resign(other.id, now)
            )
        self.clock.now = begun.week.until
        await self.services.duplicate_course.advance(lambda platform, chat: True)

    async def _open(self, name: str, host: Player, invitation: Invitation) -> View:
        # As long as a match could be shown nowhere, asking for the same once more is not asking for another.
        self.clock.forward(minutes=11)
        match, view = await self.services.opening.open(event(), host, invitation, ROOM)
        self.names[name] = match.code
        return view

    async def _act(self, name: str, player: Player, action: MatchAction) -> None:
        self.clock.forward(seconds=40)
        await self.services.matches.act(event(), player, self.names[name], action)

    async def _invitations(self) -> None:
        adi, siti = self.adi, self.siti
        await self._open("expired", adi, Invitation(DAM_8, siti.person))
        self.clock.forward(hours=25)
        await self.services.time.tick_due()
        await self._open("declined", adi, Invitation(DAM_8, siti.person))
        await self._act("declined", siti, lambda match, now: match.decline(siti.id, now))
        await self._open("withdrawn", adi, Invitation(DAM_8, siti.person))
        await self._act("withdrawn", adi, lambda match, now: match.withdraw(adi.id, now))
        await self._open("invited", adi, Invitation(DAM_8, siti.person, 0))
        await self._open("open", adi, Invitation(DAM_8))
        await self._open("by_handle", adi, Invitation(DAM_8, Person("telegram", "", "", "budi"), 1))

    async def _begun(self, name: str, moves: int) -> View:
        view = await self._open(name, self.adi, Invitation(DAM_8, self.siti.person, 0))
        self.clock.forward(seconds=40)
        match = await self.services.matches.join(event(), self.siti, self.names[name])
        for _ in range(moves):
            self.clock.forward(seconds=40)
            match = await play(self.services, match, self.adi, self.siti)
        return view

    async def _games(self) -> None:
        adi, siti, nur = self.adi, self.siti, self.nur
        view = await self._begun("playing", 5)
        await self._act("playing", siti, lambda match, now: match.take_hint(siti.id, now))
        await self._shown(view)
        await self.services.tells.choose(self.names["playing"], adi.id, "private")
        await self.services.follows.follow(self.names["playing"], nur, follows.MOVES)
        ruling = await self.services.rulings.ask(nur, ROOM.place, self.names["playing"], RulingAct.NONE, "a quarrel")
        self.names["ruling"] = ruling.id
        loud = await self.services.people.player(Person("telegram", "98", "Loud"))
        ban = await self.services.bans.ask(nur, ROOM.place, loud.id, self.clock.now + timedelta(days=9), "spam")
        await self.services.bans.confirm(nur, ROOM.place, ban.id, take_down=False)
        await self.services.bans.unban(nur, ROOM.place, adi.id, "mistaken")
        await self._begun("moved", 2)
        await self._begun("guessed", 2)
        for _ in range(2):
            match = await self.services.matches.get(self.names["guessed"])
            turn, ply = match.game.legal_moves[0], match.game.ply
            await self.services.guesses.guess(event(), nur, match.code, turn, ply, ROOM.place)
            if ply == 2:
                await play(self.services, match, self.adi, self.siti)
        await self.services.table_talk.say(event(), nur, self.names["guessed"], "trap")
        await self.services.own_notes.write(await self._get("guessed"), nur.id, "guard c3")
        await self.services.reports.report(nur, self.names["guessed"], 0, "rude")
        await keep_game(self.services, nur.id)
        await self._begun("offered", 3)
        await self._act("offered", adi, lambda match, now: match.offer_draw(adi.id, now))
        await self._begun("takeback", 1)
        await self._act("takeback", adi, lambda match, now: match.ask_takeback(adi.id, now))
        await self._begun("resigned", 3)
        await self._act("resigned", adi, lambda match, now: match.resign(adi.id, now))
        await self._begun("agreed", 3)
        await self._act("agreed", adi, lambda match, now: match.offer_draw(adi.id, now))
        await self._act("agreed", siti, lambda match, now: match.answer_draw(siti.id, True, now))
        await self._begun("called_off", 1)
        await self._act("called_off", siti, lambda match, now: match.call_off(siti.id, now))
        await self._begun("before", 3)
        await self._act("before", adi, lambda match, now: match.resign(adi.id, now))
        self.clock.forward(seconds=40)
        await self.services.matches.rematch(event(), adi, self.names["before"], ROOM.place)
        self.clock.forward(seconds=40)
        rematch = await self.services.matches.rematch(event(), siti, self.names["before"], ROOM.place)
        self.names["rematch"] = rematch.code
        await self._begun("refused", 3)
        await self._act("refused", adi, lambda match, now: match.resign(adi.id, now))
        self.clock.forward(seconds=40)
        await self.services.matches.rematch(event(), adi, self.names["refused"], ROOM.place)
        self.clock.forward(seconds=40)
        await self.services.matches.refuse_rematch(event(), siti, self.names["refused"])
        await self._open("practice", nur, Invitation(DAM_8, practice=True))
        await play(self.services, await self._get("practice"), nur, moves=2)

    async def _get(self, name: str) -> Match:
        return await self.services.matches.get(self.names[name])

    async def _shown(self, view: View) -> None:
        """The board of a match in the web room, posted twice, and in a group."""
        code, views, posting = self.names["playing"], self.services.views, self.services.views
        await posting.updated(view, "first", (await self._get("playing")).version)
        self.clock.forward(seconds=40)
        again = await views.add(code, ROOM, self.adi)
        board = {"kind": "board", "title": f"{code} · Malaysian checkers 8x8 · move 3"}
        await self.room.add("board", "room", None, None, board, b"\x89PNG board")
        await posting.updated(again, "board", again.shown_version)
        await told(self.services, again, "ping")
        group = await views.add(code, GROUP, self.nur)
        await posting.updated(group, "501", group.shown_version, self.clock() + timedelta(minutes=1))
        await self.services.views.thread_named(group, Status.PLAYING.value)
        self.names |= {"view": again.id, "group": group.id}

    async def _timed(self) -> None:
        """Matches with clocks, after a gap in which no Papan ran: one runs, the others are stopped or over."""
        services, adi, siti, nur = self.services, self.adi, self.siti, self.nur
        await services.people.change_settings(siti.id, zone="Asia/Kuala_Lumpur", quiet="1380 1381")
        await services.people.change_settings(nur.id, zone="Asia/Jakarta", quiet="1320 360")
        await services.time.beat()
        self.clock.forward(days=1)
        await services.time.beat()
        coffee = Terms(Pace.COFFEE, rated=True)
        for name, terms in {
            "timed": coffee, "paused": coffee, "late": Terms(Pace.COFFEE), "waiting": Terms(Pace.BLITZ)
        }.items():  # fmt: skip
            with patch("bot.services.standing.rating.UNPROVEN", ()):  # Adi sits in the web room
                await self._open(name, adi, Invitation(DAM_8, siti.person, 0, terms=terms))
                match = await services.matches.join(event(), siti, self.names[name])
            for _ in range(0 if name == "waiting" else 3):
                self.clock.forward(hours=9)
                match = await play(services, match, adi, siti)
        await self._act("waiting", adi, lambda match, now: match.say_ready(adi.id, now))
        until = self.clock.now + timedelta(days=2)
        await self._act("paused", adi, lambda match, now: match.ask_pause(adi.id, until, now))
        await self._act("paused", siti, lambda match, now: match.ask_pause(siti.id, until, now))
        await self._act("late", siti, lambda match, now: match.resign(siti.id, now))
        await self._open("away", nur, Invitation(DAM_8, siti.person, 0, terms=Terms(Pace.COFFEE)))
        await services.matches.join(event(), siti, self.names["away"])
        await services.time.go_away(nur.id, self.clock.now + timedelta(days=3))

    async def _rated(self) -> None:
        """Two rated matches that count, and one that is too short."""
        nur, siti, terms = self.nur, self.siti, Terms(Pace.COFFEE, rated=True)
        for name, moves in {"counted": 6, "counted_next": 7, "short": 2}.items():
            await self._open(name, nur, Invitation(DAM_8, siti.person, 0, terms=terms))
            match = await self.services.matches.join(event(), siti, self.names[name])
            for _ in range(moves):
                self.clock.forward(minutes=9)
                match = await play(self.services, match, nur, siti)
            await self._act(name, siti, lambda match, now: match.resign(siti.id, now))

    async def _bid(self) -> None:
        await self._open("bid", self.adi, Invitation(TAPAL, self.siti.person, terms=Terms(bid=16)))
        await self.services.matches.join(event(), self.siti, self.names["bid"])

    async def _mirrored(self) -> None:
        await self._open("half", self.adi, Invitation(TAPAL, self.siti.person, 0, terms=Terms(mirror=True)))
        match = await self.services.matches.join(event(), self.siti, self.names["half"])
        self.names["other_half"] = match.mirror_of or ""

    async def _beside(self) -> None:
        member, _ = await self.room.add_member("Édith", "en")
        self.names["member"] = member.id
        await self.room.rename(member.id, "Édith P")
        await self.room.add("said", "room", member.id, None, {"kind": "said", "text": "hello"})
        await self.room.add(
            "private", "room", None, member.id, {"kind": "answer", "text": "for you"}, b"\x89PNG private"
        )
        await self.room.add("gone", "room", None, None, {"kind": "answer", "text": "gone"})
        await self.room.delete("gone")
        inbox = Inbox(self.database, "telegram", self.clock)
        numbers = range(3_000_000_000, 3_000_000_003)
        await inbox.receive({number: f'{{"update_id": {number}}}' for number in numbers})
        self.clock.forward(seconds=5)
        await inbox.done(3_000_000_000)
        await inbox.begin(3_000_000_001)
        await inbox.set_aside(3_000_000_001)
        log = self.services.requests
        await log.count(self.adi.person, log.minute, "p", 40)

        async def processes(connection: Connection) -> None:
            await connection.execute(text("INSERT INTO processes VALUES ('p', 'timers', 1800000000000000)"))
            await connection.execute(text("INSERT INTO leases VALUES ('timers', 0, 'p'), ('timers', 1, '')"))

        await self.database.write(processes)
