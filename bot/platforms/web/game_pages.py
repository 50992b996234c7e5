"""All about a game over HTTP, for the page of the game."""

import json
from collections.abc import Mapping
from dataclasses import asdict

from aiohttp import web

from bot.chat import LiveHandler
from bot.platforms.web.files import text_file
from bot.words import language_of, words


class GamePages:
    """Serves it as JSON; ``headers`` go with each answer, ``build`` is that of the files of live boards."""

    def __init__(self, live: LiveHandler, build: str, headers: Mapping[str, str]) -> None:
        self._live = live
        self._build = build
        self._headers = headers

    def routes(self) -> list[web.RouteDef]:
        """The addresses of all games, in the language of a locale, by any of their names."""
        return [web.get("/game/{locale}/{name}", self._game)]

    async def _game(self, request: web.Request) -> web.Response:
        locale, name = request.match_info["locale"], request.match_info["name"]
        found = self._live.game(locale, name)
        if found is None:
            say = words(language_of(locale))
            text = say("No game is called {name} here.", name=name[:40])
            return web.json_response({"text": text}, status=404, headers=self._headers)
        body = asdict(found) | {"pieces": {each.letter: asdict(each) for each in found.pieces}}
        content = json.dumps({"build": self._build, **body}).encode()
        return text_file(request, content, "application/json", self._headers)
