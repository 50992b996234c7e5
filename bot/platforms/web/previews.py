"""The addresses of the one page: each is answered with its own preview, and an unknown one with 404."""

import asyncio
import secrets
from collections.abc import Mapping
from http import HTTPStatus

from aiohttp import hdrs, web

from bot.chat import GameCard, GamePage, LiveHandler, MatchPreview, Person, Place, Request
from bot.chat.games import game_key
from bot.chat.ports import BoardFiles
from bot.platforms.web.entrances import PLATFORM
from bot.platforms.web.limits import Budgets, asker_at
from bot.platforms.web.page import DEVICES, OWN, STUDIES, Preview, accepted_language, page_of
from bot.platforms.web.pages import text_file
from bot.platforms.web.texts import page_texts
from bot.platforms.web.windows import COMMON_ROOM

READ_WITHIN = 1.0
"""Seconds in which a match must be read for its preview: the page does not wait for longer."""
_KEPT = "public, max-age=31536000, immutable"
_KEPT_OF_MATCH = "public, max-age=60"
"""A picture of a match has the address of a version, and shows the newest one."""


class PreviewedPages:
    """Serves the page with the tags of a preview in the reader's language, and the pictures of previews.

    ``page_headers`` go with the page, ``headers`` with pictures; ``shares`` gives an address a few pictures at once.
    ``origin`` is the address of the room as people open it, empty where they ask by it.
    """

    def __init__(
        self,
        live: LiveHandler,
        files: BoardFiles,
        shares: Budgets,
        page_headers: Mapping[str, str],
        headers: Mapping[str, str],
        origin: str,
    ) -> None:
        self._live = live
        self._files = files
        self._shares = shares
        self._page_headers = {**page_headers, hdrs.VARY: hdrs.ACCEPT_LANGUAGE}
        self._headers = headers
        self._origin = origin
        self._games: dict[str, dict[str, GameCard]] = {}
        """The games by their keys, by language."""
        self._told: dict[tuple[str, str], GamePage] = {}
        """All about the games that were asked for, by language and key."""

    def routes(self) -> list[web.RouteDef]:
        """The addresses of the page and of pictures. The last one is all others: it comes after all routes."""
        pictures = f"/preview/{self._files.build}"
        return [
            *(web.get(path, self._room) for path in ("/", "/talk", "/r/{room}", *OWN, *DEVICES, *STUDIES)),
            web.get("/p/{person}", self._room),
            web.get("/g/{game}", self._game),
            web.get("/edit/{game}", self._game),
            *(web.get(f"{path}/{{code}}", self._match) for path in ("/m", "/join")),
            web.get(f"{pictures}/{{ruleset:[a-z0-9-]{{1,40}}}}.png", self._game_picture),
            web.get(f"{pictures}/match/{{code:[0-9A-Z]{{1,16}}}}-{{version:[0-9]{{1,9}}}}.png", self._match_picture),
            web.get("/{path:.*}", self._nothing),
        ]

    async def _room(self, request: web.Request) -> web.Response:
        return self._page(request, self._of_room(request))

    async def _nothing(self, request: web.Request) -> web.Response:
        return self._page(request, self._of_room(request), HTTPStatus.NOT_FOUND)

    async def _game(self, request: web.Request) -> web.Response:
        key = game_key(request.match_info["game"])
        if key is None:
            return await self._nothing(request)
        card = self._cards(request)[key]
        preview = Preview(card.name, card.summary, f"/g/{key}", self._picture(key), card.name)
        return self._page(request, preview, game=self._rules(request, key))

    async def _match(self, request: web.Request) -> web.Response:
        found = await self._found(request)
        if found is None:  # one that is not for everybody looks as one that is none; its players find it there
            return await self._nothing(request)
        path = f"/{request.path.split('/')[1]}/{found.code}"
        picture = self._picture(f"match/{found.code}-{found.version}")
        return self._page(request, Preview(found.title, found.sentence, path, picture, found.game, listed=False))

    async def _found(self, request: web.Request) -> MatchPreview | None:
        """The match of an address as anybody may see it; None where nobody may, or where it is not read in time."""
        nobody = Person(PLATFORM, "", "", locale=accepted_language(request))
        address = asker_at(request.remote or "")
        asked = Request(secrets.token_hex(16), nobody, Place(PLATFORM, COMMON_ROOM), address=address)
        try:
            async with asyncio.timeout(READ_WITHIN):
                found = await self._live.preview(asked, request.match_info["code"].upper())
        except TimeoutError:
            return None
        return found if isinstance(found, MatchPreview) else None

    def _cards(self, request: web.Request) -> dict[str, GameCard]:
        language = accepted_language(request)
        if language not in self._games:
            self._games[language] = {card.key: card for card in self._live.games(language)}
        return self._games[language]

    def _rules(self, request: web.Request, key: str) -> GamePage:
        asked = accepted_language(request), key
        if asked not in self._told:
            self._told[asked] = self._live.game(*asked)
        return self._told[asked]

    def _of_room(self, request: web.Request) -> Preview:
        first = next(card for card in self._cards(request).values() if card.first)
        sentence = page_texts(accepted_language(request))["explain"]
        return Preview("Papan", sentence, "/", self._picture(first.key), first.name)

    def _picture(self, name: str) -> str:
        return f"/preview/{self._files.build}/{name}.png"

    def _page(
        self, request: web.Request, preview: Preview, status: int = 200, game: GamePage | None = None
    ) -> web.Response:
        origin = self._origin or f"{request.scheme}://{request.host}"
        nowhere = status == HTTPStatus.NOT_FOUND
        content = page_of(preview, accepted_language(request), origin, is_nowhere=nowhere, game=game)
        return text_file(request, content, "text/html", self._page_headers, status)

    async def _game_picture(self, request: web.Request) -> web.Response:
        return await self._drawn(request, _KEPT, request.match_info["ruleset"])

    async def _match_picture(self, request: web.Request) -> web.Response:
        found = await self._found(request)
        if found is None:
            raise web.HTTPNotFound(text="There is nothing here.")
        return await self._drawn(request, _KEPT_OF_MATCH, found.ruleset, found.cells, found.stacks)

    async def _drawn(
        self,
        request: web.Request,
        kept: str,
        ruleset: str,
        cells: str = "",
        stacks: tuple[tuple[int, int], ...] = (),
    ) -> web.Response:
        async with self._shares.of(asker_at(request.remote or "")).slots:
            png = await self._files.preview(ruleset, cells, stacks)
        if png is None:
            raise web.HTTPNotFound(text="There is nothing here.")
        return web.Response(body=png, content_type="image/png", headers={**self._headers, hdrs.CACHE_CONTROL: kept})
