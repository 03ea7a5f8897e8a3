"""Explanations as an HTML page or as one SVG sheet; neither needs other files.

The page shows one step at a time, a large board with sentences below it; the reader chooses steps in a list, by buttons
or by keys.  Without scripts, and in print, it shows all steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from textwrap import wrap

from numlink.model.layout import whole_size_in_words
from numlink.model.puzzle import Puzzle
from numlink.reasoning.explanation import Explanation, Frame
from numlink.reasoning.step_pictures import CELL, LEGEND, TRY_SIGN, BoardPictures
from numlink.render.svg import UNIT
from numlink.render.theme import INK, PAPER

PAGE_STYLE = """
:root{--accent:#2b5fd9;--quiet:#5c6371;--line:#e0dbcf}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;color:#20242c;background:#f6f4ef;margin:0 auto;max-width:80rem;padding:1rem}
h1{font-size:1.3rem;margin:.2rem 0}h2{font-size:1.15rem;margin:.2rem 0 .6rem}p{margin:.3rem 0}
section{margin:0 0 2rem}section svg{max-width:100%;height:auto;background:#fff;border-radius:.8rem}
.said p:first-child{font-size:1.1rem}li{margin:.2rem 0}figure{margin:0 0 1rem}figcaption{color:var(--quiet)}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;font-size:.85rem;color:var(--quiet)}
.legend svg{vertical-align:middle}
svg.parts{position:absolute}nav{display:none}
.stepping{display:grid;grid-template:auto minmax(0,1fr) auto/16rem minmax(0,1fr);gap:.6rem 1.5rem;height:100vh}
.stepping header{grid-column:1/-1}.stepping nav{display:block;overflow:auto}.stepping main{overflow:auto}
.stepping section{display:none;margin:0}.stepping section.shown{display:block}
@media screen{.stepping section svg{display:block;width:auto;margin:0 auto}
.stepping section svg{height:min(100vw - 2rem,max(14rem,100vh - 24rem))}
.stepping .two svg{height:min(42vw,max(12rem,100vh - 27rem))}.two{display:flex;flex-wrap:wrap;justify-content:center}}
.stepping .said{max-width:44rem;margin:.8rem auto 0}.stepping footer{grid-column:1/-1;display:flex;gap:.6rem}
nav ol{list-style:none;margin:0;padding:0}
button{font:inherit;color:inherit;background:#ebe7de;border:0;border-radius:.8rem;padding:.5rem 1rem;min-height:2.75rem}
nav button{display:block;width:100%;text-align:left;background:none}
nav [aria-current]{background:#fff;color:var(--accent);font-weight:700}
#on{flex:2;background:var(--accent);color:#fff;font-weight:700}#back{flex:1}
button:disabled{opacity:.45}footer{display:none}
@media(max-width:48rem){.stepping{grid-template-columns:minmax(0,1fr)}.stepping nav,.legend{display:none}}
@media print{body,.stepping{display:block;height:auto;background:#fff}nav,footer{display:none!important}
.stepping section,.stepping main{display:block;overflow:visible}
h2{break-after:avoid}.step>*,figure{break-inside:avoid}}
"""

SHEET_HEAD, OPENING_LINE = 120, 20
"""Heights on a sheet in pixels: title and legend together; each line of the opening sentences between them."""

OPENING_LETTERS = 100  # the most characters in a line of the opening sentences of a sheet

SCRIPT = """
const steps = [...document.querySelectorAll('section')], entries = [...document.querySelectorAll('nav button')];
const [back, on] = ['back', 'on'].map((id) => document.getElementById(id));
let at = -1;
function show(to) {
  at = Math.max(0, Math.min(steps.length - 1, to));
  steps.forEach((step, index) => step.classList.toggle('shown', index === at));
  for (const entry of entries) entry.removeAttribute('aria-current');
  entries[at].setAttribute('aria-current', 'step');
  entries[at].scrollIntoView({ block: 'nearest' });
  back.disabled = at === 0;
  on.disabled = at === steps.length - 1;
}
document.body.classList.add('stepping');
back.onclick = () => show(at - 1);
on.onclick = () => show(at + 1);
entries.forEach((entry, index) => { entry.onclick = () => show(index); });
const ways = { ArrowRight: 1, ArrowDown: 1, ' ': 1, ArrowLeft: -1, ArrowUp: -1, Home: -1e9, End: 1e9 };
addEventListener('keydown', (event) => {
  if (!(event.key in ways) || event.altKey || event.ctrlKey) return;
  if (event.key === ' ' && event.target.closest('button')) return;
  event.preventDefault();
  show(at + ways[event.key]);
});
show(1);
"""


def page(explanation: Explanation) -> str:
    """The explanation as one HTML page that needs no other files."""
    pictures = BoardPictures(explanation.puzzle)
    start = bytes(len(explanation.puzzle.grid.links()))
    title = escape(_title(explanation.puzzle))
    titles = ["The board", *(f"{number}. {frame.title}" for number, frame in enumerate(explanation.frames, start=1))]
    titles.append(_last_title(explanation))
    entries = "".join(f"<li><button>{escape(each)}</button></li>" for each in titles)
    signs = (f"<span><svg width='30' height='18'>{sign}</svg> {words}</span>" for sign, words in (*LEGEND, TRY_SIGN))
    parts = [
        f"<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'><title>{title}</title>",
        f"<meta name='viewport' content='width=device-width'><style>{PAGE_STYLE}{pictures.style}</style></head><body>",
        f"<header><h1>{title}</h1><p>{escape(explanation.opening)}</p>",
        f"<svg class='parts' width='0' height='0'>{pictures.shared_parts()}</svg>"
        f"<p class='legend'>{''.join(signs)}</p></header>",
        f"<nav aria-label='Steps'><ol>{entries}</ol></nav><main>",
        f"<section><h2>The board</h2>{pictures.picture(start, start)}</section>",
    ]
    parts += [_section(pictures, frame, number) for number, frame in enumerate(explanation.frames, start=1)]
    parts += [
        _last_section(explanation, pictures),
        "</main><footer><button id='back'>Back</button><button id='on'>Next</button></footer>",
        f"<script>{SCRIPT}</script></body></html>\n",
    ]
    return "\n".join(parts)


def _last_section(explanation: Explanation, pictures: BoardPictures) -> str:
    """The last section: the ending's sentences, with the picture of the solution if the frames lead to it."""
    drawing = "" if explanation.end is None else pictures.picture(explanation.end, explanation.end)
    words = f"<div class='said'><p>{escape(explanation.ending)}</p></div>"
    return f"<section><h2>{_last_title(explanation)}</h2>{drawing}{words}</section>"


def _last_title(explanation: Explanation) -> str:
    return "The end" if explanation.end is None else explanation.end_title


def _section(pictures: BoardPictures, frame: Frame, number: int) -> str:
    sentences = [f"<p>{escape(sentence)}</p>" for sentence in frame.sentences]
    if frame.chain:
        items = "".join(f"<li>{escape(sentence)}</li>" for sentence in frame.chain)
        sentences.insert(1, f"<ol>{items}</ol>")
    boards = pictures.picture(frame.before, frame.after, frame.cells)
    if frame.tried_states is not None:
        tried = pictures.picture(frame.before, frame.tried_states, frame.cells, frame.tried)
        boards = f"<div class='two'>{_figure(tried, 'the try')}{_figure(boards, 'so')}</div>"
    return (
        f"<section><h2>{number}. {escape(frame.title)}</h2><div class='step'><div>{boards}</div>"
        f"<div class='said'>{''.join(sentences)}</div></div></section>"
    )


def _figure(drawing: str, caption: str) -> str:
    return f"<figure>{drawing}<figcaption>{caption}</figcaption></figure>"


def sheet(explanation: Explanation) -> str:
    """The explanation as one SVG: all steps from top to bottom, each with its words next to its board."""
    pictures = BoardPictures(explanation.puzzle)
    start = bytes(len(explanation.puzzle.grid.links()))
    wide, tall = pictures.pixels
    entries: list[tuple[str, list[str], str]] = [("The board", [], pictures.board(start, start))]
    for number, frame in enumerate(explanation.frames, start=1):
        sentences = [*frame.sentences[:1], *frame.chain, *frame.sentences[1:]]
        entries.append((f"{number}. {frame.title}", sentences, pictures.board(frame.before, frame.after, frame.cells)))
    end = explanation.end
    last = "" if end is None else pictures.board(end, end)
    entries.append((_last_title(explanation), [explanation.ending], last))

    opening = wrap(explanation.opening, OPENING_LETTERS)
    parts = [_sheet_head(explanation, opening)]
    y = SHEET_HEAD + OPENING_LINE * len(opening)
    for title, sentences, drawing in entries:
        lines = [title, *(line for sentence in sentences for line in wrap(sentence, 76))]
        parts.append(f"<g transform='translate(10 {y}) scale({CELL / UNIT:g})'>{drawing}</g>")
        for index, line in enumerate(lines):
            weight = "" if index else " font-weight='bold'"
            parts.append(f"<text x='{wide + 30}' y='{y + 16 + 20 * index}'{weight}>{escape(line)}</text>")
        y += max(tall if drawing else 0, 20 * len(lines) + 10) + 24
    width = max(wide + 30, 330) + 600
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{y}' viewBox='0 0 {width} {y}' "
        f"font-family='system-ui,sans-serif' font-size='14' fill='{INK.light}'><style>{pictures.style}</style>"
        f"{pictures.shared_parts()}<rect width='100%' height='100%' fill='{PAPER.light}'/>"
        + "\n".join(parts)
        + "</svg>\n"
    )


def _sheet_head(explanation: Explanation, opening: Sequence[str]) -> str:
    parts = [f"<text x='10' y='30' font-size='20' font-weight='bold'>{escape(_title(explanation.puzzle))}</text>"]
    parts += [f"<text x='10' y='{54 + OPENING_LINE * at}'>{escape(line)}</text>" for at, line in enumerate(opening)]
    for index, (sign, words) in enumerate(LEGEND):
        x, y = 10 + 210 * (index % 4), 50 + OPENING_LINE * len(opening) + 24 * (index // 4)
        parts.append(f"<g transform='translate({x} {y})'>{sign}<text x='36' y='14'>{words}</text></g>")
    return "".join(parts)


def _title(puzzle: Puzzle) -> str:
    size = whole_size_in_words(puzzle)
    return f"Numberlink {puzzle.name or size}, explained"
