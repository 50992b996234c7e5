"""People in tests move faster than chats allow; what is not about the pace itself runs without it.

``python -m tests.unhurried run`` is ``papan run`` without it.
"""

import sys

import pytest

from bot.__main__ import main
from bot.app import allowance
from bot.platforms.discord import stage
from bot.platforms.pace import Limit
from bot.platforms.telegram import showing

PLENTY = Limit(10_000, 1.0)


def hurry(patch: pytest.MonkeyPatch) -> None:
    """Let as many messages and requests follow each other as may be."""
    patch.setattr(allowance, "A_MINUTE", PLENTY.count)
    for module, names in ((showing, ("CHAT", "GROUP")), (stage, ("CHANNEL",))):
        patch.setattr(module, "OVERALL", PLENTY)
        for name in names:
            patch.setattr(module, name, (PLENTY,))


if __name__ == "__main__":
    hurry(pytest.MonkeyPatch())
    sys.exit(main())
