"""The counters and timers of a running Papan, in the form Prometheus reads.

No label names a person, a chat or a match.
"""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

BUILD_INFO = Gauge(
    "papan_build_info",
    "The Papan that runs: its version, the commit from which it comes and the day of that; always 1",
    ["version", "commit", "date"],
    registry=REGISTRY,
)
MOVES = Counter("papan_moves", "Moves committed", registry=REGISTRY)
CHANGES = Counter(
    "papan_changes",
    "Changes of matches and their boards that this process has published; none while nobody does anything",
    registry=REGISTRY,
)
TRANSACTIONS = Counter(
    "papan_transactions",
    "Transactions of this process: while nobody does anything it writes its pulse four times a minute, and little else",
    ["kind"],
    registry=REGISTRY,
)
REFUSALS = Counter("papan_refusals", "Requests refused, by reason", ["reason"], registry=REGISTRY)
FAILURES = Counter("papan_request_failures", "Requests that ended in an error of ours", ["platform"], registry=REGISTRY)
REQUESTS = Histogram(
    "papan_request_seconds", "From a request to its answer, pictures included", ["platform", "kind"], registry=REGISTRY
)
SENDING = Histogram(
    "papan_send_seconds", "Bringing one board up to date on a platform", ["platform"], registry=REGISTRY
)
SEND_FAILURES = Counter(
    "papan_send_failures", "Boards that a platform did not take, to be tried again", ["platform"], registry=REGISTRY
)
DRAWING = Histogram(
    "papan_draw_seconds",
    "Drawing one picture",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
    registry=REGISTRY,
)
THINKING = Histogram(
    "papan_think_seconds",
    "Answering one question put to the computer player, waiting excluded",
    buckets=(0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10),
    registry=REGISTRY,
)
QUESTIONS = Gauge("papan_questions_waiting", "Questions to the computer player that wait", registry=REGISTRY)
UNREADABLE = Gauge("papan_unreadable", "Rows set aside because they cannot be read", ["kind"], registry=REGISTRY)
GIVEN_UP = Counter(
    "papan_updates_given_up",
    "Updates set aside because Papan was killed or froze at each try",
    ["platform"],
    registry=REGISTRY,
)
UNHEALTHY = Gauge(
    "papan_unhealthy",
    "1 while /healthz fails because of this part: database, boards, or a platform",
    ["part"],
    registry=REGISTRY,
)
ERRORS = Counter(
    "papan_errors",
    "Errors in the log, those that were only counted too",
    ["event"],
    registry=REGISTRY,
)
PAGE_FAULTS = Counter("papan_page_faults", "Errors in scripts of the web room, as pages tell", registry=REGISTRY)
BACKED_UP = Gauge(
    "papan_backup_timestamp_seconds", "When the last copy of the database was made and found whole", registry=REGISTRY
)
BACKUP_FAILURES = Counter(
    "papan_backup_failures", "Nights' copies that could not be made, or in which faults were found", registry=REGISTRY
)
PUZZLES_MINED = Counter("papan_puzzles_mined", "Puzzles found in matches that were finished here", registry=REGISTRY)
BEHIND = Gauge("papan_views_behind", "Boards that do not show their match as it is", registry=REGISTRY)
