"""Limits of a match: how long things last, and how many of them a person may have."""

from datetime import timedelta

INVITATION_LASTS = timedelta(hours=24)
UNDO_WITHIN = timedelta(seconds=60)
REMATCH_WITHIN = timedelta(hours=24)
MOVES_BETWEEN_DRAW_OFFERS = 10
OPEN_INVITATIONS = 5
LIVE_MATCHES = 50
OPENED_AGAIN_AFTER = timedelta(seconds=10)
"""The same wish in the same place within this time is a button pressed twice: there is one match."""
OPENED_IN_AN_HOUR = 60
"""Invitations and practice boards that one person may begin, also if they are taken back at once."""
UNANSWERED_IN_AN_HOUR = 3
"""Invitations to one person within an hour, as long as they answer none."""
BLOCKED = 200
"""People whom one person may block."""
FOLLOWED = 20
"""Matches of others that one person may follow."""
FOLLOWED_PEOPLE = 50
"""People whom one person may follow."""
READY_WITHIN = timedelta(minutes=10)
"""A live match begins within this time of its being accepted, or not at all."""
LONGEST_PAUSE = timedelta(days=30)
DAY_GIVEN = timedelta(days=1)
NUDGED_AGAIN_AFTER = timedelta(hours=12)
"""The least time between two nudges in a match."""
NUDGES_IN_A_TURN = 2
NUDGED_WITHOUT_CLOCK_AFTER = timedelta(hours=12)
"""The time that a turn takes without a clock before whoever is to move may be nudged."""
UNREACHABLE_FOR = timedelta(hours=72)
"""So long a match waits for a player who has left, before the other may end it."""

LINES_OF_PLAN = 20
"""The most lines in the plan of a player for one match."""
LINE_OF_PLAN = 10
"""The most moves in a line of a plan, those of the opponent among them."""
FORCED_IN_A_ROW = 20
"""The most moves that are played by themselves after one, because they were the only ones."""
PREMOVE_LEAPS = 5_000
"""The most leaps that are looked at to tell whether a planned turn can be played; else it is not."""
FORCED_LEAPS = 200
"""The most leaps that are looked at to tell whether a move is the only one."""
NOTE_LENGTH = 500
"""The most characters of what somebody notes for themselves on a match."""
REPORT_LENGTH = 300
"""The most characters that somebody adds to a report to the hosts."""
REPORTS_IN_A_DAY = 5
"""The most matches in which one person reports somebody within a day."""
KEPT_GAMES = 50
"""The most games from elsewhere that somebody keeps."""
KEPT_NAME_LENGTH = 60
"""The most characters of their name for one."""
KEPT_RECORD_LENGTH = 8192
"""The most characters of its record: 600 turns with all their tags have fewer."""
GUESS_CHOICES = 256
"""The most legal turns that are counted to weigh a guess."""
GUESS_LEAPS = 20_000
"""The most leaps that are looked at to count them; where that is too few, there are as many as are counted."""
