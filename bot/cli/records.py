"""``papan records``: the games in files, as other programs write them, each read or refused with the reason."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from bot.app.requests.pasted_text import UnreadablePaste, game_label, read_one, record_notes
from bot.app.text.names import ending_sentence
from bot.cli.games import UsageError, ruleset_of
from bot.words import Words, words
from engine.decoding import NoText, text_of
from engine.movetext import InvalidRecord, games_in
from engine.record import Record
from engine.work import TooMuchWork


def records(given: Namespace) -> Iterator[str]:
    """``papan records``: a line for each game of each file, and how many could be read in the last line."""
    ruleset = ruleset_of(given.game) if given.game else None
    read = count = 0
    for name in given.files:
        try:
            games = games_in(text_of(Path(name).read_bytes()))
        except OSError as error:
            raise UsageError(f"cannot read {name}: {error.strerror}") from None
        except NoText:
            raise UsageError(f"{name} is no text") from None
        except InvalidRecord as error:
            raise UsageError(f"{name}: {error}") from None
        if len(given.files) > 1:
            yield f"{name}:"
        for number, game in enumerate(games, 1):
            count += 1
            label = game_label(number, game)
            try:
                yield f"{label}: {_told(read_one(game, ruleset), words('en'))}"
            except UnreadablePaste as error:
                yield f"{label}: NOT READ: {error}"
            except TooMuchWork:
                yield f"{label}: NOT READ: too many captures to compare"
            else:
                read += 1
    yield f"{read:,} of {count:,} read"


def _told(record: Record, say: Words) -> str:
    """The game of a record in a line: its ruleset, its length, its end, and how it was read."""
    game = record.game
    end = [ending_sentence(game, game.outcome, ("", ""), say)] if game.outcome else []
    return " ".join((f"{game.ruleset.key}, {game.ply} turns.", *end, *record_notes(record, say)))
