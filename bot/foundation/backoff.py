"""The pauses after failures, for whatever is tried again."""

import random

LONGEST_BACKOFF = 300.0


def backoff(tries: int) -> float:
    """Seconds to wait after so many failures: twice as long each time, with jitter, at most five minutes."""
    return float(min(LONGEST_BACKOFF, 2.0 ** min(tries, 16)) * random.uniform(0.5, 1))
