"""The assignment's 7x7 sample board: paths in the order of their growth, with their numbers."""

from numlink import Puzzle, Solution

SAMPLE_TEXT = """
7: (4,5)(4,4)(4,3)(4,2)(4,1)(4,0)(5,0)(6,0)(6,1)(6,2)(6,3)(6,4)(6,5)(6,6)(5,6)
1: (3,3)(2,3)(1,3)(0,3)(0,2)(0,1)(0,0)(1,0)(2,0)(2,1)(3,1)
5: (2,2)(3,2)
2: (0,4)(1,4)(1,5)(1,6)(2,6)(3,6)(3,5)(3,4)
6: (2,4)(2,5)
8: (5,1)(5,2)(5,3)(5,4)(5,5)
3: (0,5)(0,6)
4: (1,1)(1,2)
"""


def sample_growth() -> list[tuple[int, list[tuple[int, int]]]]:
    """(number, positions) of each path in the order of growth."""
    grown = []
    for line in SAMPLE_TEXT.split("\n"):
        if line:
            number, cells = line.split(": ")
            pairs = cells.strip("()").split(")(")
            grown.append((int(number), [tuple(map(int, pair.split(","))) for pair in pairs]))
    return grown


def sample_puzzle() -> Puzzle:
    """The sample puzzle with its solution, numbered row-major, (3,0) and (4,6) solid."""
    solution = Solution.from_positions(7, 7, [path for _, path in sample_growth()])
    return Puzzle.from_solution(solution, solids=(3 * 7, 4 * 7 + 6), numbered=True)
