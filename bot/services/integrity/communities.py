"""The rows about what hosts have chosen."""

import json
from collections.abc import Iterator

from bot.matches.communities import HOST_CHOICES, LOG_LOST, RATED_ROLE, SHIELD_ROLE, USUAL_GAME
from bot.store.audit import Raw
from bot.store.communities import id_of


def problems_of_community(row: Raw) -> Iterator[str]:
    """The settings of a server, group or room, and its id, which is a digest of where it is."""
    if row["id"] != id_of(row["platform"], row["account"]):
        yield "has the id of another place"
    try:
        chosen = json.loads(row["settings"])
    except (ValueError, RecursionError):
        yield "has settings that are no JSON"
        return
    if not isinstance(chosen, dict):
        yield "has settings that are no names and values"
        return
    for name, value in chosen.items():
        if (name, value) == (LOG_LOST, "yes") or (name in (SHIELD_ROLE, RATED_ROLE) and " " in str(value)):
            continue
        if name == USUAL_GAME and value and isinstance(value, str):  # it may be one of another version
            continue
        choice = HOST_CHOICES.get(name)
        several = choice is not None and choice.several
        given = [each for each in str(value).split(",") if each] if several else [value]
        if choice is None or any(each not in choice.values for each in given):
            yield f"has chosen {value} for {name}, which there is not"
