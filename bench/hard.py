"""Verdicts on the boards that were kept elsewhere: the corpus set `hard` (levels with walls, large sparse boards)."""

import json

from bench.sets import _rows
from bench.solving import summary, timed
from numlink import check, parse, prove

LIMIT = 60.0
"""Seconds for one board."""


def run() -> dict[str, object]:
    """Processor seconds of `prove` by set, witnesses judged; nothing where the corpus is absent."""
    found: dict[str, dict[str, list]] = {}
    for each in _rows("hard.jsonl"):
        puzzle = parse(each["raw"], each["format"])[0].with_rules(each["rules"]).with_solution(None)
        seconds, verdict = timed(lambda puzzle=puzzle: prove(puzzle, budget=LIMIT))
        for witness in (verdict.solution, verdict.second):
            assert witness is None or check(puzzle, witness) == []
        row = found.setdefault(each["set"], {"seconds": [], "answers": [], "effort": [], "boards": []})
        row["seconds"].append(seconds)
        row["answers"].append(verdict.answer.value)
        row["effort"].append(str(verdict.effort))
        row["boards"].append(each["id"])
        print(f"  {each['id']} {verdict.answer.value} {seconds:.3f} s; {verdict.effort}", flush=True)
    return {
        name: summary(name, row["seconds"], answers=row["answers"], effort=row["effort"], names=row["boards"])
        for name, row in found.items()
    }


if __name__ == "__main__":
    print(json.dumps(run()))
