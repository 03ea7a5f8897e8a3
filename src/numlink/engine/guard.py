"""An object of the engine belongs to one thread: while it works without the GIL, no other call may touch its arrays.

A method that works without the GIL does so inside `with self:`; any other method that reads or changes the arrays first
calls `expect_idle`.  Both test one flag, under the GIL, once per call and never in a loop.  Counters that are plain
attributes (`conflicts`, `visited`, ...) may be read at any time.
"""

from __future__ import annotations

import cython


class BusyError(RuntimeError):
    """An object of the engine was called while another thread worked on it."""


@cython.cclass
class OneThread:
    """Base class of objects that work without the GIL: a call during another call raises BusyError."""

    def __init__(self) -> None:
        self.busy = False

    def expect_idle(self) -> cython.int:
        """Raise BusyError while a call is under way in another thread; else return 0."""
        if self.busy:
            raise BusyError(
                f"a {type(self).__name__} belongs to one thread, and another thread is at work on this one: "
                "wait until its call has returned, or make one for each thread"
            )
        return 0

    def __enter__(self) -> OneThread:
        """Raise BusyError if a call is under way, else exclude all other calls until the block ends."""
        self.expect_idle()
        self.busy = True
        return self

    def __exit__(self, *raised: object) -> None:
        """Allow other calls again."""
        self.busy = False
