"""Explanations as a page to step through (HTML) or as one sheet of pictures (SVG), without outside files.

The page shows one step at a time (buttons or arrow keys); without scripts, and on paper, it shows all of them.
"""

from __future__ import annotations

from html import escape
from textwrap import wrap

from numlink.deduce import OFF, ON, OPEN
from numlink.explaining import Explanation, Frame
from numlink.puzzle import SOLID, Puzzle

CELL = 36
"""Side of a cell in the pictures, in pixels."""

INK, NEW, OLD, FAINT, TRIED = "#1f2430", "#d1495b", "#4b5568", "#c5cad3", "#e09f3e"
"""Colours: text and ends, what this step draws, what was drawn before, what is open, what is being tried."""

STYLE = (
    f"body{{font:16px/1.5 system-ui,sans-serif;color:{INK};max-width:60rem;margin:2rem auto;padding:0 1rem}}"
    "section{margin:0 0 2rem}section svg{max-width:100%;height:auto}"
    ".step{display:flex;flex-wrap:wrap;gap:1.5rem}.said{flex:1 1 22rem}.said p{margin:.3rem 0}"
    "figure{margin:0 0 1rem}nav{position:sticky;top:0;background:#fff;padding:.5rem 0}"
    "button{font:inherit;padding:.3rem .9rem;margin-right:.5rem}li{margin:.2rem 0}"
    ".stepping section{display:none}.stepping section.shown{display:block}"
    "@media print{nav{display:none}.stepping section{display:block}}"
)

SCRIPT = """
const steps = [...document.querySelectorAll('section')], where = document.querySelector('#where');
let at = 0;
function show(to) {
  at = Math.max(0, Math.min(steps.length - 1, to));
  steps.forEach((step, index) => step.classList.toggle('shown', index === at));
  where.textContent = 'step ' + at + ' of ' + (steps.length - 1);
}
document.body.classList.add('stepping');
document.querySelector('#back').onclick = () => show(at - 1);
document.querySelector('#on').onclick = () => show(at + 1);
addEventListener('keydown', event => {
  if (event.key === 'ArrowRight') show(at + 1);
  if (event.key === 'ArrowLeft') show(at - 1);
});
show(0);
"""


def page(explanation: Explanation) -> str:
    """The explanation as one HTML page that needs nothing else."""
    puzzle = explanation.puzzle
    start = bytes(len(puzzle.grid.links()))
    name = escape(puzzle.name or f"{puzzle.width}x{puzzle.height}")
    parts = [
        f"<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'><title>Numberlink {name}, explained</title>",
        f"<meta name='viewport' content='width=device-width'><style>{STYLE}</style></head><body>",
        f"<h1>Numberlink {name}, explained</h1><p>{escape(explanation.opening)}</p>",
        "<nav><button id='back'>back</button><button id='on'>next</button><span id='where'></span></nav>",
        f"<section><h2>The board</h2>{picture(puzzle, start, start)}</section>",
    ]
    parts += [_section(puzzle, frame, number) for number, frame in enumerate(explanation.frames, start=1)]
    parts += [_last_section(explanation), f"<script>{SCRIPT}</script></body></html>\n"]
    return "\n".join(parts)


def _last_section(explanation: Explanation) -> str:
    """How it ends, with the solution where that is known."""
    drawing = "" if explanation.end is None else picture(explanation.puzzle, explanation.end, explanation.end)
    title = explanation.end_title if drawing else "The end"
    return f"<section><h2>{title}</h2>{drawing}<p>{escape(explanation.ending)}</p></section>"


def _section(puzzle: Puzzle, frame: Frame, number: int) -> str:
    said = [f"<p>{escape(sentence)}</p>" for sentence in frame.sentences]
    if frame.chain:
        items = "".join(f"<li>{escape(sentence)}</li>" for sentence in frame.chain)
        said.insert(1, f"<ol>{items}</ol>")
    boards = picture(puzzle, frame.before, frame.after, frame.cells)
    if frame.tried_states is not None:
        tried = picture(puzzle, frame.before, frame.tried_states, frame.cells, frame.tried)
        boards = f"{_figure(tried, 'the try')}{_figure(boards, 'so')}"
    return (
        f"<section><h2>{number}. {escape(frame.title)}</h2><div class='step'><div>{boards}</div>"
        f"<div class='said'>{''.join(said)}</div></div></section>"
    )


def _figure(drawing: str, caption: str) -> str:
    return f"<figure>{drawing}<figcaption>{caption}</figcaption></figure>"


def sheet(explanation: Explanation) -> str:
    """The explanation as one SVG: every step with its words beside its board, from top to bottom."""
    puzzle = explanation.puzzle
    wide, tall = puzzle.width * CELL + 2, puzzle.height * CELL + 2
    parts, y = [], 10
    for number, frame in enumerate(explanation.frames, start=1):
        lines = [f"{number}. {frame.title}"]
        for sentence in (*frame.sentences[:1], *frame.chain, *frame.sentences[1:]):
            lines += wrap(sentence, 76)
        parts.append(f"<g transform='translate(10 {y})'>{_board(puzzle, frame.before, frame.after, frame.cells)}</g>")
        for index, line in enumerate(lines):
            weight = "normal" if index else "bold"
            place = f"x='{wide + 30}' y='{y + 16 + 20 * index}'"
            parts.append(f"<text {place} font-weight='{weight}'>{escape(line)}</text>")
        y += max(tall, 20 * len(lines) + 10) + 24
    width = wide + 30 + 600
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{y}' viewBox='0 0 {width} {y}' "
        f"font-family='system-ui,sans-serif' font-size='14' fill='{INK}'><rect width='100%' height='100%' fill='#fff'/>"
        + "\n".join(parts)
        + "</svg>\n"
    )


def picture(
    puzzle: Puzzle,
    before: bytes,
    after: bytes,
    cells: tuple[int, ...] = (),
    tried: tuple[int, bool] | None = None,
) -> str:
    """One board as an SVG element."""
    width, height = puzzle.width * CELL + 2, puzzle.height * CELL + 2
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' viewBox='0 0 {width} {height}'>"
        f"{_board(puzzle, before, after, cells, tried)}</svg>"
    )


def _board(
    puzzle: Puzzle,
    before: bytes,
    after: bytes,
    cells: tuple[int, ...] = (),
    tried: tuple[int, bool] | None = None,
) -> str:
    parts = []
    for cell, content in enumerate(puzzle.cells):
        row, column = divmod(cell, puzzle.width)
        fill = INK if content == SOLID else "#fdf3d8" if cell in cells else "#fff"
        parts.append(
            f"<rect x='{column * CELL + 1}' y='{row * CELL + 1}' width='{CELL}' height='{CELL}' fill='{fill}' "
            f"stroke='{FAINT}' stroke-width='0.7'/>"
        )
    for link, pair in enumerate(puzzle.grid.links()):
        is_tried = tried is not None and tried[0] == link
        parts.append(_link(puzzle, pair, before[link], after[link], is_tried))
    for cell, content in enumerate(puzzle.cells):
        if content > 0:
            x, y = _centre(puzzle, cell)
            size = CELL * (0.42 if content < 100 else 0.32)
            parts.append(
                f"<circle cx='{x}' cy='{y}' r='{CELL * 0.36}' fill='{INK}'/><text x='{x}' y='{y}' fill='#fff' "
                f"font-family='system-ui,sans-serif' font-size='{size:.0f}' text-anchor='middle' "
                f"dominant-baseline='central'>{content}</text>"
            )
    return "".join(parts)


def _centre(puzzle: Puzzle, cell: int) -> tuple[float, float]:
    row, column = divmod(cell, puzzle.width)
    return column * CELL + CELL / 2 + 1, row * CELL + CELL / 2 + 1


def _link(puzzle: Puzzle, pair: tuple[int, int], before: int, after: int, is_tried: bool) -> str:
    (x, y), (to_x, to_y) = (_centre(puzzle, cell) for cell in pair)
    line = f"x1='{x}' y1='{y}' x2='{to_x}' y2='{to_y}'"
    if after == ON:
        colour = TRIED if is_tried else OLD if before == ON else NEW
        return f"<line {line} stroke='{colour}' stroke-width='{CELL * 0.16:.1f}' stroke-linecap='round'/>"
    if after == OPEN:
        return f"<line {line} stroke='{FAINT}' stroke-width='1.5' stroke-dasharray='2 4'/>"
    if before == OFF:
        return ""
    middle_x, middle_y, arm = (x + to_x) / 2, (y + to_y) / 2, CELL * 0.1
    colour = TRIED if is_tried else NEW
    cross = f"M{middle_x - arm} {middle_y - arm}l{2 * arm} {2 * arm}m0 {-2 * arm}l{-2 * arm} {2 * arm}"
    return f"<path d='{cross}' stroke='{colour}' stroke-width='2'/>"
