"""A clock in seconds that tests move forward."""


class Ticks:
    """The clock; ``now`` is the time it shows."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now
