"""`prove --certificate` writes to a file or, for '-', to standard output; no option is silently ignored."""

import pytest

from tests.cli import assert_one_line_error, numlink


def test_a_dash_is_standard_output(tmp_path, monkeypatch, capsys):
    """It is not a file of that name."""
    monkeypatch.chdir(tmp_path)
    proven = numlink("prove", "--certificate", "-", stdin="1 . 1\n", capsys=capsys)
    assert proven.code == 0
    assert "exactly one solution" in proven.err
    assert numlink("verify-certificate", stdin=proven.out, capsys=capsys).code == 0
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("more", "word"),
    [(["-o", "verdict.txt"], "-o"), (["-o", "x.cert"], "-o"), (["--json"], "--json"), (["-o", "-"], "-o")],
)
def test_options_that_a_certificate_excludes_are_refused(more, word, tmp_path, monkeypatch, capsys):
    """Otherwise `-o` would be silently ignored."""
    monkeypatch.chdir(tmp_path)
    assert_one_line_error(numlink("prove", "--certificate", "x.cert", *more, stdin="1 . 1\n", capsys=capsys), word)
    assert not [*tmp_path.iterdir()]


def test_drat_needs_a_name_for_its_two_files(capsys):
    run = numlink("prove", "--certificate", "-", "--as", "drat", stdin="1 . 1\n", capsys=capsys)
    assert_one_line_error(run, "two files")
