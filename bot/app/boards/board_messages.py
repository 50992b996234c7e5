"""The messages that show a match to a whole chat: its board, its thread's title, the call to a player."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.app.boards.board_text import MatchCard, as_shown, thread_line, thread_title
from bot.app.boards.match_message import MatchCards, public_board
from bot.app.boards.notice_message import notice_message
from bot.app.pictures.images import ImageRenderer, Look, labels_of
from bot.chat import BoardMessage, Capabilities, Ping, ThreadTitle, lettered
from bot.matches.happening import Happening
from bot.matches.identity import Person, Place
from bot.matches.invitation import MOVER_BELOW
from bot.matches.match import Match
from bot.matches.notices import Notice, Reminder
from bot.matches.preferences import AS_TEXT
from bot.matches.status import LIVE, Status
from bot.services.services import Services
from bot.services.views import MatchSnapshot, View
from bot.words import N_, Words, language_of, words
from renderer import THEMES

NO_RIGHT_TO_WRITE = N_(
    "I cannot write here by myself (the permission View Channel or Send Messages is missing, or I am not a member "
    "here): the board changes when one of its buttons is pressed, and people are called in private, where they take "
    "messages from me."
)
_HOW_TO_MOVE = N_("To type a move, reply to the board or mention me: any other line here is talk that I cannot read.")
_EACH_ONCE = 2
"""After so many turns each side has found out how to move."""
_CALLED_IN_PRIVATE = N_("If you are not called, open a private chat with me and type /join {code} there.")

_GOES_ON_THEN = N_("It goes on once they press a button of its board, or type /join {code} in a private chat with me.")
_GOES_ON = N_("To go on, its players type /join {code} in a private chat with me.")


class BoardMessages:
    """Composes them in the language of the chat. ``able`` gives the capabilities of the platform of a place."""

    def __init__(
        self, services: Services, cards: MatchCards, images: ImageRenderer, able: Callable[[Place], Capabilities]
    ) -> None:
        self._services = services
        self._cards = cards
        self._images = images
        self._able = able

    async def answer(self, match: Match, view: View) -> BoardMessage:
        """A view's first message, as the answer to a request."""
        (snapshot,) = await self._services.views.snapshots([match.code])
        # What lapses is left to the edits that follow: this message is not looked at again when it does.
        # Somebody may have moved since the match was read: the view, which is younger, counts as showing that.
        newest = max(match, snapshot.match, key=lambda each: each.version)
        board = replace(await self._show(replace(snapshot, match=newest), view, None), view=view.key)
        if view.place.can_post or match.status is not Status.INVITED or match.invited is None:
            return board
        live = match.terms.pace is not None and match.terms.pace.live
        return replace(
            board, calls=snapshot.person(match.invited, view.place.platform), silent=board.silent and not live
        )

    async def show(self, snapshot: MatchSnapshot, view: View) -> BoardMessage:
        """The message of a view of this match, for the whole chat, in the view's language and from its side."""
        return await self._show(snapshot, view, self._services.clock())

    async def _show(self, snapshot: MatchSnapshot, view: View, now: datetime | None) -> BoardMessage:
        """The message as it is at a time; for None without anything that lapses."""
        match, views, say = snapshot.match, snapshot.views, words(view.language)
        able = self._able(view.place)
        names = _names(snapshot, view, say)
        spoken = snapshot.spoken and not view.nameless and view.id not in snapshot.mute
        card = await self._cards.card(match, say, names, guessed=snapshot.guessed, spoken=spoken)
        if view.nameless and card.guessed:
            card = replace(card, guessed=replace(card.guessed, names=()))
        said = None
        if now:  # a new message shows all at once
            card, said = as_shown(card, now)
        reader = view.perspective if view.place.private else None
        card = replace(card, place=view.place, reader=reader, linked=able.invitation_links)
        card = replace(card, guessable=view.id in snapshot.guessable)
        undo = _undo_until(card, view) if now else None
        if now is None or undo is None or undo <= now:
            undo = None
        else:
            card = replace(card, undo=True)
        theme = view.theme if view.theme in THEMES else THEMES[0]
        chosen = snapshot.labels.values() if reader is None else [snapshot.labels.get(reader, "")]
        look = Look(_bottom(card, view), theme, able.narrow_pictures, labels_of(chosen))
        answer = await public_board(card, look, say, self._images, able.picture_right, drawn_there=able.draws_boards)
        if reader and snapshot.labels.get(reader) == AS_TEXT and not able.draws_boards:
            answer = lettered(answer)
        here = view.place.can_post or match.status not in LIVE
        hidden = [say("The staff has hidden the names.")] if view.nameless else []
        rights = [] if here else [say(NO_RIGHT_TO_WRITE)]
        if rights and not card.alone:
            rights.append(say(_CALLED_IN_PRIVATE, code=match.code))
        if view.closed:
            on = [say(_GOES_ON, code=match.code)] if match.status is Status.PLAYING else []
            last = "\n".join([answer.text, *hidden, say("Shown no longer here: the staff has decided so."), *on])
            return replace(answer, text=last, rows=(), language=say.language, lapses=None)
        text = "\n".join([answer.text, *hidden, *rights, *await self._unreached(match, view, views, say)])
        begins = match.status is Status.PLAYING and match.game.ply < _EACH_ONCE
        if begins and view.place.parent and here and view.id not in snapshot.untyped and not match.villages:
            text = f"{text}\n{say(_HOW_TO_MOVE)}"
        lapses = [lapse for lapse in (undo, said, answer.lapses) if now and lapse]
        # What is edited makes no sound, so it need not be asked.
        silent = (view.message is None or view.left_behind) and view.id in snapshot.quiet
        by = snapshot.person(match.actor, view.place.platform) if match.actor else None
        lapse = min(lapses, default=None)
        return replace(answer, text=text, language=say.language, lapses=lapse, silent=silent, by=by)

    async def _unreached(self, match: Match, view: View, views: Sequence[View], say: Words) -> list[str]:
        """A line for each player or chat that the board does not reach any more, for the people who do see it."""
        lines = []
        for other in views if match.status in LIVE else ():
            if other.frozen and not other.closed and other.id != view.id:
                name = await self._services.people.name(other.perspective) if other.place.private else ""
                lines.append(
                    say("{name} cannot be reached in our private chat at present.", name=name)
                    if name
                    else say("Another chat with this match cannot be reached at present.")
                )
        return lines

    async def thread(self, snapshot: MatchSnapshot, view: View) -> ThreadTitle:
        """The title of a match's thread, and the line in the channel below which the thread hangs."""
        say = words(view.language)
        names = _names(snapshot, view, say)
        card = await self._cards.card(snapshot.match, say, names, guessed=False, spoken=False)
        return ThreadTitle(thread_title(card, say), thread_line(card, say))

    async def notice(self, snapshot: MatchSnapshot, view: View, person: Person, notice: Notice) -> Ping:
        """The message that tells a player of a change, in the language of their locale, else in that of the chat."""
        say = words(language_of(person.locale) if person.locale else view.language)
        card = await self._cards.card(snapshot.match, say, _names(snapshot, view, say), guessed=False, spoken=False)
        # Where the bot may not write, the board is given up only after it has shown what its player cannot be told.
        stopped = notice.what is Happening.UNREACHABLE
        seen = stopped and not view.place.can_post and view.shown_version >= snapshot.match.version - 1
        if isinstance(notice.what, Reminder) and snapshot.match.terms.away:
            card = replace(card, excused=await self._services.time.by_itself(notice.player))
        ping = notice_message(card, notice, person.name, say, hidden=view.frozen and not seen, closed=view.closed)
        if seen and view.frozen:
            ping = replace(ping, text=f"{ping.text} {say(_GOES_ON_THEN, code=snapshot.match.code)}")
        return replace(ping, language=say.language, silent=not ping.loud and view.id in snapshot.silent_calls)


def _names(snapshot: MatchSnapshot, view: View, say: Words) -> Mapping[str, str]:
    """The names of those who play, as they stand in the place of a view: none where the staff has hidden them."""
    return dict.fromkeys(snapshot.names, say("Somebody")) if view.nameless else snapshot.names


def _undo_until(card: MatchCard, view: View) -> datetime | None:
    """The end of the time in which a reader of this view may take the last move back at once; None where nobody may."""
    match = card.match
    if not match.game.moves:
        return None
    mover = match.game.positions[-2].turn
    of_another = view.place.private and view.perspective != match.seats[mover]
    return None if of_another or card.levels[mover] is not None else match.undo_until


def _bottom(card: MatchCard, view: View) -> int:
    """The side at the bottom of a view: that of the person it is for, or of the only person who plays; else the
    one that the hosts of the place have chosen.
    """
    match = card.match
    if match.practice:
        return 0
    if view.perspective is not None:
        return match.side_of(view.perspective) or 0
    alone = card.levels[0] is not None or card.levels[1] is not None
    if view.bottom is not None and not alone:
        return match.game.turn if view.bottom == MOVER_BELOW else view.bottom
    return 1 if card.levels[0] and not card.levels[1] else 0
