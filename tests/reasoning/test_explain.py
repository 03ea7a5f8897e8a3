"""Explanations end at the solution, say where only trying helps, and can be written as pages."""

import json
import re
import xml.etree.ElementTree as ElementTree
from html import escape
from itertools import product
from pathlib import Path
from random import Random

import pytest

from numlink import check, generate, parse
from numlink.errors import InputError
from numlink.exact.verdict import Answer
from numlink.formats import dumps
from numlink.making.classic import generate_classic
from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER, EVERY_RULES, NO_TOUCH
from numlink.model.words import NUMBERS
from numlink.reasoning.board_text import board_text
from numlink.reasoning.deduce import contradiction_of, deduce
from numlink.reasoning.explain import explain
from numlink.reasoning.explanation import Explanation
from numlink.reasoning.grade import Reading
from numlink.reasoning.page import page, sheet
from numlink.reasoning.position import ON, OPEN, Position, reasoner_for
from numlink.reasoning.rate import rate
from numlink.reasoning.rules import Assume, Rule
from numlink.reasoning.sentence_context import SentenceContext
from numlink.reasoning.sentences import TURNS
from numlink.reasoning.step_pictures import BoardPictures
from tests.cli import assert_one_line_error, numlink
from tests.deduction_boards import deduction_boards
from tests.oracle import models
from tests.sample import sample_puzzle


def assert_sound(explanation: Explanation, solution):
    """Check that every frame starts where the last one stopped, only adds, and agrees with the solution."""
    links = explanation.puzzle.grid.links()
    drawn = solution.links()
    states = bytes(len(links))
    for frame in explanation.frames:
        for link, (was, before) in enumerate(zip(states, frame.before, strict=True)):
            assert was in (OPEN, before), "a frame forgets a link"
            assert frame.after[link] == before or before == OPEN
        for link, pair in enumerate(links):
            assert frame.after[link] in (OPEN, 1 if pair in drawn else 2)
        assert frame.sentences
        states = frame.after


def test_the_sample_is_explained_by_rules_alone():
    puzzle = sample_puzzle()
    for rules in EVERY_RULES:
        explanation = explain(puzzle.with_solution(None), rules=rules)
        assert explanation.solved
        assert explanation.solution == puzzle.solution
        assert_sound(explanation, puzzle.solution)
        if rules.fill:
            assert max(frame.tier for frame in explanation.frames) <= 2


def test_the_documented_explanation_is_the_one_that_is_given():
    path = Path(__file__).parents[2] / "docs" / "explained_sample.md"
    if not path.exists():
        pytest.skip("the documentation is not beside the tests")
    text = path.read_text()
    [puzzle] = parse(text.split("```\n")[1])
    assert str(explain(puzzle)).rstrip() in text


@pytest.mark.table(3)
@pytest.mark.bulk
@pytest.mark.parametrize("index", range(0, 30, 3))
def test_explanations_end_at_the_solution(index):
    puzzle = deduction_boards()[index]
    explanation = explain(puzzle)
    assert explanation.solution is not None
    assert check(puzzle, explanation.solution) == []
    assert_sound(explanation, explanation.solution)
    for frame in explanation.frames:
        if frame.tried:
            link, drawn = frame.tried
            assert frame.after[link] == (2 if drawn else 1)


@pytest.mark.bulk
def test_no_touch_rules_explain_too():
    puzzle = deduction_boards(NO_TOUCH)[20]
    explanation = explain(puzzle)
    assert explanation.solved
    assert_sound(explanation, explanation.solution)


@pytest.mark.bulk
def test_look_ahead_shows_a_contradiction():
    explained = [explain(puzzle, reading="rules") for puzzle in deduction_boards()[14:22]]
    tries = [frame for explanation in explained for frame in explanation.frames if frame.chain]
    assert tries
    for frame in tries:
        assert frame.sentences[0].startswith("No rule helps here, so try: suppose ")
        assert frame.tried_states is not None
        assert "cannot all be drawn" not in frame.chain[-1]
        assert len(frame.chain) == 3, "one or two lines nobody calls trying, and more nobody reads"
        assert sum(a != b for a, b in zip(frame.before, frame.tried_states, strict=True)) >= 1
    glimpses = [frame for explanation in explained for frame in explanation.frames if "One link ahead" in frame.title]
    assert glimpses
    for frame in glimpses:
        assert frame.tried is None
        at = next(at for at, said in enumerate(frame.sentences) if re.search(r" (cannot|must) be linked\.$", said))
        assert frame.sentences[at + 1].startswith(("If they are, ", "If they are not, "))


@pytest.mark.parametrize(
    ("drawn", "words"),
    [
        ([(1, 2), (2, 3)], "these links would join the 1 at row 1, column 2 to the 2 at row 1, column 4."),
        ([(4, 5), (5, 9), (8, 9), (4, 8)], "these links would close a loop through row 2, column 1."),
        ([(4, 5), (5, 6), (5, 9)], "row 2, column 2 would get three links, and may have two."),
        ([(0, 1), (1, 5)], "the 1 at row 1, column 2 would get two links, and may have one."),
    ],
)
def test_a_clash_is_named(drawn, words):
    puzzle = Puzzle.from_rows([[0, 1, 0, 2], [0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 2]])
    states = Position.with_links(puzzle, drawn).states
    engine = reasoner_for(puzzle)
    engine.load(states)
    assert contradiction_of(SentenceContext(puzzle, engine), states, engine.position.conflict).sentence == words


def test_boards_without_one_solution():
    several = explain(Puzzle(3, 3, (1, 0, 0, 0, 0, 0, 0, 0, 1)))
    assert not several.solved
    assert "more than one solution" in several.remark
    none = explain(Puzzle(2, 2, (1, 2, 2, 1)))
    assert not none.solved
    assert none.solution is None
    assert "no solution" in none.remark
    assert explain(Puzzle(1, 1, (-1,))).solved
    touching = Puzzle(5, 4, (2, 0, 0, 0, 0, -1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0))  # 1 could also go straight
    loose = explain(touching, assume=Assume.STRICT)
    assert "the only linking" in loose.remark


def test_assumptions_are_named_and_checked(capsys, monkeypatch):
    several = generate_classic(5, seed=6).with_solution(None)
    proved = explain(sample_puzzle().with_solution(None), assume=Assume.STRICT)
    assert proved.answer is Answer.UNIQUE
    assert proved.opening.startswith("Rules: cover. Assumed: there is only one way to join the pairs")
    assert proved.ending.startswith("Solved. The solver proved the assumption true")
    for assume in (Assume.STRICT, Assume.UNIQUE):
        false = explain(several, assume=assume)
        assert false.answer is Answer.MULTIPLE
        assert not false.ending.startswith("Solved")
        assert "The assumption is false" in false.ending
        assert false.ending in str(false)
        assert numlink("explain", "--assume", assume.value, stdin=dumps([several], "plain"), capsys=capsys).code == 1
    monkeypatch.setattr("numlink.reasoning.explain.PROOF_SECONDS", 1e-9)
    assert "The assumption is not proven" in explain(several, assume=Assume.STRICT).ending
    assert numlink("explain", "--assume", "strict", stdin=dumps([several], "plain"), capsys=capsys).code == 3


@pytest.mark.bulk
def test_uniqueness_is_used_only_if_it_is_assumed():
    for puzzle in deduction_boards()[14:30:4]:
        text = str(explain(puzzle))
        assert "second solution" not in text
        assert explain(puzzle, assume=Assume.UNIQUE).solution == explain(puzzle).solution


def test_the_end_is_a_clean_picture_of_the_solution():
    explanation = explain(sample_puzzle().with_solution(None))
    last = str(explanation).split("The solution\n")[1]
    assert not set("·×━┃") & set(last)
    assert "The solution" not in str(explain(Puzzle(3, 3, (1, 0, 0, 0, 0, 0, 0, 0, 1))))


def test_pictures():
    puzzle = Puzzle.from_rows([[1, 0, -1], [2, 0, 1], [2, 0, 0]])
    start = bytes(len(puzzle.grid.links()))
    assert board_text(puzzle, start, start) == "1 · ∙   █\n·   ·\n2 · ∙ · 1\n·   ·   ·\n2 · ∙ · ∙"
    now = Position.with_links(puzzle, [(0, 1), (1, 4)], [(0, 3), (3, 4)]).states
    assert board_text(puzzle, start, now) == "1━━━┐   █\n×   ┃\n2 × ╵ · 1\n·   ·   ·\n2 · ∙ · ∙"


@pytest.mark.bulk
def test_page_and_sheet_are_well_formed():
    explanation = explain(deduction_boards()[16])
    drawing = ElementTree.fromstring(sheet(explanation))
    assert drawing.tag.endswith("svg")
    html = page(explanation)
    for words in ("still open", "ruled out before", "explained", "Rules: cover.", escape(explanation.ending)):
        assert words in html
        assert words in " ".join(text.text for text in drawing.iter("{http://www.w3.org/2000/svg}text"))
    sections = html.split("<section>")[1:]
    assert len(sections) == len(explanation.frames) + 2
    assert [escape(explanation.ending) in section for section in sections] == [False] * (len(sections) - 1) + [True]
    assert not re.search(r"https?://(?!www\.w3\.org)", html)
    for svg in re.findall(r"<svg.*?</svg>", html, re.DOTALL):
        ElementTree.fromstring(svg)
    size = 40 * len(explanation.frames) * len(explanation.puzzle.cells)
    words = sum(len(sentence) for frame in explanation.frames for sentence in frame.sentences)
    assert max(len(html), len(sheet(explanation))) < size + 2 * words, "an element for every link again?"


@pytest.mark.parametrize(("width", "height", "stroke"), [(3, 1, "M20 20h80"), (1, 3, "M20 20v80"), (3, 2, "M20 20h80")])
def test_links_along_a_line_are_one_stroke(width, height, stroke):
    puzzle = Puzzle(width, height, (1, 0, 1, *[0] * (width * height - 3)))
    drawn = Position.with_links(puzzle, [(0, 1), (1, 2)]).states
    assert f'<path class="new" d="{stroke}"/>' in BoardPictures(puzzle).board(bytes(len(drawn)), drawn)


def test_explain_command(tmp_path, capsys):
    text = dumps([sample_puzzle()], "plain")
    run = numlink("explain", stdin=text, capsys=capsys)
    assert run.code == 0
    assert run.out.rstrip().endswith("Solved.")
    assert "1. Forced links" in run.out
    for ending in ("html", "svg", "txt"):
        target = tmp_path / f"told.{ending}"
        assert numlink("explain", "-o", target, stdin=text, capsys=capsys).code == 0
        assert target.read_text()
    steps = json.loads(numlink("explain", "--json", stdin=text, capsys=capsys).out)
    assert steps["solved"]
    assert numlink("explain", stdin="1 2\n2 1\n", capsys=capsys).code == 1
    assert_one_line_error(numlink("explain", "-o", "told.pdf", stdin=text, capsys=capsys), "html")
    assert_one_line_error(numlink("explain", stdin="1 .\n", capsys=capsys), "once")


def test_exit_codes(capsys, monkeypatch):
    """0 for one solution, 1 for none or several, 3 if the solver's time ended; the worst of them for a stream."""
    one, none, several = "1 1\n", "1 2\n2 1\n", "1 . .\n. . .\n. . 1\n"
    for text, code, answer in ((one, 0, "unique"), (none, 1, "none"), (several, 1, "multiple")):
        run = numlink("explain", "--json", stdin=text, capsys=capsys)
        assert (run.code, json.loads(run.out)["verdict"]) == (code, answer)
    assert numlink("explain", stdin=f"{one}\n{several}", capsys=capsys).code == 1
    monkeypatch.setattr("numlink.reasoning.explain.PROOF_SECONDS", 1e-9)
    assert numlink("explain", stdin=several, capsys=capsys).code == 3
    assert numlink("explain", stdin=one, capsys=capsys).code == 0


def test_several_puzzles_and_endings(tmp_path, capsys):
    several = "1 1\n\n1 .\n\n2 2\n"
    run = numlink("explain", stdin=several, capsys=capsys)
    assert run.code == 2
    assert run.out.count("Solved.") == 2
    assert run.err.startswith("numlink: puzzle 2: ")
    target = tmp_path / "told.json"
    assert numlink("explain", "-o", target, stdin="1 1\n\n2 2\n", capsys=capsys).code == 0
    assert [json.loads(line)["solved"] for line in target.read_text().splitlines()] == [True, True]
    page_file = tmp_path / "told.html"
    assert_one_line_error(numlink("explain", "--json", "-o", page_file, stdin="1 1\n", capsys=capsys), "--json")
    assert_one_line_error(numlink("explain", "-o", page_file, stdin="1 1\n\n2 2\n", capsys=capsys), "several")
    assert not page_file.exists()


def test_dead_ends_have_sentences():
    """A link that is ruled out has a sentence unless its cell is finished; many dead ends share one."""
    end = "1 . . .\n1 2 . #\n. 2 # #\n"
    alone = str(explain(parse(f"rules: free\n{end}")[0], reading="rules"))
    assert "Row 1, column 4 is a dead end, so it stays empty." in alone
    many = str(explain(parse("rules: free\n# . # . # . #\n1 . . . . . 1\n")[0], reading="rules"))
    assert "Three cells are dead ends, like row 1, column 2, so they stay empty (× in the picture)." in many


def test_an_explanation_with_a_guess_does_not_call_the_proof_no_work(monkeypatch):
    puzzle = sample_puzzle().with_solution(None)
    monkeypatch.setattr(
        "numlink.reasoning.human_solver.HumanSolver.guesses", property(lambda _: 2, lambda *_: None), raising=False
    )
    explanation = explain(puzzle)
    assert explanation.reading is Reading.STRICT
    assert explanation.remark == "2 guesses had to be taken from the solution, which is proved unique."


@pytest.mark.bulk
def test_guesses_have_sentences_and_lead_to_the_end():
    """Boards that no look-ahead solves: the explanation says where it takes something from the solution."""
    explained = [(puzzle, explain(puzzle, reading="rules")) for puzzle in deduction_boards()[20:]]
    guessed = [(puzzle, explanation) for puzzle, explanation in explained if explanation.guesses]
    assert guessed
    for puzzle, explanation in guessed:
        assert not explanation.solved
        assert explanation.guesses == rate(puzzle, reading="rules").guesses
        guesses = [frame for frame in explanation.frames if frame.title == "A guess"]
        assert len(guesses) == explanation.guesses
        for frame in guesses:
            drawn = sum(before != after for before, after in zip(frame.before, frame.after, strict=True))
            others = re.search(r"from (\d+) other link", " ".join(frame.sentences))
            assert drawn == 1 + int(others[1] if others else 0), "a link is drawn that no one told of"
        assert Position(puzzle, explanation.frames[-1].after).solution() == explanation.solution
        assert str(explanation).splitlines()[-1].startswith(f"Solved with help: {explanation.guesses} guess")


@pytest.mark.bulk
def test_forced_links_are_explained_in_steps_that_one_can_follow():
    """At most five sentences, each about links that its own step draws or rules out."""
    most = 0
    for rules in (COVER, NO_TOUCH):
        for puzzle in deduction_boards(rules)[::2]:
            explanation = explain(puzzle)
            assert_sound(explanation, explanation.solution)
            for frame in explanation.frames:
                if frame.title == "Forced links":
                    changed = sum(before != after for before, after in zip(frame.before, frame.after, strict=True))
                    assert len(frame.sentences) <= min(5, changed)
                    most = max(most, len(frame.sentences))
    assert most == 5


@pytest.mark.bulk
def test_many_links_that_one_number_needs_are_one_route():
    """The sentence says that the number is joined, or names the ends of each stretch; the board confirms it."""
    routes = stretches = 0
    for puzzle in [*deduction_boards()[::2], *(generate(8, seed=seed, style="lab") for seed in (2, 9, 31))]:
        links = puzzle.grid.links()
        for frame in explain(puzzle, reading="rules").frames:
            if frame.title != Rule.A5.spoken:
                continue
            drawn = {pair for pair, state in zip(links, frame.after, strict=True) if state == ON}
            if route := re.fullmatch(r"Only one route is left for (\d+)\.", frame.sentences[0]):
                one, other = puzzle.endpoints()[int(route[1])]
                assert other in reached(one, drawn)
                routes += 1
            elif " runs from " in frame.sentences[0]:
                needed = (step for step in frame.steps if step.rule is Rule.A5 and step.draws)
                new = {links[link] for step in needed for link, _ in step.conclusion}
                sentences = [sentence for sentence in frame.sentences if sentence.startswith("Every way left")]
                one, other = (cell_named(puzzle, words) for words in re.findall(r"row \d+, column \d+", sentences[0]))
                assert other in reached(one, new)
                more = re.findall(r"in (\w+) other place", " ".join(sentences))
                assert len(pieces(new)) <= len(sentences) + sum(map(read_count, more)), "a stretch that is not told"
                stretches += 1
    assert routes > 2
    assert stretches > 2


def reached(cell, pairs):
    """The cells that links join to a cell, directly or not."""
    found = {cell}
    while more := {other for pair in pairs for other in pair if set(pair) & found} - found:
        found |= more
    return found


def read_count(word):
    """The number that a sentence writes as a word up to twelve."""
    return NUMBERS.index(word.lower()) if word.lower() in NUMBERS else int(word)


def cell_named(puzzle, words):
    """The cell that some words name."""
    row, column = map(int, re.search(r"row (\d+), column (\d+)", words).groups())
    return (row - 1) * puzzle.width + column - 1


@pytest.mark.bulk
def test_every_step_of_the_explanation_follows_from_earlier_ones():
    """The rules of its tier deduce it again in the position after the earlier steps, and nothing else changes."""
    local = [rule for rule in Rule if rule.tier == 0]
    runs = crossings = 0
    for index, rules in ((3, COVER), (9, COVER), (18, COVER), (24, NO_TOUCH)):
        explanation = explain(deduction_boards(rules)[index])
        assume = Assume.STRICT if explanation.reading is Reading.STRICT else Assume.NOTHING
        for frame in explanation.frames:
            position = Position(explanation.puzzle, frame.before)
            sentences = [sentence for sentence in frame.sentences if " can only run " in sentence]
            runs += len(sentences)
            crossings += sum("would cross" in sentence for sentence in sentences)
            for step in frame.steps:
                if step.rule is not Rule.L1:
                    deduced = deduce(position, [step.rule] if step.tier else local, assume=assume)
                    found = {entry for one in deduced for entry in one.conclusion}
                    assert all(entry in found or position.states[entry[0]] for entry in step.conclusion), step
                position = position.after(step)
            assert frame.tried or "guess" in frame.title or position.states == frame.after
    assert runs > 20
    assert crossings > 0


def test_steps_hold_in_every_solution_of_a_small_board():
    """By brute force: boards with several solutions are explained as far as all of them agree."""
    random = Random(5)
    steps = 0
    while steps < 300:
        cells = [1, 1, 2, 2] + [0] * 8
        random.shuffle(cells)
        puzzle = Puzzle(4, 3, tuple(cells))
        found = models(puzzle.cells, puzzle.grid.links(), fill=True, touch=True)
        for frame in explain(puzzle, reading="rules").frames if found else ():
            for step in frame.steps:
                assert all(model[link] == drawn for model in found for link, drawn in step.conclusion), (puzzle, step)
                steps += 1


def test_a_line_that_can_go_on_in_only_one_way_has_one_sentence():
    puzzle = Puzzle.from_rows([[1, 0, 0, 0, 0, 1], [2, 3, 3, 4, 4, 2], [0, 0, 0, 0, 0, 0]])
    explanation = explain(puzzle, reading="rules")
    frame_of = {sentence: frame for frame in explanation.frames for sentence in frame.sentences}
    run = "2 can only run along the edge in row 3 from column 5 to 2: other ways join two numbers."
    links = puzzle.grid.links()
    assert [frame_of[run].after[links.index((cell, cell + 1))] for cell in (13, 14, 15)] == [ON, ON, ON]
    assert sum("row 3" in sentence and "2 can" in sentence for sentence in frame_of) == 1
    text = str(explain(sample_puzzle().with_solution(None)))
    assert "2 can only run from row 2, column 6 to row 3, column 7: " in text


def test_a_strict_board_is_explained_strictly_and_says_so(capsys):
    puzzle = sample_puzzle().with_solution(None)
    strict, rules = explain(puzzle), explain(puzzle, reading="rules")
    assert (strict.reading, rules.reading) == (Reading.STRICT, Reading.RULES)
    assert "The solver has proved that there is only one way to join the pairs" in strict.opening
    assert rules.opening == "Rules: cover."
    assert strict.solved
    assert strict.answer is Answer.UNIQUE
    assert strict.assume is Assume.NOTHING
    loose = Puzzle.from_rows([[1, 0], [0, 1]])  # two solutions
    assert explain(loose).reading is Reading.RULES
    text = dumps([puzzle], "plain")
    for reading in ("strict", "rules"):
        run = numlink("explain", "--json", "--reading", reading, stdin=text, capsys=capsys)
        assert json.loads(run.out)["reading"] == reading
    with pytest.raises(InputError, match="is not a known reading"):
        explain(puzzle, reading="loose")


@pytest.mark.parametrize("assume", list(Assume))
def test_assumptions_can_be_words(assume):
    puzzle = generate(5, seed=1).with_solution(None)
    assert str(explain(puzzle, assume=assume.value)) == str(explain(puzzle, assume=assume))
    start = Position.start(puzzle)
    assert deduce(start, assume=assume.value) == deduce(start, assume=assume)


def test_unknown_words_for_assumptions_are_refused():
    with pytest.raises(InputError, match="Use one of nothing, unique, strict"):
        explain(Puzzle(2, 1, (1, 1)), assume="luck")


def test_three_or_more_successive_turns_share_a_sentence():
    """Fewer are told one by one with what stops each; of more only the first is told, and the picture marks all."""
    shared = single = 0
    for puzzle in deduction_boards(NO_TOUCH):
        for frame in explain(puzzle).frames:
            notes = [step.note for step in frame.steps if step.note and step.note.variant in TURNS]
            cells = {cell for note in notes for cell in note.facts[:2]}
            told = [sentence for sentence in frame.sentences if "diagonal" in sentence and "repeat" in sentence]
            many = [read_count(words[1]) for sentence in told if (words := re.match(r"(\w+) turns", sentence))]
            assert cells <= set(frame.cells)
            assert len(notes) == sum(many) + len(told) - len(many)
            assert all(count >= 3 for count in many)
            for sentence in told:
                assert {cell_named(puzzle, words) for words in re.findall(r"row \d+, column \d+", sentence)} <= cells
            shared += len(many)
            single += len(told) - len(many)
    assert shared > 1
    assert single > 5


def pieces(pairs):
    """The connected pieces that links make, as sets of cells."""
    return {frozenset(reached(one, pairs)) for one, _ in pairs}


def sentences_of(frame):
    """The sentences of a step, including the lines of a try."""
    return [one for text in (*frame.sentences, *frame.chain) for one in re.split(r"(?<=[.!?])\s+", text)]


def test_sentences_are_short_and_speak_as_players_do():
    """At most 18 words in the median, 28 in nine of ten, 40 in any; a step has five sentences at most, and no codes."""
    golden = [Path(__file__).parents[1] / "golden" / f"generate_{name}.jsonl" for name in ("kinds", "styles")]
    boards = [puzzle for file in golden for puzzle in parse(file.read_text()) if puzzle.grid.size <= 100]
    words = []
    titles = set()
    for puzzle, reading in product([*boards[::2], *deduction_boards()[::6]], ("strict", "rules")):
        explanation = explain(puzzle.with_solution(None), reading=reading)
        for frame in explanation.frames:
            told = sentences_of(frame)
            assert 1 <= len(told) <= 5, told
            assert len(frame.title.split()) <= 18
            titles.add(frame.title)
            for sentence in told:
                assert not re.search(r"\b[ANUL]\d+\b", f"{frame.title} {sentence}"), "a code of a rule"
                assert sentence[0].isupper() or sentence[0].isdigit()
                assert sentence.endswith(".")
                words.append(len(sentence.split()))
        assert max(len(one.split()) for one in re.split(r"(?<=[.:])\s+", explanation.opening)) <= 28
    assert len(titles) > 8
    assert len(words) > 1000
    words.sort()
    assert words[len(words) // 2] <= 18
    assert words[len(words) * 9 // 10] <= 28
    assert words[-1] <= 40
