"""What Python answers in the playground: a module beside numlink in the page's archive (docs/site/playground.py)."""

from __future__ import annotations

import json
from typing import Any

import numlink
from numlink.errors import UnclearPicture
from numlink.exact.solve import solvable
from numlink.formats import link, picture_files
from numlink.model.judge import require_legal

BUDGET = 60
"""Seconds for one question; the page tells what is known then."""

WARM = "1 . 1\n2 . 2"
"""A board whose answers load all that the page can ask for."""


def answer(ask: str, text: str, seed: int, draw: bool) -> str:
    """The answer to a question about a board as JSON.

    `ask` is a button's word, `seed` makes the board of "new", `draw` says that the page cannot draw this board itself.
    """
    try:
        return json.dumps(_answered(ask, text, seed, draw))
    except (numlink.NumlinkError, MemoryError) as error:
        return json.dumps({"text": str(error)})


def read_picture(data: Any) -> str:
    """The board that a picture shows, as text to be corrected, with what was seen or is in doubt, as JSON.

    `data` is a buffer of its bytes; numlink bounds their number and that of the pixels.
    """
    try:
        found = picture_files.read_picture(bytes(data), solvable=solvable)
    except UnclearPicture as error:
        board = {} if error.board is None else {"puzzle": numlink.dumps(error.board)}
        return json.dumps({**board, "text": str(error).replace("the text below", "the text above")})
    except (numlink.NumlinkError, MemoryError) as error:
        return json.dumps({"text": str(error) or "This picture needs too much memory. Crop to the board."})
    return json.dumps({"puzzle": numlink.dumps(found.puzzle), "text": f"Seen: {found.seen}."})


def warm_up() -> None:
    """Load what answers need: done once where the site is built, and kept in the memory that pages start from."""
    for ask in ("prove", "count", "rate", "explain", "play", "new"):
        _answered(ask, WARM, 1, True)


def _answered(ask: str, text: str, seed: int, draw: bool) -> dict[str, Any]:
    if ask == "new":
        puzzle = numlink.generate(5, seed=seed, budget=BUDGET)
        assert puzzle.solution is not None
        board = numlink.dumps([puzzle.with_solution(None)])
        return {
            **_solved(puzzle, puzzle.solution, True, False),
            "puzzle": board,
            "text": "Exactly one solution, proven.",
        }
    puzzles = numlink.parse(text)
    if not puzzles:
        return {"text": "There is no board yet. Write one, or press New."}
    puzzle = puzzles[0]
    if ask == "play":
        require_legal(puzzle)
        return {"code": link.encode(puzzle), "text": ""}
    if ask == "count":
        count = numlink.count(puzzle, budget=BUDGET)
        return {"text": f"{count} solution{'' if count == 1 else 's'}, under {puzzle.rules}."}
    if ask == "rate":
        return {"text": str(numlink.rate(puzzle))}
    if ask == "explain":
        return {"text": str(numlink.explain(puzzle, budget=BUDGET))}
    verdict = numlink.prove(puzzle, budget=BUDGET)
    if verdict.solution is None:
        return {"text": str(verdict)}
    unique = verdict.answer is numlink.Answer.UNIQUE
    return {**_solved(puzzle, verdict.solution, unique, draw), "text": str(verdict)}


def _solved(puzzle: numlink.Puzzle, solution: numlink.Solution, unique: bool, draw: bool) -> dict[str, Any]:
    """The paths as positions, the link of the puzzle, whether there is no other solution, and a picture if asked."""
    found = {"code": link.encode(puzzle), "paths": [list(path) for path in solution.positions()], "unique": unique}
    return found | ({"svg": numlink.svg(puzzle, solution)} if draw else {})
