"""Write the transcripts: ``python -m tools.transcripts [FOLDER]``, by default into ``build/transcripts``."""

import asyncio
import sys
from pathlib import Path

from tools.transcripts import on_discord, on_telegram

SCENES = {
    "telegram-busy-group": on_telegram.busy_group,
    "telegram-by-code": on_telegram.by_code,
    "telegram-no-private-chat": on_telegram.no_private_chat,
    "discord-busy-channel": on_discord.busy_channel,
    "discord-no-rights": on_discord.no_rights,
    "discord-user-install": on_discord.user_install,
}


def main() -> None:
    """Play every conversation and write its page."""
    folder = Path(sys.argv[1] if sys.argv[1:] else "build/transcripts")
    for name, scene in SCENES.items():
        asyncio.run(scene()).write(folder, name)
        print(folder / f"{name}.html", flush=True)


if __name__ == "__main__":
    main()
