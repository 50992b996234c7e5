"""The files of live boards over HTTP: kept by browsers for a year, because another build has other addresses."""

from collections.abc import Mapping

from aiohttp import web

from bot.chat.ports import BoardFiles
from bot.platforms.web.files import text_file

_POSE = r"{ruleset:[a-z0-9-]{1,40}}-{bottom:[01]}-{pose:lying|upright}"
_SCALE = r"{scale:[1-9]}"
_THEME = r"{theme:[a-z]{1,16}}"


class Assets:
    """Serves them; ``headers`` go with each."""

    def __init__(self, files: BoardFiles, headers: Mapping[str, str]) -> None:
        self._files = files
        self._headers = {**headers, "Cache-Control": "public, max-age=31536000, immutable"}

    @property
    def build(self) -> str:
        """The build of the files that are served."""
        return self._files.build

    def routes(self) -> list[web.RouteDef]:
        """The addresses of all files."""
        piece = r"{letter:[A-Za-z]}-{height:[1-9][0-9]?}"
        return [
            web.get(rf"/board/{{build}}/{_POSE}.json", self._measures),
            web.get(rf"/start/{{build}}/{_THEME}/{{ruleset:[a-z0-9-]{{1,40}}}}.webp", self._start),
            web.get(rf"/ground/{{build}}/{_THEME}/{_POSE}{{bare:(-bare)?}}@{_SCALE}.webp", self._ground),
            web.get(
                rf"/piece/{{build}}/{_THEME}/{{ruleset:[a-z0-9-]{{1,40}}}}-{{pose:lying|upright}}-{piece}@{_SCALE}.webp",
                self._piece,
            ),
        ]

    async def _measures(self, request: web.Request) -> web.Response:
        named = request.match_info
        return self._file(
            request,
            await self._files.measures(named["ruleset"], int(named["bottom"]), upright=_is_upright(request)),
            "application/json",
        )

    async def _start(self, request: web.Request) -> web.Response:
        named = request.match_info
        return self._file(request, await self._files.start(named["ruleset"], named["theme"]), "image/webp")

    async def _ground(self, request: web.Request) -> web.Response:
        named = request.match_info
        found = await self._files.ground(
            named["ruleset"],
            int(named["bottom"]),
            named["theme"],
            int(named["scale"]),
            upright=_is_upright(request),
            bare=bool(named["bare"]),
        )
        return self._file(request, found, "image/webp")

    async def _piece(self, request: web.Request) -> web.Response:
        named = request.match_info
        found = await self._files.piece(
            named["ruleset"],
            named["letter"],
            int(named["height"]),
            named["theme"],
            int(named["scale"]),
            upright=_is_upright(request),
        )
        return self._file(request, found, "image/webp")

    def _file(self, request: web.Request, found: bytes | None, kind: str) -> web.Response:
        if found is None or request.match_info["build"] != self.build:
            raise web.HTTPNotFound(text="There is nothing here.")
        if kind == "application/json":
            return text_file(request, found, kind, self._headers)
        return web.Response(body=found, content_type=kind, headers=self._headers)


def _is_upright(request: web.Request) -> bool:
    return request.match_info["pose"] == "upright"
