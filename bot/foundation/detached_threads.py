"""Threads for long work without an effect, for which no stop waits."""

from concurrent.futures import ThreadPoolExecutor


class DetachedThreads(ThreadPoolExecutor):
    """A pool of threads whose ``shutdown`` never waits: what is under way there cannot be interrupted, may be long, and
    nobody wants its result any more. What has not begun is not begun then.

    The interpreter waits for the threads all the same when it exits; ``papan run`` ends the process before that.
    """

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End without waiting, whatever the arguments say: the event loop, too, asks a pool of its own to wait."""
        del wait, cancel_futures
        super().shutdown(wait=False, cancel_futures=True)
