"""The words about a certificate that holds."""

import re

import pytest

from numlink import certificate, verify_certificate
from tests.samples_of_kinds import TEXTS, board_of_kind


@pytest.mark.parametrize("kind", TEXTS)
def test_what_was_verified_is_named_in_a_readable_line(kind):
    puzzle = board_of_kind(kind)
    text = str(verify_certificate(certificate(puzzle)))
    assert len(text) < 300
    words = re.fullmatch(
        r"verified: the board of (?:\w+|\d+ cells)(?: \((.*)\))? has exactly one solution under cover; .*", text
    )
    assert (words[1] is None) == puzzle.layout.plain
    for part in words[1].split("; ") if words[1] else ():
        key, value = part.split(": ")
        assert value.endswith("...") == (len(value) > 30), part  # what is cut off shows it
        assert key in ("board", "tiling", "wrap", "layers", "vias", "walls", "bridges")
