"""A book as single files, for layout programs: one picture for each puzzle, one for each answer, and an index."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from io import BytesIO, StringIO

from numlink.render import picture_named
from numlink.render.book.phrases import WORDS, Language
from numlink.render.book.plan import NumberedProblem, Pagination
from numlink.render.drawing import Drawing
from numlink.render.eps import CENTIMETRE
from numlink.render.pdf import fonts, place
from numlink.render.picture import Options
from numlink.render.theme import Mode

KINDS = ("svg", "png", "pdf", "eps")  # the kinds of pictures that can be files of their own
INDEX = "index.csv"  # the name of the index file
COLUMNS = ("number", "file", "answer", "width", "height", "rules", "grade", "solutions", "name", "seed", "recipe")
"""The columns of the index, which has one row for each puzzle."""


def singles(
    planned: Pagination, kind: str, *, theme: str = "numbers", tick: Callable[[], None] = lambda: None
) -> Iterator[tuple[str, bytes]]:
    """(name, content) of every file: `007.svg`, `007-answer.svg`, ..., and `index.csv` with one row for each puzzle.

    `kind` is one of KINDS.  A picture shows the board alone, in the light mode; in kinds with lengths a cell is one
    centimetre wide.  A PDF embeds its font.  `tick` is called after each puzzle.
    """
    digits = len(str(len(planned.entries)))
    table = StringIO()
    index = csv.DictWriter(table, COLUMNS, lineterminator="\n")
    index.writeheader()
    for entry in planned.entries:
        name = f"{entry.number:0{digits}}"
        files = {"file": f"{name}.{kind}"}
        yield files["file"], _content(entry, kind, theme, solved=False)
        if entry.puzzle.solution is not None:
            files["answer"] = f"{name}-answer.{kind}"
            yield files["answer"], _content(entry, kind, theme, solved=True)
        index.writerow({**files, **_facts(entry)})
        tick()
    yield INDEX, table.getvalue().encode()


def _facts(entry: NumberedProblem) -> dict[str, object]:
    """The row of a puzzle in the index, without its files."""
    puzzle = entry.puzzle
    grade = WORDS[Language.ENGLISH].grades[entry.problem.grade].lower() if entry.problem.grade else ""
    return {
        "number": entry.number,
        "width": puzzle.width,
        "height": puzzle.height,
        "rules": puzzle.rules.name,
        "grade": grade,
        "solutions": {"none": "1", "several": "several", "unproven": "unproven"}[entry.problem.note.value],
        "name": puzzle.name or "",
        "seed": "" if puzzle.seed is None else puzzle.seed,
        "recipe": puzzle.recipe or "",
    }


def _content(entry: NumberedProblem, kind: str, theme: str, *, solved: bool) -> bytes:
    """The file of a puzzle, or with `solved` that of its answer."""
    if kind == "pdf":
        return board_pdf(entry.answer if solved else entry.drawing)
    return picture_named(kind).draw([entry.puzzle], Options(theme=theme, mode=Mode.LIGHT, solved=solved))


def board_pdf(drawing: Drawing) -> bytes:
    """A PDF of one page, as large as the drawing with its margins; a cell has sides of a centimetre."""
    from reportlab.pdfgen.canvas import Canvas

    font = fonts()
    file = BytesIO()
    size = drawing.width * CENTIMETRE, drawing.height * CENTIMETRE
    canvas = Canvas(
        file,
        pagesize=size,
        invariant=1,
        initialFontName=font.text,  # type: ignore[arg-type]  # the stubs take it for a size
    )
    canvas.setTitle(drawing.scene.title)
    canvas.setCreator("numlink")
    place(canvas, drawing, -drawing.left * CENTIMETRE, size[1] + drawing.top * CENTIMETRE, CENTIMETRE, font)
    canvas.showPage()
    canvas.save()
    return file.getvalue()
