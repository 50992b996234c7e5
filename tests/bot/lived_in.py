"""A database in which people have played: rows in every table, and how to read them all."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random

from sqlalchemy import text

from bot.computer.computer_player import computer
from bot.matches.bids import bids_in
from bot.matches.communities import CASUAL, AllowedKind, Grant, Right
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue, has_hunt
from bot.matches.ladder import TO_ANSWER
from bot.matches.pace import Pace
from bot.matches.rulings import RulingAct
from bot.matches.simul import SimulSide
from bot.matches.team import Way
from bot.matches.terms import Terms
from bot.matches.tournament import Form
from bot.services.contests.ladders import NewChallenge
from bot.services.contests.simuls import SimulWish
from bot.services.contests.teams import NewTeam
from bot.services.contests.tournaments import TournamentWish
from bot.services.contests.villages import NewVillageMatch
from bot.services.match.matches import MatchAction, Player
from bot.services.services import Services
from bot.store import Database, Inbox, follows
from bot.store.connection import Connection
from bot.store.links import Joiner
from bot.store.mistakes import StoredMistake
from bot.store.room import RoomStore
from bot.store.secrets import SecretName
from bot.store.shields import Mark
from bot.store.tables import LASTING
from engine.games import rulesets
from engine.lessons import LessonTopic
from engine.moves import Move
from engine.position import start_position
from engine.puzzles import puzzles_of
from engine.refusal import Reason
from tests.bot.kit import hold_out, keep_game, pair_here, puzzle_at, told

ROOM = Place("web", "room")
GROUP = Place("telegram", "-1001", "7")
MOVES = (0, 1, 2, 7, 12)


class Town:
    """Three people on three platforms and their matches in every state, with boards moved and messages sent."""

    def __init__(self, database: Database) -> None:
        self._now = datetime(2026, 3, 1, 12, tzinfo=UTC)
        self._events = count(1)
        self._chance = Random(3)
        self.services = Services.over(database, lambda: self._now, self._chance)
        self.room = RoomStore(database)
        self.inbox = Inbox(database, "telegram", lambda: self._now)

    def event(self) -> str:
        """The next event of a platform."""
        self._now += timedelta(seconds=40)
        return f"{next(self._events)}"

    async def live(self) -> None:
        """Fill the database."""
        await self.services.secret(SecretName.BUTTONS)
        here, _ = await self.room.add_member("Adi", "ms")
        adi = await self.services.people.player(Person("web", here.id, "Adi", "", "ms"))
        siti = await self.services.people.player(
            Person("discord", "17", "Siti \U0001f3b2 Nürhaliza", "siti.n", "en-GB")
        )
        nur = await self.services.people.player(Person("telegram", "99", "نور", "nur_k", "id"))
        await self.services.people.change_settings(adi.id, language="ms", theme="kontras", view="mine")
        for ruleset, moves in zip(rulesets(), [*MOVES, *MOVES, *MOVES], strict=False):
            match, view = await self.services.opening.open(
                self.event(), adi, Invitation(ruleset, siti.person, 0), Venue(ROOM, "en")
            )
            await self.room.add(f"m{match.code}", ROOM.chat, None, None, {"kind": "board", "title": match.code})
            await self.services.views.updated(view, f"m{match.code}", match.version)
            await self.services.matches.join(self.event(), siti, match.code)
            await self._play(match.code, (adi, siti), moves)
        codes = [match.code for match in await self.services.matches.of_player(adi.id)]
        await self._ends(codes, adi, siti)
        await self.services.opening.open(self.event(), adi, Invitation(rulesets()[0]), Venue(ROOM, "ms"))
        await self.services.opening.open(
            self.event(), adi, Invitation(rulesets()[1], Person("telegram", "", "", "budi"), 1), Venue(ROOM, "ms")
        )
        await self.services.opening.open(
            self.event(), nur, Invitation(rulesets()[2], practice=True), Venue(GROUP, "id")
        )
        await self.services.views.add(codes[0], Venue(GROUP, "id"), nur)
        view = await self.services.views.add(codes[0], Venue(ROOM, "en"), adi)
        await self.room.add("again", ROOM.chat, None, None, {"kind": "board", "title": codes[0]})
        await self.services.views.updated(view, "again", 3)
        await told(self.services, view, "ping-1")
        await self._mirrored(adi, siti)
        await self._bid(adi, siti)
        await self._timed(adi, siti)
        await self._rated(nur, siti)
        await self._puzzles(adi, siti)
        await self._devices(adi, siti)
        await self._hosts()
        await self._said(adi)

    async def _play(self, code: str, players: tuple[Player, Player], moves: int) -> None:
        for _ in range(moves):
            match = await self.services.matches.get(code)
            if not match.game.legal_moves:
                return
            mover = players[match.game.turn]
            move = self._chance.choice(match.game.legal_moves)
            await self.services.matches.act(self.event(), mover, code, _moving(mover.id, move))

    async def _devices(self, adi: Player, siti: Player) -> None:
        """A second device, and a code for a third one that somebody has given."""
        await self.room.let_in(adi.person.account, "ticket", "Chrome/Android")
        code = await self.services.links.begin(adi.id, "web")
        await self.services.links.give(code, Joiner("discord", siti.person.account, siti.name))
        old, new = Person("telegram", "55", "Ros", "ros"), Person("discord", "56", "Ros", "ros")
        ros = await self.services.people.player(old)
        await self.services.people.player(new)
        code = await self.services.links.begin(ros.id, "telegram")
        await self.services.links.give(code, Joiner("discord", "56", "Ros"))
        await self.services.links.accept(ros.id)

    async def _ends(self, codes: list[str], adi: Player, siti: Player) -> None:
        plies = {code: (await self.services.matches.get(code)).game.ply for code in codes}
        moved = [code for code in codes if plies[code] > 1]
        fresh = next(code for code in codes if plies[code] == 0)
        await self.services.matches.act(self.event(), adi, moved[0], lambda now, at: now.resign(adi.id, at))
        await self.services.matches.act(self.event(), adi, moved[1], lambda now, at: now.offer_draw(adi.id, at))
        await self.services.matches.act(
            self.event(), siti, moved[1], lambda now, at: now.answer_draw(siti.id, True, at)
        )
        await self.services.matches.act(self.event(), adi, moved[2], lambda now, at: now.offer_draw(adi.id, at))
        for player in (adi, siti):
            await self.services.matches.rematch(self.event(), player, moved[0], ROOM)
        await self.services.matches.act(self.event(), siti, fresh, lambda now, at: now.call_off(siti.id, at))

    async def _mirrored(self, adi: Player, siti: Player) -> None:
        """A mirror match, of which one half is over."""
        hunt = next(ruleset for ruleset in rulesets() if has_hunt(ruleset))
        invitation = Invitation(hunt, siti.person, terms=Terms(mirror=True))
        match, _ = await self.services.opening.open(self.event(), adi, invitation, Venue(ROOM, "en"))
        await self.services.matches.join(self.event(), siti, match.code)
        await self.services.matches.act(self.event(), siti, match.code, lambda now, at: now.resign(siti.id, at))

    async def _bid(self, adi: Player, siti: Player) -> None:
        """A bid that was answered with a lower one, and accepted; and one that waits."""
        game = next(ruleset for ruleset in rulesets() if bids_in(ruleset))
        bids = bids_in(game)
        assert bids
        first, lower = Terms(bid=bids.usual - 1), Terms(bid=bids.usual - 2)
        match, _ = await self.services.opening.open(
            self.event(), adi, Invitation(game, siti.person, terms=first), Venue(ROOM, "en")
        )
        await self.services.matches.counter(self.event(), siti, match.code, game, None, lower)
        await self.services.matches.join(self.event(), adi, match.code)
        await self.services.opening.open(self.event(), adi, Invitation(game, terms=lower), Venue(ROOM, "en"))
        ours = Invitation(game, siti.person, terms=Terms(our_number=True))
        match, _ = await self.services.opening.open(self.event(), adi, ours, Venue(ROOM, "en"))
        await self.services.matches.join(self.event(), siti, match.code)
        await self.services.matches.act(self.event(), siti, match.code, lambda now, at: now.resign(siti.id, at))

    async def _timed(self, adi: Player, siti: Player) -> None:
        invitation = Invitation(rulesets()[0], siti.person, 0, terms=Terms(Pace.RELAXED))
        match, _ = await self.services.opening.open(self.event(), adi, invitation, Venue(ROOM, "en"))
        await self.services.matches.join(self.event(), siti, match.code)
        await self._play(match.code, (adi, siti), 3)
        await self.services.tells.choose(match.code, adi.id, "silent")
        await self.services.blocks.block(siti.id, adi.id)
        tini = await self.services.people.player(Person("telegram", "19", "Tini"))
        await self.services.follows.follow(match.code, tini, follows.MOVES)
        await self.services.followings.follow(tini, siti, ROOM)
        for act in (RulingAct.PAUSE, RulingAct.RESUME):
            ruling = await self.services.rulings.ask(tini, ROOM, match.code, act, "a quarrel")
            await self.services.rulings.confirm(self.event(), tini, ROOM, ruling.id)
        stranger = await self.services.people.player(Person("telegram", "20", "Loud"))
        ban = await self.services.bans.ask(tini, ROOM, stranger.id, self._now + timedelta(days=400), "spam")
        await self.services.bans.confirm(tini, ROOM, ban.id, take_down=True)
        await self.services.learning.note(siti.id, rulesets()[0].key, LessonTopic.MOVING)
        await hold_out(self.services, siti.id, GROUP)
        await self._guesses(match.code, tini, (adi, siti))
        await self.services.table_talk.say(self.event(), tini, match.code, "trap")
        await self.services.own_notes.write(match, tini.id, "guard c3")
        await self.services.reports.report(tini, match.code, 0, "leaves")
        await self.services.reports.add_words(tini.id, match.code, "for the third time")
        await keep_game(self.services, tini.id)
        await self._ladder(siti, tini)
        await self._village(siti, tini)
        await self._simul(tini, siti, adi)
        await self._boards((tini, siti, adi))
        await self._tournaments((tini, siti, adi))
        await self._duplicate((tini, siti, adi))
        await self._team(siti, tini)
        await self._plans(match.code, (adi, siti))
        await self.services.time.beat()
        await self.services.time.go_away(siti.id, self._now + timedelta(days=1))

    async def _rated(self, nur: Player, siti: Player) -> None:
        """Three rated matches of people known by their platforms; the last of them is too short to count."""
        for moves in (10, 7, 2):
            invitation = Invitation(rulesets()[0], siti.person, 0, terms=Terms(Pace.COFFEE, rated=True))
            match, _ = await self.services.opening.open(self.event(), nur, invitation, Venue(GROUP, "id"))
            await self.services.matches.join(self.event(), siti, match.code)
            await self._play(match.code, (nur, siti), moves)
            await self.services.matches.act(self.event(), siti, match.code, lambda now, at: now.resign(siti.id, at))

    async def _puzzles(self, adi: Player, siti: Player) -> None:
        """First tries at puzzles, and the puzzle of a day of a group."""
        first, second = puzzles_of(rulesets()[0])[:2]
        await self.services.puzzles.tries(adi.id, first, solved=True)
        await self.services.puzzles.tries(adi.id, second, solved=False)
        await self.services.puzzles.tries(siti.id, first, solved=False)
        await self.services.puzzles.dislike(siti.id, first)
        code, ply = next(
            (played.code, ply)
            for played in await self.services.matches.of_player(adi.id)
            for ply, at in enumerate(played.game.positions[:-1])
            if played.seats[at.turn] == adi.id and played.game.ruleset.key == second.ruleset
        )
        mistake = StoredMistake(second.id, code, ply, second.ruleset, second.position, second.line[0])
        await self.services.puzzles.keep_mistakes(adi.id, [mistake])
        await self.services.dailies.ask_for(GROUP, "id", on=True, zone="Asia/Jakarta", hour=18, games=())
        ended = await self.services.site_puzzles.next_game()
        assert ended, "a match has ended that is long enough"
        await self.services.site_puzzles.looked(ended.number, [puzzle_at(ended.game, ended.game.ply - 1)])
        before, self._now = self._now, self._now + timedelta(days=1)
        await self.services.dailies.advance(lambda platform, chat: True, lambda games: (first,))
        ((_, puzzle),) = await self.services.dailies.open_ones()
        await self.services.dailies.posted(puzzle, "d1", "0/0")
        await self.services.dailies.opens(adi.id, GROUP, puzzle.day)
        self._now = before

    async def _hosts(self) -> None:
        """Set the choices that the hosts of a group have made."""
        named = (
            Grant(AllowedKind.CHANNEL, "77", Right.PLAY, "games"),
            Grant(AllowedKind.ROLE, "78", Right.RULE, "Organisers"),
        )
        await self.services.communities.change(
            GROUP, lambda found: replace(found, settings={"language": "ms"}, allowed=named)
        )
        await self.services.communities.change(
            GROUP, lambda found: replace(found, settings={**found.settings, "weekly": "fri"})
        )
        await self.services.weeklies.chosen(GROUP, "ms")
        await self.services.weeklies.refused(GROUP, rulesets()[0].key, Reason.MUST_CAPTURE.name)
        await self.services.communities.topic_seen(replace(GROUP, thread="12"), "Dam", renamed=False)

    async def _plans(self, code: str, players: tuple[Player, Player]) -> None:
        match = await self.services.matches.get(code)
        expected = match.game.legal_moves[0]
        line = (expected, match.game.play(expected).legal_moves[0])
        await self.services.plans.add(self.event(), players[1 - match.game.turn], code, line, None)

    async def _guesses(self, code: str, onlooker: Player, players: tuple[Player, Player]) -> None:
        """Two guesses, of which one is right, and one of a turn that has not fallen yet."""
        for guessed in (0, -1, 0):
            match = await self.services.matches.get(code)
            move = match.game.legal_moves[guessed]
            await self.services.guesses.guess(self.event(), onlooker, code, move, match.game.ply, ROOM)
            if guessed or match.game.ply == 3:
                mover = players[match.game.turn]
                await self.services.matches.act(self.event(), mover, code, _moving(mover.id, match.game.legal_moves[0]))

    async def _ladder(self, one: Player, other: Player) -> None:
        """A ladder of a group, on which two have met, and one has challenged the other again."""
        await self.services.communities.change(
            GROUP, lambda found: replace(found, settings={**found.settings, "ladder": CASUAL})
        )
        game, here = rulesets()[0], Venue(GROUP, "id")
        for player in (one, other):
            await self.services.ladders.join(player, here, game.key)
        challenge = NewChallenge(GROUP, game.key)
        wanted = Invitation(game, player=one.id, awake=TO_ANSWER)
        match, _ = await self.services.opening.open(self.event(), other, wanted, here, contest=challenge)
        await self.services.matches.act(self.event(), one, match.code, lambda now, at: now.decline(one.id, at))
        wanted = replace(wanted, player=other.id)
        await self.services.opening.open(self.event(), one, wanted, here, contest=challenge)
        later = self.services.clock() + timedelta(days=31)
        of_then = Services.over(self.services.database, lambda: later, Random(1))
        await of_then.shields.advance(lambda platform, chat: True)
        view = await self.services.ladders.view(GROUP, game.key, one.id, 1)
        assert view
        await self.services.shields.marked(view.ladder, Mark(other.person.account, "Shield"))

    async def _village(self, one: Player, other: Player) -> None:
        """A match of one person against all the others of a group, who vote on a turn."""
        await self.services.communities.change(
            GROUP, lambda found: replace(found, settings={**found.settings, "village": "8h"})
        )
        village = await self.services.villages.of_place(GROUP, "Kampung Baru")
        game = rulesets()[0]
        wanted = Invitation(game, player=village.id, accepted=True, host_side=1 - start_position(game).turn)
        contest = NewVillageMatch(GROUP, village.id)
        match, _ = await self.services.opening.open(self.event(), one, wanted, Venue(GROUP, "id"), contest=contest)
        turn = match.game.legal_moves[0]
        await self.services.villages.vote(self.event(), other, match.code, turn, match.game.ply)
        place = Place("telegram", "-9001")
        await self.services.communities.change(place, lambda found: replace(found, settings={"village": "8h"}))
        chat_matches, rival = self.services.chat_matches, await self.services.villages.of_place(place, "Hutan Batu")
        made = await chat_matches.challenge(one, rival.id, place, game, "ms")
        against = chat_matches.accepted(GROUP, village.id, made.challenge.code)
        wanted = Invitation(game, player=village.id, accepted=True)
        await self.services.opening.open("chat match", rival, wanted, Venue(GROUP, "id"), contest=against)
        await chat_matches.challenge(one, rival.id, place, game, "ms")

    async def _simul(self, host: Player, *guests: Player) -> None:
        """A simul with a note under a board, and one that waits for people."""
        await self.services.communities.change(
            GROUP, lambda found: replace(found, settings={**found.settings, "simul": "on"})
        )
        wish, here, simuls = (
            SimulWish(rulesets()[0].key, SimulSide.TURNS, None, 4),
            Venue(GROUP, "id"),
            self.services.simuls,
        )
        begun = await simuls.open(host, here, wish)
        for each in guests:
            await simuls.join(each, begun)
        await simuls.begin(host.id, begun)
        for simul, entrant, nth in await simuls.to_seat():
            await simuls.seat(simul, entrant, nth, {})
        view = await simuls.view(begun)
        assert view
        match = await self.services.matches.get(view.entrants[0].match or "")
        await simuls.write_note(match, host.id, "Look at c3.")
        waiting = await simuls.open(host, here, wish)
        await simuls.join(guests[0], waiting)

    async def _tournaments(self, people: Sequence[Player]) -> None:
        """A round robin that is over, because all but one withdrew, a knockout under way, and one that waits."""
        await self.services.communities.change(
            GROUP, lambda found: replace(found, settings={**found.settings, "tournament": "casual"})
        )
        service, rounds, game = self.services.tournaments, self.services.rounds, rulesets()[0].key
        more = [await self.services.people.player(Person("telegram", "93", "Dewi"))]
        for form, entrants in ((Form.ROUND_ROBIN, people), (Form.KNOCKOUT, (*people, *more)), (Form.KNOCKOUT, more)):
            wish = TournamentWish("Piala", game, form, Pace.COFFEE)
            made = await service.open(people[0].id, Venue(GROUP, "id"), wish)
            for each in entrants:
                await service.join(each, made)
            if len(entrants) < 3:
                continue
            await service.begin(made)
            await rounds.advance(lambda platform, chat: True, pair_here)
            for view, played in await rounds.to_open():
                await rounds.open(view, played, {})
            if form is Form.ROUND_ROBIN:
                for each in entrants[:2]:
                    await service.leave(each.id, made)
                await rounds.advance(lambda platform, chat: True, pair_here)

    async def _duplicate(self, ours: Sequence[Player]) -> None:
        """A week in which two play and one waits."""
        await self.services.communities.change(
            GROUP, lambda found: replace(found, settings={**found.settings, "duplicate": "on"})
        )
        for each in ours:
            await self.services.duplicates.join(each, Venue(GROUP, "id"))
        course = self.services.duplicate_course
        await course.advance(lambda platform, chat: True)
        for view, game in await course.to_open():
            await course.open(view, game, {})

    async def _boards(self, ours: Sequence[Player]) -> None:
        """A boards match with somebody next in line, and one that was called off."""
        other, boards, game = Place("telegram", "-9001"), self.services.boards, rulesets()[0].key
        for place in (GROUP, other):
            await self.services.communities.change(
                place, lambda found: replace(found, settings={**found.settings, "boards": "on"})
            )
        theirs = [await self.services.people.player(Person("telegram", f"90{n}", f"Rimba {n}")) for n in (1, 2)]
        made = await boards.challenge(ours[0].id, Venue(GROUP, "id"), "Kampung", game, Pace.COFFEE)
        await boards.accept(theirs[0].id, Venue(other, "ms"), "Hutan Batu", made.code)
        for side, line in enumerate((ours, theirs)):
            for each in line:
                await boards.join(each, made.id, side)
        await boards.arrange(made.id, 0, [each.id for each in ours])
        for side, line in enumerate((ours, theirs)):
            await boards.begin(line[0].id, made.id, side)
        for view, played in await boards.to_open():
            await boards.open(view, played, {})
        again = await boards.challenge(ours[0].id, Venue(GROUP, "id"), "Kampung", game, Pace.COFFEE)
        await boards.stop(again.id, 0)

    async def _team(self, one: Player, other: Player) -> None:
        """A match of two people of a group against the computer, of whom one has chosen their turn."""
        opponent, team = await self.services.people.player(computer(1)), await self.services.teams.new("Team Kampung")
        game = rulesets()[0]
        wanted = Invitation(game, player=opponent.id, host_side=start_position(game).turn)
        contest = NewTeam(GROUP, team.id, Way.IN_TURN, one.id)
        match, _ = await self.services.opening.open(self.event(), team, wanted, Venue(GROUP, "id"), contest=contest)
        await self.services.teams.join(other, match.code)
        match = await self.services.teams.begin(one.id, match.code)
        await self.services.villages.vote(self.event(), one, match.code, match.game.legal_moves[0], match.game.ply)
        await self.services.villages.close(match.code)
        consulting = await self.services.teams.new("Team Hutan")
        contest = NewTeam(GROUP, consulting.id, Way.IN_CONSULTATION, one.id)
        match, _ = await self.services.opening.open(
            self.event(), consulting, wanted, Venue(GROUP, "id"), contest=contest
        )
        await self.services.teams.join(other, match.code)
        match = await self.services.teams.begin(one.id, match.code)
        await self.services.consultations.draw(one, match.code, match.game.ply, ((3, 7), (5, 5)))
        await self.services.consultations.show_line(one, match.code, match.game.ply, ((3, 7), (12, 8)))

    async def _said(self, adi: Player) -> None:
        await self.services.people.erase(await self.services.people.player(Person("discord", "404", "Gone", "gone")))
        member, _ = await self.room.add_member("Édith", "en")
        await self.room.rename(member.id, "Édith P")
        await self.room.add(
            "w1", "room", member.id, None, {"kind": "said", "text": "a\nb \u0000 \U0001f600"}, b"\x89PNG\x00\xff"
        )
        await self.room.add("w2", "room", None, member.id, {"kind": "answer", "text": "for you"}, b"\x89PNG\x00\xff")
        await self.room.add("w3", "other", None, None, {"kind": "answer", "text": "gone"}, b"\x89PNG other")
        await self.room.delete("w3")
        numbers = range(3_000_000_000, 3_000_000_003)
        await self.inbox.receive({number: f'{{"update_id": {number}}}' for number in numbers})
        await self.inbox.done(3_000_000_000)
        await self.inbox.begin(3_000_000_001)
        await self.inbox.set_aside(3_000_000_001)


def _moving(player: str, move: Move) -> MatchAction:
    return lambda match, now: match.move(player, move, None, now)


async def rows_of(connection: Connection) -> dict[str, list[dict[str, object]]]:
    """Every row of every table that is copied, as it stands there, whatever the code knows of its columns."""
    found: dict[str, list[dict[str, object]]] = {}
    for table in LASTING:
        keys = ", ".join(f'"{column.name}"' for column in table.primary_key)
        rows = await connection.execute(text(f'SELECT * FROM "{table.name}" ORDER BY {keys}'))
        found[table.name] = [dict(row) for row in rows.mappings()]
    return found
