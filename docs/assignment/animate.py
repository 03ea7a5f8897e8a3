"""Draws lab_program.svg: the lines of addpath() light up one by one while the path grows on the board beside them.

    python3 docs/assignment/animate.py        writes the picture anew

The lines are those that Python runs: a trace function records each line of addpath() and next_square() and the board
as it stands then.
"""

import inspect
import sys
from html import escape
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import lab_program

FOLDER = Path(__file__).parent
N, SEED = 4, 11
STEP = 0.35
"""Seconds for a line."""
CELL, TOP, LEFT, LINE, CODE = 56, 40, 24, 19, 280
COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")


def numbers(seed):
    """A small generator of its own, so that the picture never changes: draw(4) and the like."""
    state = seed

    def draw(bound):
        nonlocal state
        state = (state * 1103515245 + 12345) % 2**31
        return (state >> 16) % bound

    return draw


def recorded():
    """[(line number in lab_program.py, squares of every path so far)] of a whole run."""
    board, draw, steps, paths = lab_program.initboard(N), numbers(SEED), [], []
    watched = {lab_program.addpath.__code__, lab_program.next_square.__code__}

    def watch(frame, event, _):
        if frame.f_code not in watched:
            return None
        if event == "line":
            own = frame.f_locals.get("path") if frame.f_code is lab_program.addpath.__code__ else current
            current[:] = own or []
            step = frame.f_lineno, [*paths, list(current)] if current else [*paths]
            if step not in steps[-1:]:  # from Python 3.12 on a comprehension is traced once for each item
                steps.append(step)
        return watch

    current = []
    while True:
        current.clear()
        sys.settrace(watch)
        path = lab_program.addpath(board, draw)
        sys.settrace(None)
        if path is None:
            return steps, board
        paths.append(path)


def code_lines():
    """(line number, text) of the functions that are shown."""
    shown = []
    for function in (lab_program.addpath, lab_program.next_square):
        lines, first = inspect.getsourcelines(function)
        shown += [(first + place, text.rstrip()) for place, text in enumerate(lines) if '"""' not in text]
        shown.append((0, ""))
    return shown[:-1]


def lit(times, total, parts):
    """An element that is seen only during some steps, given as [(begin, end)]."""
    marks = [(0, "hidden")]
    for begin, end in times:
        marks += [(begin, "visible"), (end, "hidden")]
    kept = []
    for when, what in marks:
        if kept and kept[-1][0] == when:
            kept.pop()
        kept.append((when, what))
    keys = ";".join(f"{when / total:.5f}".rstrip("0").rstrip(".") for when, _ in kept)
    values = ";".join(what for _, what in kept)
    animate = (
        f'<animate attributeName="visibility" dur="{total * STEP:.1f}s" repeatCount="indefinite" calcMode="discrete" '
        f'keyTimes="{keys}" values="{values}"/>'
    )
    return f'<g visibility="hidden">{animate}{parts}</g>'


def spans(flags):
    """The runs of true values as [(begin, end)]."""
    found = []
    for place, flag in enumerate([*flags, False]):
        if flag and (not found or found[-1][1] is not None):
            found.append((place, None))
        elif not flag and found and found[-1][1] is None:
            found[-1] = (found[-1][0], place)
    return found


def picture():
    """The whole animation as SVG."""
    steps, board = recorded()
    pause = 8
    steps += [(0, steps[-1][1])] * pause
    total = len(steps)
    code = code_lines()
    width, height = CODE + 880, max(TOP + N * CELL, TOP + len(code) * LINE) + 20
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        "<title>addpath() at work: its lines light up as the paths grow</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        '<g font-family="monospace" font-size="13" fill="#1a1a1a">',
    ]
    for place, (number, text) in enumerate(code):
        y = TOP + place * LINE
        flags = [number and line == number for line, _ in steps]
        if any(flags):
            out.append(
                lit(spans(flags), total, f'<rect x="{CODE}" y="{y - 14}" width="872" height="{LINE}" fill="#ffe08a"/>')
            )
        out.append(f'<text x="{CODE + 6}" y="{y}" xml:space="preserve">{escape(text)}</text>')
    out.append("</g>")
    for row in range(N):
        for column in range(N):
            x, y = LEFT + column * CELL, TOP + row * CELL
            out.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="none" stroke="#8a8a8a"/>')
            if lab_program.is_free(board, row, column):
                solid = f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="#555555"/>'
                out.append(lit([(total - pause, total)], total, solid))
    finished = max((paths for _, paths in steps), key=lambda paths: sum(map(len, paths)))
    for number, path in enumerate(finished):
        colour = COLOURS[number % len(COLOURS)]
        for place, square in enumerate(path):
            x, y = centre(square)
            mark = f'<circle cx="{x}" cy="{y}" r="9" fill="{colour}"/>'
            if place:
                before = centre(path[place - 1])
                mark += f'<path d="M{before[0]} {before[1]}L{x} {y}" stroke="{colour}" stroke-width="9"/>'
            flags = [len(paths) > number and len(paths[number]) > place for _, paths in steps]
            out.append(lit(spans(flags), total, mark))
    out.append("</svg>")
    return "\n".join(out) + "\n"


def centre(square):
    row, column = square
    return LEFT + column * CELL + CELL // 2, TOP + row * CELL + CELL // 2


if __name__ == "__main__":
    (FOLDER / "lab_program.svg").write_text(picture())
