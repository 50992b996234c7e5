"""In a forum on Telegram games may run in some topics only: hosts choose them by their names, and others read these."""

from pathlib import Path

from bot.matches.communities import TOPICS
from bot.matches.identity import Place
from loopback.telegram.world import Message
from loopback.waiting import eventually
from tests.bot.platforms.village import village_in


def _links(message: Message) -> list[str]:
    """The addresses to which a message leads."""
    return [str(each["url"]) for each in message.entities if "url" in each]


async def test_hosts_choose_topics_by_their_names(tmp_path: Path) -> None:
    async with village_in(tmp_path) as village:
        adi, siti = village.adi, village.siti
        forum = village.server.group("Kampung", adi, siti, forum=True)
        games, talk = (village.server.topic(forum, name, adi) for name in ("Games", "Talk"))
        forum.admins.add(adi.id)
        adi.say(forum, "/setup", topic=games)
        panel = await adi.gets(forum, text="Games run in: all topics", key="Games")
        assert {"General", "Games", "Talk"} <= {each.label for each in panel.keys}
        adi.press(panel, "Games")
        await adi.gets(forum, text="Games run in: Games", key="✓ Games")

        siti.say(forum, "/play dam-8 anybody", topic=talk)
        told = await siti.gets(forum, text="Games are played in Games.")
        assert f"https://t.me/c/{str(forum.id).removeprefix('-100')}/{games.id}" in _links(told)
        siti.say(forum, "/play dam-8 anybody")
        siti.say(forum, "/play dam-8 anybody", topic=games)
        card = await siti.gets(forum, text="invites anybody")
        assert card.thread == games.id
        village.server.rename(forum, games, "Permainan", adi)
        place, services = Place("telegram", str(forum.id)), village.running.services.communities
        await eventually(lambda: services.topics(place), lambda known: "Permainan" in known.values())
        siti.say(forum, "/play dam-8 anybody", topic=talk)
        await siti.gets(forum, text="Games are played in Permainan.")


async def test_a_topic_whose_name_was_not_seen_has_its_number(tmp_path: Path) -> None:
    async with village_in(tmp_path) as village:
        services = village.running.services.communities
        for number in range(2, TOPICS + 4):
            await services.topic_seen(Place("telegram", "-1007", str(number)), "", renamed=False)
        place = Place("telegram", "-1007")
        known = await services.topics(place)
        assert len(known) == TOPICS
        assert "2" not in known, "the oldest is dropped"
        last = str(TOPICS + 3)
        await services.topic_seen(Place("telegram", "-1007", last), "Dam", renamed=False)
        await services.topic_seen(Place("telegram", "-1007", last), "Old name", renamed=False)
        assert (await services.topics(place))[last] == "Dam"
        await services.left("telegram", ["-1007"])
        assert await services.topics(place) == {}
