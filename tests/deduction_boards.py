"""Boards with one solution each that the tests of deduction share; made by numlink's own annealing."""

import json
from pathlib import Path

from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER, Rules


def deduction_boards(rules: Rules = COVER) -> list[Puzzle]:
    """Thirty boards from 5x5 to 9x9."""
    text = (Path(__file__).parent / "golden" / "deduction_boards.jsonl").read_text()
    boards = [json.loads(line) for line in text.splitlines()]
    return [Puzzle(board["n"], board["n"], tuple(board["cells"]), rules) for board in boards]
