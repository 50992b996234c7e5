"""The pages that the room serves besides its socket: text files, the files of live boards, and all about a game."""

import gzip
import json
from collections.abc import Coroutine, Mapping
from dataclasses import asdict
from functools import lru_cache
from hashlib import sha256

import brotli
from aiohttp import hdrs, web

from bot.chat import GamePage, LiveHandler
from bot.chat.games import game_key
from bot.chat.ports import BoardFiles
from bot.platforms.web.limits import Budgets, asker_at
from bot.words import language_of, words

TEXT_FILES = 500
"""The files that are kept compressed, the latest used: all of the page, and the texts and games in each language."""
QUICK, SMALLEST = 5, 11
"""Qualities of Brotli: a quarter of a millisecond for a page, or a hundred times that for a tenth less."""
_POSE = r"{ruleset:[a-z0-9-]{1,40}}-{bottom:[01]}-{pose:lying|upright}"
_SCALE = r"{scale:[12]}"
_THEME = r"{theme:[a-z-]{1,16}}"


KEPT = {"Cache-Control": "public, max-age=31536000, immutable"}
"""Headers of what is at its address for ever, which browsers keep for a year."""


def text_file(
    request: web.Request, content: bytes, kind: str, headers: Mapping[str, str], status: int = 200
) -> web.Response:
    """A file of a content type, compressed where the browser takes that: a page quickly, as pages are many.

    304 without it where the browser says by its ``ETag`` that it has it, unless it is told of something else by the
    ``status``. What is kept for ever has none: nobody asks for it again.
    """
    accepted = request.headers.get(hdrs.ACCEPT_ENCODING, "")
    encoding = "br" if "br" in accepted else "gzip" if "gzip" in accepted else ""
    is_kept = headers.get(hdrs.CACHE_CONTROL) == KEPT["Cache-Control"]
    tag = "" if is_kept else _tag(content)
    varies = [headers[hdrs.VARY]] if hdrs.VARY in headers else []
    own = {**headers, hdrs.VARY: ", ".join([*varies, hdrs.ACCEPT_ENCODING])}
    if tag:
        own[hdrs.ETAG] = f'"{tag}"'
    if status == 200 and tag and any(known.value in (tag, "*") for known in request.if_none_match or ()):
        return web.Response(status=304, headers=own)
    if not encoding:
        return web.Response(body=content, content_type=kind, charset="utf-8", headers=own, status=status)
    own[hdrs.CONTENT_ENCODING] = encoding
    packed = _packed(content, encoding, quick=kind == "text/html")
    return web.Response(body=packed, content_type=kind, charset="utf-8", headers=own, status=status)


@lru_cache(maxsize=TEXT_FILES)
def _tag(content: bytes) -> str:
    return sha256(content).hexdigest()[:20]


@lru_cache(maxsize=TEXT_FILES)
def _packed(content: bytes, encoding: str, *, quick: bool) -> bytes:
    if encoding != "br":
        return gzip.compress(content, mtime=0)
    packed: bytes = brotli.compress(content, quality=QUICK if quick else SMALLEST)
    return packed


class Assets:
    """Serves the files of live boards; ``headers`` go with each, and ``shares`` gives an address a few at once.

    Browsers keep them for a year, because another build has other addresses.
    """

    def __init__(self, files: BoardFiles, shares: Budgets, headers: Mapping[str, str]) -> None:
        self._files = files
        self._shares = shares
        self._headers = {**headers, **KEPT}

    @property
    def build(self) -> str:
        """The build of the files that are served."""
        return self._files.build

    def routes(self) -> list[web.RouteDef]:
        """The addresses of all files."""
        piece = r"{letter:[A-Za-z]}-{height:[1-5]}"
        return [
            web.get(rf"/board/{self.build}/{_POSE}.json", self._measures),
            web.get(rf"/midgame/{self.build}/{_THEME}/{{ruleset:[a-z0-9-]{{1,40}}}}.webp", self._midgame),
            web.get(rf"/ground/{self.build}/{_THEME}/{_POSE}{{bare:(-bare)?}}@{_SCALE}.webp", self._ground),
            web.get(
                rf"/piece/{self.build}/{_THEME}/{{ruleset:[a-z0-9-]{{1,40}}}}-{{pose:lying|upright}}-{piece}@{_SCALE}.webp",
                self._piece,
            ),
        ]

    async def _measures(self, request: web.Request) -> web.Response:
        named = request.match_info
        return await self._file(
            request,
            self._files.measures(named["ruleset"], int(named["bottom"]), upright=_is_upright(request)),
            "application/json",
        )

    async def _midgame(self, request: web.Request) -> web.Response:
        named = request.match_info
        return await self._file(request, self._files.midgame(named["ruleset"], named["theme"]), "image/webp")

    async def _ground(self, request: web.Request) -> web.Response:
        named = request.match_info
        found = self._files.ground(
            named["ruleset"],
            int(named["bottom"]),
            named["theme"],
            int(named["scale"]),
            upright=_is_upright(request),
            bare=bool(named["bare"]),
        )
        return await self._file(request, found, "image/webp")

    async def _piece(self, request: web.Request) -> web.Response:
        named = request.match_info
        found = self._files.piece(
            named["ruleset"],
            named["letter"],
            int(named["height"]),
            named["theme"],
            int(named["scale"]),
            upright=_is_upright(request),
        )
        return await self._file(request, found, "image/webp")

    async def _file(self, request: web.Request, file: Coroutine[None, None, bytes | None], kind: str) -> web.Response:
        """An address that asks for many files at once waits for its own ones, and others do not wait for them."""
        try:
            async with self._shares.of(asker_at(request.remote or "")).slots:
                found = await file
        finally:
            file.close()  # nobody may have waited so long
        if found is None:
            raise web.HTTPNotFound(text="There is nothing here.")
        if kind == "application/json":
            return text_file(request, found, kind, self._headers)
        return web.Response(body=found, content_type=kind, headers=self._headers)


def _is_upright(request: web.Request) -> bool:
    return request.match_info["pose"] == "upright"


class GamePages:
    """Serves all about a game as JSON, for its page; ``headers`` go with each answer.

    ``build`` is that of the files of live boards.
    """

    def __init__(self, live: LiveHandler, build: str, headers: Mapping[str, str]) -> None:
        self._live = live
        self._build = build
        self._headers = headers
        self._made: dict[tuple[str, str], bytes] = {}
        """The pages so far, by language and game."""

    def routes(self) -> list[web.RouteDef]:
        """The addresses of all games, in the language of a locale, by any of their names."""
        return [web.get("/game/{locale}/{name}", self._game)]

    async def _game(self, request: web.Request) -> web.Response:
        locale, name = request.match_info["locale"], request.match_info["name"]
        language, key = language_of(locale), game_key(name)
        if key is None:
            say = words(language)
            text = say("No game is called {name} here.", name=name[:40])
            return web.json_response({"text": text}, status=404, headers=self._headers)
        if (language, key) not in self._made:
            self._made[language, key] = self._page(self._live.game(language, key))
        return text_file(request, self._made[language, key], "application/json", self._headers)

    def _page(self, found: GamePage) -> bytes:
        body = asdict(found) | {"pieces": {each.letter: asdict(each) for each in found.pieces}}
        return json.dumps({"build": self._build, **body}).encode()
