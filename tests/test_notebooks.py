"""The notebooks of docs/notebooks are valid, have no traces of a machine, and every cell runs."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "docs" / "notebooks"
NAMES = ["count_and_sample", "make_and_solve", "rate_and_explain", "train_an_agent"]

TRAINS = "train_an_agent"
"""Takes five seconds, most of them for imports."""

LESS = {
    TRAINS: (
        "BOARDS, HELD_OUT, UPDATES, ROUNDS = 500, 200, 3000, 300",
        "BOARDS, HELD_OUT, UPDATES, ROUNDS = 60, 20, 150, 2",
    )
}
"""Replacements for a first line of a notebook, so that it takes seconds here."""


def cells_of(name):
    return json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]


def test_all_notebooks_are_tested():
    assert sorted(path.stem for path in FOLDER.iterdir()) == NAMES


@pytest.mark.table(2)
@pytest.mark.parametrize(
    "name", [name for name in NAMES if name != TRAINS] + [pytest.param(TRAINS, marks=pytest.mark.thorough)]
)
def test_a_notebook_runs_from_its_first_cell_to_its_last(name, tmp_path):
    """In its own process and folder; cells assert what they claim."""
    if name == TRAINS:
        pytest.importorskip("gymnasium")
        pytest.importorskip("numpy")
    code = "\n\n".join("".join(cell["source"]) for cell in cells_of(name) if cell["cell_type"] == "code")
    if name in LESS:
        much, little = LESS[name]
        assert code.count(much) == 1
        code = code.replace(much, little)
    assert "assert " in code
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_is_valid_and_has_no_traces_of_a_machine(name):
    """Keys of nbformat 4.5, an id for each cell, no outputs, no local path."""
    text = (FOLDER / f"{name}.ipynb").read_text(encoding="utf-8")
    notebook = json.loads(text)
    assert {"cells", "metadata", "nbformat", "nbformat_minor"} == notebook.keys()
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    assert "".join(notebook["cells"][0]["source"]).startswith("# ")
    for cell in notebook["cells"]:
        common = {"cell_type", "id", "metadata", "source"}
        assert re.fullmatch(r"[\w-]{1,64}", cell["id"], re.ASCII)
        assert all(isinstance(line, str) for line in cell["source"])
        if cell["cell_type"] == "code":
            assert cell.keys() == common | {"execution_count", "outputs"}
            assert (cell["execution_count"], cell["outputs"]) == (None, [])
        else:
            assert cell["cell_type"] == "markdown"
            assert cell.keys() == common
    identities = [cell["id"] for cell in notebook["cells"]]
    assert len({*identities}) == len(identities)
    assert not re.search(r"""(?<![\w:/.])/(?:home|Users|root|tmp|work|usr|opt)/|[A-Za-z]:\\\\""", text)


@pytest.mark.parametrize("name", NAMES)
def test_links_of_a_notebook_lead_somewhere(name):
    for cell in cells_of(name):
        if cell["cell_type"] == "markdown":
            for target in re.findall(r"\]\(([^)#:]+)\)", "".join(cell["source"])):
                assert (FOLDER / target).exists(), target
