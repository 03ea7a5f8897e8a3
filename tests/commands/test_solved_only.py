"""A format for solved puzzles only gets the solution from commands that know it, without --solution."""

import pytest

import numlink as package
from numlink import CannotHold, formats
from tests.cli import numlink

WRITTEN = [form for form in map(formats.format_named, formats.names(written=True)) if form.write is not None]


@pytest.mark.parametrize("form", WRITTEN, ids=lambda form: form.name)
def test_a_format_says_whether_it_must_have_the_solution(form):
    solved = package.generate(4, seed=1)
    assert package.dumps(solved, form.name)
    if form.solved_only:
        with pytest.raises(CannotHold, match="comes without a solution"):
            package.dumps(solved.with_solution(None), form.name)
    else:
        assert package.dumps(solved.with_solution(None), form.name)


@pytest.mark.parametrize("form", [form for form in WRITTEN if form.endings], ids=lambda form: form.name)
@pytest.mark.parametrize("command", ["new 4 --seed 1", "repair"])
def test_the_solution_is_written_where_the_format_must_have_it_and_nowhere_else(command, form, tmp_path, capsys):
    board = package.dumps(package.generate(4, seed=1).with_solution(None))
    target = tmp_path / f"made{form.endings[0]}"
    run = numlink(*command.split(), "-o", target, stdin=board, capsys=capsys)
    assert run.code == 0, run.err
    [made] = package.load(target, form.name)
    assert (made.solution is not None) == form.solved_only
    assert made.cells == package.generate(4, seed=1).cells
