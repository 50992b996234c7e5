"""A moment in a text: each platform shows it in the reader's own zone, and as words where there is no room for that."""

from datetime import UTC, datetime

import pytest
from telegram import MessageEntity

from bot.chat import MessageLink, Place, PrivatePanel, TimeStyle, When
from bot.platforms.discord.formatting import CONTENT, content_of
from bot.platforms.telegram.formatting import TEXT_LIMIT, alert_of, html_of
from bot.platforms.web.bodies import content_body
from loopback.telegram.markup import parse_html

MOMENT = datetime(2026, 12, 3, 10, 30, tzinfo=UTC)
UNIX = 1796293800
STYLES = {TimeStyle.RELATIVE: ("R", "r"), TimeStyle.CLOCK: ("t", "t"), TimeStyle.DATE: ("D", "D")}


def told(style: TimeStyle = TimeStyle.RELATIVE) -> PrivatePanel:
    return PrivatePanel(text="Siti & co. sleep until 3 Dec.", links=(When("3 Dec", MOMENT, style),))


@pytest.mark.parametrize("style", TimeStyle)
def test_discord_shows_it_to_each_reader(style: TimeStyle) -> None:
    assert content_of(told(style)) == f"Siti & co. sleep until <t:{UNIX}:{STYLES[style][0]}>."


def test_on_discord_it_stays_words_where_there_is_no_room() -> None:
    long = PrivatePanel(text=f"3 Dec {'x' * (CONTENT - 6)}", links=told().links)
    assert content_of(long).startswith("3 Dec xxx")


@pytest.mark.parametrize("style", TimeStyle)
def test_telegram_gets_an_entity_that_its_library_knows(style: TimeStyle) -> None:
    text, entities = parse_html(html_of(told(style), TEXT_LIMIT))
    assert text == "Siti & co. sleep until 3 Dec."
    (entity,) = (MessageEntity.de_json(each, None) for each in entities)
    assert (entity.type, entity.unix_time, entity.date_time_format) == (
        MessageEntity.DATE_TIME,
        MOMENT,
        STYLES[style][1],
    )
    assert text[entity.offset :][: entity.length] == "3 Dec"


def test_an_alert_would_lose_it() -> None:
    assert alert_of(told()) == ""


def test_the_page_gets_the_moment_beside_links() -> None:
    link = MessageLink("co.", Place("web", "room"), "7")
    answer = PrivatePanel(text=told().text, links=(link, *told(TimeStyle.DATE).links))
    assert content_body(answer)["links"] == [
        {"words": "co.", "room": "room", "message": "7"},
        {"words": "3 Dec", "moment": "2026-12-03T10:30:00+00:00", "style": "date"},
    ]
