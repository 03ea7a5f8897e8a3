"""Explanations as a page to step through (HTML) or as one sheet of pictures (SVG), without outside files.

The page shows one step at a time (buttons or arrow keys); without scripts, and on paper, it shows all of them.
"""

from __future__ import annotations

from html import escape
from textwrap import wrap

from numlink.explaining import Explanation, Frame
from numlink.explaining_picture import CELL, INK, STYLE, board, picture, shared_parts
from numlink.puzzle import Puzzle

PAGE_STYLE = (
    f"body{{font:16px/1.5 system-ui,sans-serif;color:{INK};max-width:60rem;margin:2rem auto;padding:0 1rem}}"
    "section{margin:0 0 2rem}section svg{max-width:100%;height:auto}"
    ".step{display:flex;flex-wrap:wrap;gap:1.5rem}.said{flex:1 1 22rem}.said p{margin:.3rem 0}"
    "svg.parts{position:absolute}figure{margin:0 0 1rem}nav{position:sticky;top:0;background:#fff;padding:.5rem 0}"
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
        f"<meta name='viewport' content='width=device-width'><style>{PAGE_STYLE}{STYLE}</style></head><body>",
        f"<h1>Numberlink {name}, explained</h1><p>{escape(explanation.opening)}</p>",
        f"<svg class='parts' width='0' height='0'>{shared_parts(puzzle)}</svg>",
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
        parts.append(f"<g transform='translate(10 {y})'>{board(puzzle, frame.before, frame.after, frame.cells)}</g>")
        for index, line in enumerate(lines):
            weight = "normal" if index else "bold"
            place = f"x='{wide + 30}' y='{y + 16 + 20 * index}'"
            parts.append(f"<text {place} font-weight='{weight}'>{escape(line)}</text>")
        y += max(tall, 20 * len(lines) + 10) + 24
    width = wide + 30 + 600
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{y}' viewBox='0 0 {width} {y}' "
        f"font-family='system-ui,sans-serif' font-size='14' fill='{INK}'><style>{STYLE}</style>{shared_parts(puzzle)}"
        "<rect width='100%' height='100%' fill='#fff'/>" + "\n".join(parts) + "</svg>\n"
    )
