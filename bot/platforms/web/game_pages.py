"""All about a game over HTTP, for the page of the game."""

import json
from collections.abc import Mapping
from dataclasses import asdict

from aiohttp import web

from bot.chat import GamePage, LiveHandler
from bot.chat.games import game_key
from bot.platforms.web.files import text_file
from bot.words import language_of, words


class GamePages:
    """Serves it as JSON; ``headers`` go with each answer, ``build`` is that of the files of live boards."""

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
