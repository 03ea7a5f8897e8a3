"""Verdicts on the boards that were kept elsewhere: the corpus set `hard` (levels with walls, large sparse boards)."""

import json

from bench.sets import kept_elsewhere
from bench.solving import summary, timed
from numlink import check, prove

LIMIT = 60.0
"""Seconds for one board."""


def run() -> dict[str, object]:
    """Processor seconds of `prove` by set, witnesses judged; nothing where the corpus is absent."""
    found: dict[str, dict[str, list]] = {}
    for kept_set, name, puzzle in kept_elsewhere():
        seconds, verdict = timed(lambda puzzle=puzzle: prove(puzzle, budget=LIMIT))
        for witness in (verdict.solution, verdict.second):
            assert witness is None or check(puzzle, witness) == []
        row = found.setdefault(kept_set, {"seconds": [], "answers": [], "effort": [], "boards": []})
        row["seconds"].append(seconds)
        row["answers"].append(verdict.answer.value)
        row["effort"].append(str(verdict.effort))
        row["boards"].append(name)
        print(f"  {name} {verdict.answer.value} {seconds:.3f} s; {verdict.effort}", flush=True)
    return {
        name: summary(name, row["seconds"], answers=row["answers"], effort=row["effort"], names=row["boards"])
        for name, row in found.items()
    }


if __name__ == "__main__":
    print(json.dumps(run()))
