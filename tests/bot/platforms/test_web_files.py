"""Text files over HTTP: compressed for browsers that take that, and not sent to those who have them."""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import brotli
import pytest

from bot.chat import GameCard, GamePage
from bot.platforms import web
from bot.platforms.web.pages import QUICK
from loopback.windows import Room
from tests.bot.platforms.web_rig import OpenRoom

FILES = ("", "static/main.js", "static/style/tokens.css", "static/icon.svg", "texts/en-GB", "games/ms", "game/id/dam-8")


async def test_a_file_comes_compressed_and_once(room: Room) -> None:
    for path in FILES:
        plain, packed = {"Accept-Encoding": "identity"}, {"Accept-Encoding": "gzip, br"}
        async with room.session.get(f"{room.url}{path}", headers=plain) as response:
            assert "Content-Encoding" not in response.headers
            content, tag = await response.read(), response.headers["ETag"]
        async with room.session.get(f"{room.url}{path}", headers=packed) as response:
            assert response.headers["Content-Encoding"] == "br"
            assert response.headers["Vary"].split(", ")[-1] == "Accept-Encoding"
            assert response.headers["ETag"] == tag
            # Pages are too many for the slow quality.
            packed_size = len(brotli.compress(content, quality=11 if path else QUICK))
            assert int(response.headers["Content-Length"]) == packed_size
            assert await response.read() == content, "the client unpacks it"
        for known in (tag, f'"older", {tag}', f"W/{tag}", "*"):
            async with room.session.get(f"{room.url}{path}", headers={"If-None-Match": known}) as response:
                assert (response.status, await response.read()) == (304, b"")
                assert response.headers["ETag"] == tag
                assert "default-src 'none'" in response.headers["Content-Security-Policy"]
        async with room.session.get(f"{room.url}{path}", headers={"If-None-Match": '"older"'}) as response:
            assert response.status == 200


async def test_styles_come_without_their_comments_and_with_all_else(room: Room) -> None:
    static = Path(web.__file__).parent / "static"
    for path in static.rglob("*.css"):
        async with room.session.get(f"{room.url}static/{path.relative_to(static)}") as response:
            if path.is_relative_to(static / "app"):
                assert response.status == 404, "it is of the page inside Telegram"
                continue
            served = await response.text()
        written = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
        assert "".join(served.split()) == "".join(written.split()), path


async def test_a_picture_is_not_compressed_again(room: Room) -> None:
    async with room.session.get(f"{room.url}games/en") as response:
        build = (await response.json())["build"]
    async with room.session.get(f"{room.url}midgame/{build}/kayu/malaysian-checkers-8.webp") as response:
        assert response.status == 200
        assert "Content-Encoding" not in response.headers
        assert "immutable" in response.headers["Cache-Control"]


async def test_what_is_fetched_about_games_is_made_once_for_a_language(
    room: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, made = room.platform.hub.live, Counter[str]()
    games, game = live.games, live.game

    def counted_games(locale: str) -> Sequence[GameCard]:
        made[f"games {locale}"] += 1
        return games(locale)

    def counted_game(locale: str, key: str) -> GamePage:
        made[f"{key} {locale}"] += 1
        return game(locale, key)

    monkeypatch.setattr(live, "games", counted_games)
    monkeypatch.setattr(live, "game", counted_game)
    for locale in ("en", "en-GB", "made-up", "ms-MY", "ms", "made-up-2"):
        for path in (f"games/{locale}", f"game/{locale}/dam-8", f"game/{locale}/malaysian-checkers-8"):
            async with room.session.get(f"{room.url}{path}") as response:
                assert response.status == 200
    keys = ("games", "malaysian-checkers-8")
    assert made == {f"{key} {language}": 1 for key in keys for language in ("en", "ms")}
    async with room.session.get(f"{room.url}game/ms/no-such-game") as response:
        assert response.status == 404


def test_no_script_of_the_page_is_left_unchecked() -> None:
    scripts = Path(web.__file__).parent / "static"
    left_out = [each.name for each in scripts.rglob("*.js") if re.search("@ts-(?:nocheck|ignore)", each.read_text())]
    assert not left_out
