"""Tests move faster than people and send faster than chats allow; those that are not about that run without limits.

``python -m tests.unhurried run`` is ``papan run`` without it.
"""

import sys
from datetime import timedelta

import pytest

from bot.__main__ import main
from bot.app.requests import rate_limiter, wrong_codes
from bot.computer import search_pool
from bot.platforms.discord import channel_messages
from bot.platforms.send_limits import Limit
from bot.platforms.telegram import answer_shares, chat_messages, greetings
from bot.workers.views import pings

PLENTY = Limit(10_000, 1.0)


def hurry(patch: pytest.MonkeyPatch) -> None:
    """Lift the limits on messages and requests, and call and greet people at once.

    The computer player is loaded when somebody asks for it, which most tests never do, and without a program of low
    priority that sees to its being compiled: that is done before the tests.
    """
    patch.setattr(search_pool, "WARM_AFTER", 3600.0)
    patch.setattr(search_pool.SearchPool, "_compile", staticmethod(_compiled))
    patch.setattr(pings, "PRESENT_FOR", timedelta(0))
    for limit in ("MOST_LATELY", "MOST_IN_AN_HOUR"):
        patch.setattr(pings, limit, PLENTY.count)
    patch.setattr(greetings, "MOVED_WITHIN", 0.1)
    patch.setattr(rate_limiter, "A_MINUTE", PLENTY.count)
    patch.setattr(wrong_codes, "USUAL", PLENTY.count)
    patch.setattr(wrong_codes, "FROM_ALL", PLENTY.count)
    for share in ("ANSWERS", "MOVES", "EDITS"):
        patch.setattr(answer_shares, share, PLENTY.count)
    for module, names in ((chat_messages, ("CHAT", "GROUP")), (channel_messages, ("CHANNEL",))):
        patch.setattr(module, "OVERALL", PLENTY)
        for name in names:
            patch.setattr(module, name, (PLENTY,))


async def _compiled() -> None:
    pass


if __name__ == "__main__":
    hurry(pytest.MonkeyPatch())
    sys.exit(main())
