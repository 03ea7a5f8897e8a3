"""What the server answers is what Python and the command line answer: the same values, or the same sentence.

Random boards of all kinds and rules, legal and not, whole and spoilt, go to every endpoint that takes a puzzle.
"""

import json
from dataclasses import replace
from random import Random

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")

from fastapi.testclient import TestClient

from numlink import Advisor, InputError, NumlinkError, count, formats, generate, prove, rate, repair
from numlink.errors import Unanswered
from numlink.formats.json_lines import puzzle_object
from numlink.making.available_grades import BOARDS
from numlink.model.judge import right_solution
from numlink.model.rules import EVERY_RULES
from numlink.reasoning.grade import Grade
from numlink.web import jobs
from numlink.web.app import Settings, create_app
from numlink.web.jobs import for_visitors
from numlink.web.kinds import page_object
from tests import cli
from tests.boards import KINDS, random_board, random_solved, small_board
from tests.tools import amount

SECONDS = 60.0
"""Seconds that a job may take; no board here needs one second."""


@pytest.fixture(scope="module")
def client():
    settings = Settings(workers=1, requests_per_minute=0, seconds=SECONDS)
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


def random_puzzle(stream):
    """A board of any kind, sometimes with an end too many or too few, a right or wrong solution, or notes."""
    kind = stream.choice(("rectangle", "rectangle", "rectangle", *KINDS))
    if kind == "rectangle":
        puzzle = random_board(stream, stream.randint(1, 7), stream.randint(1, 7))
    else:
        puzzle = small_board(stream, kind, 16) if stream.random() < 0.6 else random_solved(stream, kind)
    puzzle = puzzle.with_rules(stream.choice(EVERY_RULES))
    if stream.random() < 0.1:
        cells = list(puzzle.cells)
        free = [cell for cell in range(len(cells)) if cell not in puzzle.layout.bridges]
        cells[stream.choice(free)] = stream.randint(0, 3)
        puzzle = replace(puzzle, cells=tuple(cells), solution=None)
    elif stream.random() < 0.3:
        puzzle = puzzle.with_solution(prove(puzzle).solution)
    if stream.random() < 0.3:
        puzzle = replace(puzzle, name="A name", seed=7, recipe="numlink 1 5x5 seed=7", notes={"author": "me"})
    return puzzle


KEYS = ("cells", "rules", "kind", "wrap", "layers", "walls", "bridges", "vias", "tiling", "paths", "width", "height",
        "name", "seed", "recipe", "author", "unique")  # fmt: skip
ODD = (None, True, False, 0, 1, 2, 3, -1, -2, 1.0, 1.5, "1", "x", "", [], {}, 10**9, 10**30, [0, 0], [[0, 0], [0, 1]],
       [[]], [[[0, 0], [0, 1]]], "cover", "free", "hex", "both", "none", "tiling", "square", "a" * 300, "\ud800",
       "\0", float("nan"), float("inf"))  # fmt: skip


def spoilt(stream, entry):
    """A JSON object with one to three values replaced, removed or doubled."""
    entry = json.loads(json.dumps(entry))
    for _ in range(stream.choice((1, 1, 1, 2, 3))):
        places = [(entry, key) for key in entry] if stream.random() < 0.3 else [*places_in(entry)]
        if not places or stream.random() < 0.3:
            entry[stream.choice(KEYS)] = stream.choice(ODD)
            continue
        part, key = stream.choice(places)
        chance = stream.random()
        if chance < 0.2:
            del part[key]
        elif chance < 0.4 and isinstance(part, list):
            part.insert(key, part[key])
        else:
            part[key] = stream.choice(ODD)
    return entry


def places_in(part):
    """Each place in a JSON value: the list or object that has it, and its index or key."""
    for key in range(len(part)) if isinstance(part, list) else list(part) if isinstance(part, dict) else ():
        yield part, key
        yield from places_in(part[key])


def random_strands(stream, puzzle):
    """Some walks, most of them from an end and along links, or parts of the solution."""
    grid = puzzle.grid
    if stream.random() < 0.3 and puzzle.solution:
        paths = [path for path in puzzle.solution.paths if path and stream.random() < 0.5]
        return [list(path[: stream.randint(1, len(path))]) for path in paths]
    ends = [cell for cell, content in enumerate(puzzle.cells) if content > 0]
    strands = []
    for _ in range(stream.choice((0, 1, 1, 2, 3))):
        strand = [stream.choice(ends if ends and stream.random() < 0.9 else range(grid.size))]
        for _ in range(stream.randint(0, 6)):
            around = grid.neighbours(strand[-1]) if stream.random() < 0.97 else range(grid.size)
            fresh = [cell for cell in around if cell not in strand] or around
            strand += [stream.choice(fresh)] if fresh else []
        strands.append(strand)
    return strands if stream.random() < 0.95 else [*strands, [stream.choice((-1, 10**6))] * stream.randint(0, 3)]


def test_a_visitor_gets_only_remedies_that_help_here():
    """The library's speak of arguments (`budget=`), which a page has not; everything else stays word for word."""
    assert all("=" in own and "=" not in here for own, here in jobs.REMEDIES.items())
    for call, words in (
        (lambda: formats.parse("1 0 1", "plain"), "An empty cell is '.'."),
        (lambda: formats.parse("just words, and no board"), "Give rows of '.' and numbers."),
        (lambda: formats.parse("1 ? 1", "plain"), "Separate cells with spaces."),
        (lambda: count(formats.parse("1 . 1")[0], budget=0), "Try a smaller board, or ask for less."),
    ):
        with pytest.raises(NumlinkError) as caught:
            call()
        told, own = for_visitors(caught.value), str(caught.value)
        assert told.endswith(f". {words}")
        assert own.startswith(told.removesuffix(words))


def post(client, path, sent):
    return client.post(f"/api/{path}", content=json.dumps(sent), headers={"content-type": "application/json"})


def read_here(sent):
    """The puzzle as Python reads it, within the sizes that the server takes."""
    [puzzle] = formats.parse(json.dumps(sent), "json")
    if jobs.is_too_large(puzzle):
        raise InputError("this board is too large. Give sides up to 40, 1600 cells in all.")
    return puzzle


def agreed(answer, here, sent):
    """Python's result, if the server has an answer too; None if both refuse with the same words."""
    try:
        found, refusal = here(), None
    except NumlinkError as error:
        found, refusal = None, error
    if refusal is None:
        assert answer.status_code == 200, (sent, answer.text)
    else:
        expected = 503 if isinstance(refusal, Unanswered) else 422
        assert (answer.status_code, answer.json().get("error")) == (expected, for_visitors(refusal)), sent
    return found


def as_sent(value):
    return json.loads(json.dumps(value))


def compare_verdict(client, sent):
    answer = post(client, "verdict", sent)
    verdict = agreed(answer, lambda: prove(read_here(sent)), sent)
    if verdict is not None:
        told = as_sent(verdict.to_json()) | {"words": str(verdict)}
        differing = {"seconds", "differ"}
        assert {key: value for key, value in answer.json().items() if key not in differing} == {
            key: value for key, value in told.items() if key not in differing
        }, sent
        assert ("differ" in answer.json()) == (told["verdict"] == "multiple"), sent


def compare_grade(client, sent):
    answer = post(client, "grade", sent)
    rating = agreed(answer, lambda: rate(read_here(sent)), sent)
    if rating is not None:
        graded = {} if rating.grade is Grade.NONE else {"grade": str(rating.grade), "effort": round(rating.effort, 1)}
        assert answer.json() == graded, sent


def compare_repair(client, sent):
    answer = post(client, "repair", sent)
    mended = agreed(answer, lambda: repair(read_here(sent)), sent)
    if mended is not None:
        told = {**page_object(mended.puzzle), "unique": True}
        assert {key: value for key, value in answer.json().items() if key != "changes"} == as_sent(told), sent
        assert len(answer.json()["changes"]) == len(mended.changes)


def compare_advice(client, sent, strands, number):
    def advice(question, *arguments):
        puzzle = read_here(sent)
        state = jobs.state_of(puzzle, strands)
        return getattr(Advisor(puzzle, only_solution=right_solution(puzzle), seconds=SECONDS), question)(
            state, *arguments
        )

    drawing = {"puzzle": sent, "strands": strands}
    for question in ("hint", "check"):
        answer = post(client, question, drawing)
        told = agreed(answer, lambda question=question: advice(question), drawing)
        if told is not None:
            shown = answer.json()
            assert (shown["kind"], shown["sentence"], tuple(shown["cells"]), tuple(shown["moves"]), shown["rule"]) == (
                told.kind.value, told.sentence, told.cells, told.moves, told.rule
            ), drawing  # fmt: skip
    answer = post(client, "reveal", drawing | {"number": number})
    moves = agreed(answer, lambda: advice("reveal", number), drawing)
    if moves is not None:
        assert answer.json() == {"moves": list(moves)}, drawing


def compare_texts(client, sent, name):
    """The text in a format, and what is read from that text, with and without the format's name."""
    answer = post(client, "write", {"puzzle": sent, "format": name})
    text = agreed(answer, lambda: formats.dumps(read_here(sent), name), (sent, name))
    for said in (None, name) if text is not None else ():
        assert answer.text == text, (sent, name)
        again = post(client, "read", {"text": text, "format": said})
        found = agreed(again, lambda said=said: formats.parse(text, said), (text, said))
        if found is not None:
            assert again.json() == {"puzzles": as_sent([page_object(puzzle) for puzzle in found])}, (text, said)


@pytest.mark.sampled
@pytest.mark.parametrize("whole", [True, False], ids=["whole", "spoilt"])
def test_every_endpoint_answers_as_python_does(client, whole):
    stream = Random(f"seam {whole}")
    for _ in range(amount(10, 300)):
        puzzle = random_puzzle(stream)
        entry = puzzle_object(puzzle)
        sent = entry if whole else spoilt(stream, entry)
        compare_verdict(client, sent)
        compare_grade(client, sent)
        compare_advice(client, sent, random_strands(stream, puzzle), stream.choice((None, None, 1, 2, 0, -1, 99)))
        if stream.random() < 0.3:
            compare_repair(client, sent)
        compare_texts(client, sent, stream.choice((*formats.names(written=True), "nonsense")))


@pytest.mark.sampled
def test_the_command_line_answers_as_the_server_does(client, capsys):
    stream = Random("seam of commands")
    for _ in range(amount(8, 120)):
        sent = puzzle_object(random_puzzle(stream))
        line = json.dumps(sent)
        answer = post(client, "verdict", sent)
        run = cli.numlink("prove", "--json", stdin=line, capsys=capsys)
        if answer.status_code == 422:
            assert run.code == 2
            assert answer.json()["error"] in run.err, (line, run.err)
            continue
        same = ("verdict", "rules", "claim", "paths", "second", "reason", "strict", "effort")
        assert [json.loads(run.out)[key] for key in same] == [answer.json()[key] for key in same], line
        rating = json.loads(cli.numlink("rate", "--json", stdin=line, capsys=capsys).out)
        graded = post(client, "grade", sent).json()
        assert graded.get("grade", "none") == rating["name"], line
        written = post(client, "write", {"puzzle": sent, "format": "plain"}).text
        assert cli.numlink("convert", stdin=line, capsys=capsys).out == written


DIFFICULTIES = ("any", "any", "any", "easy")
STYLES = ("usual", "usual", "lab", "app", "magazine")
SYMMETRIES = ("usual", "usual", "none", "rotate", "quarter", "mirror", "flip", "paths", "paths-mirror")


@pytest.mark.sampled
def test_a_wish_gives_the_puzzle_or_the_error_that_python_gives(client):
    stream = Random("seam of wishes")
    for _ in range(amount(6, 120)):
        width, height = stream.randint(2, 6), stream.choice((None, None, stream.randint(2, 6)))
        board, rules = stream.choice([*BOARDS]), stream.choice(EVERY_RULES).name
        difficulty, style = stream.choice(DIFFICULTIES), stream.choice(STYLES)
        claim, symmetry = stream.choice(("unique", "usual", "strict")), stream.choice(SYMMETRIES)
        wished = {"difficulty": difficulty, "rules": rules, "seed": stream.randrange(100)}
        asked = wished | {"width": width, "board": board, "style": style, "claim": claim, "symmetry": symmetry}
        asked |= {} if height is None else {"height": height}
        usual = {"style": style, "claim": claim, "symmetry": symmetry}
        wished |= {key: word for key, word in usual.items() if word != "usual"} | BOARDS[board]
        answer = client.get("/api/puzzle", params=asked)
        puzzle = agreed(answer, lambda: generate(width, height or width, **wished), asked)  # noqa: B023
        if puzzle is not None:
            told = {key: value for key, value in answer.json().items() if key not in ("grade", "effort")}
            assert told == as_sent(page_object(puzzle) | {"unique": True}), asked


@pytest.mark.sampled
def test_wrong_parameters_are_refused_in_a_sentence(client):
    stream = Random("seam of parameters")
    words = ("", "x", "-1", "0", "1", "2.5", "41", "1e3", "9" * 30, "cover", "null", "\0", "..", "ü" * 50)
    fields = ("width", "height", "seed", "rules", "claim", "difficulty", "board", "style", "symmetry", "effort",
              "misleading", "date", "kind")  # fmt: skip
    for _ in range(amount(60, 600)):
        spoiled = {field: stream.choice(words) for field in stream.sample(fields, stream.randint(1, 3))}
        asked = {"width": "4", "seed": "1"} | spoiled
        answer = client.get(stream.choice(("/api/puzzle", "/api/daily?date=2026-11-16")), params=asked)
        assert answer.status_code in (200, 422, 503), (asked, answer.text)
        if answer.status_code != 200:
            assert len(answer.json()["error"]) < 400, asked
