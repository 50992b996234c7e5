"""The courier: what each failure means, that an errand is woken by what is published anywhere, and said once."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
from structlog.testing import capture_logs

from bot.chat import Gone, Later, MessageGateway, PlaceMoved, Refused, ThreadClosed, Unreachable
from bot.foundation.shared_work import SingleProcess
from bot.matches.identity import Place
from bot.services.news import AllNews, Errand
from bot.services.services import Services
from bot.workers.errands.courier import Courier, Due, ErrandKind
from bot.workers.gateways import Gateways, LeaseLost
from loopback.waiting import until
from tests.bot.errands import Looks
from tests.bot.fake_platform import FakePlatform

HERE, THERE = Place("web", "here"), Place("web", "there")


@dataclass
class Greetings(ErrandKind[str, str]):
    """Words to be said here, and what came of them."""

    errand = Errand.RULING
    left: list[str] = field(default_factory=list)
    came: list[str] = field(default_factory=list)
    failures_to_raise: list[Exception] = field(default_factory=list)

    async def due(self, gateways: Gateways) -> Due[str]:
        return Due([*self.left])

    def key(self, task: str) -> Place:
        return HERE

    def served(self, task: str) -> tuple[str, str]:
        return HERE.platform, HERE.chat

    async def place(self, task: str, gateway: MessageGateway) -> Place:
        return HERE

    async def compose(self, task: str) -> str | None:
        return task or None

    async def send(self, task: str, gateway: MessageGateway, place: Place, message: str) -> str:
        if self.failures_to_raise:
            raise self.failures_to_raise.pop(0)
        return f"message {message}"

    async def said(self, task: str, message: str) -> None:
        self._ends(task, f"said {message}")

    async def given_up(self, task: str) -> None:
        self._ends(task, "given up")

    async def lost_place(self, task: str) -> None:
        self._ends(task, "lost its place")

    async def moved(self, task: str, place: Place) -> None:
        self._ends(task, f"goes {place.chat}")

    def _ends(self, task: str, how: str) -> None:
        self.left.remove(task)
        self.came.append(how)


@pytest.fixture
def greetings() -> Greetings:
    return Greetings(left=["hello"])


@pytest.fixture
def platform() -> FakePlatform:
    return FakePlatform()


@pytest.fixture
async def courier(
    services: Services, greetings: Greetings, platform: FakePlatform, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Courier[str, str]]:
    monkeypatch.setattr("bot.workers.errands.courier.LOOK_AGAIN", 0.0)
    courier = Courier(greetings, services, {"web": platform}, SingleProcess())
    yield courier
    await courier.stop()


@pytest.mark.parametrize(
    ("failure", "comes"),
    [
        (Gone(), "lost its place"),
        (Unreachable(), "lost its place"),
        (ThreadClosed(THERE), "lost its place"),
        (PlaceMoved(THERE), "goes there"),
        (Refused("too rude"), "given up"),
        (LeaseLost(), None),
        (Later(60.0, "429"), None),
        (TimeoutError(), None),
        (ValueError("a fault of ours"), None),
    ],
    ids=lambda each: type(each).__name__,
)
async def test_what_each_failure_means(
    courier: Courier[str, str], greetings: Greetings, failure: Exception, comes: str | None
) -> None:
    greetings.failures_to_raise = [failure]
    looks = Looks(courier)
    await looks.look()
    assert greetings.came == ([comes] if comes else [])
    if comes is None and not isinstance(failure, LeaseLost):
        await looks.look_now()
        assert greetings.came == [], "it waits, whatever else is looked for"
    await looks.look()
    assert greetings.came == [comes or "said message hello"]


async def test_what_was_said_and_cannot_be_noted_is_logged(
    courier: Courier[str, str], greetings: Greetings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(greetings, "_ends", lambda task, how: greetings.left.index("not there"))
    with capture_logs() as logs:
        await Looks(courier).look()
    assert [(each["event"], each["errand"]) for each in logs] == [("errand_failed", "ruling")]


async def test_failures_are_forgotten_of_what_is_due_no_more(courier: Courier[str, str], greetings: Greetings) -> None:
    greetings.failures_to_raise = [TimeoutError()]
    looks = Looks(courier)
    await looks.look()
    assert [*courier._tasks._tries] == [HERE]
    greetings.left = []
    await looks.look()
    assert [*courier._tasks._tries] == []


async def test_what_fails_holds_nothing_up_and_is_said_later(
    courier: Courier[str, str], greetings: Greetings, platform: FakePlatform
) -> None:
    greetings.left = ["hello", "", "good night"]
    greetings.failures_to_raise = [Later(0.05, "429")]
    platform.pause = 0.05
    await courier.start()
    await until(lambda: not Looks(courier).is_busy)
    assert greetings.came == []
    platform.pause = 0.0
    await until(lambda: not greetings.left)
    assert greetings.came == ["given up", "said message good night", "said message hello"]


@pytest.mark.parametrize("elsewhere", [False, True])
async def test_what_is_published_here_or_by_another_process_is_said_at_once(
    courier: Courier[str, str], greetings: Greetings, services: Services, elsewhere: bool
) -> None:
    await courier.start()
    await until(lambda: greetings.came == ["said message hello"] and not Looks(courier).is_busy)
    greetings.left = ["good night"]
    words: list[str] = []
    if elsewhere:
        other = AllNews()
        other.subscribe_words(words.append)
        other.errands.publish(Errand.RULING)
        for word in [*words, "errand:of another version"]:
            services.news.receive(word)
    else:
        services.news.errands.publish(Errand.RULING)
    await until(lambda: greetings.came == ["said message hello", "said message good night"])
