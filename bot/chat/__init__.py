"""The contract between the app and the chat platforms: requests in, answers out.

A platform translates its events into calls of ``RequestHandler`` and shows the ``Answer`` that comes back in its own
way. It is also a ``MessageGateway``: the views of matches are posted and kept up to date through it. Everything here
is neutral: no platform's words, marks or ids are interpreted. Platforms import this package and nothing below it.

How a platform serves a request:

1. Build a ``Request`` (who, where, which event) and await the ``RequestHandler`` call. Acknowledge first where the
   platform wants an answer within seconds: pictures take time.
2. Show the ``Answer``: privately if ``answer.private`` (only that person sees it), else for all in the place. ``title``
   is bold, ``code`` is monospaced, everything is plain text: the platform escapes it and caps its length.
3. If ``answer.replace`` and the request came from a private panel, edit that panel instead of adding a message.
4. If ``answer.brief``, the answer only confirms what the board already shows: a toast is enough, and where not even a
   toast is possible it may be left out.
5. A private answer that cannot be shown to one person alone is shown with that person's name and a ``PrivateChat``
   link; its buttons are for that person, which the app sees to.
6. If ``answer.view`` is set, the message is a view of a match: call ``RequestHandler.shown(answer.view, message_id)``
   once it stands. If that never happens (a crash), the view reconciler posts it.
"""

from bot.chat.contract import (
    Gone,
    Later,
    MessageGateway,
    PlaceMoved,
    RequestHandler,
    Successor,
    ThreadClosed,
    Unreachable,
)
from bot.chat.messages import (
    PAYLOAD_BYTES,
    SCREENS,
    Answer,
    Button,
    Completion,
    File,
    Invite,
    Menu,
    MessageLink,
    Option,
    Picture,
    PrivateChat,
    Request,
    Row,
    Style,
    TimeStyle,
    When,
    as_text,
)
from bot.errors import CannotStart
from bot.matches.names import NameTaken, harmless, skeleton
from bot.matches.people import Person, Place

__all__ = [
    "PAYLOAD_BYTES",
    "SCREENS",
    "Answer",
    "Button",
    "CannotStart",
    "Completion",
    "File",
    "Gone",
    "Invite",
    "Later",
    "Menu",
    "MessageGateway",
    "MessageLink",
    "NameTaken",
    "Option",
    "Person",
    "Picture",
    "Place",
    "PlaceMoved",
    "PrivateChat",
    "Request",
    "RequestHandler",
    "Row",
    "Style",
    "Successor",
    "ThreadClosed",
    "TimeStyle",
    "Unreachable",
    "When",
    "as_text",
    "harmless",
    "skeleton",
]
