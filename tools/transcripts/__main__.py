"""Write the transcripts named, or all: ``python -m tools.transcripts [FOLDER [NAME ...]]``."""

import argparse
import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path

from tools.transcripts import (
    a_month,
    boards,
    hosts,
    in_room,
    learning,
    linked,
    on_discord,
    on_telegram,
    second_week,
    standing,
    teams,
    together,
    villages,
)
from tools.transcripts.of_two import SceneOfTwo
from tools.transcripts.transcript import Transcript

STANDING = SceneOfTwo("How two stand", standing.play_standing)
LEARNING = SceneOfTwo("How somebody learns", learning.play_learning)
SCENES: dict[str, Callable[[], Coroutine[None, None, Transcript]]] = {
    "telegram-busy-group": on_telegram.busy_group,
    "telegram-by-code": on_telegram.by_code,
    "telegram-no-private-chat": on_telegram.no_private_chat,
    "telegram-newcomer": on_telegram.newcomer,
    "telegram-added-to-a-group": on_telegram.added_to_a_group,
    "telegram-two-days": on_telegram.two_days,
    "discord-busy-channel": on_discord.busy_channel,
    "discord-no-rights": on_discord.no_rights,
    "discord-user-install": on_discord.user_install,
    "discord-two-days": on_discord.two_days,
    "room-two-days": in_room.two_days,
    "telegram-troll": second_week.troll_on_telegram,
    "telegram-forum": second_week.forum_on_telegram,
    "telegram-comments": second_week.comments_on_telegram,
    "discord-troll": second_week.troll_on_discord,
    "telegram-standing": STANDING.on_telegram,
    "telegram-learning": LEARNING.on_telegram,
    "discord-standing": STANDING.on_discord,
    "discord-learning": LEARNING.on_discord,
    "room-standing": STANDING.in_room,
    "room-learning": LEARNING.in_room,
    "discord-setup": hosts.on_discord,
    "telegram-setup": hosts.on_telegram,
    "discord-month": a_month.on_discord,
    "telegram-month": a_month.on_telegram,
    "one-person": linked.one_person,
    "discord-together": together.on_discord,
    "telegram-together": together.on_telegram,
    "discord-team": teams.on_discord,
    "telegram-team": teams.on_telegram,
    "two-chats": villages.two_chats,
    "boards": boards.two_chats,
    "discord-village": villages.on_discord,
    "telegram-village": villages.on_telegram,
}
SCENES |= {
    f"{name}-{language}": partial(scene, language)
    for name, scene in {
        "telegram-two-days": on_telegram.two_days,
        "discord-two-days": on_discord.two_days,
        "room-two-days": in_room.two_days,
        "telegram-troll": second_week.troll_on_telegram,
        "telegram-forum": second_week.forum_on_telegram,
        "telegram-comments": second_week.comments_on_telegram,
        "discord-troll": second_week.troll_on_discord,
        "telegram-standing": STANDING.on_telegram,
        "telegram-learning": LEARNING.on_telegram,
        "discord-standing": STANDING.on_discord,
        "discord-learning": LEARNING.on_discord,
        "room-standing": STANDING.in_room,
        "room-learning": LEARNING.in_room,
        "discord-setup": hosts.on_discord,
        "telegram-setup": hosts.on_telegram,
        "discord-month": a_month.on_discord,
        "telegram-month": a_month.on_telegram,
        "one-person": linked.one_person,
        "discord-together": together.on_discord,
        "telegram-together": together.on_telegram,
        "discord-team": teams.on_discord,
        "telegram-team": teams.on_telegram,
        "two-chats": villages.two_chats,
        "boards": boards.two_chats,
        "discord-village": villages.on_discord,
        "telegram-village": villages.on_telegram,
    }.items()
    for language in ("ms", "id")
}


def main() -> None:
    """Play the conversations named, or all, and write their pages."""
    parser = argparse.ArgumentParser(prog="python -m tools.transcripts", description=main.__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("build/transcripts"), help="default: %(default)s")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"default: all; there are {', '.join(SCENES)}")
    given = parser.parse_args()
    if unknown := [name for name in given.names if name not in SCENES]:
        parser.error(f"there is no {unknown[0]}; --help names those that there are")
    for name in given.names or SCENES:
        asyncio.run(SCENES[name]()).write(given.folder, name)
        print(given.folder / f"{name}.html", flush=True)


if __name__ == "__main__":
    main()
