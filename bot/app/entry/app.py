"""Requests in, answers out: commands, presses and plain messages, each to the function that answers it."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import TypeVar

import structlog

from bot.app.buttons import owners
from bot.app.buttons.callback_data import NO_MATCH, BadCallbackData, CallbackData, read_press
from bot.app.entry.actions import ACTIONS, COMMAND_ACTIONS, QUESTIONS
from bot.app.entry.answers import beside, failed, for_one, spoken_in, too_much
from bot.app.entry.completion import complete, complete_for_anybody
from bot.app.entry.studies import find_study
from bot.app.entry.unread import unread
from bot.app.host.gone import told_to_hosts
from bot.app.host.permissions import greeting
from bot.app.match import MORE
from bot.app.match.refusals import refused
from bot.app.moves import MOVE, plain_text
from bot.app.people import settings
from bot.app.play.invitations import from_card
from bot.app.requests.command_arguments import Arguments, CommandArguments
from bot.app.requests.context import AppServices, Context
from bot.app.requests.match_resolver import code_of_board
from bot.app.requests.rate_limiter import Allowed, RateLimiter
from bot.app.requests.subject import CommandAction, Owner, Question, read_group_link, read_link
from bot.app.requests.visibility import knows
from bot.app.requests.wrong_codes import WrongCodes
from bot.app.welcome import HELP
from bot.app.welcome.help import help_buttons
from bot.chat import (
    AddedToGroup,
    AllowedKind,
    Answer,
    Completion,
    Content,
    Person,
    PrivateChat,
    PrivatePanel,
    Refusal,
    Request,
    Toast,
)
from bot.chat.commands import COMMANDS, UnknownCommand
from bot.foundation import metrics
from bot.matches.identity import Place
from bot.matches.refusals import ActionRefused, DataDeleted, UnreadableAccount
from bot.services.match.matches import Player
from bot.services.news import Departure
from bot.words import language_of, words
from engine.work import TooMuchWork, at_most

_log = structlog.get_logger(__name__)


T = TypeVar("T")

SHOWN_AGAIN_AFTER = 1.0
"""Seconds until a board whose first message could not be sent is sent again."""
LEAPS = 40_000
"""The most leaps that one request may look at, half a second. Nearly all need a few; the widest match thousands.
"""


class App:
    """Answers every request. After any failure the person gets a sentence, and nothing is lost."""

    def __init__(self, tools: AppServices) -> None:
        self._tools = tools
        self._services = tools.services
        self._rate_limiter = RateLimiter(tools.services.requests)
        self._wrong_codes = WrongCodes(tools.services.requests)
        tools.services.news.departures.subscribe(self._not_there)

    async def command(self, request: Request, name: str, arguments: Arguments) -> Answer:
        """Act on a command by any of its names."""
        action: CommandAction | None = None
        with suppress(UnknownCommand):
            action = COMMAND_ACTIONS[COMMANDS.find(name).name]
        to_nobody = action is not None and (action.for_nobody or bool(action.question.group_link(request.place)))

        async def run(context: Context) -> Answer:
            if action is None:
                return Refusal(
                    text=context.say("There is no command /{name}. /help lists them.", name=name[:32]),
                    rows=(help_buttons(context),),
                )
            if request.person.is_bot and not action.for_nobody:
                return _as_yourself(context, action.question)
            if refusal := unread(action.spec, arguments, context.say):
                return refusal
            given = CommandArguments(arguments)
            if request.board_for:
                code = await self.judged(context, lambda: code_of_board(context))
                if not isinstance(code, str):
                    return code
                given = CommandArguments({**arguments, request.board_for: code})
            answer = await self.judged(context, lambda: action.handler(context, given), given.code)
            return for_one(context, answer, action.question)

        return await self.answer(request, "command", run, to_nobody=to_nobody)

    async def press(self, request: Request, payload: str, values: Sequence[str] = ()) -> Answer:
        """Act on a button or menu. A payload of somebody else's making is answered with a sentence."""

        async def press_button(context: Context) -> Answer:
            try:
                data = read_press(payload, values)
                if data.action not in ACTIONS:
                    raise BadCallbackData(payload)
                about = self._tools.signer.believed(data)
                answer = await self.judged(context, lambda: _pressed(context, data), data.code, about)
            except BadCallbackData:
                return Refusal(
                    text=context.say("This button is no longer in use. /board shows the match as it stands.")
                )
            return for_one(context, answer, ACTIONS[data.action].question, data.code)

        return await self.answer(request, "press", press_button)

    async def follow(self, request: Request, link: str) -> Answer:
        """The answer, in the private chat, to the question of a link into it (``Personal.link``)."""

        async def follow_link(context: Context) -> Answer:
            answer = await self.judged(context, lambda: _followed(context, link), read_link(link)[1] or NO_MATCH)
            return for_one(context, answer, HELP)

        return await self.answer(request, "follow", follow_link)

    async def invited_by(self, request: Request, host: Request, game: str) -> Answer:
        """The invitation of a card, for whoever has followed its link."""

        async def open_card(context: Context) -> Answer:
            known = await self._services.people.known(host.person)
            inviting = self._context_of(host, known) if known else None
            answer = await self.judged(context, lambda: from_card(context, inviting, game))
            return for_one(context, answer, HELP)

        return await self.answer(request, "card", open_card)

    async def text(self, request: Request, text: str) -> Answer | None:
        """A plain message: a move in the match it belongs to, or a greeting in private; None for ordinary talk.

        Who cannot play is not talking to us, whatever they say: what we send may come back as theirs.
        """
        if request.person.is_bot:
            return None

        async def read_message(context: Context) -> Answer | None:
            answer = await self.judged(context, lambda: plain_text.said(context, text))
            return None if answer is None else for_one(context, answer, MOVE)

        return await self.answer(request, "text", read_message)

    async def complete(
        self, request: Request, command: str, option: str, typed: str, beside: str = ""
    ) -> list[Completion]:
        """At most 25 suggestions for a command's option; to those who are not known, games and their sides only."""
        self._tools.attention.touched()
        if not self._rate_limiter.may_complete(request.person):
            return []
        # Whoever only types is not made known by that: they may just have had their data deleted.
        player = await self._services.people.known(request.person)
        if player is None:
            return complete_for_anybody(option, typed, words(language_of(request.person.locale)), beside)
        try:
            with at_most(LEAPS):
                return await complete(self._context_of(request, player), command, option, typed, beside)
        except TooMuchWork:
            return []

    async def given_up(self, request: Request) -> Answer:
        """A sentence for the sender of a request that is not tried any more, in their language."""
        say = words(await self._language_of(request.person))
        text = say(
            "Something you sent could not be handled and will not be tried again. Everything else works as usual."
        )
        return PrivatePanel(text=text, language=say.language, stays=True)

    async def added(self, adding: AddedToGroup) -> Content | None:
        """The greeting for a group, in the language of the person who added the bot, or else of the group."""
        if not await self._services.requests.is_new_adding(adding.place.platform, adding.event):
            return None
        await self._services.views.came_back(adding.place)
        language = await self._language_of(adding.by) if adding.by else language_of(adding.locale)
        community = await self._services.communities.of_place(adding.place)
        return greeting(words(language), computer=community.has("computer"))

    async def shown(self, view: str, message: str) -> None:
        """Remember which message shows a view: its id on the platform."""
        await self._services.views.shown(view, message)

    async def not_shown(self, view: str, seconds: float | None) -> None:
        """Have a view shown soon whose first message could not be sent."""
        await self._services.views.not_shown(view, timedelta(seconds=max(seconds or 0.0, SHOWN_AGAIN_AFTER)))

    async def never_shown(self, view: str) -> None:
        """Take back an invitation that nobody can see, because nothing can be shown where it was to stand."""
        await self._services.views.withdraw_unseen(view)

    async def place_moved(self, old: Place, new: Place) -> None:
        """Remember that a chat has another id now."""
        await self._services.views.place_moved(old, new)
        await self._services.communities.moved(old, new)

    async def entered(self, place: Place, people: Sequence[Person]) -> None:
        """Let the clocks go on of players who are back in a chat."""
        for person in people:
            with suppress(DataDeleted, UnreadableAccount):
                if player := await self._services.people.known(person):
                    await self._services.leaving.came_back(player.id, place)

    async def left(self, place: Place, person: Person) -> None:
        """Stop the clocks of a player who has left a chat, where they see their matches nowhere else; what stands there
        is not theirs to watch from now on.
        """
        self._services.news.departures.publish(Departure(place, person.account))
        with suppress(DataDeleted, UnreadableAccount):
            if player := await self._services.people.known(person):
                await self._services.leaving.left(player.id, place)

    def _not_there(self, left: Departure) -> None:
        self._tools.members_seen.note(left.place, left.account, self._services.clock(), there=False)

    async def removed(self, platform: str, chats: Sequence[str]) -> None:
        """Find out at once which matches cannot be seen any more in chats out of which the bot was taken."""
        await self._services.views.removed(platform, chats)
        await self._services.communities.left(platform, chats)

    async def gone(self, server: Place, kind: AllowedKind, account: str, locale: str) -> Content | None:
        """Keep playing to a deleted channel or role no longer; what its hosts are told of it, in its language."""
        lost = await self._services.communities.gone(server, kind, account)
        if lost is None:
            return None
        found = await self._services.communities.of_place(server)
        return told_to_hosts(lost, words(found.venue(server, language_of(locale)).language))

    async def topic_seen(self, topic: Place, name: str, *, renamed: bool) -> None:
        """Remember what a topic is called, for those who choose where games run."""
        await self._services.communities.topic_seen(topic, name, renamed=renamed)

    async def is_for_all(self, place: Place, message: str) -> bool:
        """Is a message a board, or a call to a player? True also where that cannot be found out."""
        try:
            return await self._services.views.is_for_all(place, message)
        except Exception:
            _log.exception("message_not_looked_up", platform=place.platform)
            return True

    async def left_behind(self, place: Place, newest: Sequence[str]) -> None:
        """Remember that the boards of a chat that are not among its newest messages are out of sight."""
        await self._services.views.left_behind(place, newest)

    async def _language_of(self, person: Person) -> str:
        """The language that a person has chosen, or else that of their app."""
        language: str | None = None
        with suppress(DataDeleted, UnreadableAccount):
            if player := await self._services.people.known(person):
                language = settings.with_known_settings(player).language
        return language or language_of(person.locale)

    def _context_of(self, request: Request, player: Player) -> Context:
        player = settings.with_known_settings(player)
        say = words(player.language or language_of(request.person.locale))
        return Context(self._tools, request, player, say, find_study)

    async def judged(
        self,
        context: Context,
        work: Callable[[], Awaitable[T]],
        code: str = NO_MATCH,
        pressed: CallbackData | None = None,
    ) -> T | Answer:
        """The answer of ``work``, or to its refusal; ``code`` is of the match that the request names, if any."""
        try:
            if code == NO_MATCH:
                return await work()
            return await self._wrong_codes.judged(context, code, pressed, work)
        except ActionRefused as refusal:
            return await refused(context, refusal, code if pressed else "")
        except TooMuchWork:
            return too_much(context.say)

    async def answer(
        self,
        request: Request,
        kind: str,
        work: Callable[[Context], Awaitable[T]],
        *,
        looks: bool = False,
        to_nobody: bool = False,
    ) -> T | Answer:
        """The answer of ``work`` for the person of a request, or the sentence that says why there is none.

        A request that only ``looks`` is limited by its platform alone, and open to people without an account. What is
        answered ``to_nobody`` is also answered to those who do not say who they are.
        """
        requests = metrics.REQUESTS.labels(request.place.platform, kind)
        with self._tools.attention.needed(), requests.time(), at_most(LEAPS):
            return await self._answered(request, work, looks=looks, to_nobody=to_nobody)

    async def _answered(
        self, request: Request, work: Callable[[Context], Awaitable[T]], *, looks: bool, to_nobody: bool
    ) -> T | Answer:
        say = words(language_of(request.person.locale))
        if request.person.is_bot and not to_nobody:
            text = say("Bots, channels and anonymous administrators cannot play. Write as yourself.")
            return spoken_in(say, Refusal(text=text))
        try:
            if not looks and (allowed := await self._rate_limiter.ask(request.person)) is not Allowed.YES:
                text = say("That was too fast. Wait a moment.")
                return spoken_in(say, Toast(text) if allowed is Allowed.NO_AND_TOLD else Refusal(text=text))
            try:
                player, met = await self._met(request.person, looks=looks or request.person.is_bot)
            except (DataDeleted, UnreadableAccount) as refusal:
                return spoken_in(say, Refusal(text=refusal.told(say)))
            context = self._context_of(request, player)
            say = context.say
            try:
                answer = await work(context)
            finally:
                # Only now: who is met by accepting an invitation has its board changed once.
                self._services.people.show_met(met)
            # Only now: the answer has to say where a board has not been shown.
            await self._services.views.revive(request.place, player.id)
            await self._services.leaving.came_back(player.id, request.place)
            return spoken_in(say, answer)
        except Exception as error:
            return spoken_in(say, beside(failed(request, say, error)))

    async def _met(self, person: Person, *, looks: bool) -> tuple[Player, list[str]]:
        """The player as in ``PeopleService.meet``. Who only looks is not made known by that: they may just have had
        their data deleted. No match or invitation is theirs then.
        """
        if not looks:
            return await self._services.people.meet(person)
        known = await self._services.people.known(person) if person.account else None
        return known or Player("", person.name, person.handle, person.platform, "", person.locale), []


def _as_yourself(context: Context, question: Question) -> Answer:
    """The way on for somebody who manages a group, and has asked in its name: who that is, is asked in private."""
    say = context.say
    text = say("You write as the group, so I cannot see who you are.")
    link = PrivateChat(say(question.as_yourself), question.group_link(context.request.place))
    return PrivatePanel(text=text, rows=((link,),))


async def _followed(context: Context, link: str) -> Answer:
    """The answer to the question of a link, for the person who followed it; help for a link that is not one of ours."""
    name, chat = read_group_link(link)
    if (asked := QUESTIONS.get(name)) and asked.of_group:
        return await asked.of_group(context, Place(context.request.place.platform, chat))
    name, code = read_link(link)
    question = QUESTIONS.get(name, HELP)
    # Older links ask for more about no match.
    if question is MORE and not code:
        question = HELP
    return await question.ask(context, code)


async def _pressed(context: Context, data: CallbackData) -> Answer:
    """The answer to a button, if it is this person's to press. Raises BadCallbackData, ActionRefused."""
    spec = ACTIONS[data.action]
    if owners.belongs_to_other(data, context.player.id):
        if spec.owner is not Owner.ANYBODY:
            return await _not_yours(context, data)
        return beside(await spec.handler(context, data))
    data = context.tools.signer.believed(data)
    if not data.owner and spec.owner is Owner.ASKED:
        raise BadCallbackData(str(data))
    return await spec.handler(context, data)


async def _not_yours(context: Context, data: CallbackData) -> Answer:
    """The owner of the button, where its mark shows that and its match stands here, and the way to one's own."""
    say, command = context.say, ACTIONS[data.action].question.typed(data.code)
    shown = data.mark and context.tools.signer.believed(data).owner
    if shown and await knows(context, data.code) and (name := await context.services.people.name(shown)):
        return Refusal(text=say("This is for {name}. Ask for your own: {command}", name=name, command=command))
    return Refusal(text=say("This is for somebody else. Ask for your own: {command}", command=command))
