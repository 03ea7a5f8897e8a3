"""Every entrance of the engine refuses numbers that are out of range; none of them kills or hangs the process."""

import subprocess
import sys

import pytest

from tests.entrances import calls

NAMES = list(calls())
PARTS = 6
"""Processes that share the entrances: starting one takes as long as most of them."""


@pytest.mark.parametrize("part", range(PARTS))
def test_no_number_out_of_range_crashes_the_process(part):
    done = subprocess.run(
        [sys.executable, "-m", "tests.entrances", *NAMES[part::PARTS]], capture_output=True, text=True, check=False
    )
    last = done.stdout.splitlines()[-1] if done.stdout else "nothing"
    assert done.returncode == 0, f"ended with {done.returncode} after {last}; {done.stderr[-500:]}"
    assert done.stdout.count("all ") >= len(NAMES[part::PARTS])


def test_every_class_of_the_engine_that_takes_numbers_is_tested():
    """A new class needs one more line in tests/entrances.py; those left out take only other objects of the engine."""
    import importlib
    import inspect
    import pkgutil

    from numlink import engine

    within = {
        "Assignment", "Borders", "BusyError", "ByteSlots", "Clauses", "Copy", "Cover", "Cuts", "Deduction",
        "Faces", "GraphRace", "GrownPaths", "Half", "Join", "LabelDomains", "Layers", "Learning", "Lines",
        "LinkSweep", "LinkingsRace", "OneThread", "PackedSlots", "PathPropagator",
        "PricedCover", "Race", "Random", "Reroutes", "Slots", "SolutionProof", "StateRecords", "Status",
        "Sweep", "Terrain", "Touching", "Trail", "TwoSweeps", "_Laid",
    }  # fmt: skip
    found = set()
    for module in pkgutil.walk_packages(engine.__path__, "numlink.engine."):
        if not module.name.endswith("_views"):
            loaded = importlib.import_module(module.name)
            found |= {
                name for name, each in vars(loaded).items() if inspect.isclass(each) and each.__module__ == module.name
            }
    tried = {name.partition(".")[0] for name in NAMES}
    assert found - within - tried == set()
