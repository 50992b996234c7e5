"""The files of live boards over HTTP: kept by browsers for a year, because another build has other addresses."""

from collections.abc import Coroutine, Mapping

from aiohttp import web

from bot.chat.ports import BoardFiles
from bot.platforms.web.budget import Budgets, asker_at
from bot.platforms.web.files import text_file

_POSE = r"{ruleset:[a-z0-9-]{1,40}}-{bottom:[01]}-{pose:lying|upright}"
_SCALE = r"{scale:[12]}"
_THEME = r"{theme:[a-z]{1,16}}"


class Assets:
    """Serves them, to each address a few at once by its budget in ``shares``; ``headers`` go with each."""

    def __init__(self, files: BoardFiles, shares: Budgets, headers: Mapping[str, str]) -> None:
        self._files = files
        self._shares = shares
        self._headers = {**headers, "Cache-Control": "public, max-age=31536000, immutable"}

    @property
    def build(self) -> str:
        """The build of the files that are served."""
        return self._files.build

    def routes(self) -> list[web.RouteDef]:
        """The addresses of all files."""
        piece = r"{letter:[A-Za-z]}-{height:[1-5]}"
        return [
            web.get(rf"/board/{self.build}/{_POSE}.json", self._measures),
            web.get(rf"/start/{self.build}/{_THEME}/{{ruleset:[a-z0-9-]{{1,40}}}}.webp", self._start),
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

    async def _start(self, request: web.Request) -> web.Response:
        named = request.match_info
        return await self._file(request, self._files.start(named["ruleset"], named["theme"]), "image/webp")

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
