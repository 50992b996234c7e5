"""Games that people keep, checked against the rules of those games."""

from collections.abc import Iterator

from bot.matches.kept_games import key_of_record
from bot.store.audit import Raw
from engine.record import InvalidRecord, parse_record


def problems_of_kept_game(row: Raw) -> Iterator[str]:
    """A record that cannot be read, or is of another game than its row says."""
    try:
        game = parse_record(row["record"]).game
    except InvalidRecord as error:
        yield f"has no readable record: {error}"
        return
    if key_of_record(row["record"]) != row["key"]:
        yield "has the key of another record"
    if (game.ruleset.key, game.ply) != (row["ruleset"], row["plies"]):
        yield f"is {game.ruleset.key} with {game.ply} turns"
