"""Work as a number that is the same on every machine: tests never assert seconds."""

import sys


def calls_of(work):
    """How many calls of Python and C functions `work()` makes."""
    calls = 0

    def told(frame, event, argument):
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(told)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls
