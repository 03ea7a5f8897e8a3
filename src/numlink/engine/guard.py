"""An object of the engine belongs to one thread: while it works without the GIL no other call may reach its arrays.

Whatever runs without the GIL says so first (`claim`) and afterwards (`release`); whatever else reads or changes the
arrays asks first (`expect_idle`).  One flag, looked at and set under the GIL, once a call and never in a loop.
Counters that are plain attributes (`conflicts`, `visited`, ...) may be read at any time.
"""

from __future__ import annotations

import cython


class BusyError(RuntimeError):
    """A call to an object of the engine while another thread is at work on it."""


@cython.cclass
class OneThread:
    """Base of every object that works without the GIL: a call while another is under way raises BusyError."""

    def __init__(self) -> None:
        self.busy = False

    @cython.ccall
    @cython.exceptval(-1, check=False)
    def expect_idle(self) -> cython.int:
        """Raise BusyError while a call is under way in another thread."""
        if self.busy:
            raise BusyError(
                f"a {type(self).__name__} belongs to one thread, and another thread is at work on this one: "
                "wait until its call has returned, or make one for each thread"
            )
        return 0

    @cython.ccall
    @cython.exceptval(-1, check=False)
    def claim(self) -> cython.int:
        """Keep all other calls out until `release`; raise BusyError if one is under way."""
        self.expect_idle()
        self.busy = True
        return 0

    @cython.ccall
    @cython.exceptval(-1, check=False)
    def release(self) -> cython.int:
        """Let the next call in."""
        self.busy = False
        return 0
