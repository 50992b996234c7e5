"""Tamperings with a database behind Papan's back, each with what ``papan check`` then says.

``{playing}`` is the key of the row of that name.
"""

from collections.abc import Iterator, Mapping
from itertools import chain

from tests.bot.services.tampered_clocks import CLOCKS, TIMES
from tests.bot.services.tampered_matches import FAR, MATCHES

_COPIED = (
    "platform, chat, thread, private, can_post, can_thread, language, perspective, theme, shown_version, posts,"
    " created, frozen, tries, retry_at, match_version"
)


def _copied(at: str, which: str) -> str:
    """Once more the games of the Swiss, in another round and on another board."""
    return (
        f"INSERT INTO tournament_games SELECT tournament, {at}, leg, attempt, first, second, NULL, awarded, judged,"
        f" dropped FROM tournament_games WHERE tournament = '{{swiss}}' AND {which}"
    )


ROWS: Mapping[str, tuple[str, ...]] = {
    "which is not there": (
        "DELETE FROM matches WHERE code = '{playing}'",
        "DELETE FROM players WHERE id = '{nur}'",
        "UPDATE players SET id = 'other' WHERE id = '{adi}'",
        "UPDATE moves SET match = 'GONE' WHERE match = '{playing}'",
        "UPDATE moves SET player = 'nobody' WHERE match = '{playing}' AND ply = 1",
        "UPDATE views SET match = 'GONE' WHERE id = '{group}'",
        "UPDATE views SET perspective = 'nobody' WHERE id = '{group}'",
        "UPDATE views SET id = 'other' WHERE id = '{view}'",
        "DELETE FROM views WHERE id = '{view}'",
        "UPDATE leftovers SET match = 'GONE'",
        "UPDATE leftovers SET view = 'gone'",
        "UPDATE accounts SET player = 'nobody' WHERE player = '{nur}'",
        "UPDATE events SET match = 'GONE' WHERE match = '{agreed}'",
        "UPDATE mistakes SET match = 'GONE'",
        "UPDATE mistakes SET player = 'nobody'",
        "DELETE FROM room_people",
        "UPDATE room_people SET id = 'other' WHERE id = '{member}'",
        "UPDATE room_messages SET author = 'stranger' WHERE id = 'said'",
        "UPDATE room_messages SET only_for = 'stranger' WHERE id = 'private'",
        "UPDATE room_messages SET picture_hash = 'gone' WHERE id = 'private'",
        "DELETE FROM room_pictures",
        "UPDATE room_names SET person = 'stranger'",
        "UPDATE tells SET player = 'nobody'",
        "UPDATE tells SET match = 'GONE'",
        "UPDATE bans SET player = 'nobody'",
        "UPDATE rulings SET staff = 'nobody' WHERE act = 'ban'",
        "UPDATE rulings SET subject = 'nobody' WHERE act = 'ban'",
        "UPDATE rulings SET match = 'GONE' WHERE id = '{ruling}'",
        "UPDATE follows SET player = 'nobody'",
        "UPDATE follows SET match = 'GONE'",
    ),
    "is not a legal move": (
        "UPDATE moves SET text = 'a1-a2' WHERE match = '{playing}' AND ply = 2",
        "UPDATE moves SET text = '' WHERE match = '{playing}' AND ply = 1",
        "UPDATE moves SET text = upper(text) || ' ' WHERE match = '{playing}' AND ply = 1",
        (
            "UPDATE moves SET text = (SELECT text FROM moves WHERE match = '{playing}' AND ply = 2)"
            " WHERE match = '{playing}' AND ply = 1"
        ),
        "INSERT INTO moves VALUES ('{playing}', 6, 'a1-a1', '{siti}', 1772460000000000, NULL)",
        "INSERT INTO moves VALUES ('{resigned}', 4, 'z9', '{siti}', 1772460000000000, NULL)",
        "INSERT INTO moves VALUES ('{invited}', 1, '...', '{adi}', 1772460000000000, NULL)",
    ),
    "is missing": (
        "DELETE FROM moves WHERE match = '{playing}' AND ply = 3",
        "DELETE FROM moves WHERE match = '{playing}' AND ply = 1",
        "UPDATE moves SET ply = 7 WHERE match = '{playing}' AND ply = 5",
        "UPDATE moves SET match = '{offered}' WHERE match = '{playing}' AND ply = 5",
    ),
    "says ply": (
        "DELETE FROM moves WHERE match = '{playing}' AND ply = 5",
        "DELETE FROM moves WHERE match = '{playing}'",
        "DELETE FROM moves WHERE match = '{resigned}' AND ply = 3",
    ),
    "moves are counted from 1": (
        "UPDATE moves SET ply = 0 WHERE match = '{playing}' AND ply = 1",
        "UPDATE moves SET ply = -5 WHERE match = '{playing}' AND ply = 5",
    ),
    "was made by a player who did not have that side": (
        "UPDATE moves SET player = '{nur}' WHERE match = '{playing}' AND ply = 1",
        "UPDATE moves SET player = '{adi}' WHERE match = '{playing}' AND ply = 2",
        "UPDATE moves SET player = '{siti}' WHERE match = '{practice}' AND ply = 2",
    ),
    "was made before what came before it": (
        "UPDATE moves SET at = 1 WHERE match = '{playing}' AND ply = 1",
        "UPDATE moves SET at = at + 86400000000 WHERE match = '{playing}' AND ply = 2",
        "UPDATE moves SET at = 1 WHERE match = '{agreed}' AND ply = 2",
    ),
    "after the latest change": ("UPDATE moves SET at = at + 86400000000 WHERE match = '{playing}' AND ply = 5",),
    "was last moved in at another moment": ("UPDATE moves SET at = at + 1 WHERE match = '{playing}' AND ply = 5",),
    "a moment lies between 1970 and 9999": (
        f"UPDATE moves SET at = {FAR} WHERE match = '{{playing}}' AND ply = 5",
        "UPDATE views SET created = -5 WHERE id = '{view}'",
        f"UPDATE site_puzzles SET found_at = {FAR}",
        "UPDATE mining SET at = -1",
        f"UPDATE views SET retry_at = {FAR} WHERE id = '{{view}}'",
        "UPDATE views SET lapses = -1 WHERE id = '{view}'",
        f"UPDATE views SET lapses = {FAR} WHERE id = '{{view}}'",
        "UPDATE accounts SET updated = -1 WHERE player = '{nur}'",
        f"UPDATE players SET created = {FAR} WHERE id = '{{adi}}'",
        "UPDATE players SET created = -1 WHERE id = '{adi}'",
        "UPDATE events SET at = -1 WHERE match = '{agreed}'",
        "UPDATE inbox SET received = -1",
        f"UPDATE inbox SET done = {FAR}",
        "UPDATE room_people SET created = -1",
        "UPDATE room_people SET seen = -1",
        "UPDATE room_names SET given_up = -1",
        f"UPDATE room_messages SET created = {FAR} WHERE id = 'said'",
        "UPDATE processes SET until = -1",
        f"UPDATE processes SET until = {FAR}",
    ),
    "shows version 99": ("UPDATE views SET shown_version = 99 WHERE id = '{view}'",),
    "which is not there yet": (
        "UPDATE notices SET version = 99 WHERE message = 'ping'",
        "UPDATE table_talk SET turn = 5",
    ),
    "which is no news": ("UPDATE notices SET kind = 'weather' WHERE message = 'ping'",),
    "who has nothing to do with match": (
        "UPDATE notices SET player = (SELECT min(id) FROM players WHERE created > 0) WHERE message = 'ping'",
    ),
    "was told beside view nowhere": ("UPDATE notices SET view = 'nowhere' WHERE message = 'ping'",),
    "a message has told something": ("UPDATE notices SET told = NULL WHERE message = 'ping'",),
    "a notice is of a version of the match": ("UPDATE notices SET version = 0 WHERE message = 'ping'",),
    "stands at version": (
        "UPDATE views SET match_version = 3 WHERE id = '{view}'",
        "UPDATE views SET match_version = 99 WHERE id = '{view}'",
        "UPDATE views SET match_version = match_version + 1 WHERE match = '{agreed}'",
    ),
    "a count is not negative": (
        "UPDATE views SET match_version = -1 WHERE id = '{view}'",
        "UPDATE views SET posts = -1 WHERE id = '{view}'",
        "UPDATE views SET tries = -1 WHERE id = '{view}'",
        "UPDATE inbox SET number = -number",
        "UPDATE inbox SET tries = -1",
        "UPDATE offsets SET number = -1",
        "UPDATE requests SET count = -1",
        "UPDATE requests SET minute = -minute",
    ),
    "a flag is 0 or 1": (
        "UPDATE views SET frozen = 2 WHERE id = '{view}'",
        "UPDATE views SET private = 7 WHERE id = '{view}'",
        "UPDATE views SET can_post = -1 WHERE id = '{view}'",
        "UPDATE views SET can_thread = 3 WHERE id = '{view}'",
        "UPDATE views SET left_behind = 2 WHERE id = '{view}'",
        "UPDATE views SET copy = 2 WHERE id = '{view}'",
        "UPDATE views SET closed = 2 WHERE id = '{view}'",
        "UPDATE room_messages SET deleted = 2 WHERE id = 'said'",
        "UPDATE rulings SET told = 2",
        "UPDATE reports SET done = 2",
        "UPDATE mistakes SET done = 2",
    ),
    "a view has a place": (
        "UPDATE views SET platform = '' WHERE id = '{view}'",
        "UPDATE views SET chat = '' WHERE id = '{view}'",
    ),
    "the title of a thread tells the status of a match": (
        "UPDATE views SET thread_shows = 'lost' WHERE id = '{group}'",
        "UPDATE views SET thread_shows = 'Archived' WHERE id = '{group}'",
    ),
    "stands in a thread that tells over, the match is playing": (
        "UPDATE views SET thread_shows = 'over' WHERE id = '{group}'",
    ),
    "stands in a thread that is archived, the match is playing": (
        "UPDATE views SET thread_shows = 'archived' WHERE id = '{group}'",
    ),
    "stands in another room": (
        "UPDATE views SET chat = 'elsewhere' WHERE id = '{view}'",
        "UPDATE room_messages SET room = 'elsewhere' WHERE id = 'board'",
        "UPDATE views SET platform = 'web', chat = 'hall', message = 'said' WHERE id = '{group}'",
    ),
    "but that is gone, and its match is live": (
        "DELETE FROM room_messages WHERE id = 'board'",
        "UPDATE room_messages SET id = 'other' WHERE id = 'board'",
        "UPDATE room_messages SET deleted = 1, body = '{{}}', picture_hash = NULL WHERE id = 'board'",
        "UPDATE views SET message = 'nowhere' WHERE id = '{view}'",
        "UPDATE views SET message = 'gone' WHERE id = '{view}'",
    ),
    "which is a view of another match": (
        "UPDATE views SET match = '{resigned}' WHERE id = '{view}'",
        "UPDATE views SET match = '{playing}' WHERE match = '{agreed}'",
        "UPDATE events SET match = '{playing}' WHERE match = '{agreed}' AND outcome <> ''",
        "UPDATE events SET outcome = '{group}' WHERE match = '{agreed}'",
    ),
    "as another view of chat": (
        "UPDATE views SET message = 'board' WHERE match = '{agreed}'",
        (
            f"INSERT INTO views (id, match, message, {_COPIED})"
            f" SELECT 'copy', match, message, {_COPIED} FROM views WHERE id = '{{group}}'"
        ),
    ),
    "has the id of another view": (
        (
            f"INSERT INTO views (id, match, {_COPIED})"
            f" SELECT id, '{{offered}}', {_COPIED} FROM views WHERE id = '{{group}}'"
        ),
        "UPDATE views SET id = '{group}' WHERE match = '{offered}'",
    ),
    "has theme neon, which there is not": (
        "UPDATE players SET theme = 'neon' WHERE id = '{adi}'",
        "UPDATE views SET theme = 'neon' WHERE id = '{view}'",
    ),
    "has view left, which there is not": ("UPDATE players SET view = 'left' WHERE id = '{adi}'",),
    "a player is told of their turn in one of five ways": (
        "UPDATE players SET told = 'aloud' WHERE id = '{adi}'",
        "UPDATE tells SET how = 'aloud'",
    ),
    "a digest comes at one or two hours of the day": ("UPDATE players SET digest_hours = '25' WHERE id = '{adi}'",),
    "has told aloud, which there is not": ("UPDATE players SET told = 'aloud' WHERE id = '{siti}'",),
    "has how aloud, which there is not": ("UPDATE tells SET how = 'aloud' WHERE player = '{adi}'",),
    "in which they have no seat": (
        "UPDATE tells SET player = '{nur}'",
        "UPDATE tells SET match = '{practice}'",
    ),
    "a chat is kept as a digest of 32 digits": (
        "UPDATE members SET community = 'room'",
        "UPDATE rulings SET community = 'room'",
        "UPDATE bans SET community = 'room'",
        "UPDATE reports SET community = 'room'",
        "UPDATE holdouts SET community = 'room'",
    ),
    "the staff decides one of some things": ("UPDATE rulings SET act = 'shout' WHERE id = '{ruling}'",),
    "the staff says why": ("UPDATE rulings SET why = '' WHERE act = 'ban'", "UPDATE bans SET why = ''"),
    "a ruling is about a match or about a person": (
        "UPDATE rulings SET act = 'ban' WHERE id = '{ruling}'",
        "UPDATE rulings SET match = '{playing}' WHERE act = 'ban'",
    ),
    "in which they play": (
        "UPDATE follows SET player = '{adi}'",
        "UPDATE guesses SET player = '{adi}' WHERE ply = 3",
        "UPDATE votes SET player = (SELECT host FROM matches WHERE code = '{voted}')",
    ),
    "another thing than its record": (
        "UPDATE guesses SET hit = 0 WHERE ply = 3",
        "UPDATE guesses SET turn = 'a1-a2' WHERE ply = 3",
        "UPDATE guesses SET hit = 0 WHERE ply = 4",
    ),
    "which is not the next one, and not decided": (
        "UPDATE guesses SET hit = NULL WHERE ply = 3",
        "UPDATE guesses SET match = '{resigned}' WHERE ply = 4",
    ),
    "is rung 2, the changes give 1": ("UPDATE rungs SET rung = 2 WHERE rung = 1",),
    "does not follow from the changes before it": (
        "UPDATE rung_changes SET rung_after = 3 WHERE nth = 3",
        "UPDATE rung_changes SET cause = 'sank' WHERE nth = 3",
        "UPDATE rung_changes SET other = player WHERE nth = 3",
    ),
    "is change 3 of its ladder": ("UPDATE rung_changes SET nth = 5 WHERE nth = 3",),
    "has another number of changes than it says": (
        "DELETE FROM rung_changes WHERE nth = 3",
        "UPDATE ladders SET changes = 9",
    ),
    "has the shield of": (
        "UPDATE shields SET player = '{siti}' WHERE player IS NOT NULL",
        "UPDATE shields SET changes = 0 WHERE player IS NOT NULL",
        "UPDATE shields SET changes = 99 WHERE player IS NOT NULL",
    ),
    "does not follow the month": (
        "UPDATE shields SET month = '2099-01' WHERE changes IS NULL",
        "UPDATE shields SET changes = NULL, player = NULL WHERE changes IS NOT NULL",
    ),
    "and the next month has not begun": ("DELETE FROM shields WHERE changes IS NULL",),
    "has no month under way": ("DELETE FROM shields",),
    "somebody wears something": ("UPDATE shield_marks SET mark = ''",),
    "a mark is to be given, given, or cannot be": ("UPDATE shield_marks SET state = 'lent'",),
    "a month is told by its year and number": ("UPDATE shields SET month = '26-1' WHERE changes IS NULL",),
    "a shield is held once its month has ended": ("UPDATE shields SET changes = -1 WHERE changes IS NOT NULL",),
    "who is on none": ("DELETE FROM rungs WHERE rung = 2",),
    "is on a ladder to which nobody has come": ("DELETE FROM rung_changes",),
    "has another winner than match": (
        "UPDATE challenges SET outcome = 'held' WHERE match = '{taken}'",
        "UPDATE challenges SET challenger = challenged, challenged = challenger WHERE match = '{taken}'",
    ),
    "and not before or after it": (
        "UPDATE challenges SET outcome = NULL WHERE match = '{taken}'",
        "UPDATE challenges SET outcome = 'held' WHERE match = '{challenging}'",
    ),
    "on which it decides nothing": (
        "DELETE FROM challenges WHERE match = '{challenging}'",
        "UPDATE matches SET event_code = 'other' WHERE code = '{challenging}'",
    ),
    "which does not know of it": ("UPDATE matches SET event_code = NULL WHERE code = '{challenging}'",),
    "and names no match": ("UPDATE rung_changes SET match = NULL WHERE nth = 3",),
    "that it has decided otherwise": ("UPDATE rung_changes SET match = '{challenging}' WHERE nth = 3",),
    "has event_kind ever, which there is not": ("UPDATE matches SET event_kind = 'ever' WHERE code = '{taken}'",),
    "which votes on nothing in it": ("DELETE FROM polls",),
    "of which one votes on nothing in it": (
        "DELETE FROM polls WHERE village IN (SELECT seat_1 FROM matches WHERE event_kind = 'villages')",
    ),
    "a chat is challenged to a game": ("UPDATE chat_challenges SET ruleset = ''",),
    "of which it is none": (
        "UPDATE boards_games SET match = '{playing}' WHERE match = '{on_board}'",
        "UPDATE matches SET event_kind = 'simul' WHERE code = '{on_board}'",
    ),
    "is played anew, which was not called off": (
        "UPDATE boards_games SET dropped = 1 WHERE match = '{on_board}'",
        "UPDATE tournament_games SET dropped = 1 WHERE match = '{in_tournament}'",
    ),
    "in which it stands on no board": (
        "DELETE FROM boards_games WHERE match = '{on_board}'",
        "UPDATE matches SET event_code = 'other' WHERE code = '{on_board}'",
    ),
    "is a game of tournament": (
        "UPDATE tournament_games SET match = '{playing}' WHERE match = '{in_tournament}'",
        "UPDATE matches SET event_kind = 'simul' WHERE code = '{in_tournament}'",
    ),
    "of which it is no game": (
        "DELETE FROM tournament_games WHERE match = '{in_tournament}'",
        "DELETE FROM duplicate_games WHERE match = '{in_duplicate}'",
    ),
    "a tournament has one of three forms": ("UPDATE tournaments SET form = 'arena'",),
    "people join a tournament, or its rounds have begun, or it was called off": ("UPDATE tournaments SET round = 0",),
    "the first entrant is 1": ("UPDATE tournament_entrants SET number = 0 WHERE number = 1",),
    "whoever plays no further game had a number": ("UPDATE tournament_entrants SET number = NULL, withdrawn = 1",),
    "whoever has a place had a number": ("UPDATE tournament_entrants SET place = 0 WHERE tournament = '{over}'",),
    "rounds count from 1, the rest from 0": ("UPDATE tournament_games SET leg = -1 WHERE match = '{in_tournament}'",),
    "nobody plays themselves": ("UPDATE tournament_games SET second = first WHERE second IS NOT NULL",),
    "whoever has nobody to play has no match in that round": (
        "UPDATE tournament_games SET second = NULL WHERE match = '{in_tournament}'",
    ),
    "a game is worth a point, a half each, or nothing": (
        "UPDATE tournament_games SET awarded = '2-2' WHERE match = '{in_tournament}'",
    ),
    "what was judged is worth something": ("UPDATE tournament_games SET judged = 1 WHERE match = '{in_tournament}'",),
    "has other numbers than 1 and those after it": (
        "UPDATE tournament_entrants SET number = 7 WHERE tournament = '{over}' AND number = 3",
    ),
    "than its table gives": ("DELETE FROM tournament_games WHERE tournament = '{tournament}' AND second IS NULL",),
    "has the pairs [": (_copied("2, board", "second IS NOT NULL"),),
    "has the rounds and numbers [": (_copied("round, 9", "second IS NULL"),),
    "rest more than once": (_copied("2, board", "second IS NULL"),),
    "has pairings of somebody who is not in it": (
        "UPDATE tournament_games SET first = 9 WHERE tournament = '{swiss}' AND board = 0",
    ),
    "its games give": (
        "UPDATE tournament_entrants SET place = 5 WHERE tournament = '{over}' AND number = 1",
        "UPDATE tournaments SET form = 'knockout' WHERE id = '{over}'",
    ),
    "has places, and is not over": (
        "UPDATE tournament_entrants SET place = 1 WHERE tournament = '{tournament}' AND number = 1",
    ),
    "is a game of duplicate": ("UPDATE duplicate_games SET match = '{playing}' WHERE match = '{in_duplicate}'",),
    "a week of duplicate goes on or is over": ("UPDATE duplicate_weeks SET state = 'closed'",),
    "a chat has a place in duplicate once the week is over": ("UPDATE duplicates SET place = 1",),
    "people and pairs of duplicate count from 1": ("UPDATE duplicate_entrants SET pair = 0",),
    "nobody has more match points than are possible, and a place without any": (
        "UPDATE duplicate_entrants SET made = 3, possible = 2, place = 1",
    ),
    "a pair plays each of eight positions twice": ("UPDATE duplicate_games SET position = 8 WHERE leg = 0",),
    "nobody plays themselves in duplicate": ("UPDATE duplicate_games SET second = first",),
    "a match of duplicate is worth a point, half of one, or nothing": ("UPDATE duplicate_games SET worth = 3",),
    "counts games of somebody who is not in it": (
        "UPDATE duplicate_games SET first = 9, worth = 2 WHERE match = '{in_duplicate}'",
    ),
    "has results, and is not over": ("UPDATE duplicate_games SET worth = 2 WHERE match = '{in_duplicate}'",),
    "as points and place of number 1": (
        "UPDATE duplicate_entrants SET place = 2 WHERE duplicate = '{duplicate_over}' AND number = 1",
        "UPDATE duplicate_entrants SET made = 1 WHERE duplicate = '{duplicate_over}' AND number = 1",
    ),
    "has place 1 for chat": ("UPDATE duplicates SET place = 1 WHERE id = '{duplicate_over}'",),
    "on which nothing is played": ("UPDATE boards_line SET board = 7 WHERE board = 1",),
    "a boards match waits, has begun, or was called off": ("UPDATE boards_matches SET state = 'over'",),
    "what one of two chats has called off is closed": ("UPDATE boards_matches SET stopped_by = 0",),
    "a boards match has two sides": ("UPDATE boards_sides SET side = 2 WHERE side = 1",),
    "whoever was late had a board": ("UPDATE boards_line SET late = 1, board = NULL WHERE board = 1",),
    "what was refused is no match": ("UPDATE boards_games SET refused = 1 WHERE match = '{on_board}'",),
    "a board has two matches, and each chat is late there once": (
        "UPDATE boards_games SET attempt = 3 WHERE match = '{on_board}'",
    ),
    "in which village": ("UPDATE matches SET event_kind = NULL, event_code = NULL WHERE code = '{voted}'",),
    "which is not the present one": ("UPDATE polls SET ply = 4",),
    "is on turn 4 of match": ("UPDATE votes SET ply = 4",),
    "a vote lasts a while, and is on a turn of the match": ("UPDATE polls SET lasts = 0",),
    "a team chooses in one of three ways": ("UPDATE teams SET way = 'lot'",),
    "one of six at least is not silent yet": ("UPDATE teams SET silent = 6",),
    "a mark is on a turn of a match": ("UPDATE seat_marks SET marks = '', line = ''",),
    "was drawn on turn 4 of match": ("UPDATE seat_marks SET ply = 4",),
    "the first member is 1": ("UPDATE team_members SET number = 0 WHERE number = 1",),
    "a vote is on a turn of the match": ("UPDATE votes SET choice = ''",),
    "the first rung is 1": ("UPDATE rungs SET rung = 0 WHERE rung = 1",),
    "a challenge ends in one of four ways": ("UPDATE challenges SET outcome = 'maybe' WHERE match = '{taken}'",),
    "nobody challenges themselves": ("UPDATE challenges SET challenged = challenger",),
    "a ladder changes for one of some reasons": ("UPDATE rung_changes SET cause = 'luck' WHERE nth = 3",),
    "a card shows what has happened": ("UPDATE ladders SET shown = 99",),
    "a guess is of a turn of the match": ("UPDATE guesses SET ply = 0 WHERE ply = 4",),
    "what is guessed is one of several turns": ("UPDATE guesses SET weight = 0",),
    "a sentence is said in a turn of the match": (
        "UPDATE table_talk SET turn = -1",
        "UPDATE table_talk SET sentence = ''",
    ),
    "a key has 16 digits": ("UPDATE kept_games SET key = 'short'",),
    "a game is kept under a name": ("UPDATE kept_games SET name = ''",),
    "a game has no fewer turns than none": ("UPDATE kept_games SET plies = -1",),
    "has no readable record": ("UPDATE kept_games SET record = 'x'",),
    "has the key of another record": ("UPDATE kept_games SET key = '0123456789abcdef'",),
    "is malaysian-checkers-8 with 1 turns": ("UPDATE kept_games SET plies = 9",),
    "a report has one of some reasons": ("UPDATE reports SET reason = 'ugly'",),
    "a note says something": ("UPDATE own_notes SET text = ''",),
    "what is said is shown after that": ("UPDATE table_talk SET shown = at - 1",),
    "has sentence rude, which there is not": ("UPDATE table_talk SET sentence = 'rude'",),
    "has table_talk maybe, which there is not": ("UPDATE players SET table_talk = 'maybe' WHERE id = '{adi}'",),
    "has what ever, which there is not": ("UPDATE follows SET what = 'ever'",),
    "a match is followed in one of two ways": ("UPDATE follows SET what = ''",),
    "has resigns maybe, which there is not": ("UPDATE players SET resigns = 'maybe' WHERE id = '{adi}'",),
    "has listed maybe, which there is not": ("UPDATE players SET listed = 'maybe' WHERE id = '{adi}'",),
    "says of match": (
        "UPDATE results SET points = 0 WHERE match = '{counted}' AND player = '{nur}'",
        "UPDATE results SET ruleset = 'dam' WHERE match = '{counted}'",
        "UPDATE results SET opponent = '{adi}' WHERE match = '{counted}' AND player = '{nur}'",
        "UPDATE results SET match = '{agreed}' WHERE match = '{counted}'",
        "UPDATE matches SET rated = 0 WHERE code = '{counted}'",
        "UPDATE results SET against = against + 1000000000 WHERE match = '{counted}' AND player = '{nur}'",
        "UPDATE results SET uncounted = 'often' WHERE match = '{short}' AND player = '{nur}'",
    ),
    "was rated, and has no result of a player": (
        "DELETE FROM results WHERE match = '{short}' AND player = '{nur}'",
        "DELETE FROM results WHERE match = '{counted_next}'",
        "UPDATE matches SET rated = 1 WHERE code = '{late}'",
    ),
    "it is to be 1": ("DELETE FROM results WHERE match = '{counted}' AND player = '{nur}'",),
    "has led to rating": (
        "UPDATE results SET rating = rating + 1000 WHERE match = '{counted}' AND player = '{nur}'",
        "UPDATE results SET deviation = deviation - 1000 WHERE match = '{counted}' AND player = '{siti}'",
        "UPDATE results SET volatility = volatility + 1000 WHERE match = '{counted_next}' AND player = '{siti}'",
        "UPDATE results SET against_deviation = 60000000000 WHERE match = '{counted}' AND player = '{nur}'",
        "UPDATE results SET at = at + 8640000000000 WHERE match = '{counted_next}' AND player = '{nur}'",
    ),
    "begins with another rating": (
        "UPDATE results SET rating_before = rating_before + 1 WHERE match = '{counted_next}' AND player = '{nur}'",
        "UPDATE results SET deviation_before = 60000000000 WHERE match = '{counted}' AND player = '{nur}'",
    ),
    "has led to another rating than is kept": (
        "UPDATE ratings SET rating = rating + 1 WHERE player = '{nur}'",
        "UPDATE ratings SET deviation = 50000000000 WHERE player = '{siti}'",
        "DELETE FROM ratings WHERE player = '{nur}'",
    ),
    "is of 3 matches, of which the last is not there": ("UPDATE ratings SET played = 3 WHERE player = '{nur}'",),
    "a rating lies within its bounds": (
        "UPDATE ratings SET rating = 1 WHERE player = '{nur}'",
        "UPDATE site_puzzles SET rating = -1",
        "UPDATE results SET deviation = 1 WHERE match = '{counted}' AND player = '{nur}'",
        "UPDATE results SET volatility_before = 0 WHERE match = '{counted}' AND player = '{nur}'",
    ),
    "begins with another rating than the try before it has led to": (
        "UPDATE attempts SET rating = rating + 1 WHERE puzzle = '{puzzle}'",
        "UPDATE attempts SET rating_before = rating_before + 1 WHERE puzzle = '{puzzle_next}'",
        "UPDATE attempts SET number = 5 WHERE puzzle = '{puzzle_next}'",
        "DELETE FROM attempts WHERE puzzle = '{puzzle}'",
    ),
    "was tried or solved by fewer than have done so": (
        "UPDATE puzzles SET tried = 0, solved = 0 WHERE id = '{puzzle}'",
        "UPDATE puzzles SET solved = 0 WHERE id = '{puzzle}'",
    ),
    "a puzzle is solved and disliked by those who have tried it": (
        "UPDATE puzzles SET disliked = 7 WHERE id = '{puzzle}'",
    ),
    "after which none was made": ("UPDATE mistakes SET ply = 99",),
    ", in which they have no seat": (
        "UPDATE mistakes SET player = '{adi}'",
        "UPDATE mistakes SET match = '{playing}'",
    ),
    ", which match ": ("UPDATE mistakes SET ruleset = 'main-tapal-empat'",),
    "is no position with a turn that is better": (
        "UPDATE mistakes SET position = 'nowhere'",
        "UPDATE mistakes SET line = 'a1-a9'",
    ),
    "has the name of another position": ("UPDATE mistakes SET puzzle = '{puzzle}'",),
    "a mistake is a turn with a better one": (
        "UPDATE mistakes SET ply = -1",
        "UPDATE mistakes SET line = ''",
    ),
    "makes no puzzle": (
        "UPDATE site_puzzles SET position = 'nowhere'",
        "UPDATE site_puzzles SET line = 'a1-a9'",
        "UPDATE site_puzzles SET themes = 'none such'",
        "UPDATE site_puzzles SET ruleset = 'none-such'",
        "UPDATE site_puzzles SET ruleset = 'main-tapal-empat'",
        "UPDATE site_puzzles SET goal = 'piece-up'",
        "UPDATE site_puzzles SET id = '{puzzle}'",
    ),
    "a puzzle is won, or a piece, or the draw is saved": ("UPDATE site_puzzles SET goal = 'better'",),
    "a puzzle has a position and a line": ("UPDATE site_puzzles SET line = ''",),
    "the matches are looked at in one order": ("UPDATE mining SET id = 1", "UPDATE mining SET nth = 0"),
    "which is not that of the day": (
        "UPDATE daily_tries SET puzzle = '{puzzle_next}'",
        "UPDATE daily_puzzles SET puzzle = '{puzzle_next}'",
    ),
    "a week is a year and its number": ("UPDATE holdouts SET week = 'now'",),
    "what is held is known once a try is over": (
        "UPDATE holdouts SET held = NULL",
        "UPDATE holdouts SET ended = NULL",
    ),
    "one practises after the first try": ("UPDATE holdouts SET held = NULL, ended = NULL",),
    "turns, and says otherwise": ("UPDATE holdouts SET held = held + 1",),
    "cannot be played": ("UPDATE holdouts SET turns = 'a1-a1'", "UPDATE holdouts SET practice = 'z9'"),
    "is no ending that ships": ("UPDATE holdouts SET ending = 'none'",),
    "a day has 24 hours of a zone": ("UPDATE dailies SET hour = 24", "UPDATE dailies SET zone = ''"),
    "a puzzle is open for some time": ("UPDATE daily_puzzles SET until = at",),
    "a result has numbers where it counts": (
        "UPDATE results SET number = NULL WHERE match = '{counted}' AND player = '{nur}'",
        "UPDATE results SET rating = 1500000000000 WHERE match = '{short}'",
    ),
    "has platform irc, which there is not": (
        "UPDATE accounts SET platform = 'irc' WHERE player = '{nur}'",
        "UPDATE views SET platform = 'irc' WHERE id = '{view}'",
    ),
    "changes are counted from 1": ("UPDATE communities SET version = 0",),
    "a topic is of a group": ("UPDATE topics SET thread = ''",),
    "channels and roles are named": ("UPDATE allowed SET kind = 'person'",),
    "one of some rights is given to something": ("UPDATE allowed SET may = 'fly'", "UPDATE allowed SET account = ''"),
    "has the id of another place": ("UPDATE communities SET account = '-7'",),
    "has settings that are no JSON": ("UPDATE communities SET settings = '{{'",),
    "has settings that are no names and values": ("UPDATE communities SET settings = '[]'",),
    "has chosen": (
        """UPDATE communities SET settings = '{{"theme": "gold"}}'""",
        """UPDATE communities SET settings = '{{"paces": "blitz,never"}}'""",
        """UPDATE communities SET settings = '{{"wings": "on"}}'""",
    ),
    "has language": (
        "UPDATE views SET language = 'xx' WHERE id = '{view}'",
        "UPDATE players SET language = '' WHERE id = '{adi}'",
    ),
    "was made before its match": ("UPDATE views SET created = 1 WHERE id = '{view}'",),
    "which shows the view": ("UPDATE leftovers SET message = 'board'",),
    "in another spelling": (
        "UPDATE accounts SET handle = 'NUR_K' WHERE player = '{nur}'",
        "UPDATE room_people SET folded = name WHERE id = '{member}'",
    ),
    "an account has a name": ("UPDATE accounts SET name = '' WHERE player = '{nur}'",),
    "one line of at most 32 letters": (
        "UPDATE accounts SET name = name || '                                        x' WHERE player = '{nur}'",
        "UPDATE accounts SET name = 'a\nb' WHERE player = '{nur}'",
        "UPDATE accounts SET name = ' Nur ' WHERE player = '{nur}'",
    ),
    "an account has a platform and an id there": (
        "UPDATE accounts SET platform = '' WHERE player = '{nur}'",
        "UPDATE accounts SET account = '' WHERE player = '{nur}'",
    ),
    "was updated before its player": ("UPDATE accounts SET updated = 1 WHERE player = '{nur}'",),
    "who has another account on": (
        (
            "INSERT INTO accounts SELECT platform, 'second', player, name, handle, locale, updated FROM accounts"
            " WHERE player = '{nur}'"
        ),
        "UPDATE accounts SET player = '{siti}', platform = 'discord' WHERE player = '{nur}'",
    ),
    "a digest of 32 digits": ("UPDATE events SET event = 'short' WHERE match = '{agreed}' AND outcome <> ''",),
    "has a value of event that is no digest": (
        "UPDATE events SET event = 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz' WHERE match = '{agreed}' AND outcome <> ''",
    ),
    "has a value of who that is no digest": ("UPDATE requests SET who = 'Adi'",),
    "it was not asked for yet": (
        "UPDATE inbox SET number = number + 100",
        "DELETE FROM offsets",
        "UPDATE offsets SET number = 5",
        "UPDATE offsets SET platform = 'other'",
        "UPDATE inbox SET platform = 'other'",
    ),
    "a payload that is no JSON": ("UPDATE inbox SET payload = '{{' || payload", "UPDATE inbox SET payload = ''"),
    "has a payload that is no update": (
        "UPDATE inbox SET payload = '[]'",
        "UPDATE inbox SET payload = '{{\"n\": 3000000002}}' WHERE number = 3000000002",
        "UPDATE inbox SET payload = '{{\"update_id\": true}}' WHERE number = 3000000002",
    ),
    "has the payload of another update": ("UPDATE inbox SET payload = '{{\"update_id\": 3000000000}}'",),
    "nothing is kept of an update that is worked off": (
        "UPDATE inbox SET payload = '{{\"update_id\": 3000000000}}' WHERE number = 3000000000",
    ),
    "an update that was set aside was tried, and is not tried again": (
        "UPDATE inbox SET set_aside = 2 WHERE set_aside = 1",
        "UPDATE inbox SET done = NULL WHERE set_aside = 1",
        "UPDATE inbox SET tries = 0 WHERE set_aside = 1",
        "UPDATE inbox SET set_aside = 1 WHERE tries = 0",
    ),
    "was done before it was received": ("UPDATE inbox SET done = 1 WHERE done IS NOT NULL",),
    "a person of the room has a name": ("UPDATE room_people SET name = '' WHERE id = '{member}'",),
    "a name that was given up was somebody's": (
        "UPDATE room_names SET folded = ''",
        "UPDATE room_names SET person = ''",
    ),
    "a digest of 64 digits": (
        "UPDATE room_people SET secret_hash = 'secret' WHERE id = '{member}'",
        "UPDATE room_pictures SET hash = 'x' WHERE hash = (SELECT min(hash) FROM room_pictures)",
    ),
    "has a value of secret_hash that is no digest": (
        "UPDATE room_people SET secret_hash = replace(secret_hash, 'a', 'z')",
    ),
    "has a value of key_hash that is no digest": ("UPDATE room_people SET key_hash = 'secret'",),
    "a body that is no JSON object": (
        "UPDATE room_messages SET body = '{{' WHERE id = 'said'",
        "UPDATE room_messages SET body = '[]' WHERE id = 'said'",
        "UPDATE room_messages SET body = '' WHERE id = 'said'",
    ),
    "is of somebody who is not in the room": (
        "DELETE FROM room_people WHERE id = (SELECT account FROM accounts WHERE player = '{adi}')",
        "UPDATE accounts SET account = 'elsewhere' WHERE player = '{adi}'",
    ),
    "a body that does not say of which kind it is": (
        "UPDATE room_messages SET body = '{{}}' WHERE id = 'said'",
        "UPDATE room_messages SET body = '{{\"kind\": 7}}' WHERE id = 'private'",
        "UPDATE room_messages SET body = replace(body, 'kind', 'sort') WHERE id = 'board'",
    ),
    "a message changes when it is said or later": (
        "UPDATE room_messages SET seq = -1 WHERE id = 'said'",
        "UPDATE room_messages SET changed_seq = 0 WHERE id = 'said'",
    ),
    "a deleted message says and shows nothing": (
        "UPDATE room_messages SET deleted = 1 WHERE id = 'said'",
        "UPDATE room_messages SET body = '{{\"text\": \"back\"}}' WHERE id = 'gone'",
        "UPDATE room_messages SET picture_hash = (SELECT min(hash) FROM room_pictures) WHERE id = 'gone'",
    ),
    "shows a board of match": (
        "UPDATE room_messages SET body = replace(body, '{playing}', '{agreed}') WHERE id = 'board'",
    ),
    "was said before the message that stands above it": (
        "UPDATE room_messages SET created = 1 WHERE id = 'private'",
        "UPDATE room_messages SET created = created + 86400000000 WHERE id = 'board'",
    ),
    "another content than its hash says": ("UPDATE room_pictures SET png = CAST('x' AS {bytes})",),
    "a process has an id": ("UPDATE processes SET id = ''",),
    "a lease has a kind and a number": (
        "UPDATE leases SET share = -1 - share",
        "UPDATE leases SET kind = ''",
    ),
}

UNKNOWABLE = (
    "UPDATE matches SET status = 'playing', happened = 'moved' WHERE code = '{called_off}'",
    "UPDATE players SET theme = 'kontras' WHERE id = '{adi}'",
    "UPDATE accounts SET name = 'Somebody' WHERE player = '{nur}'",
    "UPDATE views SET thread = '8' WHERE id = '{group}'",
    "UPDATE views SET chat = '-1002' WHERE id = '{group}'",
    'UPDATE room_messages SET body = \'{{"kind": "said", "text": "other"}}\' WHERE id = \'said\'',
)
"""What leaves a database as Papan might have left it: nothing can tell."""


def tamperings() -> Iterator[tuple[str, str]]:
    """All of them, as SQL, each with what the check says."""
    for what, lines in chain(MATCHES.items(), CLOCKS.items()):
        for line in lines:
            name, _, values = line.partition(": ")
            yield f"UPDATE matches SET {values} WHERE code = '{{{name}}}'", what
    for what, statements in chain(ROWS.items(), TIMES.items()):
        for statement in statements:
            yield statement, what
