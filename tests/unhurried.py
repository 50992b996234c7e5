"""People in tests move faster than chats allow; what is not about the pace itself runs without it.

``python -m tests.unhurried run`` is ``papan run`` without it.
"""

import sys

import pytest

from bot.__main__ import main
from bot.app import rate_limiter
from bot.platforms.discord import channel_messages
from bot.platforms.send_limits import Limit
from bot.platforms.telegram import chat_messages

PLENTY = Limit(10_000, 1.0)


def hurry(patch: pytest.MonkeyPatch) -> None:
    """Let as many messages and requests follow each other as may be."""
    patch.setattr(rate_limiter, "A_MINUTE", PLENTY.count)
    for module, names in ((chat_messages, ("CHAT", "GROUP")), (channel_messages, ("CHANNEL",))):
        patch.setattr(module, "OVERALL", PLENTY)
        for name in names:
            patch.setattr(module, name, (PLENTY,))


if __name__ == "__main__":
    hurry(pytest.MonkeyPatch())
    sys.exit(main())
