"""The playground's text field without Python: it reads and judges as numlink does (docs/playground)."""

import importlib.util
import io
import json
import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from numlink import ParseError, Solution, check, dumps, generate_classic, parse, solve
from numlink.formats import iterate, link
from numlink.model.rules import EVERY_RULES
from numlink.web.pages import static_files
from tests.samples_of_kinds import KINDS, board_of_kind
from tests.tools import run_node

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """What the page answers to texts, each as the dictionary of tests/vectors/text.mjs."""
    folder = tmp_path_factory.mktemp("playground")
    (folder / "static").mkdir()
    (folder / "package.json").write_text('{"type": "module"}')
    for path in (ROOT / "docs/playground").glob("*.js"):
        shutil.copy(path, folder)
    for name, text in static_files().items():
        if name.endswith(".js"):
            (folder / "static" / name).write_text(text, encoding="utf-8")

    def ask(texts):
        file = folder / "texts"
        file.write_text("".join(json.dumps(text) + "\n" for text in texts))
        return [json.loads(line) for line in run_node(ROOT / "tests/vectors/text.mjs", folder, file).splitlines()]

    return ask


def solved_boards():
    """Boards of every kind and random rectangles under all rules, each with a solution."""
    stream = random.Random(33)
    for kind in KINDS:
        puzzle = board_of_kind(kind)
        yield puzzle.with_solution(puzzle.solution or solve(puzzle).solution)
    for seed in range(60):
        puzzle = generate_classic(stream.randint(2, 7), stream.randint(2, 7), seed=seed)
        yield replace(puzzle, rules=stream.choice(EVERY_RULES))


def spoilt(puzzle, stream):
    """A puzzle with a changed solution: a path cut, lengthened, reversed, swapped, bent or removed."""
    paths = [list(path) for path in puzzle.solution.paths]
    one = stream.randrange(len(paths))
    path = paths[one]
    change = stream.choice(["cut", "far", "round", "swap", "bend", "none", "twice"])
    if change == "cut":
        path.pop(stream.randrange(len(path)))
    elif change == "far":
        path.insert(stream.randrange(len(path) + 1), stream.randrange(len(puzzle.cells)))
    elif change == "round":
        path.reverse()
    elif change == "swap":
        other = stream.randrange(len(paths))
        paths[one], paths[other] = paths[other], paths[one]
    elif change == "bend":
        path[stream.randrange(len(path))] = stream.randrange(len(puzzle.cells))
    elif change == "none":
        path.clear()
    else:
        path += path[-2:-1] + path[-1:]
    return puzzle.with_solution(Solution(puzzle.width, puzzle.height, tuple(map(tuple, paths)), layout=puzzle.layout))


def test_the_page_reads_and_judges_what_numlink_writes(asked):
    stream = random.Random(1)
    boards = [puzzle for each in solved_boards() for puzzle in (each, *(spoilt(each, stream) for _ in range(6)))]
    boards = [puzzle for puzzle in boards if any(puzzle.solution.paths)]
    wrong = 0
    for puzzle, answer in zip(boards, asked([dumps(puzzle, "plain") for puzzle in boards]), strict=True):
        if answer.get("error") == "Foreign":
            assert "board: tiling" in dumps(puzzle, "plain")  # Python draws these
            continue
        assert answer["code"] == link.encode(puzzle)
        assert answer["faults"] == 0
        assert bool(answer["wrong"]) == bool(check(puzzle, puzzle.solution)), dumps(puzzle, "plain")
        wrong += answer["wrong"] > 0
    assert len(boards) / 3 < wrong < len(boards) * 5 / 6


def test_typing_at_random_is_never_read_as_another_board(asked):
    """A text that the page reads is the board that Python reads; what it calls unreadable Python refuses, too."""
    stream = random.Random(2)
    texts = []
    for puzzle in solved_boards():
        whole = dumps(puzzle, "plain")
        for _ in range(10):
            text = whole
            for _ in range(stream.randint(1, 2)):
                at = stream.randrange(len(text))
                text = (
                    text[:at]
                    + stream.choice(["", " ", "\n", "\n\n", "1", "+", "X", ".", "; ", "---", "0", ":"])
                    + text[at + stream.randint(0, 1) :]
                )
            texts.append(text)
    read = refused = 0
    for text, answer in zip(texts, asked(texts), strict=True):
        puzzle = next(iter(iterate(text, "plain")), None)
        if isinstance(puzzle, ParseError):
            assert "code" not in answer, (text, answer, puzzle)
            refused += answer["error"] == "Unreadable"
        elif answer.get("error") == "Empty":
            assert puzzle is None
        elif answer.get("error") != "Foreign":
            assert "code" in answer, (text, answer)
            assert answer["code"] == link.encode(puzzle), text
            assert bool(answer["faults"]) == bool(check(puzzle)), text
            if puzzle.solution and not answer["faults"]:
                assert bool(answer["wrong"]) == bool(check(puzzle, puzzle.solution)), text
            read += 1
    assert read > 100
    assert refused > 50


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 . 1\n. .", "Line 2: this row has 2 cells, but the first has 3."),
        ("1 . 1\n. x .", "Line 2: “x” is not a cell"),
        ("rules: free\nrules: free\n1 1", "Line 2: “rules” is given twice."),
        ("1 . 1\npath 1: (0,0) (0,7)", "Line 2: path 1: “(0,7)” is not a cell of this board"),
        ("1 . 1\n---\n. . .", "write “layers: 2” above it"),
    ],
)
def test_errors_name_their_line(asked, text, words):
    [answer] = asked([text])
    assert words in answer["words"]


# ---------------------------------------------------------------------------------------------------- pictures


@pytest.fixture(scope="module")
def answers():
    """The module that answers in the page, here under a compiled Python."""
    spec = importlib.util.spec_from_file_location("answers", ROOT / "docs/playground/answers.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_picture_is_read_into_text_that_can_be_corrected(answers):
    pytest.importorskip("PIL")
    pytest.importorskip("numpy")
    from tests.pictures.test_entrances import BOARD, drawn

    found = json.loads(answers.read_picture(memoryview(drawn())))
    assert parse(found["puzzle"]) == [BOARD]
    assert found["text"] == "Seen: 5x5, 3 colours, 6 dots."
    doubtful = parse("1 1 . . .\n. . . 1 .\n. . 1 . .\n. 1 . . .\n. . . . 1")[0]
    found = json.loads(answers.read_picture(drawn(doubtful)))
    assert ". . . 1 ." in found["puzzle"]
    assert "6 dots look alike" in found["text"]
    assert found["text"].endswith("correct the text above.")


def test_a_picture_without_a_board_is_refused_in_one_line(answers):
    image = pytest.importorskip("PIL.Image")
    buffer = io.BytesIO()
    image.new("RGB", (300, 300), "white").save(buffer, "PNG")
    bomb = b"\x89PNG\r\n\x1a\n" + b"\0" * 50
    for data in (buffer.getvalue(), buffer.getvalue()[:40], bomb, b"1 . 1", b""):
        found = json.loads(answers.read_picture(data))
        assert found.keys() == {"text"}, data[:20]
        assert found["text"]
        assert "\n" not in found["text"]
