"""An HTML page of puzzles in one file: pictures inline, answers folded, light or dark like the reader's screen."""

from __future__ import annotations

from collections.abc import Iterator

from numlink.model.layout import whole_size_in_words
from numlink.model.puzzle import Puzzle
from numlink.render.drawing import draw
from numlink.render.picture import Options, require_some
from numlink.render.scene import compose
from numlink.render.svg import UNIT, escape, write
from numlink.render.theme import Mode

SCHEMES = {Mode.LIGHT: "light", Mode.DARK: "dark", Mode.AUTO: "light dark"}  # values of CSS `color-scheme`
STYLE = """
:root{color-scheme:%s;font:16px/1.5 system-ui,sans-serif}
body{max-width:72rem;margin:2rem auto;padding:0 1rem}
main{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%%,20rem),1fr));gap:2.5rem}
h2{font-size:1.1rem;margin:0}
p{margin:.2rem 0 .8rem;opacity:.75;font-size:.85rem;overflow-wrap:anywhere}
svg{max-width:100%%;height:auto}
summary{cursor:pointer;padding:.4rem 0}
@media print{details{display:none}section{break-inside:avoid}}
"""


def page(puzzles: list[Puzzle], options: Options) -> str:
    """An HTML page of puzzles, with the answers of puzzles that have a solution; raises InputError for no puzzle."""
    require_some(puzzles)
    title = puzzles[0].name or "Numberlink" if len(puzzles) == 1 else f"{len(puzzles)} Numberlink puzzles"
    sections = "".join(_section(index, puzzle, options) for index, puzzle in enumerate(puzzles, start=1))
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<style>{STYLE % SCHEMES[options.mode]}</style>\n</head>\n"
        f"<body>\n<h1>{escape(title)}</h1>\n<main>\n{sections}</main>\n</body>\n</html>\n"
    )


def _section(index: int, puzzle: Puzzle, options: Options) -> str:
    """The HTML of puzzle number `index`: title, caption, picture, answer."""
    return (
        f"<section>\n<h2>{index}. {escape(puzzle.name or whole_size_in_words(puzzle))}</h2>\n"
        f"<p>{escape(', '.join(facts(puzzle)))}</p>\n"
        f"{write(options.drawing(puzzle), options.mode, options.scale or UNIT)}{_answer(puzzle, options)}</section>\n"
    )


def facts(puzzle: Puzzle) -> Iterator[str]:
    """The parts of a puzzle's caption: size, features beyond a plain rectangle, rules, recipe or else seed."""
    yield whole_size_in_words(puzzle)
    if features := puzzle.layout.features():
        yield "with " + " and ".join(feature.value for feature in features)
    yield f"rules {puzzle.rules}"
    if puzzle.recipe:
        yield puzzle.recipe
    elif puzzle.seed is not None:
        yield f"seed {puzzle.seed}"


def _answer(puzzle: Puzzle, options: Options) -> str:
    """The HTML of a folded answer; '' if there is no solution, or the picture shows it already."""
    if puzzle.solution is None or options.solved or options.motion:
        return ""
    drawing = draw(compose(puzzle, puzzle.solution, theme=options.theme))
    return f"<details><summary>Answer</summary>\n{write(drawing, options.mode, options.scale or UNIT)}</details>\n"


def picture(puzzles: list[Puzzle], options: Options) -> bytes:
    return page(puzzles, options).encode()
