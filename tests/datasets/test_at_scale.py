"""The rehearsal of large datasets (bench/at_scale.py): its boards that cost nothing are rows as any others."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from numlink.datasets.check import check_dataset

pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")
ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(not (ROOT / "bench").exists(), reason="the benchmarks are not beside the tests")
def test_the_boards_of_the_rehearsal_make_a_dataset_without_a_fault(tmp_path):
    target = str(tmp_path / "rehearsed")
    words = [sys.executable, "-m", "bench.at_scale", "--make", target, "3000"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["megabytes"] > 0
    *_, (_, found) = check_dataset(target, every=100, workers=1)
    assert (found.rows, found.faults) == (3000, ())
