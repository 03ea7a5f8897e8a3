"""Certificates: written by the search, read by a checker that shares nothing with it, and refused if they lie."""

import ast
import json
import random
import re
import shutil
import subprocess
import sys
import tracemalloc
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from numlink import (
    COVER,
    FREE,
    InputError,
    Layout,
    Puzzle,
    certificate,
    certificates,
    dumps,
    generate,
    generate_classic,
    prove,
    verify_certificate,
)
from numlink.certificates import BoardFacts, ClauseSet, NoProof, checker, signed, stated
from numlink.certificates.forms import CertificateLines, Form
from numlink.model.characters import headers, simple
from numlink.model.grid import SOLID
from numlink.model.rules import EVERY_RULES
from tests import oracle, samples_of_kinds
from tests.boards import KINDS, random_board, random_grid, sizes_up_to, small_board
from tests.cli import assert_one_line_error
from tests.cli import numlink as run
from tests.samples_of_kinds import board_of_kind
from tests.tools import amount


@pytest.mark.table(6)
@pytest.mark.parametrize("size", range(7, 13))
@pytest.mark.parametrize("seed", range(3))
def test_generated_puzzles_are_certified(size, seed):
    puzzle = generate(size, seed=seed)
    found = verify_certificate(certificate(puzzle))
    assert (found.rules, found.width, found.cells) == ("cover", size, puzzle.cells)
    assert [tuple(found.paths[number]) for number in sorted(found.paths)] == list(puzzle.solution.paths)


def test_a_file_of_version_1_is_verified():
    """It was written before there was a second version."""
    found = verify_certificate((Path(__file__).parents[1] / "golden" / "certificate_1.txt").read_text())
    assert (found.rules, found.clauses, found.cells[:4]) == ("free", 69, (1, 0, 2, 0))


MADE = {
    "hexagons": {"width": 8, "board": "hex"},
    "a torus": {"width": 8, "wrap": "both"},
    "walls": {"width": 8, "walls": "many"},
    "bridges": {"width": 9, "bridges": 3},
    "layers": {"width": 5, "layers": 3},
    "diagonals": {"width": 8, "board": "diagonal"},
    "no touching": {"width": 8, "board": "hex", "rules": "no-touch"},
    "holes": {"width": 9, "solids": 6},
}


@pytest.mark.table(4)
@pytest.mark.parametrize("kind", MADE)
@pytest.mark.parametrize("seed", range(2))
def test_generated_boards_of_every_kind_are_certified(kind, seed):
    puzzle = generate(**MADE[kind], seed=seed)
    found = verify_certificate(certificate(puzzle))
    assert [tuple(found.paths[number]) for number in sorted(found.paths)] == list(puzzle.solution.paths)


@pytest.mark.table(5)
@pytest.mark.parametrize("kind", KINDS)
def test_the_checker_makes_the_same_links_as_the_grid(kind):
    stream = random.Random(f"links {kind}")
    for _ in range(60):
        grid = random_grid(stream, kind)
        assert tracks_and_links(Puzzle(grid.width, grid.height, board_cells(grid), layout=grid.layout))[1] == (
            grid.track_links()
        )


def board_cells(grid):
    return tuple(SOLID if cell in grid.solids else 0 for cell in range(grid.size))


def tracks_and_links(puzzle):
    """What is on each track of a board, and the two tracks of each link, as the checker reads its text."""
    head = ["numlink certificate 2", f"rules {puzzle.rules.name}", f"board {puzzle.width} {puzzle.height}"]
    laid = [f"{key}: {value}" for key, value in headers(puzzle.grid).items()]
    rows = [" ".join(line.split()) for line in simple(puzzle.rows(), puzzle.grid).splitlines()]
    board = stated.stated_board(CertificateLines(resigned([*head, *laid, *rows])))
    return board.tracks, board.links


def boards_of(kind, rules, count, *, most):
    """Random boards of a kind, with few tracks."""
    stream = random.Random(f"certificates {kind} {rules}")
    for _ in range(count):
        if kind == "rectangle":
            yield random_board(stream, *stream.choice(sizes_up_to(most)), rules=rules)
        else:
            yield replace(small_board(stream, kind, most), rules=rules, solution=None)


def models_of(puzzle):
    cells, links = tracks_and_links(puzzle)
    ordered = [(min(link), max(link)) for link in links]
    return oracle.models(cells, ordered, fill=puzzle.rules.fill, touch=puzzle.rules.touch)


ENOUGH = {"rectangle": amount(75, 150), **dict.fromkeys(KINDS, amount(8, 15))}


@pytest.mark.sampled
@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_random_boards_have_a_certificate_exactly_if_they_have_one_solution(rules):
    certified = 0
    for kind, count in ENOUGH.items():
        for puzzle in boards_of(kind, rules, count, most=14):
            truth = models_of(puzzle)
            if len(truth) != 1:
                with pytest.raises(InputError, match="no certificate of one solution"):
                    certificate(puzzle)
                continue
            certified += 1
            text = certificate(puzzle)
            used = next(line for line in text.splitlines() if line.startswith("solution")).split()[1:]
            assert [*map(int, used)] == [link for link, on in enumerate(truth[0], start=1) if on]
            verify_certificate(text)
    assert certified > amount(40, 80)


@pytest.mark.sampled
@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_nothing_follows_that_contradicts_a_solution(rules):
    """Random clauses: what the checker accepts holds in every solution, or in all but the one that was set aside."""
    stream = random.Random(f"lies {rules}")
    accepted = refused = 0
    for kind, count in ENOUGH.items():
        for puzzle in boards_of(kind, rules, count, most=14):
            models = models_of(puzzle)
            if not models:
                continue
            known = stream.choice([*models, None])
            others = [model for model in models if model != known]
            cells, links = tracks_and_links(puzzle)
            clauses = ClauseSet(BoardFacts(cells, links, rules.fill, rules.touch))
            if known is not None:
                clauses.add([-link for link, on in enumerate(known, start=1) if on])
            for _ in range(20):
                chosen = stream.sample(range(1, len(links) + 1), min(len(links), stream.randint(0, 4)))
                clause = [link * stream.choice([1, -1]) for link in chosen]
                if clauses.follows(clause):
                    accepted += 1
                    assert all(any(model[abs(link) - 1] == (link > 0) for link in clause) for model in others)
                    clauses.add(clause)
                else:
                    refused += 1
    assert accepted > amount(100, 200)
    assert refused > amount(150, 300)


@pytest.mark.sampled
def test_if_a_solution_fills_all_cells_and_need_not_another_one_does_not_touch_itself():
    """Lemma 4, by brute force."""
    met = 0
    for kind, count in ENOUGH.items():
        for puzzle in boards_of(kind, FREE, count, most=14):
            full = models_of(puzzle.with_rules(COVER))
            if full and len(models_of(puzzle)) > 1:
                met += 1
                assert all({*models_of(puzzle.with_rules("free-no-touch"))} - {model} for model in full)
    assert met > amount(7, 15)


def lines_of(text):
    return text.splitlines()[:-1]


def resigned(lines):
    return signed("".join(f"{line}\n" for line in lines))


LONG = certificate(generate(10, seed=15))


def test_a_certificate_with_a_removed_or_altered_clause_is_refused():
    lines = LONG.splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("clauses")) + 1
    assert len(lines) - first > 50
    for at in range(first, len(lines) - 1):
        with pytest.raises(NoProof, match="the hash"):
            verify_certificate("\n".join(lines[:at] + lines[at + 1 :]) + "\n")
        literals = lines[at].split()
        altered = " ".join([str(-int(literals[0])) if literals[0] != "0" else "1 0", *literals[1:]])
        with pytest.raises(NoProof, match="the hash"):
            verify_certificate("\n".join([*lines[:at], altered, *lines[at + 1 :]]) + "\n")


@pytest.mark.parametrize("kept", [0, 3])
def test_a_certificate_cut_off_says_where_its_hash_should_be(kept):
    with pytest.raises(NoProof, match=rf"^line {kept + 1}: the hash .* lines are missing"):
        verify_certificate("".join(LONG.splitlines(keepends=True)[:kept]))


def test_a_new_signature_does_not_replace_a_proof():
    lines = lines_of(LONG)
    at = next(at for at, line in enumerate(lines) if line.startswith("clauses"))
    for altered, words in (
        ([*lines[:at], "clauses 1", "0"], "does not follow"),
        ([*lines[:at], "clauses 0"], "expected how many clauses"),
        ([*lines[:at], f"clauses {len(lines) - at - 2}", *lines[at + 1 : -1]], "may be another solution"),
        ([*lines[:-1], lines[-2]], "may be another solution"),
        ([line.rpartition(" ")[0] if line.startswith("solution") else line for line in lines], "solution"),
    ):
        with pytest.raises(NoProof, match=words):
            verify_certificate(resigned(altered))


def test_a_number_removed_from_the_board_is_noticed():
    """Fewer numbers, more solutions: no clause that only the old board allowed may be accepted, least the empty one."""
    puzzle = generate(9, seed=1)
    for number in range(1, puzzle.pairs + 1):
        lines = lines_of(certificate(puzzle))
        for row in range(3, 3 + 9):
            lines[row] = " ".join("." if token == str(number) else token for token in lines[row].split())
        with pytest.raises(NoProof):
            verify_certificate(resigned(lines))


@pytest.mark.parametrize("kind", samples_of_kinds.KINDS)
def test_a_board_with_other_links_is_noticed(kind):
    """A wrap, walls, a via, a bridge or a number is taken away: other links, and mostly other solutions."""
    puzzle = board_of_kind(kind)
    altered = [*laid_otherwise(lines_of(certificate(puzzle)))]
    assert len(altered) > puzzle.pairs
    for lines in altered:
        with pytest.raises(NoProof):
            verify_certificate(resigned(lines))


def laid_otherwise(lines):
    """The lines with a header or one of its places left out, or a bridge or a number replaced by an empty cell."""
    for at, line in enumerate(lines):
        if line.startswith("solution"):
            return
        key, colon, value = line.partition(": ")
        if colon:
            yield [*lines[:at], *lines[at + 1 :]]
        if at > 2:
            places = value.split(" ") if colon and "(" in value else []
            for place in places if key != "walls" else ():
                yield [*lines[:at], f"{key}: {value.replace(place, '').strip()}", *lines[at + 1 :]]
            for token in {*line.split()} - {".", "X", "---"} if not colon else ():
                yield [*lines[:at], " ".join("." if each == token else each for each in line.split()), *lines[at + 1 :]]


def test_the_verified_board_includes_its_bridges():
    """Their cells are empty like others: if they were not named, the proof would pass for one of another board."""
    puzzle = generate(**MADE["bridges"], seed=0)
    lines = lines_of(certificate(puzzle))
    found = verify_certificate(resigned(lines))
    assert found.laid == {"bridges": ", ".join(map(str, sorted(puzzle.layout.bridges)))}
    assert found.laid["bridges"] in str(found)
    with pytest.raises(NoProof, match="version 1 has no bridges"):
        verify_certificate(resigned(["numlink certificate 1", *lines[1:]]))


def test_a_wall_names_its_layer_at_both_ends_or_at_neither():
    head = ["numlink certificate 2", "rules cover", "board 2 1", "layers: 2"]
    with pytest.raises(NoProof, match="name their layer, or neither"):
        verify_certificate(resigned([*head, "walls: (1,0,0)|(0,1)", "1 1", "---", "2 2"]))
    proven = ["1 1", "---", "2 2", "solution 1 4", "clauses 1", "0"]
    assert verify_certificate(resigned([*head, *proven])).laid == {"layers": "2"}
    with pytest.raises(NoProof, match="from 1 to 2, each at most once"):
        verify_certificate(resigned([*head, "walls: (0,0)|(0,1)", *proven]))


def verifies(lines):
    try:
        return verify_certificate(resigned(lines))
    except NoProof:
        return None


@pytest.mark.table(4)
@pytest.mark.parametrize("kind", ["a torus", "bridges", "layers"])
def test_clauses_of_every_kind_of_board_are_needed(kind):
    """Signed again with one clause less, or one literal negated, it is refused, unless nothing needs that clause."""
    lines = lines_of(certificate(generate(**MADE[kind], seed=0)))
    at = next(at for at, line in enumerate(lines) if line.startswith("clauses"))
    refused = 0
    places = range(at + 1, len(lines) - 1, (len(lines) - at) // 10)
    for place in places:
        less = [*lines[:at], f"clauses {len(lines) - at - 2}", *lines[at + 1 : place], *lines[place + 1 :]]
        turned = [*lines[:place], str(-int(lines[place].split()[0])) + lines[place][lines[place].index(" ") :],
                  *lines[place + 1 :]]  # fmt: skip
        refused += (not verifies(less)) + (not verifies(turned))
    assert refused > len(places)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        resigned(["numlink certificate 3"]),
        resigned(["numlink certificate 1", "rules cover", "board 3 1", "wrap: rows", "1 1 .", "solution 1"]),
        resigned(["numlink certificate 2", "rules cover", "board 3 1", "wrap: all", "1 1 .", "solution 1"]),
        resigned(["numlink certificate 2", "rules cover", "board 3 1", "wrap: rows", "wrap: rows", "1 1 ."]),
        resigned(["numlink certificate 2", "rules cover", "board 3 1", "board: hex", "wrap: rows", "1 1 ."]),
        resigned(["numlink certificate 2", "rules cover", "board 2 2", "walls: (0,0)|(2,0)", "1 1", "2 2"]),
        resigned(["numlink certificate 2", "rules cover", "board 2 1", "layers: 2", "1 1", "2 2", "solution 1 2"]),
        resigned(["numlink certificate 1", "rules lax"]),
        resigned(["numlink certificate 1", "rules cover", "board 2 1", "1 2", "solution 1", "clauses 1", "0"]),
        resigned(["numlink certificate 1", "rules cover", "board 2 1", "1 1", "solution", "clauses 1", "0"]),
        resigned(["numlink certificate 1", "rules cover", "board 2 1", "1 1", "solution 2", "clauses 1", "0"]),
        resigned(["numlink certificate 1", "rules cover", "board 2 1", "1 1", "solution 1", "clauses 1", "0", "0"]),
        resigned(["numlink certificate 1", "rules cover", "board 3 1", "1 1 .", "solution 1", "clauses 1", "0"]),
    ],
)
def test_a_text_that_is_no_certificate_is_refused_with_its_line(text):
    with pytest.raises(NoProof, match=r"^line \d+: .*\.$"):
        verify_certificate(text)


HEAD = "numlink certificate 2\nrules cover\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HEAD + "board 1 9\nlayers: 9999\nvias: " + "(0,0) " * 5000 + "\n", "more cells or walls than"),
        (HEAD + "board 3 1\nlayers: 9000\nvias: " + "(0,0) " * 5000 + "\n", "a row of 3 cells"),
        (HEAD + "board 2 1\nlayers: 900\nwalls: " + "(0,0)|(0,1) " * 2000 + "\n", "a row of 2 cells"),
        (HEAD + "board 9999 9999\n", "more cells or walls than"),
        (HEAD + "board 3 3\n\ud800\n", "hash"),
        (certificate(Puzzle.from_rows([[1, 1], [0, 0]])).replace("sha256", "\udc80sha256"), "hash"),
    ],
)
def test_a_certificate_takes_memory_in_proportion_to_its_length(text, words):
    closed = text if "sha256" in text else text + "sha256 " + sha256(text.encode("utf-8", "replace")).hexdigest() + "\n"
    tracemalloc.start()
    try:
        with pytest.raises(NoProof) as refusal:
            verify_certificate(closed)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert words in str(refusal.value)
    assert most < 1_000_000 + 400 * len(text)


PROVEN = {
    "plain": certificate(Puzzle.from_rows([[1, 1], [0, 0]])),
    **{kind: certificate(board_of_kind(kind)) for kind in samples_of_kinds.KINDS},
}


@pytest.mark.parametrize("kind", PROVEN)
def test_messages_describe_the_expected_line_with_an_example(kind):
    """Each line in turn is garbled, repeated, left out, or gets the same value for all its numbers: the message names a
    line and shows no regular expression."""
    lines = lines_of(PROVEN[kind])
    for at, line in enumerate(lines[:40]):
        for altered in (
            [*lines[:at], "garbage", *lines[at + 1 :]],
            [*lines[:at], f"{line.partition(':')[0]}: what", *lines[at + 1 :]],
            [*lines[: at + 1], *lines[at:]],
            [*lines[:at], *lines[at + 1 :]],
            lines[:at],
            *([*lines[:at], re.sub(r"[0-9]+", value, line), *lines[at + 1 :]] for value in ("0", "1", "7", "99999999")),
        ):
            try:
                verify_certificate(resigned(altered))
            except NoProof as refusal:
                message = str(refusal)
                assert re.match(r"line \d+: ", message)
                assert not re.search(r"\(\?|\[0-9|\[1-9|\)\*|\{0,|\\", message), message
                assert " expected " not in message or re.search(r", as in '.+'; found (no further line|'.+')", message)


def test_each_example_of_a_line_matches_its_form():
    forms = [form for module in (checker, stated) for form in vars(module).values() if isinstance(form, Form)]
    for form in [*forms, *stated.LAID.values()]:
        assert re.fullmatch(form.pattern, form.example), form


def test_words_before_the_hash_are_refused():
    body, _, _ = certificate(Puzzle.from_rows([[1, 1], [0, 0]])).rpartition("sha256 ")
    for between in ("unread ", "sha256 ", "x"):
        with pytest.raises(NoProof, match="hash"):
            verify_certificate(signed(body + between))


CHECKER = Path(certificates.__file__).parent


def test_the_checker_is_short_and_shares_no_code():
    """It imports Python's library and its own files; all of them can be read at one sitting."""
    sources = [ast.parse(path.read_text()) for path in CHECKER.glob("*.py")]
    nodes = [node for source in sources for node in ast.walk(source)]
    imported = {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.level == 0}
    imported |= {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    assert imported <= {*sys.stdlib_module_names, "collections.abc"}
    own = {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.level}
    assert own == {path.stem for path in CHECKER.glob("*.py")} - {"__init__"}
    assert sum(len(path.read_text().splitlines()) for path in CHECKER.glob("*.py")) < 710


def test_a_copy_of_the_checker_runs_without_numlink(tmp_path):
    shutil.copytree(CHECKER, tmp_path / "proofs", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "numlink.py").write_text("raise ImportError('the checker imports numlink')")
    command = "import sys, proofs; print(proofs.verify_certificate(sys.stdin.read()))"
    done = subprocess.run([sys.executable, "-c", command], cwd=tmp_path, input=LONG, capture_output=True, text=True)
    assert done.stdout.startswith("verified: the board of 10x10"), done.stderr


def test_boards_without_exactly_one_solution_have_no_certificate():
    with pytest.raises(InputError, match="no certificate of one solution"):
        certificate(Puzzle(4, 4, (1, 0, 0, 1, *[0] * 12)))


def test_the_commands(tmp_path, capsys):
    target = tmp_path / "proof.txt"
    puzzle = dumps([generate(7, seed=1).with_solution(None)])
    done = run("prove", "--certificate", target, stdin=puzzle, capsys=capsys)
    assert (done.code, done.out) == (0, "")
    checked = run("verify-certificate", target, "--json", capsys=capsys)
    assert json.loads(checked.out)["verified"]
    assert "verified: the board of 7x7" in run("verify-certificate", stdin=target.read_text(), capsys=capsys).out
    target.write_text(target.read_text().replace("rules cover", "rules free"))
    refused = run("verify-certificate", target, capsys=capsys)
    assert refused.code == 1
    assert "proof.txt: line" in refused.err
    lab = dumps([generate_classic(9, seed=seed).with_solution(None) for seed in range(8)])
    stream = run("prove", "--json", stdin=lab, capsys=capsys)
    expected = [prove(generate_classic(9, seed=seed), rules=COVER).answer.value for seed in range(8)]
    assert [json.loads(line)["verdict"] for line in stream.out.splitlines()] == expected
    assert stream.code == 1
    assert_one_line_error(run("prove", "--certificate", target, stdin=lab, capsys=capsys), "--pick")
    many = Puzzle(4, 4, (1, 0, 0, 1, *[0] * 12))
    none = tmp_path / "none.txt"
    assert run("prove", "--certificate", none, stdin=dumps([many]), capsys=capsys).code == 1
    assert not none.exists()


def test_a_proof_as_clauses_named_like_a_certificate_gets_advice(tmp_path, capsys):
    target = tmp_path / "proof"
    assert run("prove", "--certificate", target, "--as", "drat", stdin="1 2\n1 2\n", capsys=capsys).code == 0
    outcome = run("verify-certificate", target, capsys=capsys)
    assert_one_line_error(outcome, "proof.cnf and proof.drat", f"drat-trim {target}.cnf {target}.drat", "--as drat")
    (tmp_path / "proof.drat").unlink()
    assert_one_line_error(run("verify-certificate", target, capsys=capsys), "No such file")


def test_walls_that_name_their_layer_need_not_fit_on_others():
    """3x1 with 200 layers and a wall on all but the first: our own certificate was once refused for its walls."""
    layers = 200
    walls = frozenset((3 * layer, 3 * layer + 1) for layer in range(1, layers))
    cells = [0] * (3 * layers)
    cells[0] = cells[2] = 1
    puzzle = Puzzle(3, 1, tuple(cells), FREE, layout=Layout(layers=layers, walls=walls, vias=frozenset()))
    assert verify_certificate(certificate(puzzle)).rules == "free"


def test_walls_without_blanks_between_them_must_fit_too():
    text = "numlink certificate 2\nrules free\nboard 40 1\nlayers: 400\nwalls: "
    walls = "".join(f"(0,{here})|(0,{there})" for here in range(40) for there in range(40))
    rows = "\n---\n".join([" ".join("." * 40)] * 400)
    tracemalloc.start()
    try:
        with pytest.raises(NoProof, match="more cells or walls"):
            verify_certificate(signed(f"{text}{walls}\n{rows}\nsolution\nclauses 1\n0\n"))
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()


def test_a_side_too_long_for_certificates_is_refused_before_the_proof():
    with pytest.raises(InputError, match="up to 9999, not 12000"):
        certificate(Puzzle(12_000, 1, (1, *[0] * 11_998, 1)))


def test_corners_of_polygons_must_be_numbers():
    lines = CertificateLines(signed("x\n"))
    with pytest.raises(NoProof, match="as JSON"):
        stated.polygon_neighbours('[["00","10","11"],["00","11","01"]]', 2, lines)
