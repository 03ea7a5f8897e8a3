"""`python -m bench`: each benchmark that it names can be run; a name that it does not know ends in one sentence."""

import ast

import pytest
from bench.__main__ import HERE, LIBRARIES, NAMES, main


def functions(path):
    return {each.name for each in ast.parse(path.read_text()).body if isinstance(each, ast.FunctionDef)}


def test_every_benchmark_has_a_run():
    assert {name for name in NAMES if "run" not in functions(HERE / f"{name}.py")} == set()
    assert {name for name in LIBRARIES if "run" in functions(HERE / f"{name}.py")} == set()


@pytest.mark.parametrize("word", ["--help", "familys"])
def test_an_unknown_benchmark_is_refused(word):
    with pytest.raises(SystemExit, match=f"no benchmark '{word}'. Give some of .*families"):
        main(["families", word])
