"""Run benchmarks by name and keep the raw results in bench/results."""

import importlib
import json
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path

import numlink
from numlink.engine import compiled

HERE = Path(__file__).parent
LIBRARIES = {
    "at_scale",
    "baselines",
    "drawing",
    "engine_frontier",
    "engine_search",
    "palette",
    "pictures",
    "ppo",
    "race",
    "sets",
    "solvers",
}
"""What the others use, and what is run as a program of its own."""
RUN_BY_OTHERS = {"told"}
"""Benchmarks that another one runs, `people`: not run once more where none is named."""
NAMES = sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_") and path.stem not in LIBRARIES)


def main(wanted: list[str]) -> None:
    """Run each benchmark's `run()`; it prints as it goes and returns what is to be kept."""
    if unknown := [name for name in wanted if name not in NAMES]:
        raise SystemExit(f"no benchmark {unknown[0]!r}. Give some of {', '.join(NAMES)}, or none for all.")
    for name in wanted or [name for name in NAMES if name not in RUN_BY_OTHERS]:
        print(f"== {name}")
        found = importlib.import_module(f"bench.{name}").run()
        about = {
            "numlink": numlink.__version__,
            "compiled": compiled(),
            "python": platform.python_version(),
            "machine": f"{platform.machine()} {platform.processor()}".strip(),
            "date": datetime.now(UTC).date().isoformat(),
        }
        target = HERE / "results" / f"{name}.json"
        target.parent.mkdir(exist_ok=True)
        target.write_text(json.dumps({"about": about, "results": found}, indent=1) + "\n")


if __name__ == "__main__":
    if sys.argv[1:2] == ["race"]:
        importlib.import_module("bench.race").main(sys.argv[2:])
    else:
        main(sys.argv[1:])
