"""The work of explanations on large boards grows as the board does, and no faster."""

from numlink import Layout, Puzzle, Solution
from numlink.reasoning.grouping import StepGroup, _with_shared_ways
from numlink.reasoning.position import Position, reasoner_for
from numlink.reasoning.rules import Rule, Variant
from numlink.reasoning.sentence_context import SentenceContext
from numlink.reasoning.step import Note, Step
from numlink.reasoning.step_pictures import BoardPictures
from tests.counting import Counted
from tests.work import calls_of


def counted(links):
    Counted.times = 0
    return [tuple(map(Counted, link)) for link in links]


def over_bridges(side):
    """How often cells are compared to find the paths straight across the many bridges of a board."""
    bridges = {row * side + column for row in range(1, side - 1, 2) for column in range(1, side - 1, 2)}
    shapes = BoardPictures(Puzzle(side, side, (0,) * (side * side), layout=Layout(bridges=bridges)))
    links = counted((cell, cell + 1) for cell in range(side * side) if (cell + 1) % side)
    assert len(shapes.lines_on_top(links)) == len(bridges)
    return Counted.times


def test_paths_over_bridges_are_found_in_linear_time():
    """A board of 161x161 with 6 400 bridges took 1.7 s for each of its pictures, 0.02 s now."""
    assert over_bridges(41) < 5 * over_bridges(21)


def along_a_path(side):
    """How often tracks are compared to find the number of a path that fills the board."""
    rows = [range(row * side, (row + 1) * side)[:: -1 if row % 2 else 1] for row in range(side)]
    puzzle = Puzzle.from_solution(Solution(side, side, ([cell for row in rows for cell in row],)))
    engine = reasoner_for(puzzle)
    engine.load(Position.solved(puzzle, puzzle.solution).states)
    context = SentenceContext(puzzle, engine)
    context.track_links = counted(context.track_links)
    assert context.number_through(0) == 1
    return Counted.times


def test_the_number_of_a_path_is_found_in_linear_time():
    assert along_a_path(20) < 5 * along_a_path(10)


def told_together(count):
    """How many calls it takes to tell `count` links in one sentence."""
    puzzle = Puzzle(count + 1, 1, (1, *[0] * (count - 1), 1))
    context = SentenceContext(puzzle, reasoner_for(puzzle))
    steps = []
    for link in range(count):
        note = Note(Variant.WAY_SHARED, (0, 0, 0), ((link, True),))
        steps.append(Step(Rule.A1, (), (), note.conclusion, "", note))
    found = [StepGroup("", (step,)) for step in steps]
    assert [len(group.steps) for group in _with_shared_ways(context, found)] == [count]
    return calls_of(lambda: _with_shared_ways(context, found))


def test_links_share_a_sentence_in_linear_time():
    assert told_together(400) < 5 * told_together(100)


def links_drawn(side):
    """How many calls it takes to draw the links of a board with many walls."""
    places = [row * side + column for row in range(0, side, 2) for column in range(0, side - 1, 2)]
    layout = Layout(walls=[(cell, cell + 1) for cell in places])
    puzzle = Puzzle(side, side, (0,) * (side * side), layout=layout)
    shapes, links = BoardPictures(puzzle), puzzle.grid.links()
    return calls_of(lambda: (shapes.strokes(links), shapes.crosses(links)))


def test_links_are_drawn_in_linear_time():
    """Each used to build the whole board again, to see whether it leads to another layer."""
    assert links_drawn(21) < 5 * links_drawn(11)
