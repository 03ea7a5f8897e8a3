"""Where `prove --certificate` writes: a file or, for '-', standard output; nothing that was asked for is left out."""

import pytest

from tests.cli import assert_one_line_error, numlink


def test_a_dash_is_standard_output(tmp_path, monkeypatch, capsys):
    """It was a file of that name."""
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
def test_what_a_certificate_leaves_no_room_for_is_refused(more, word, tmp_path, monkeypatch, capsys):
    """No verdict was written to -o, without a word."""
    monkeypatch.chdir(tmp_path)
    assert_one_line_error(numlink("prove", "--certificate", "x.cert", *more, stdin="1 . 1\n", capsys=capsys), word)
    assert not [*tmp_path.iterdir()]


def test_drat_needs_a_name_for_its_two_files(capsys):
    run = numlink("prove", "--certificate", "-", "--as", "drat", stdin="1 . 1\n", capsys=capsys)
    assert_one_line_error(run, "two files")
