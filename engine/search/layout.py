"""The two records the kernel works on: ``TABLES`` (a compiled ruleset) and ``STATE`` (a position being searched).

Records pass to compiled code by pointer. Every field is a 64-bit integer but for the routes: a recursive compiled
function that is met with two integer types in two processes reads its cache wrongly, and bits stay below the sign.
A set of points is a bitboard of one to three words; boards of more than 62 bits are seen through windows that
overlap. The codes by which the tables hold a rule are defined here too; ``engine.search.ruleset_compiler`` maps the
engine's enumerations onto them.
"""

import numpy as np

POINTS = 100  # all squares of 10 x 10
RAYS = 8  # lines through a point, both ways
RAY = 12  # points of a ray, and the -1 behind the last
KINDS = 6
EMPTY = KINDS  # the kind on a free point
DEAD = KINDS + 1  # a captured piece that stands until the end of the turn
CODES = KINDS + 2
NOBODY = 2  # the side of a free point and of a dead piece
GROUPS = 48  # neighbours that lie at one distance in bits
WORDS = 3
BITS = 63
NO_PROGRESS_RULES = 5
MATERIAL_PIECES = 7  # of both sides together, where the material matters to a rule, at most
PHASES = 2  # full board, empty board
TB_PIECES = 6  # pieces of the positions in tablebases, at most
PHASE_SCALE = 64  # of a mix by the pieces left, and of an advantage that is hard to win with
LONE_KING_SIZES = 4  # of the side against a lone king, from 0 on, where its draws are known
FEATURES = 6  # besides the pieces on their points, a kind: see engine.search.evaluate

PLIES = 192  # the deepest line, quiescence included
MOVES = 1 << 14  # moves of a whole line
ROUTES = 1 << 17  # points of the routes of all captures of a line
CHAIN = 64  # landings of one capture
CHAIN_STEPS = 1 << 17  # landings looked at for the captures of one position; there are positions with many millions
ROWS = 512  # enemies leapt over in one capture
CHANGES = 4096  # points changed along a line
HEIGHTS = 41  # pieces of a stack below the top one
KEYS = 4096  # positions of a game and of the line searched

# How a rule is written in the tables.
NO_CAPTURE, SHORT_LEAP, LONG_LEAP = range(3)
OBLIGATION_OPTIONAL, OBLIGATION_FORCED, OBLIGATION_FORFEIT = range(3)
PRECEDENCE_FREE, PRECEDENCE_PIECE, PRECEDENCE_ALL = range(3)
EVENT_CAPTURE, EVENT_PROMOTION, EVENT_DROP, EVENT_MAN_MOVE = 1, 2, 4, 8

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
            ("core", INT, (WORDS,)),  # the points a window answers for
            ("home", INT, (POINTS,)),  # the window that answers for a point
            ("ray", INT, (POINTS, RAYS, RAY)),
            ("move_rays", INT, (CODES, POINTS)),  # which rays a kind moves along, as bits
            ("capture_rays", INT, (CODES, POINTS)),
            ("side", INT, (CODES,)),
            ("man", INT, (CODES,)),
            ("king", INT, (CODES,)),
            ("slides", INT, (CODES,)),
            ("capture_reach", INT, (CODES,)),  # NO_CAPTURE, SHORT_LEAP or LONG_LEAP
            ("single_capture", INT, (CODES,)),  # one leap a turn
            ("may_stop", INT, (CODES,)),  # a capture may end after each leap
            ("odd_rows", INT, (CODES,)),  # leaps over a whole row of enemies of an odd number
            ("no_turning_back", INT, (CODES,)),  # the next leap does not go straight back
            ("must_continue", INT, (CODES,)),  # lands where the capture goes on, if there is such a point
            ("promotes_in_passing", INT, (CODES,)),
            ("becomes", INT, (CODES, POINTS)),  # the kind a piece is after stopping on a point
            ("crowned", INT, (CODES,)),  # the kind a piece is where the last pieces of a side are crowned
            ("irreversible", INT, (CODES,)),  # by quiet moves alone it never stands where it stood
            ("step_groups", INT, (CODES,)),  # groups of neighbours at one distance in bits
            ("step_shift", INT, (CODES, GROUPS)),
            ("step_mask", INT, (CODES, GROUPS, WORDS)),  # the points from which that neighbour exists
            ("leap_groups", INT, (CODES,)),  # likewise for leaps: the victim's distance and the landing's
            ("victim_shift", INT, (CODES, GROUPS)),
            ("leap_shift", INT, (CODES, GROUPS)),
            ("leap_mask", INT, (CODES, GROUPS, WORDS)),
            ("drops_per_turn", INT, (CODES,)),
            ("drop_region", INT, (CODES, WORDS)),
            ("drop_order", INT, (CODES,)),  # kinds in the order they are dropped, -1 behind the last
            ("obligation", INT),  # OBLIGATION_...
            ("capture_precedence", INT),  # PRECEDENCE_...
            ("king_first", INT),  # of the captures left, those of kings are legal if there are any
            ("stacks", INT),  # pieces may stand on one another
            ("leapt_twice", INT),  # a point may be leapt over again in a turn if a piece is left there
            ("rejoin", INT, (CODES, WORDS)),  # points where a kind may step onto its like
            ("opening_relocates", INT),
            ("immediate_removal", INT),  # captured pieces leave at once
            ("few_left_side", INT),  # -1: no side loses by having few pieces
            ("few_left_count", INT),
            ("hand_used_up", INT),  # the side that has lost once its hand is empty; -1: none
            ("crowned_when", INT),  # a side of at most so many pieces has only kings
            ("drawn_lone_king", INT),  # sizes of the side against a lone king that draw at once, as bits
            ("stuck_draws", INT, (2,)),  # a side without a turn draws
            ("repetition", INT),  # occurrences that draw; 0: repeating ends nothing
            ("no_repeating", INT, (2,)),  # a side may make no move that brings a position back
            ("no_progress_rules", INT),
            ("rule_plies", INT, (NO_PROGRESS_RULES,)),
            ("rule_resets", INT, (NO_PROGRESS_RULES,)),  # EVENT_... bits that set the count back to 0
            ("rules_anywhere", INT),  # the rules that wait for no material, as bits
            ("rules_with_material", INT),  # the others
            # by the kings and the other pieces of each side the rules whose material they are, as bits
            ("material_rules", INT, (MATERIAL_PIECES + 1,) * 4),
            ("roads", INT),  # some rule has one
            ("rule_road", INT, (NO_PROGRESS_RULES, WORDS)),  # only turns of a king alone on these points count; 0: all
            ("rule_count_off", INT, (NO_PROGRESS_RULES,)),  # the end is a count-off, not a draw
            ("zobrist_piece", INT, (CODES, POINTS)),
            ("zobrist_hand", INT, (CODES, 64)),
            ("zobrist_below", INT, (HEIGHTS, POINTS)),  # by how many pieces stand below the top one
            ("zobrist_opening", INT),
            ("zobrist_pending", INT, (POINTS,)),
            ("zobrist_turn", INT),
            ("zobrist_no_progress", INT, (NO_PROGRESS_RULES, 256)),
            ("full_count", INT),  # pieces of a full board, hands included
            ("exchange_value", INT, (CODES,)),  # of a kind, to order captures by (MVV), in hundredths of a man
            ("piece_value", INT, (PHASES, CODES, POINTS)),
            ("hand_value", INT, (PHASES, CODES)),
            ("feature_value", INT, (PHASES, CODES, FEATURES)),
            ("tempo", INT, (PHASES, 2)),  # the value of being the side to act
            ("drawn_kings", INT),  # sizes of the side against a lone king that hardly ever wins, as bits
            ("drawn_scale", INT, (LONE_KING_SIZES,)),  # by such a size what an advantage is worth, of PHASE_SCALE
            # the index of positions in tablebases: see engine.search.tablebase
            ("tb_squares", INT, (CODES,)),  # points on which a kind can stand between two turns
            ("tb_square", INT, (CODES, POINTS)),  # their numbers, -1 for other points
            ("tb_point", INT, (CODES, POINTS)),
            ("binomial", INT, (POINTS + 1, TB_PIECES + 1)),  # n over k
            ("colour_symmetric", INT),  # the sides have the same game on a mirrored board, as follows
            ("mirror_point", INT, (POINTS,)),
            ("mirror_kind", INT, (CODES,)),
        ],
    )
)

STATE = np.dtype(
    (
        np.record,
        [
            ("board", INT, (POINTS,)),
            ("below", INT, (POINTS,)),  # pieces of a stack below the top one
            ("stacked", INT),  # all of them
            ("side_points", INT, (3, WORDS)),  # points of each side; the third is for free points
            ("kind_points", INT, (CODES, WORDS)),  # points of each kind
            ("kind_count", INT, (CODES,)),
            ("side_count", INT, (3,)),  # pieces of each side on the board
            ("hand", INT, (CODES,)),
            ("turn", INT),
            ("hash", INT),  # Zobrist key
            ("opening", INT),  # enemy pieces that the side to act has to take off first
            ("pending", INT, (WORDS,)),  # the pieces among which the opponent chooses one to forfeit
            ("no_progress", INT, (NO_PROGRESS_RULES,)),  # plies counted by each rule
            ("value", INT, (PHASES,)),  # of the pieces on their points, side 0 less side 1
            ("reversible", INT),  # plies since the last irreversible one
            ("ply", INT),
            # to take moves back: what was before each ply
            ("change_point", INT, (CHANGES,)),
            ("change_kind", INT, (CHANGES,)),  # what was there; below zero: how many stood below the top piece, and one
            ("changes", INT),
            ("undo_changes", INT, (PLIES,)),
            ("undo_hash", INT, (PLIES,)),
            ("undo_pending", INT, (PLIES, WORDS)),
            ("undo_no_progress", INT, (PLIES, NO_PROGRESS_RULES)),
            ("undo_value", INT, (PLIES, PHASES)),
            ("undo_hand", INT, (PLIES, CODES)),
            ("undo_reversible", INT, (PLIES,)),
            ("undo_opening", INT, (PLIES,)),
            ("keys", INT, (KEYS,)),  # the Zobrist keys of the game and of the line searched
            ("key_count", INT),
            # the moves of the line searched
            ("move_top", INT),
            ("move_code", INT, (MOVES,)),
            ("move_set", INT, (MOVES, WORDS)),  # points captured, dropped or taken off
            ("move_route", INT, (MOVES,)),  # where its landings begin in ``routes``
            ("move_order", INT, (MOVES,)),  # the promise by which moves are tried
            ("move_score", INT, (MOVES,)),  # of each root move, where all of them are scored
            ("route_top", INT),
            ("overflow", INT),  # moves are missing: there was no room for them in the arrays, or too many to look at
            # a capture under way
            ("capturers", INT, (WORDS,)),  # points of the pieces that have a first leap
            ("path", INT, (CHAIN,)),
            ("taken", INT, (WORDS,)),
            ("row_kind", INT, (ROWS,)),  # the kinds of the enemies leapt over, to put them back
            ("row_top", INT),
            ("group_move", INT),  # the moves among which the longest capture is sought begin here
            ("group_route", INT),
            ("longest", INT),
            ("chain_steps", INT),
            # the search
            ("merge_routes", INT),  # captures that differ only on the way count once
            ("nodes", INT),
            ("limit", INT),  # nodes after which the search stops; 0: none
            ("stop", INT),
            ("repetition_value", INT),  # of a draw by repetition, for side 0
            ("tt_address", INT),  # the transposition table
            ("tt_mask", INT),
            ("tt_age", INT),
            ("extension_limit", INT),  # no extension beyond this ply
            ("overlooked", INT),  # captures of so many pieces are not seen beyond the root; 0: all are
            ("tb_address", INT),  # the entries of the tablebase; 0: there is none
            ("tb_firsts", INT),  # address of where the entries of each material begin
            ("tb_pieces", INT),  # positions of more pieces have no entry
            ("tb_longest_win", INT),  # wins of more plies could lead through a position that has stood too often
            ("tb_sorted", INT, (TB_PIECES,)),
            ("killer", INT, (PLIES, 2)),
            ("history", INT, (CODES, POINTS, POINTS)),
            ("pv", INT, (PLIES, PLIES)),  # principal variation from each ply, by place among the moves generated
            ("pv_end", INT, (PLIES,)),
            ("routes", np.int8, (ROUTES,)),
        ],
    )
)
