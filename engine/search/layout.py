"""The two records the kernel works on: ``TABLES`` (a compiled ruleset) and ``STATE`` (a position being searched).

Records pass to compiled code by pointer. Every field is a 64-bit integer but for the routes: a recursive compiled
function that is met with two integer types in two processes reads its cache wrongly, and bits stay below the sign.
A set of points is a word or two of bits; boards of more than 62 bits are seen through two windows that overlap.
"""

import numpy as np

POINTS = 72  # the dark squares of 12 x 12
RAYS = 8  # lines through a point, both ways
RAY = 12  # points of a ray, and the -1 behind the last
KINDS = 6
EMPTY = KINDS  # the kind on a free point
DEAD = KINDS + 1  # a captured piece that stands until the end of the turn
CODES = KINDS + 2
NOBODY = 2  # the side of a free point and of a dead piece
GROUPS = 16  # neighbours that lie at one distance in bits
WORDS = 2
BITS = 63
COUNTDOWNS = 4
PHASES = 2  # full board, empty board
FEW = 4  # pieces of the positions in tables of endgames
FEATURES = 6  # besides the pieces on their points, a kind: see engine.search.evaluate

PLIES = 192  # the deepest line, quiescence included
MOVES = 1 << 14  # moves of a whole line
ROUTES = 1 << 17  # points of the routes of all captures of a line
CHAIN = 64  # landings of one capture
CHANGES = 4096  # points changed along a line
KEYS = 4096  # positions of a game and of the line searched

INT = np.int64

TABLES = np.dtype(
    (
        np.record,
        [
            ("points", INT),
            ("words", INT),
            ("kinds", INT),
            ("bit", INT, (POINTS, WORDS)),  # a point's bit in each window, 0 where it is not seen
            ("point", INT, (WORDS, BITS)),  # the point of each bit, by its number
            ("area", INT, (WORDS,)),  # the points a window answers for
            ("home", INT, (POINTS,)),  # the window that answers for a point
            ("ray", INT, (POINTS, RAYS, RAY)),
            ("move_rays", INT, (CODES, POINTS)),  # which rays a kind moves along, as bits
            ("take_rays", INT, (CODES, POINTS)),
            ("side", INT, (CODES,)),
            ("man", INT, (CODES,)),
            ("king", INT, (CODES,)),
            ("far_move", INT, (CODES,)),
            ("takes", INT, (CODES,)),  # 0 never, 1 short leap, 2 long leap
            ("single", INT, (CODES,)),  # no chain
            ("must_go_on", INT, (CODES,)),
            ("in_passing", INT, (CODES,)),
            ("becomes", INT, (CODES, POINTS)),  # the kind a piece is after stopping on a point
            ("one_way", INT, (CODES,)),  # its quiet moves never come back
            ("steps", INT, (CODES,)),  # groups of neighbours
            ("step_by", INT, (CODES, GROUPS)),
            ("step_from", INT, (CODES, GROUPS, WORDS)),
            ("leaps", INT, (CODES,)),
            ("leap_over", INT, (CODES, GROUPS)),
            ("leap_by", INT, (CODES, GROUPS)),
            ("leap_from", INT, (CODES, GROUPS, WORDS)),
            ("drop_each", INT, (CODES,)),  # dropped in one turn
            ("drop_area", INT, (CODES, WORDS)),
            ("drop_order", INT, (CODES,)),  # kinds in the order they are dropped, -1 behind the last
            ("obligation", INT),  # 0 optional, 1 forced, 2 forfeit
            ("choice", INT),  # 0 free, 1 longest of a piece, 2 longest of all
            ("at_once", INT),  # captured pieces leave at once
            ("few_side", INT),  # -1: nobody loses by having few pieces
            ("few_count", INT),
            ("repetition", INT),  # 0: repeating ends nothing
            ("no_progress_rules", INT),
            ("count_plies", INT, (COUNTDOWNS,)),
            ("count_resets", INT, (COUNTDOWNS,)),  # events as bits
            ("count_lone", INT, (COUNTDOWNS,)),  # sizes of the other side's material as bits; 0: any material
            ("count_off", INT, (COUNTDOWNS,)),
            ("key_piece", INT, (CODES, POINTS)),
            ("key_hand", INT, (CODES, 64)),
            ("key_pending", INT, (POINTS,)),
            ("key_turn", INT),
            ("key_count", INT, (COUNTDOWNS, 256)),
            ("full", INT),  # pieces of a full board, hands included
            ("worth", INT, (CODES,)),  # of a kind, for ordering and quiescence, in hundredths of a man
            ("piece_value", INT, (PHASES, CODES, POINTS)),
            ("hand_value", INT, (PHASES, CODES)),
            ("feature_value", INT, (PHASES, CODES, FEATURES)),
            ("tempo", INT, (PHASES, 2)),  # what it is worth to be the side to act
            # numbering positions of few pieces: see engine.search.tablebase
            ("seats", INT, (CODES,)),  # points on which a kind can stand between two turns
            ("seat", INT, (CODES, POINTS)),  # their numbers, -1 for other points
            ("seat_point", INT, (CODES, POINTS)),
            ("combinations", INT, (POINTS + 1, FEW + 1)),  # of so many points
            ("alike", INT),  # the sides have the same game on a board turned round, as follows
            ("turned_point", INT, (POINTS,)),
            ("turned_kind", INT, (CODES,)),
        ],
    )
)

STATE = np.dtype(
    (
        np.record,
        [
            ("board", INT, (POINTS,)),
            ("own", INT, (3, WORDS)),  # points of each side; the third is for nobody
            ("of", INT, (CODES, WORDS)),  # points of each kind
            ("count", INT, (CODES,)),
            ("total", INT, (3,)),  # pieces of each side on the board
            ("hand", INT, (CODES,)),
            ("turn", INT),
            ("hash", INT),
            ("pending", INT, (WORDS,)),
            ("counts", INT, (COUNTDOWNS,)),
            ("value", INT, (PHASES,)),  # of the pieces on their points, side 0 less side 1
            ("still", INT),  # plies since the last that cannot come back
            ("ply", INT),
            # what was before each ply
            ("change_point", INT, (CHANGES,)),
            ("change_kind", INT, (CHANGES,)),
            ("changes", INT),
            ("was_changes", INT, (PLIES,)),
            ("was_hash", INT, (PLIES,)),
            ("was_pending", INT, (PLIES, WORDS)),
            ("was_counts", INT, (PLIES, COUNTDOWNS)),
            ("was_value", INT, (PLIES, PHASES)),
            ("was_hand", INT, (PLIES, CODES)),
            ("was_still", INT, (PLIES,)),
            ("keys", INT, (KEYS,)),
            ("nkeys", INT),
            # moves of the line
            ("top", INT),
            ("code", INT, (MOVES,)),
            ("set0", INT, (MOVES,)),  # captured or dropped points
            ("set1", INT, (MOVES,)),
            ("route", INT, (MOVES,)),  # where its landings begin in ``routes``
            ("order", INT, (MOVES,)),
            ("score", INT, (MOVES,)),  # of each move of a position whose moves are all ranked
            ("routes_top", INT),
            ("overflow", INT),  # some move found no room
            # a capture under way
            ("able", INT, (WORDS,)),
            ("path", INT, (CHAIN,)),
            ("taken", INT, (WORDS,)),
            ("first", INT),  # of the moves among which the longest is sought
            ("first_route", INT),
            ("longest", INT),
            # the search
            ("merge", INT),  # captures that differ only on the way count once
            ("nodes", INT),
            ("limit", INT),  # nodes after which it stops; 0: none
            ("stop", INT),
            ("table", INT),  # address of the transposition table
            ("table_mask", INT),
            ("age", INT),
            ("reach", INT),  # no extension beyond this ply
            ("blind", INT),  # captures of so many pieces are overlooked in what lies ahead; 0: none is
            ("known", INT),  # address of the entries of endgames; 0: nothing is known
            ("known_first", INT),  # address of where the entries of each material begin
            ("known_pieces", INT),  # positions of more pieces have none
            ("within", INT),  # wins of more plies could lead through a position that has stood too often
            ("seated", INT, (FEW,)),
            ("killer", INT, (PLIES, 2)),
            ("history", INT, (CODES, POINTS, POINTS)),
            ("line", INT, (PLIES, PLIES)),
            ("line_end", INT, (PLIES,)),
            ("routes", np.int8, (ROUTES,)),
        ],
    )
)
