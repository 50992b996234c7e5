"""The preview of a link in chats and searches: tags and pictures of each address, over HTTP, and unknown addresses."""

import re
from dataclasses import dataclass, field
from datetime import timedelta
from html import unescape
from html.parser import HTMLParser
from io import BytesIO

import pytest
from PIL import Image

from bot.app.people import settings, typed_times
from bot.app.requests import wrong_codes
from bot.matches.identity import Person
from bot.platforms.web.files import build
from bot.platforms.web.texts import page_texts
from bot.services.match.matches import Player
from bot.words import LANGUAGES, language_of, languages, words
from bot.words.languages import Language
from loopback.windows import Room
from tests.bot.platforms.web_boards import begins, begun, table, touch
from tests.bot.platforms.web_rig import OpenRoom


@dataclass
class Head(HTMLParser):
    """The tags of a page that are read without a browser."""

    title: str = ""
    language: str = ""
    meta: dict[str, str] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    scripts: list[str] = field(default_factory=list)
    no_script: str = ""
    _inside: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._inside = {"title": "title", "noscript": "noscript", "p": self._inside}.get(tag, "")
        if tag == "html":
            self.language = given["lang"]
        elif tag == "meta" and (name := given.get("property") or given.get("name")):
            self.meta[f"{name} {given['media']}" if "media" in given else name] = given["content"]
        elif tag == "link":
            self.links[given["rel"]] = given["href"]
        elif tag == "script":
            self.scripts.append(given.get("src", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag in ("title", "noscript"):
            self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "title":
            self.title += data
        elif self._inside == "noscript":
            self.no_script += data


async def head(room: Room, path: str, language: str = "en", status: int = 200, **headers: str) -> Head:
    async with room.session.get(f"{room.url}{path}", headers={"Accept-Language": language, **headers}) as response:
        assert response.status == status
        assert response.content_type == "text/html"
        assert "Accept-Language" in response.headers["Vary"]
        found = Head()
        found.feed(await response.text())
        found.close()
    assert found.scripts == [f"/static/{build()}/main.js"]
    assert found.meta["description"] == found.meta["og:description"]
    return found


async def picture(room: Room, found: Head) -> Image.Image:
    """The picture of a preview, which has an absolute address of the room."""
    address = found.meta["og:image"]
    assert address.startswith(room.url)
    async with room.session.get(address) as response:
        assert (response.status, response.content_type) == (200, "image/png")
        drawn = Image.open(BytesIO(await response.read()))
    assert drawn.size == (1200, 630)
    assert (found.meta["og:image:width"], found.meta["og:image:height"]) == ("1200", "630")
    return drawn.convert("RGB")


async def test_a_game_is_told_by_its_name_and_what_it_is_about_in_the_language_of_its_reader(room: OpenRoom) -> None:
    found = await head(room, "g/dam-8")
    assert (found.language, found.title) == ("en", "Malaysian checkers 8x8 - Papan")
    assert found.meta["og:title"] == "Malaysian checkers 8x8"
    assert found.meta["og:url"] == f"{room.url}g/malaysian-checkers-8"
    assert (found.meta["og:type"], found.meta["twitter:card"]) == ("website", "summary_large_image")
    await picture(room, found)
    malay = await head(room, "g/dam-8", "de-DE,de;q=0.9,id;q=0.2,ms-MY;q=0.7,en;q=0.1")
    (card,) = [each for each in room.platform.hub.live.games("ms") if each.key == "malaysian-checkers-8"]
    assert (malay.language, malay.meta["og:title"]) == ("ms", card.name)
    assert malay.meta["description"] == card.summary
    assert "JavaScript" in malay.no_script
    assert "Benarkan" in malay.no_script


async def test_the_rules_of_a_game_are_read_without_a_script(room: OpenRoom) -> None:
    for language in LANGUAGES:
        game = room.platform.hub.live.game(language, "dam-8")
        headers = {"Accept-Language": language}
        async with room.session.get(f"{room.url}g/dam-8", headers=headers) as response:
            text = unescape(await response.text())
        text = text[text.index("<noscript>") : text.index("</noscript>")]
        assert f"<h1>{game.name}</h1>" in text
        for section in (*game.sections, game.sources):
            assert f"<h2>{section.title}</h2>" in text
            assert all(f"<li>{line}</li>" in text for line in section.lines)
        assert all(f'<a href="/g/{each.key}">{each.name}</a>' in text for each in game.variants)


async def test_the_room_is_told_at_its_other_addresses(room: Room) -> None:
    for path, status in (("", 200), ("talk", 200), ("me", 200), ("m/K7QM", 404), ("join/K7QM", 404)):
        found = await head(room, path, language="en;q=nonsense, xx", status=status)
        assert (found.title, found.meta["og:url"]) == ("Papan", room.url)
        assert found.meta["description"].startswith("Papan is the place to play")
    await picture(room, await head(room, ""))


async def test_a_match_that_anybody_may_watch_is_told_with_its_board_as_it_stands(room: Room) -> None:
    adi, _, code = await begins(room, "")
    found = await head(room, f"m/{code.lower()}")
    assert found.meta["og:title"] == "Adi plays Siti: Malaysian checkers 8x8"
    assert found.meta["og:url"] == f"{room.url}m/{code}"
    assert found.meta["robots"] == "noindex"
    before = await picture(room, found)
    done = await touch(adi, await table(adi, code), "c3", "d4", event="preview-move")
    assert done["done"]
    after = await head(room, f"m/{code}", "id")
    assert after.meta["og:title"] == "Adi lawan Siti: Dam Malaysia 8x8"
    assert after.meta["og:image"] != found.meta["og:image"]
    assert (await picture(room, after)).tobytes() != before.tobytes()


async def test_whoever_has_a_link_is_told_what_it_leads_to_unless_nobody_watches_it(room: Room) -> None:
    adi = await room.sits("Adi")
    invitation = await begun(adi, opponent="anybody", corner=True)
    found = await head(room, f"join/{invitation}")
    assert found.meta["og:title"] == "Adi invites you to Malaysian checkers 8x8"
    assert found.meta["og:url"] == f"{room.url}join/{invitation}"
    await picture(room, found)
    private = await begun(adi, opponent="computer", level="2", corner=True)
    title = (await head(room, f"m/{private}")).meta["og:title"]
    assert title.partition(":")[0] in ("Adi plays Computer 2", "Computer 2 plays Adi")
    private = await begun(adi, opponent="computer", level="2", corner=True, watched=False)
    for path in (f"m/{private}", f"join/{private}"):
        hidden = await head(room, path, status=404)  # as one that is none
        assert "Adi" not in f"{hidden.title} {hidden.meta}"
        assert hidden.meta["og:title"] == "Papan"
    address = found.meta["og:image"].replace(invitation, private)
    async with room.session.get(address) as response:
        assert response.status == 404


async def test_codes_that_are_asked_for_by_pages_are_no_guesses(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wrong_codes, "USUAL", 2)
    adi = await room.sits("Adi")
    code = await begun(adi, opponent="anybody", corner=True)
    for number in range(4):
        await head(room, f"m/QQ{number:02}", status=404)
    siti = await room.sits("Siti")
    await siti.say(type="say", text=f"/join {code}")
    await siti.card("Adi invites")


async def test_a_hostile_name_is_words_in_a_preview(room: OpenRoom) -> None:
    hostile = "\"><script src=x><!--'&lt;"
    _, siti, code = await begins(room, "")
    # Names given in the room lose such letters; those of other platforms may have them.
    account = next(frame["id"] for frame in siti.heard if frame["type"] == "seated")
    await room.platform.hub.live.sat_down(Person("web", account, hostile))
    found = await head(room, f"m/{code}")
    assert found.meta["og:title"] == f"Adi plays {hostile}: Malaysian checkers 8x8"
    assert found.title == f"{found.meta['og:title']} - Papan"


async def test_an_unknown_address_is_answered_with_the_page_and_404(room: Room) -> None:
    for path in ["nowhere", "g/nothing", "m", "g/dam-8/more", "static", "%3Cscript%3E"]:
        found = await head(room, path, status=404, **{"If-None-Match": "*"})
        assert found.meta["og:url"] == room.url, path


async def test_the_page_can_be_put_among_the_apps_of_a_device(room: Room) -> None:
    found = await head(room, "")
    assert {name for name in found.meta if name.startswith("theme-color")} == {
        "theme-color (prefers-color-scheme: light)",
        "theme-color (prefers-color-scheme: dark)",
    }
    async with room.session.get(f"{room.url}{found.links['manifest'].lstrip('/')}") as response:
        assert response.content_type == "application/manifest+json"
        manifest = await response.json(content_type=None)
    assert manifest["name"] == "Papan"
    drawn = [each for each in manifest["icons"] if each["type"] == "image/png"]
    assert {(each["sizes"], each.get("purpose", "any")) for each in drawn} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    icons = [(each["src"], each["sizes"]) for each in drawn]
    for source, size in [*icons, (found.links["apple-touch-icon"], "180x180")]:
        async with room.session.get(f"{room.url}{source.lstrip('/')}") as response:
            assert (response.status, response.headers["Content-Type"]) == (200, "image/png")
            icon = Image.open(BytesIO(await response.read()))
            assert "{}x{}".format(*icon.size) == size
    async with room.session.get(f"{room.url}robots.txt") as response:
        assert (await response.text()).startswith("User-agent: *\n")
        assert response.content_type == "text/plain"


@pytest.mark.parametrize("language", ["jv", "qq"])
async def test_what_a_new_language_lacks_is_english(room: Room, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    """Its row was added, and nothing else; of one of them Babel knows the dates, of the other nothing."""
    monkeypatch.setitem(languages._ROWS, language, Language(language, "Basa", "en_GB"))
    for module in ("bot.words", "bot.platforms.web.page", "bot.app.people.typed_times"):
        monkeypatch.setattr(f"{module}.LANGUAGES", (*LANGUAGES, language))
    english, found = await head(room, ""), await head(room, "", f"{language}-ID")
    assert (found.language, found.meta) == (language, english.meta)
    async with room.session.get(f"{room.url}texts/{language}") as response:
        assert (await response.json())["language"] == language
    say = words(language_of(f"{language}-ID"))
    assert (say.language, say("to move")) == (language, "to move")
    assert say.duration(timedelta(hours=3)).startswith("3 ")
    assert say.all_of(["a", "b"])
    assert typed_times._months.__wrapped__()["maret"] == 3
    assert "Language: English" in settings._choices("board", Player("x", "Adi", "adi", "web", "x", "jv"), say).text


async def test_an_old_browser_is_told_without_a_script(room: Room) -> None:
    async with room.session.get(room.url, headers={"Accept-Language": "ms"}) as response:
        page = await response.text()
    assert f'<p class="too-old">{page_texts("ms")["old_browser"]}</p>' in page
    async with room.session.get(f"{room.url}static/style/room.css") as response:
        style = await response.text()
    shown = style.partition("@supports (container-type: inline-size)")
    assert ".too-old { display: none; }" in shown[2]
    assert "display" not in re.findall(r"[.]too-old \{([^}]*)\}", shown[0])[0], "what knows no such rule shows it"
