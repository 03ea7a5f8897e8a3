"""Makes moves.json: games played by src/numlink/game/state.py at random, for the JavaScript player to repeat.

python -m tests.vectors.make_moves > tests/vectors/moves.json
"""

import json
from random import Random

from numlink.errors import InputError
from numlink.formats.json_lines import layout_object
from numlink.game.drag import can_begin, follow, step_over
from numlink.game.moves import cut_move, draw_move, note_move
from numlink.game.state import State
from numlink.model.grid import Grid
from numlink.model.puzzle import Puzzle
from numlink.model.rules import EVERY_RULES
from tests.boards import KINDS, random_grid
from tests.samples_of_kinds import board_of_kind

BOARDS = 24
BOARDS_A_KIND = 2
MOVES = 30

REFUSED = {
    "triangles": ["draw 1,3 3,3", "line 2,1 4,1", "cross 2,3 4,3"],  # a column of which every other cell is joined
    "hex": ["draw 1,2 1,4", "line 0,2 0,4"],  # rows go up and down
    "bridges": ["cut 1,2 0,0", "cut 1,2 1,4", "cut 1,2 1,2"],  # beside no neighbour
}
"""Moves that name cells which are no neighbours, by the kind of board (tests/samples_of_kinds.py)."""


def board(random: Random) -> Puzzle:
    """A small legal board with ends and solids anywhere; nobody says that it can be solved."""
    width, height = random.randint(2, 7), random.randint(2, 6)
    cells = [0] * (width * height)
    places = random.sample(range(len(cells)), k=len(cells))
    for number in range(1, random.randint(1, max(1, len(cells) // 5)) + 1):
        for _ in range(2):
            cells[places.pop()] = number * 3
    for _ in range(random.randint(0, len(cells) // 8)):
        cells[places.pop()] = -1
    return Puzzle(width, height, tuple(cells), random.choice(EVERY_RULES))


def board_of(random: Random, kind: str) -> Puzzle:
    """A small legal board of a kind."""
    while True:
        grid = random_grid(random, kind, most=5)
        free = [cell for cell in grid.open_cells() if cell not in grid.layout.bridges]
        if len(free) >= 6:
            break
    cells = [-1 if cell in grid.solids else 0 for cell in range(grid.size)]
    random.shuffle(free)
    for number in range(1, random.randint(1, max(1, len(free) // 5)) + 1):
        for _ in range(2):
            cells[free.pop()] = number * 3
    return Puzzle(grid.width, grid.height, tuple(cells), random.choice(EVERY_RULES), layout=grid.layout)


def drag(random: Random, state: State) -> tuple[list[dict], str]:
    """A drag by jumps of the pointer, with the trail after each, and the move it ends in."""
    size = len(state.puzzle.cells)
    begin = random.choice([cell for cell in range(size) if can_begin(state, cell)])
    trail, jumps = [begin], []
    for _ in range(random.randint(1, 6)):
        target = random.randrange(size) if random.random() < 0.5 else near(random, state, trail[-1])
        after = follow(state, trail, target)
        jumps.append({"trail": trail, "target": target, "after": after})
        trail = after
    return jumps, draw_move(state.grid, trail)


def near(random: Random, state: State, cell: int) -> int:
    puzzle = state.puzzle
    if not puzzle.layout.plain:
        return random.choice([cell, *state.grid.beside(cell)])
    row, column = divmod(cell, puzzle.width)
    row = min(puzzle.height - 1, max(0, row + random.randint(-1, 1)))
    return row * puzzle.width + min(puzzle.width - 1, max(0, column + random.randint(-1, 1)))


def other_move(random: Random, puzzle: Puzzle) -> str:
    """A move that may be impossible or nonsense."""
    row, column = random.randint(0, puzzle.height), random.randint(0, puzzle.width)
    layer = f"{random.randint(0, puzzle.layout.layers)}," if puzzle.layout.layers > 1 else ""
    moves = [
        f"cut {layer}{row},{column}",
        f"cut {layer}{row},{column}",
        f"erase {random.randint(1, 3) * 3}",
        f"draw {layer}{row},{column} {layer}{row},{random.randint(0, puzzle.width)}",
        "clear" if random.random() < 0.1 else "draw",
        "jump 0,0",
        "cut -1,0",
        "draw 0,0 1,1",
    ]
    bridges = sorted(puzzle.layout.bridges)
    if bridges:
        cell = random.choice(bridges)
        grid = Grid(puzzle.width, puzzle.height, layout=puzzle.layout)
        moves += [cut_move(grid, cell), *(cut_move(grid, cell, beside) for beside in grid.beside(cell)[:2])] * 2
    return random.choice(moves)


def note(random: Random, puzzle: Puzzle) -> str:
    """A note somewhere, that may be impossible."""
    grid = puzzle.grid
    trail = [random.randrange(grid.size)]
    for _ in range(random.randint(0, 3)):
        trail.append(random.choice([*grid.beside(trail[-1]), random.randrange(grid.size)]))
    return note_move(grid, random.choice(["cross", "line"]), trail)


def game(random: Random, puzzle: Puzzle, *, notes: float = 0.0, most: int = MOVES) -> dict:
    """One board with its moves and, after each, the strands and the status, or that it must be refused.

    `notes` is the share of moves that are notes; where there are some, each step tells them, too.  With layers, each
    step also tells `over`: the trails that presses above and below open ends would begin.
    """
    state, steps = State.start(puzzle), []
    for _ in range(most):
        if notes and random.random() < notes:
            jumps, move = [], note(random, puzzle)
        elif random.random() < 0.75:
            jumps, move = drag(random, state)
        else:
            jumps, move = [], other_move(random, puzzle)
        try:
            after = state.play(move)
        except InputError:
            assert not jumps, f"{move} was dragged and must be a move"
            steps.append({"move": move, "refused": True})
            continue
        state = after
        status = state.progress()
        steps.append(
            {
                "move": move,
                "jumps": jumps,
                "strands": [list(strand) for strand in state.strands],
                "status": [status.complete, status.empty, status.solved],
                **({"notes": noted(state)} if notes else {}),
                **({"over": trails_over(state)} if puzzle.layout.layers > 1 else {}),
            }
        )
    rows = [list(row) for row in puzzle.rows()]
    laid = {} if puzzle.layout.plain else {**layout_object(puzzle.grid)}
    if puzzle.layout.tiling is not None:
        laid["pattern"] = json.loads(json.dumps(puzzle.layout.tiling.data()))  # lists, as they are read
    size = {"width": puzzle.width, "height": puzzle.height, "rules": str(puzzle.rules)}
    return {**size, "cells": rows, **laid, "steps": steps}


def refused(kind: str, moves: list[str]) -> dict:
    """A board of a kind on which each of these moves must be refused."""
    puzzle = board_of_kind(kind)
    entry = game(Random(0), puzzle, most=0)
    for move in moves:
        try:
            State.start(puzzle).play(move)
        except InputError:
            entry["steps"].append({"move": move, "refused": True})
        else:
            raise AssertionError(f"{move} on {kind} must be refused")
    return entry


def trails_over(state: State) -> list[list[int]]:
    """What `step_over` offers for the cells of the board, in their order, each a move that the game accepts."""
    trails = [trail for cell in range(state.grid.size) if (trail := step_over(state, cell))]
    for trail in trails:
        state.play(draw_move(state.grid, trail))
    return trails


def noted(state: State) -> list[str]:
    """The notes as the page writes them, sorted."""
    return sorted([f"x {a} {b}" for a, b in state.crosses] + [f"- {a} {b}" for a, b in state.lines])


def vectors() -> list[dict]:
    """All games, the same for ever: Random(7) is Python's own Mersenne Twister."""
    random, later, last = Random(7), Random(8), Random(9)
    rectangles = [game(random, board(random)) for _ in range(BOARDS)]
    kinds = [kind for kind in KINDS if kind != "plain" for _ in range(BOARDS_A_KIND)]
    others = [game(later, board_of(later, kind)) for kind in kinds]
    with_notes = [game(last, board_of(last, kind), notes=0.6) for kind in KINDS]
    return [*rectangles, *others, *with_notes, *(refused(kind, moves) for kind, moves in REFUSED.items())]


if __name__ == "__main__":
    print("[\n" + ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in vectors()) + "\n]")
