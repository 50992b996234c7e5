"""The only door the platforms use: requests in, answers out."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

import structlog

from bot.app import against, analyses, hints, lists, match_actions, move_entry, privacy
from bot.app.callback_data import BadCallbackData, CallbackData, read_callback_data
from bot.app.completion import complete
from bot.app.context import AppServices, Context
from bot.app.rate_limiter import Allowed, RateLimiter
from bot.app.refusals import refused
from bot.chat import Answer, Completion, Request
from bot.chat.commands import UnknownCommand, find_command
from bot.matches.people import Person, Place
from bot.matches.refusals import ActionRefused
from bot.telemetry import metrics
from bot.words import language_of, words

_log = structlog.get_logger(__name__)

Arguments = Mapping[str, str | Person]


class App:
    """Answers every request. Whatever goes wrong, the person gets a sentence and nothing is lost."""

    def __init__(self, services: AppServices) -> None:
        self._desk = services
        self._allowance = RateLimiter(services.services.requests)

    async def command(self, request: Request, name: str, arguments: Arguments) -> Answer:
        """Act on a command by any of its names."""

        async def act(context: Context) -> Answer:
            try:
                spec = find_command(name)
            except UnknownCommand:
                return Answer(text=context.say("There is no command /{name}. /help lists them.", name=name[:32]))
            return await _COMMANDS[spec.name](context, _Given(arguments))

        return await self._answer(request, "command", act)

    async def press(self, request: Request, payload: str, values: Sequence[str] = ()) -> Answer:
        """Act on a button or menu. A payload that is none of ours is refused like any other wish."""

        async def act(context: Context) -> Answer:
            code = ""
            try:
                data = _chosen(read_callback_data(payload), values)
                code = data.code
                return await ACTIONS[data.action](context, data)
            except (BadCallbackData, KeyError):
                return Answer(text=context.say("This button is no longer in use. /board shows the match as it stands."))
            except ActionRefused as refusal:
                return await refused(context, refusal, code)

        return await self._answer(request, "press", act)

    async def text(self, request: Request, text: str) -> Answer | None:
        """A plain message: a move if it answers a board or stands in a private chat and reads as one; else None."""
        silent = Answer()

        async def act(context: Context) -> Answer:
            return await move_entry.said(context, text) or silent

        answer = await self._answer(request, "text", act)
        return None if answer is silent else answer

    async def complete(self, request: Request, command: str, option: str, typed: str) -> list[Completion]:
        """At most 25 suggestions for a command's option; none where something goes wrong."""
        try:
            return await complete(await self._context(request), command, option, typed)
        except ActionRefused:
            return []

    async def shown(self, view: str, message: str) -> None:
        """A view's message stands: its id on the platform."""
        await self._desk.views.shown(view, message)

    async def place_moved(self, old: Place, new: Place) -> None:
        """A chat lives on under another id."""
        await self._desk.views.place_moved(old, new)

    async def _context(self, request: Request) -> Context:
        player = await self._desk.people.player(request.person)
        return Context(self._desk, request, player, words(player.language or language_of(request.person.locale)))

    async def _answer(self, request: Request, kind: str, act: Callable[[Context], Awaitable[Answer]]) -> Answer:
        with metrics.REQUESTS.labels(request.place.platform, kind).time():
            return await self._answered(request, act)

    async def _answered(self, request: Request, act: Callable[[Context], Awaitable[Answer]]) -> Answer:
        say = words(language_of(request.person.locale))
        if request.person.is_bot:
            return Answer(text=say("Bots, channels and anonymous administrators cannot play. Write as yourself."))
        try:
            if (allowed := await self._allowance.ask(request.person)) is not Allowed.YES:
                return Answer(text=say("That was too fast. Wait a moment."), brief=allowed is Allowed.NO_AND_TOLD)
            context = await self._context(request)
            say = context.say
            try:
                return await act(context)
            except ActionRefused as refusal:
                return await refused(context, refusal)
        except Exception:  # no traceback reaches a person; the log names the event
            metrics.FAILURES.labels(request.place.platform).inc()
            _log.exception("request failed", platform=request.place.platform, event_id=request.event)
            return Answer(text=say("Something went wrong here. Nothing is lost; please try again."))


class _Given:
    """The arguments of a command, each as the kind it should be."""

    def __init__(self, arguments: Arguments) -> None:
        self._arguments = arguments

    def text(self, name: str) -> str:
        """A text, empty if it was not given."""
        value = self._arguments.get(name, "")
        return value if isinstance(value, str) else value.name

    def person(self, name: str) -> Person | None:
        """A person, if one was given."""
        value = self._arguments.get(name)
        return value if isinstance(value, Person) else None

    def flag(self, name: str) -> bool:
        """Was the flag set?"""
        return self.text(name).casefold() in ("yes", "true", "1", "on", "ya")


def _chosen(data: CallbackData, values: Sequence[str]) -> CallbackData:
    """The wish with the value chosen in its menu. ``go`` carries a whole wish of its own as the value."""
    if values:
        data = replace(data, argument=f"{data.argument}:{values[0]}" if data.argument else values[0])
    return read_callback_data(data.argument) if data.action == "go" else data


_COMMANDS: dict[str, Callable[[Context, _Given], Awaitable[Answer]]] = {
    "play": lambda context, given: match_actions.play_command(
        context, given.person("opponent"), given.text("game"), given.text("side"), given.text("level")
    ),
    "move": lambda context, given: move_entry.typed_move(context, given.text("move"), given.text("match")),
    "board": lambda context, given: lists.board_command(
        context, given.text("match"), given.flag("public"), given.flag("text")
    ),
    "games": lambda context, given: lists.games_command(context),
    "resign": lambda context, given: match_actions.resign_command(context, given.text("match")),
    "draw": lambda context, given: match_actions.draw_command(context, given.text("match")),
    "takeback": lambda context, given: match_actions.takeback_command(context, given.text("match")),
    "hint": lambda context, given: hints.hint_command(context, given.text("match")),
    "analyse": lambda context, given: analyses.analyse_command(context, given.text("match"), given.text("text")),
    "join": lambda context, given: match_actions.join_command(context, given.text("code")),
    "rules": lambda context, given: lists.rules_command(context, given.text("game")),
    "settings": lambda context, given: lists.settings_command(context),
    "privacy": lambda context, given: privacy.privacy_command(context, given.text("what")),
    "help": lambda context, given: lists.help_command(context),
}

ACTIONS: dict[str, Callable[[Context, CallbackData], Awaitable[Answer]]] = {
    "mv": move_entry.pressed_panel,
    "pk": move_entry.pressed_pick,
    "pl": move_entry.pressed_move,
    "vw": lists.pressed_view,
    "mo": lists.pressed_more,
    "rl": lists.pressed_rules,
    "rg": lists.pressed_rules_game,
    "st": lists.pressed_setting,
    "xx": lists.pressed_nothing,
    "nn": match_actions.pressed_new,
    "ng": match_actions.pressed_game,
    "nw": match_actions.pressed_anybody,
    "np": match_actions.pressed_practice,
    "cp": against.pressed_computer,
    "cl": against.pressed_level,
    "hi": hints.pressed_hint,
    "an": analyses.pressed_analysis,
    "pv": privacy.pressed_about,
    "pe": privacy.pressed_export,
    "pd": privacy.pressed_delete,
    "py": privacy.pressed_delete_yes,
    "ac": match_actions.pressed_accept,
    "pi": match_actions.pressed_instead,
    "de": match_actions.pressed_decline,
    "wd": match_actions.pressed_withdraw,
    "rs": match_actions.pressed_resign,
    "ry": match_actions.pressed_resign_yes,
    "dr": match_actions.pressed_draw,
    "dn": match_actions.pressed_no_draw,
    "tb": match_actions.pressed_takeback,
    "ty": match_actions.pressed_allow,
    "tn": match_actions.pressed_refuse,
    "un": match_actions.pressed_undo,
    "co": match_actions.pressed_call_off,
    "rm": match_actions.pressed_rematch,
}
