"""Whether work is proportional to its input: processor time at doubling sizes, as ratios instead of seconds."""

import gc
from time import process_time

SMALL = 8
"""First number of repetitions; few are added at first, so that exponential work shows before it is endless."""
SLOW = 0.03
"""Seconds below which a ratio says nothing; a quadratic loop of C over 40 kB takes a second."""
FACTOR = 9.0
"""Factor of work allowed for four times the input: 4 if work is linear, 16 if it is quadratic."""


def sizes(most):
    """8, 12, 16, ... 32, then doubling."""
    size = SMALL
    while size <= most:
        yield size
        size = size + 4 if size < 32 else 2 * size


def superlinear(work, text_of, most):
    """None if `work(text_of(n))` is linear up to n = `most`, otherwise the measurements."""
    taken = {}
    for size in sizes(most):
        text = text_of(size)
        taken[size] = best(work, text)
        before = max((known for known in taken if known * 4 <= size), default=SMALL)
        grown = max(4.0, size / before)
        if taken[size] > SLOW and taken[size] > FACTOR / 4 * grown * taken[before]:
            taken[before] = min(taken[before], best(work, text_of(before)))
            taken[size] = min(taken[size], best(work, text) if taken[size] < 1 else taken[size])
            if taken[size] > SLOW + FACTOR / 4 * grown * taken[before]:
                return f"{taken[before]:.4f} s at {before}, {taken[size]:.4f} s at {size}: {text[:60]!r}"
    return None


def best(work, text):
    """The processor's seconds for `work(text)`.

    The garbage collector is off, as its long passes hit some sizes only: one of 170 692 hostile texts,
    16 384 line ends read as `lab`, seemed to take 15 times as long as a quarter of it, but takes 4 times.
    """
    gc.collect(0)
    gc.disable()
    try:
        begun = process_time()
        work(text)
        return process_time() - begun
    finally:
        gc.enable()
