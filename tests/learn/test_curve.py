"""What bench/notes/learn.md says of the learning curves is what was measured (bench/ppo.py, which needs PyTorch)."""

import json
import re
from pathlib import Path

from bench._plot import learning_curves

ROOT = Path(__file__).parents[2]
RESULTS = json.loads((ROOT / "bench" / "results" / "ppo.json").read_text(encoding="utf-8"))
ROW = re.compile(r"^\| (\d+x\d+, [^|]+) \| ([\d ]+) \| ([\d.]+) \| (\d+) \|$", re.MULTILINE)


def test_the_table_and_the_picture_are_the_measured_curves():
    found = RESULTS["curves"]
    rows = ROW.findall((ROOT / "bench" / "notes" / "learn.md").read_text(encoding="utf-8"))
    assert [name for name, *_ in rows] == [*found]
    for name, steps, seconds, solved in rows:
        last = found[name]["curve"][-1]
        assert [int(steps.replace(" ", "")), float(seconds), int(solved)] == last, name
    picture = (ROOT / "docs" / "images" / "learning_curve.svg").read_text(encoding="utf-8")
    assert picture == learning_curves(found)


def test_every_curve_is_judged_before_it_begins_and_says_its_setting():
    for name, one in RESULTS["curves"].items():
        steps, _, solved = zip(*one["curve"], strict=True)
        assert steps[0] == 0
        assert list(steps) == sorted({*steps})
        assert all(0 <= number <= 200 for number in solved)
        assert name.startswith(f"{one['setting']['size']}x")
