"""The page's scripts, links and files without a browser: bundles, exports, and links read as Python reads them."""

import gzip
import json
import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from release import packs

from numlink import CannotHold, ParseError, Puzzle, dumps, parse
from numlink.formats import link as share
from numlink.game import texts
from numlink.model.rules import EVERY_RULES
from numlink.reasoning.grade import INTENSITIES
from numlink.web import pages
from numlink.web.kinds import page_object
from tests.boards import KINDS as ALL_KINDS
from tests.boards import random_solved
from tests.cli import numlink as run_numlink
from tests.sample import sample_puzzle
from tests.samples_of_kinds import KINDS, board_of_kind
from tests.tools import MOST_BYTES, run_node

STATIC = Path(pages.__file__).parent / "static"
PLAYGROUND = Path(__file__).parents[2] / "docs" / "site" / "playground.py"


def test_the_packs_are_written_and_read_alike():
    levels = ["5x5.cover.a1~0~10.0", "5x5.cover.b2.hex~1~10.1", "5x6.cover.1x2~2~20.0", "5x6.cover.3~2~20.0"]
    short = ["5x5.cover.a1~0~10.0", "b2.hex~1~10.1", "5x6.cover.1x2~2~20.0", "3~2~20.0"]
    assert [*packs.shortened(levels)] == short
    assert [*packs.lengthened(short)] == levels


def test_pages_load_nothing_from_other_servers():
    for path in STATIC.iterdir():
        outside = re.findall(r"https?://(?!www\.w3\.org/2000/svg)[^\s\"')]+", path.read_text())
        assert not outside, path.name


# ---------------------------------------------------------------------------------------------- links and export


@st.composite
def puzzles(draw):
    width, height = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    cell = st.sampled_from([0, 0, 0, 0, -1, 1, 2, 12, 345])
    cells = draw(st.lists(cell, min_size=width * height, max_size=width * height))
    return Puzzle(width, height, tuple(cells), draw(st.sampled_from(EVERY_RULES)))


@given(puzzles())
@settings(deadline=None)
def test_links_carry_the_whole_puzzle(puzzle):
    text = share.encode(puzzle)
    assert re.fullmatch(r"[A-Za-z0-9.-]+", text)
    assert share.decode(text) == puzzle


BROKEN = [
    *("", "3x3", "3x3.cover.", "3x3.cover.z", "2x2.none.d", "9999x9999.cover.z", "1x1.cover.0", "3x3.free.i.hex.both"),
    *("2x2.free.d.rows", "3x3.free.Bh", "3x1.free.c.layers3", "3x1.free.i.layers3.viaszzW", "3x3.cover.i.wallszzzW"),
    *("3x1.free.c.what", "3x3.free.i.layers1.viasV"),
    "40x40.cover." + "".join(f"{number}c" for number in range(10, 60)) + ".next",
]
"""The last one takes forever if a pattern tries every way to split its numbers."""


@pytest.mark.parametrize("text", BROKEN)
def test_broken_links_are_refused(text):
    with pytest.raises(ParseError):
        share.decode(text)


def test_javascript_reads_and_writes_the_same_links(tmp_path):
    boards = [sample_puzzle(), parse("1 . . . . . . . . . . . . . . . . . . . . . . . . . . . . 12 12 1")[0]]
    random = Random(5)
    boards += [random_solved(random, kind) for kind in ALL_KINDS for _ in range(8)]
    long = [1, *[0] * (share.MOST_PLAYED // 4 - 2), 1]  # the largest that the player opens, and a side of four digits
    boards += [Puzzle(len(long), 4, (*long, *[-1] * 3 * len(long))), Puzzle(len(long), 1, tuple(long))]
    wanted = [share.encode(board) for board in boards]
    script = tmp_path / "links.mjs"
    script.write_text(
        f"import {{ decode, encode }} from {json.dumps((STATIC / 'share.js').as_uri())};\n"
        f"import {{ sizeOf }} from {json.dumps((STATIC / 'reward.js').as_uri())};\n"
        f"const links = {json.dumps(wanted)};\n"
        "console.log(JSON.stringify(links.map((link) => [encode(decode(link)), decode(link).cells, sizeOf(link)])));\n"
        f"if ({json.dumps(BROKEN)}.some((link) => decode(link))) process.exit(1);\n"
    )
    assert json.loads(run_node(script)) == [
        [link, list(board.cells), _size_shown(board)] for link, board in zip(wanted, boards, strict=True)
    ]


def _size_shown(board):
    if board.layout.tiling is not None:
        return f"{board.width} cells"
    return "×".join(map(str, [board.width, board.height, *[board.layout.layers][: board.layout.layers > 1]]))


def test_no_link_is_written_that_the_player_does_not_open():
    with pytest.raises(CannotHold, match="the player opens up to 10,000"):
        dumps(Puzzle(share.MOST_PLAYED + 1, 1, (1, *[0] * (share.MOST_PLAYED - 1), 1)), "link")


def test_the_exported_page_needs_nothing_and_runs_nothing_else(tmp_path, capsys):
    source, target = tmp_path / "boards.txt", tmp_path / "page.html"
    source.write_text("name: <script>alert(1)</script>\n1 2\n. .\n1 2\n\n1 . .\n. . .\n. . 1\n")
    result = run_numlink("export", str(source), "--allow-many", "-o", str(target), capsys=capsys)
    assert result.code == 0
    assert "puzzle 2: more than one solution" in result.err
    page = target.read_text()
    assert len(gzip.compress(page.encode())) < MOST_BYTES
    assert not re.findall(r"(?:src|href)=\"(?!data:|#|docs)", page)
    assert "<script>alert" not in page
    assert "unsafe" not in page
    data = json.loads(re.search(r'id="puzzles">(.*?)</script>', page)[1])
    assert [entry["unique"] for entry in data] == [True, False]
    script = re.search(r"<script>(.*?)</script>\n", page, re.DOTALL)[1]
    assert pages.script_hash(script) in page
    assert "import " not in script.split("//")[0]


@pytest.mark.parametrize(
    "line",
    [
        'import play from "./play.js";',
        'import { a } from "../play.js";',
        "import { a } from './play.js';",
        'import { a, b }\n  from "./play.js";',
        'import "./play.js";',
        "export default class Player {}",
        "export { play };",
        'export * from "./play.js";',
    ],
)
def test_the_bundler_refuses_what_it_does_not_understand(line):
    modules = {"main.js": f"const before = 1;\n{line}\n", "play.js": "export function a() {}\nexport const b = 1;\n"}
    with pytest.raises(ValueError, match=r"main\.js"):
        pages.bundle(modules, "main")
    with pytest.raises(ValueError, match="missing"):
        pages.bundle({"main.js": 'import { missing } from "./play.js";\n', "play.js": ""}, "main")


def test_the_bundle_of_a_small_program_runs(tmp_path):
    script = tmp_path / "bundle.js"
    modules = {
        "main.js": 'import { twice as double } from "./sums.js";\nconsole.log(double(21));\n',
        "sums.js": 'import { two } from "./two.js";\nexport function twice(x) {\n  return two * x;\n}\n',
        "two.js": "export const two = 2;\n",
    }
    script.write_text(pages.bundle(modules, "main"))
    assert run_node(script) == "42\n"


def test_the_service_worker_keeps_every_file_of_the_page():
    kept = re.search(r"const FILES = \[(.*?)\];", pages.static_files()["sw.js"], re.DOTALL)[1]
    wanted = {*pages.static_files()} - {"sw.js", "index.html"} | {"./"}
    assert wanted > {path.name for path in STATIC.glob("*.js")} - {"sw.js"}
    assert set(re.findall(r'"([^"]+)"', kept)) == wanted


def test_hints_without_a_server_are_true_and_lead_to_the_end():
    boards = [sample_puzzle(), parse("1 2\n. .\n1 2\npath 1: (0,0) (1,0) (2,0)\npath 2: (0,1) (1,1) (2,1)")[0]]
    boards += map(board_of_kind, KINDS)
    data = json.dumps([{**page_object(board), "unique": True} for board in boards])
    script = Path(__file__).parents[1] / "vectors" / "local.mjs"
    assert "hints were true" in run_node(script, STATIC / "play.js", STATIC / "local.js", input=data)


def test_the_note_about_efforts_has_the_bounds_of_the_grades():
    """In every language: the efforts per 100 cells at which medium, hard, expert and extreme boards begin."""
    for path in Path(texts.__file__).parent.joinpath("languages").glob("*.json"):
        note = json.loads(path.read_text(encoding="utf-8"))["effortnote"]
        numbers = tuple(float(number.replace(",", ".")) for number in re.findall(r"[0-9]+(?:[.,][0-9]+)?", note))
        assert numbers == (100, *INTENSITIES)


@pytest.mark.skipif(not PLAYGROUND.exists(), reason="the documents are not beside the tests")
def test_the_playground_has_every_module_that_its_modules_import():
    """Without one of them nothing on it works."""
    modules = set(
        re.findall(r'"(\w+\.js)"', re.search(r"^MODULES = \((.*)\)", PLAYGROUND.read_text(), re.MULTILINE)[1])
    )
    wanted = {name for module in modules for name in re.findall(r'from "\./(\w+\.js)"', (STATIC / module).read_text())}
    assert wanted <= modules
