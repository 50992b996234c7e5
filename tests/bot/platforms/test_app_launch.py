"""Entry into the page inside Telegram: all that is not as Telegram signed it, and not new, is refused in words."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

import pytest
from init_data_py import sign

from bot.chat import Person, Place
from bot.chat.browser_links import LINK_LASTS, BrowserLinks
from bot.platforms.web.app_sessions import (
    ANOTHERS,
    LINK_OVER,
    LINK_USED,
    NO_LINK,
    SESSION_LASTS,
    SESSIONS,
    AppSessions,
)
from bot.platforms.web.launch import LAUNCH_LASTS, LONGEST, NOT_SIGNED, OVER, TOO_EARLY, TOO_OLD, LaunchRefused

TOKEN = "700000001:AAloopback-secret"
NOW = datetime(2026, 11, 28, 10, 0, tzinfo=UTC)
ADI = '{"id":51,"first_name":"Adi","last_name":"Kancil","username":"Adi_K","language_code":"ms"}'
SITI = '{"id":52,"first_name":"Siti","language_code":"en"}'


def launched(user: str = ADI, *, ago: float = 5, token: str = TOKEN, **fields: str) -> str:
    """Launch data as Telegram makes it for somebody who has opened the page so many seconds ago."""
    return sign({"user": user, "query_id": "AAA", **fields}, token, auth_date=NOW - timedelta(seconds=ago))


LINKS = BrowserLinks("https://app.test", b"key of all processes")


class Clock:
    now = NOW

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture(name="clock")
def make_clock() -> Clock:
    return Clock()


@pytest.fixture(name="sessions")
def open_sessions(clock: Clock) -> AppSessions:
    return AppSessions(TOKEN, clock, LINKS)


def test_who_has_opened_it_is_the_person_of_the_chat(sessions: AppSessions) -> None:
    member, key, is_new = sessions.enter(launched())
    person = member.person
    assert (person.platform, person.account, person.name) == ("telegram", "51", "Adi Kancil")
    assert (person.handle, person.locale) == ("adi_k", "ms")
    assert len(key) >= 43  # 256 bits
    assert is_new
    assert sessions.member(member.id) == member


def doubled(data: str) -> str:
    return f"{data}&user={quote(SITI)}"


REFUSED: dict[str, tuple[Callable[[], str], str]] = {
    "the token of another bot": (lambda: launched(token="700000002:BBanother"), NOT_SIGNED),
    "somebody else's name in it": (lambda: launched().replace("51", "52"), NOT_SIGNED),
    "a field twice": (lambda: doubled(launched()), NOT_SIGNED),
    "no user": (lambda: sign({"query_id": "AAA"}, TOKEN, auth_date=NOW), NOT_SIGNED),
    "a user without a number": (lambda: launched('{"first_name":"Adi"}'), NOT_SIGNED),
    "a bot": (lambda: launched('{"id":9,"first_name":"B","is_bot":true}'), NOT_SIGNED),
    "nothing": (lambda: "", NOT_SIGNED),
    "no hash": (lambda: "user=%7B%7D&auth_date=1", NOT_SIGNED),
    "much too long": (lambda: launched(more="x" * LONGEST), NOT_SIGNED),
    "two days ago": (lambda: launched(ago=172_800), TOO_OLD),
    "in the future": (lambda: launched(ago=-61), TOO_EARLY),
}


@pytest.mark.parametrize("what", REFUSED)
def test_all_else_is_refused(sessions: AppSessions, what: str) -> None:
    data, why = REFUSED[what]
    with pytest.raises(LaunchRefused) as refused:
        sessions.enter(data())
    assert str(refused.value) == why


@pytest.mark.parametrize("ago", [86_399, 7200, 0, -59])
def test_clocks_may_differ_and_a_desktop_hands_out_the_same_data_for_hours(sessions: AppSessions, ago: float) -> None:
    sessions.enter(launched(ago=ago))


def test_fields_that_nobody_knows_yet_are_passed_over(sessions: AppSessions) -> None:
    sessions.enter(launched(ADI.replace("}", ',"newest":true}'), signature="AAAA", brand_new="1"))


def test_the_key_lets_in_again_until_the_session_is_over(sessions: AppSessions, clock: Clock) -> None:
    data = launched()
    member, key, _ = sessions.enter(data)
    clock.now += timedelta(hours=5)
    assert sessions.enter(data, key) == (member, key, False)
    clock.now = NOW + SESSION_LASTS
    assert sessions.member(member.id) is None
    assert sessions.enter(data, key)[0] == member, "the launch lasts longer"
    clock.now = NOW + LAUNCH_LASTS
    with pytest.raises(LaunchRefused, match="too long ago"):
        sessions.enter(data, key)


def test_the_key_of_another_account_lets_nobody_in(sessions: AppSessions) -> None:
    _, key, _ = sessions.enter(launched(SITI))
    with pytest.raises(LaunchRefused) as refused:
        sessions.enter(launched(ADI), key)
    assert str(refused.value) == ANOTHERS


def test_a_phone_and_a_desktop_are_open_at_once_and_left_one_by_one(sessions: AppSessions) -> None:
    phone, desktop = launched(ago=1), launched(ago=3000)
    member, key, _ = sessions.enter(phone)
    _, other, is_new = sessions.enter(desktop)
    assert is_new
    assert other != key
    assert sessions.enter(phone, key) == (member, key, False)
    sessions.leave(member.id, key)
    for given in (key, ""):
        assert why_not(sessions, phone, given) == OVER
    assert sessions.enter(desktop, other) == (member, other, False)
    assert sessions.member(member.id) == member
    sessions.leave(member.id, other)
    assert sessions.member(member.id) is None
    assert sessions.enter(launched(ago=0))[0] == member


def test_the_newest_of_too_many_sessions_ends_the_oldest(sessions: AppSessions) -> None:
    keys = [sessions.enter(launched(ago=ago))[1] for ago in range(SESSIONS + 1)]
    assert len(set(keys)) == SESSIONS + 1
    assert sessions.enter(launched(ago=1), keys[1]) == (sessions.member("telegram:51"), keys[1], False)
    assert sessions.enter(launched(ago=0), keys[0])[2], "it begins anew"


def test_nothing_from_before_a_deletion_lets_its_person_in(sessions: AppSessions) -> None:
    data, unused, link = launched(ago=2), launched(ago=1), linked()
    member, key, _ = sessions.enter(data)
    sessions.end(member.id)
    sessions.end("discord:77")
    assert sessions.member(member.id) is None
    for given in (key, ""):
        assert why_not(sessions, data, given) == OVER
    assert why_not(sessions, unused) == OVER
    assert why_not(sessions, link) == OVER
    assert sessions.enter(launched(ago=-1))[0] == member


def why_not(sessions: AppSessions, data: str, key: str = "") -> str:
    """The reason why a person is not let in."""
    with pytest.raises(LaunchRefused) as refused:
        sessions.enter(data, key)
    return str(refused.value)


ROS = Person("discord", "77", "Ros \N{LEAF FLUTTERING IN WIND}", handle="ros", locale="id")
CHANNEL = Place("discord", "900")


def linked(at: datetime = NOW, links: BrowserLinks = LINKS) -> str:
    """The data of a page that a link has opened."""
    address, _, told = links.make(ROS, CHANNEL, "K7QM", at).partition("&link=")
    assert address == "https://app.test/app#match=K7QM"
    return f"link:{told}"


def test_a_link_is_for_its_person_and_the_place_in_which_it_was_asked_for(sessions: AppSessions) -> None:
    data = linked()
    member, key, _ = sessions.enter(data)
    assert (member.person, member.place) == (ROS, CHANNEL)
    assert sessions.enter(data, key) == (member, key, False)  # the page is loaded anew


def test_a_link_is_used_once(sessions: AppSessions) -> None:
    data = linked()
    sessions.enter(data)
    with pytest.raises(LaunchRefused) as refused:
        sessions.enter(data)
    assert str(refused.value) == LINK_USED


def test_a_link_lasts_ten_minutes(sessions: AppSessions, clock: Clock) -> None:
    early, late = linked(), linked(NOW + timedelta(seconds=1))
    clock.now += LINK_LASTS + timedelta(seconds=1)
    assert sessions.enter(late)
    with pytest.raises(LaunchRefused) as refused:
        sessions.enter(early)
    assert str(refused.value) == LINK_OVER


def test_a_link_from_before_the_start_may_have_been_used(sessions: AppSessions) -> None:
    with pytest.raises(LaunchRefused) as refused:
        sessions.enter(linked(NOW - timedelta(seconds=1)))
    assert str(refused.value) == LINK_OVER


@pytest.mark.parametrize("how", ["another key", "changed", "cut", "empty", "too long", "signed nothing"])
def test_a_link_that_is_not_ours_is_refused(sessions: AppSessions, how: str) -> None:
    data = linked()
    wrong = {
        "another key": linked(links=BrowserLinks("https://app.test", b"another")),
        "changed": data.replace("link:", "link:A"),
        "cut": data[:-1],
        "empty": "link:",
        "too long": data + "A" * 3000,
        "signed nothing": "link:.",
    }
    with pytest.raises(LaunchRefused) as refused:
        sessions.enter(wrong[how])
    assert str(refused.value) == NO_LINK
