"""The rounds of a round robin by the Berger tables. Pure.

They are those of the FIDE Handbook, C.05 General Regulations for Competitions, Annex 1 (Details of Berger Table). A
table is for an even number of people; one fewer play by the same table, and who meets its highest number rests. The
tables follow one rule, which this module has in their place: everybody but the highest number sits on a circle.
"""

from bot.matches.tournament import Pairing


def berger_rounds(count: int) -> tuple[tuple[Pairing, ...], ...]:
    """The pairings of so many people, from 1 up, round by round and in the order of the tables.

    With an even number of people everybody plays an odd number of games, and has one side once more often than the
    other; with an odd number everybody has both sides equally often. Whoever rests stands last in a round, so that the
    boards count from 0.
    """
    highest = count + count % 2
    circle = highest - 1

    def at(place: int) -> int:
        return (place - 1) % circle + 1

    rounds = []
    for number in range(1, circle + 1):
        # In round r the numbers of a pair sum to r + 1 around the circle; this one would meet itself.
        alone = at((number + 1) // 2 if number % 2 else (number + highest) // 2)
        pairs: list[tuple[int, int | None]] = [(at(alone + far), at(alone - far)) for far in range(1, highest // 2)]
        if count < highest:
            pairs.append((alone, None))
        else:
            pairs.insert(0, (alone, highest) if number % 2 else (highest, alone))
        rounds.append(tuple(Pairing(number, board, *pair) for board, pair in enumerate(pairs)))
    return tuple(rounds)
