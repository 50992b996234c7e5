"""Nothing goes on by itself: once an action has been done and told, a server at rest writes and publishes nothing.

Each action is done by everybody who has a seat, in a match of each kind: of two people, against the computer, on a
practice board, and where a seat is still free. All workers run; then they look through all that there is once more.
"""

from collections.abc import AsyncIterator, Iterator
from random import Random

import pytest

from bot.app.analysis import analyses
from bot.app.buttons.callback_data import Action
from bot.app.entry.actions import ACTIONS
from bot.app.entry.app import App
from bot.app.requests.context import AppServices
from bot.computer.computer_player import ComputerPlayer
from bot.foundation.metrics import REGISTRY
from bot.foundation.shared_work import SingleProcess
from bot.services.services import Services
from bot.store.database import Database
from engine.game import Game
from engine.search.levels import Choice
from engine.search.results import Score
from loopback.waiting import until
from tests.bot.app.quick_parts import QuickPool, Undrawn
from tests.bot.app.who_asks import ARGUMENTS, SIGNER, Asked, Town, press
from tests.bot.app.who_may import GUEST, HOST, PRESSED, STATES, May
from tests.bot.fake_platform import FakePlatform, reconciling
from tests.bot.kit import Clock
from tests.suites import deep

STILL = 20
"""So often in a row nothing new is seen, where everything has come to rest."""
BEATEN = "beaten by the computer"
"""A match against the computer that its host has resigned: a state that says nothing new of who may do what."""

QUICK = ("open", "computer", BEATEN)


def first_move(_: object, game: Game, *__: object, **___: object) -> Choice:
    """The computer's choice in these tests: what it plays says nothing here, and the kernel need not be loaded."""
    return Choice(game.first_choice.some(1)[0], Score(cp=0))


class Resting:
    """A server with all its workers, and what it has done up to now."""

    def __init__(self, app: App, services: Services, database: Database, leases: SingleProcess) -> None:
        self.app, self.services, self.database = app, services, database
        self._leases = leases
        self.published: list[str] = []
        services.news.matches.subscribe(self.published.append)

    @property
    def written(self) -> float:
        """The transactions that write, up to now."""
        return REGISTRY.get_sample_value("papan_transactions_total", {"kind": "write"}) or 0.0

    async def rests(self) -> None:
        """Wait until nothing is written or published any more."""
        seen: list[tuple[float, int]] = []

        def is_still() -> bool:
            seen.append((self.written, len(self.published)))
            return len(seen) > STILL and len(set(seen[-STILL:])) == 1

        await until(is_still, lambda: f"{self.written} transactions, and news of {self.published[-10:]}")

    async def look_again(self) -> None:
        """Have all workers look through all that there is, as they do from time to time, and come to rest."""
        self._leases.gained.publish()
        await self.services.time.tick_due()
        await self.rests()


@pytest.fixture(params=["sqlite"])
def backend(request: pytest.FixtureRequest) -> str:
    """One kind of database: it has nothing to do with what goes on by itself."""
    return str(request.param)


@pytest.fixture
async def resting(services: Services, database: Database, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Resting]:
    monkeypatch.setattr(analyses, "FIRST_WAIT", 0.0)
    monkeypatch.setattr("engine.search.levels.choose", first_move)
    images, pool, leases = Undrawn(), QuickPool(), SingleProcess()
    app = AppServices(services, images, pool, signer=SIGNER)
    plays = ComputerPlayer(services, pool, Random(5), leases, pace=(0.0, 0.0))
    await plays.start()
    async with reconciling(services, FakePlatform(), leases=leases, show=app.boards.show):
        yield Resting(App(app), services, database, leases)
    await plays.stop()
    await pool.stop()
    images.close()


async def town_in(resting: Resting, clock: Clock, state: str) -> Town:
    """A match of its own in a state, with its people."""
    town = Town(resting.app, resting.services, resting.database, "computer" if state == BEATEN else state, False)
    await town.begin(clock)
    if state == BEATEN:
        host = await town.player(HOST)
        await town.act(host, lambda now, at: now.resign(host.id, at))
    return town


def wishes(state: str, *, allowed: bool) -> Iterator[tuple[Action, str, str]]:
    """Every action with its argument, by each player; or those that one of them may do by the table of who may what."""
    for action in (each for each in Action if each in ACTIONS):
        row = PRESSED.get(action)
        does = row is not None and any(row.of(who, state) is May.DOES for who in (HOST, GUEST))
        for argument in ARGUMENTS.get(action, ("",)) if does or not allowed else ():
            yield from ((action, argument, who) for who in (HOST, GUEST))


def cases() -> Iterator[object]:
    """Each state with the actions that change something there, and with all of them."""
    left = deep("the quick suite has a state for each kind of seats, and what changes something there")
    for state in (*STATES, BEATEN):
        yield pytest.param(state, True, id=f"{state}-allowed", marks=() if state in QUICK else left)
        yield pytest.param(state, False, id=f"{state}-all", marks=left)


@pytest.mark.parametrize(("state", "allowed"), [*cases()])
async def test_after_any_action_a_server_comes_to_rest(
    resting: Resting, clock: Clock, state: str, allowed: bool
) -> None:
    for action, argument, who in wishes("over" if state == BEATEN else state, allowed=allowed):
        town = await town_in(resting, clock, state)
        await press(action, argument)(Asked(town, who, town.chats(who)[0]), town.code)
    await resting.rests()
    await resting.look_again()  # messages that nobody has to see gone at once are deleted by this
    before = resting.written, [*resting.published]
    await resting.look_again()
    assert (resting.written, resting.published) == before
