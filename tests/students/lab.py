"""Another student's program for the lab assignment, in Python, with other layouts; `--wrong` makes one mistake.

python3 lab.py 7 --seed 1 --layout stars --wrong early
"""

import argparse
import random
import time

STEPS = {"N": (-1, 0), "E": (0, 1), "W": (0, -1), "S": (1, 0)}
LAYOUTS = {  # solid, empty, between squares, titles
    "stars": ("*", "_", " ", ("Here is the puzzle", "Here is the solution")),
    "zeros": ("0", ".", ",", ("", "")),
    "dense": ("#", ".", "", (None, None)),
    "bars": ("XX", "", " | ", ("PUZZLE", "ANSWER")),
}
parser = argparse.ArgumentParser()
parser.add_argument("n", type=int, nargs="?")
parser.add_argument("--seed", type=int)
parser.add_argument("--layout", choices=LAYOUTS, default="stars")
parser.add_argument("--wrong", choices=["early", "beside", "together", "ends", "ring", "last", "mixed", "left-half"])
parser.add_argument("--xy", action="store_true", help="trace (x, y) from 1")
parser.add_argument("--untraced", action="store_true")
options = parser.parse_args()
n = options.n or int(input("Enter n: "))
draw = random.Random(time.time_ns() if options.seed is None else options.seed)
wrong = options.wrong
owner = {(row, column): 0 for row in range(n) for column in range(n)}
beside = {
    (row, column): [square for down, right in STEPS.values() if (square := (row + down, column + right)) in owner]
    for row, column in owner
}
room = [*owner]
paths = []


def step_from(square, path):
    row, column = square
    for letter in draw.choice(["NEWS", "EWSN", "WSNE", "SNEW"]):
        down, right = STEPS[letter]
        other = row + down, column + right
        if owner.get(other, 1):
            continue
        touching = sum(cell in path for cell in beside[other])
        if touching == 1 or (touching and wrong == "beside") or (touching == 2 and wrong == "ring"):
            return other
    return None


def add_path():
    free = [square for square in room if not owner[square] and not all(owner[other] for other in beside[square])]
    room[:] = free  # squares only ever lose room
    if not free or (wrong == "together" and len(free) < n):
        return False
    if wrong == "left-half":
        free = [square for square in free if square[1] < (n + 1) // 2] or free
    path = [draw.choice(free)]
    number = len(paths) + 1
    owner[path[0]] = number
    while (other := step_from(path[-1], path)) is not None:
        owner[other] = number
        path.append(other)
        if wrong == "early" and draw.random() < 0.3:
            break
    paths.append(path)
    return True


while add_path():
    pass
traced = [path[:-1] if wrong == "last" and len(path) > 2 else path for path in paths]
if not options.untraced:
    for path in traced:
        shown = [f"({column + 1}, {row + 1})" if options.xy else f"({row}, {column})" for row, column in path]
        print("Path", " -> ".join(shown))
names = list(range(1, len(paths) + 1))
if wrong == "mixed":
    names.reverse()
ends = {square for path in paths for square in (path[0], path[-2 if wrong == "ends" and len(path) > 2 else -1])}
solid, empty, between, titles = LAYOUTS[options.layout]
for title, filled in zip(titles, (False, True), strict=True):
    if title is not None:
        print(title)
    for row in range(n):
        words = []
        for column in range(n):
            number = owner[row, column]
            word = solid if not number else str(names[number - 1]) if filled or (row, column) in ends else empty
            words.append(word.rjust(2) if between.strip() == "|" else word)
        line = between.join(words)
        print(f"| {line} |" if between == " | " else line)
