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


def steps_of(work):
    """How many instructions of Python `work()` takes: also those of a loop in one line, which makes no calls."""
    steps = 0

    def told(frame, event, argument):
        nonlocal steps
        frame.f_trace_opcodes = True
        steps += event == "opcode"
        return told

    before = sys.gettrace()
    sys.settrace(told)
    try:
        work()
    finally:
        sys.settrace(before)
    return steps
