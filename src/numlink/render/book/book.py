"""A puzzle book as PDF (cover, imprint, rules with a worked example, puzzles by grade or size, answers, recipes), or as
single files for layout programs: a picture of each puzzle and of each answer, and an index.

The file is ready for a printing press: fonts are embedded, greys use black ink alone, trim and bleed boxes are set.  It
has no date or identifier unless the design gives a date, so the same book has the same bytes.  Its catalog holds the
fingerprints of its puzzles, so that the next book can leave these puzzles out.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import partial
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, Any

from numlink.errors import InputError
from numlink.model.puzzle import Puzzle
from numlink.render import picture_named
from numlink.render.book.design import Design, require_design
from numlink.render.book.front import contents
from numlink.render.book.phrases import Language, words_of
from numlink.render.book.plan import LEAST, READABLE, NumberedProblem, Pagination, Problem, Spot, plan
from numlink.render.book.printer import Printer
from numlink.render.drawing import Drawing
from numlink.render.eps import CENTIMETRE
from numlink.render.pdf import Fonts, fonts, place, require_reportlab
from numlink.render.picture import Options
from numlink.render.theme import Mode

if TYPE_CHECKING:
    from reportlab.pdfbase.pdfdoc import PDFDocument, PDFInfo
    from reportlab.pdfgen.canvas import Canvas

KINDS = ("svg", "png", "pdf", "eps")  # the kinds of pictures that can be single files
INDEX = "index.csv"  # the name of the index file
COLUMNS = ("number", "file", "answer", "width", "height", "rules", "grade", "solutions", "name", "seed", "recipe")
"""The columns of the index, which has one row for each puzzle."""

NAMES = "NumlinkPuzzles"  # the key of the puzzles' fingerprints, separated by blanks, in the PDF's catalog


def book(
    puzzles: Iterable[Puzzle | Problem], design: Design | None = None, *, tick: Callable[[], None] = lambda: None
) -> bytes:
    """A PDF of `puzzles`, easy and small boards first, with the answers of the puzzles that have a solution.

    The file keeps the fingerprints of problems (`fingerprints_of` reads them); `tick` is called for every board drawn.
    The same arguments give the same bytes.  Raises InputError for no puzzles, a design that `require_design` refuses,
    puzzles that do not fit on a page, letters that the font lacks, pictures that cannot be read, and digits too small
    to print; MissingExtra without ReportLab.
    """
    design = design or Design()
    puzzles = [*puzzles]
    planned = planned_book(puzzles, design)
    require_readable(planned)
    names = [one.fingerprint for one in puzzles if isinstance(one, Problem) and one.fingerprint]
    return _pdf(planned, design, " ".join(names), tick)


def planned_book(puzzles: Iterable[Puzzle | Problem], design: Design) -> Pagination:
    """The pages of a book before they are drawn; MissingExtra without ReportLab.

    Raises InputError for no puzzles, a design that `require_design` refuses, and puzzles that do not fit on a page.
    Digits too small to print are refused by `require_readable`, letters that the font lacks only when pages are drawn.
    """
    problems = [puzzle if isinstance(puzzle, Problem) else Problem(puzzle) for puzzle in puzzles]
    if not problems:
        raise InputError("a book needs at least one puzzle.")
    require_design(design)
    require_reportlab()
    return plan(problems, design)


def require_readable(planned: Pagination) -> None:
    """Raise InputError if digits would be smaller than LEAST points."""
    found = planned.fine_print(LEAST)
    if found:
        raise InputError(f"{_fine_print(found)}, and print below {LEAST:g} points is unreadable. {_remedy(planned)}")


def small_print(planned: Pagination) -> str | None:
    """A warning if digits of a puzzle would be smaller than READABLE points, or None; answers may be that small."""
    found = planned.fine_print(READABLE)
    found = [spot for spot in found if spot.heading > 20]  # a puzzle's heading is higher than an answer's
    return f"{_fine_print(found)}, hard to read. {_remedy(planned)}" if found else None


def _fine_print(spots: Sequence[Spot]) -> str:
    worst = min(spots, key=lambda spot: spot.digits)
    return f"the digits of puzzle {worst.entry.number} ({worst.entry.size}) are {worst.digits:.1f} points high"


def _remedy(planned: Pagination) -> str:
    crowded = any(len(sheet.spots) > 1 and not sheet.is_answers for sheet in planned.sheets)
    return "Give a smaller per_page=, or a larger paper=." if crowded else "Give a larger paper=, or smaller boards."


def fingerprints_of(content: bytes) -> list[str] | None:
    """The fingerprints of the puzzles in a book's file; None for any other PDF.

    >>> fingerprints_of(b"%PDF-1.4 ...") is None
    True
    """
    found = re.search(rb"/" + NAMES.encode() + rb"\s*\(([0-9a-f\s\\]*)\)", content)
    return None if found is None else re.sub(rb"\\\r?\n", b"", found[1]).decode().split()


def _pdf(planned: Pagination, design: Design, names: str, tick: Callable[[], None]) -> bytes:
    from reportlab.pdfbase.pdfdoc import PDFString

    font = fonts(design.font, family=design.language.family)
    _require_letters(font, planned, design)
    file, page = BytesIO(), planned.page
    size = page.width + 2 * page.bleed, page.height + 2 * page.bleed
    canvas = _canvas(file, size, font, pageCompression=1, pdfVersion=(1, 4), lang=design.language.value)
    canvas.setTrimBox((page.bleed, page.bleed, page.bleed + page.width, page.bleed + page.height))
    canvas.setBleedBox((0, 0, *size))
    _describe(canvas, planned, design)
    if names:
        catalog = _document(canvas).Catalog
        catalog.__Defaults__ = {**catalog.__Defaults__, NAMES: PDFString(names)}
    Printer(canvas, design, font, planned, tick).print()
    canvas.save()
    return file.getvalue()


def _canvas(file: BytesIO, size: tuple[float, float], font: Fonts, **settings: Any) -> Canvas:
    """An empty PDF whose pages have this size; it names no font but `font`."""
    from reportlab.pdfgen.canvas import Canvas

    # the stubs take the name of the font for a size
    return Canvas(file, pagesize=size, invariant=1, initialFontName=font.text, **settings)  # type: ignore[arg-type]


def _describe(canvas: Canvas, planned: Pagination, design: Design) -> None:
    """Set the file's properties: title, author, subject, keywords, date."""
    imprint = design.imprint
    canvas.setTitle(design.title)
    canvas.setAuthor(imprint.author)
    canvas.setCreator("numlink")
    canvas.setSubject(f"Numberlink: {contents([entry.puzzle for entry in planned.entries], words_of(design.language))}")
    keywords = ["Numberlink", "Arukone", *([f"ISBN {imprint.isbn}"] if imprint.isbn else []), imprint.publisher]
    canvas.setKeywords(", ".join(word for word in keywords if word))
    info = _document(canvas).info
    info.format = partial(_properties, info, imprint.date)


def _document(canvas: Canvas) -> Any:
    """ReportLab's document of the canvas, as there is no public access to catalog and properties."""
    return canvas._doc  # type: ignore[attr-defined]


def _properties(info: PDFInfo, day: date | None, document: PDFDocument) -> bytes:
    """The PDF dictionary of properties, dated `day` (None: without a date); ReportLab would write a day in 2000."""
    from reportlab.pdfbase import pdfdoc

    texts = {"Title": info.title, "Author": info.author, "Subject": info.subject, "Keywords": info.keywords}
    texts |= {"Creator": info.creator, "Producer": info.producer}
    if day is not None:
        texts |= dict.fromkeys(("CreationDate", "ModDate"), f"D:{day:%Y%m%d}000000Z")
    entries = {name: pdfdoc.PDFString(text) for name, text in texts.items() if text}
    found: bytes = pdfdoc.PDFDictionary({**entries, "Trapped": pdfdoc.PDFName("False")}).format(document)
    return found


def _require_letters(font: Fonts, planned: Pagination, design: Design) -> None:
    """Raise InputError if the font lacks a letter of the title, of a puzzle's name or, with `front`, of imprint or
    `made`; the title is at the foot of every page.
    """
    imprint = design.imprint
    shown = [design.made, imprint.author, imprint.publisher, imprint.copyright] if design.front else []
    for text in [design.title, *shown, *(entry.puzzle.name or "" for entry in planned.entries)]:
        font.require(text)


def picture(puzzles: list[Puzzle], options: Options) -> bytes:
    """A PDF of puzzles without cover and rules; answers at the end, or in the boards with `options.solved`."""
    if options.solved and any(puzzle.solution is None for puzzle in puzzles):
        raise InputError("a puzzle comes without a solution to draw. Pipe it through `numlink solve` first.")
    title = puzzles[0].name if len(puzzles) == 1 else None
    plain = Design(title=title or "Numberlink", theme=options.theme, front=False, solved=options.solved)
    return _pdf(planned_book(puzzles, plain), plain, "", lambda: None)


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
    grade = words_of(Language.ENGLISH).grades[entry.problem.grade].lower() if entry.problem.grade else ""
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
    """The file of a puzzle, or with `solved` of its answer."""
    if kind == "pdf":
        return board_pdf(entry.answer if solved else entry.drawing)
    return picture_named(kind)([entry.puzzle], Options(theme=theme, mode=Mode.LIGHT, solved=solved))


def board_pdf(drawing: Drawing) -> bytes:
    """A PDF of one page, as large as the drawing with its margins; a cell has sides of a centimetre."""
    font = fonts()
    file = BytesIO()
    size = drawing.width * CENTIMETRE, drawing.height * CENTIMETRE
    canvas = _canvas(file, size, font)
    canvas.setTitle(drawing.scene.title)
    canvas.setCreator("numlink")
    place(canvas, drawing, -drawing.left * CENTIMETRE, size[1] + drawing.top * CENTIMETRE, CENTIMETRE, font)
    canvas.showPage()
    canvas.save()
    return file.getvalue()
