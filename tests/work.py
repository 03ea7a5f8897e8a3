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
    """How many bytecode instructions `work()` takes, including those of loops without calls."""
    steps = 0

    def told(*_):
        nonlocal steps
        steps += 1

    def traced(frame, event, argument):
        frame.f_trace_opcodes = True
        if event == "opcode":
            told()
        return traced

    if sys.version_info < (3, 12):
        before = sys.gettrace()
        sys.settrace(traced)
        try:
            work()
        finally:
            sys.settrace(before)
        return steps
    monitoring = sys.monitoring  # 3.12 traces no instructions if a trace function asks for them
    monitoring.use_tool_id(monitoring.PROFILER_ID, "steps_of")
    monitoring.register_callback(monitoring.PROFILER_ID, monitoring.events.INSTRUCTION, told)
    monitoring.set_events(monitoring.PROFILER_ID, monitoring.events.INSTRUCTION)
    try:
        work()
    finally:
        monitoring.set_events(monitoring.PROFILER_ID, 0)
        monitoring.free_tool_id(monitoring.PROFILER_ID)
    return steps
