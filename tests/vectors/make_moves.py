"""Makes moves.json: games played by src/numlink/game/state.py at random, for the JavaScript player to repeat.

python tests/vectors/make_moves.py > tests/vectors/moves.json
"""

import json
from random import Random

from numlink.errors import InputError
from numlink.game.state import State, can_begin, draw_move, follow
from numlink.model.puzzle import Puzzle
from numlink.model.rules import EVERY_RULES

BOARDS = 24
MOVES = 30


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


def drag(random: Random, state: State) -> tuple[list[dict], str]:
    """A drag by jumps of the pointer, with the trail after each, and the move it ends in."""
    size = len(state.puzzle.cells)
    begin = random.choice([cell for cell in range(size) if can_begin(state, cell)])
    trail, jumps = [begin], []
    for _ in range(random.randint(1, 6)):
        target = random.randrange(size) if random.random() < 0.5 else near(random, state.puzzle, trail[-1])
        after = follow(state, trail, target)
        jumps.append({"trail": trail, "target": target, "after": after})
        trail = after
    return jumps, draw_move(state.puzzle.width, trail)


def near(random: Random, puzzle: Puzzle, cell: int) -> int:
    row, column = divmod(cell, puzzle.width)
    row = min(puzzle.height - 1, max(0, row + random.randint(-1, 1)))
    return row * puzzle.width + min(puzzle.width - 1, max(0, column + random.randint(-1, 1)))


def other_move(random: Random, puzzle: Puzzle) -> str:
    """A move that may be impossible or nonsense."""
    row, column = random.randint(0, puzzle.height), random.randint(0, puzzle.width)
    return random.choice(
        [
            f"cut {row},{column}",
            f"cut {row},{column}",
            f"erase {random.randint(1, 3) * 3}",
            f"draw {row},{column} {row},{random.randint(0, puzzle.width)}",
            "clear" if random.random() < 0.1 else "draw",
            "jump 0,0",
            "cut -1,0",
            "draw 0,0 1,1",
        ]
    )


def game(random: Random) -> dict:
    """One board with its moves and, after each, the strands and the status, or that it must be refused."""
    puzzle = board(random)
    state, steps = State.start(puzzle), []
    for _ in range(MOVES):
        if random.random() < 0.75:
            jumps, move = drag(random, state)
        else:
            jumps, move = [], other_move(random, puzzle)
        try:
            after = state.play(move)
        except InputError:
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
            }
        )
    rows = [list(row) for row in puzzle.rows()]
    return {"width": puzzle.width, "height": puzzle.height, "rules": str(puzzle.rules), "cells": rows, "steps": steps}


def vectors() -> list[dict]:
    """All games, the same for ever: Random(7) is Python's own Mersenne Twister."""
    random = Random(7)
    return [game(random) for _ in range(BOARDS)]


if __name__ == "__main__":
    print("[\n" + ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in vectors()) + "\n]")
