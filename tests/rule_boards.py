"""One small board for each rule of reasoning, on which it applies: for the tests and for the site's pages."""

from numlink.model.puzzle import Puzzle
from numlink.model.rules import Rules


def board(rows, rules):
    return Puzzle.from_rows(
        [
            [{".": 0, "X": -1}.get(token) or int(token.replace(".", "0")) for token in row.split()]
            for row in rows.split("/")
        ],
        rules=Rules.named(rules),
    )


# rule, rules, board, drawn links, the step in words, what follows: one small board on which the rule applies
FIRES = [
    (
        "A1", "cover", ". . ./. 1 1", [],
        "row 1, column 1 needs two links and only two ways are left.",
        {(0, 1): True, (0, 3): True},
    ),
    (
        "A2", "cover", "1 1 2/. . 2", [],
        "linking row 1, columns 2 and 3 would join 1 to 2.",
        {(1, 2): False},
    ),
    (
        "A3", "cover", "1 2 2/. . ./. . 1", [(3, 6), (4, 7), (6, 7)],
        "linking row 2, columns 1 and 2 would close a loop.",
        {(3, 4): False},
    ),
    (
        "A4", "cover", ". . ./. 1 1", [],
        "joining 1 to 1 here would leave row 2, column 1 too few ways.",
        {(4, 5): False},
    ),
    (
        "A11", "cover", "1 1 ./2 . 3/2 . 3", [],
        "rows 2 and 3, column 2 are linked: other ways join two numbers or close a loop.",
        {(4, 7): True},
    ),
    (
        "A5", "cover", "1 2/. ./1 2", [],
        "every way left for 1 runs along rows 1 and 2, column 1, as 2 needs row 2, column 2.",
        {(0, 2): True},
    ),
    (
        "A6", "free", ". . 1/. . 1", [(2, 5)],
        "no number can finish in the part around row 1, column 1, so it stays empty.",
        {(0, 1): False, (0, 3): False},
    ),
    (
        "A7", "free", ". 1/. 2/1 2", [],
        "two numbers must leave rows 1 to 2, and exactly that many ways lead out.",
        {(2, 4): True, (3, 5): True},
    ),
    (
        "A8", "free", ". 1 2/1 2 .", [],
        "one number must cross the diagonal from row 1, column 2 to row 2, column 3, and all places left "
        "there are needed.",
        {(2, 5): True, (4, 5): True},
    ),
    (
        "A9", "cover", ". 1 1/. . .", [],
        "in row 1, column 1 too many cells have the checkerboard colour of row 1, column 1: "
            "every way out starts there.",
        {(0, 3): True, (0, 1): True},
    ),
    (
        "A10", "free", "1 1 2/2 . .", [],
        "linking rows 1 and 2, column 2 would make 1 and 2 cross.",
        {(1, 4): False},
    ),
    (
        "N1", "no-touch", "1 2/1 ./2 .", [(0, 2), (1, 3)],
        "a third side of the square at rows 1 to 2 would make a path touch itself.",
        {(0, 1): False, (2, 3): False},
    ),
    (
        "N2", "no-touch", "1 2/1 ./2 .", [],
        "rows 1 and 2, column 1 both belong to 1, so they are linked.",
        {(0, 2): True},
    ),
    (
        "N3", "no-touch", "1 2 . 2/. . . 1", [],
        "a turn at row 1, column 3 would repeat along its diagonal, but row 2, column 2 cannot turn like that.",
        {(2, 6): False},
    ),
    (
        "N4", "no-touch", ". . 1/1 2 2", [],
        "a turn at row 1, column 2 would repeat along its diagonal, but the 2 at row 2, column 3 then has no exit.",
        {(1, 4): False},
    ),
    (
        "N5", "no-touch", ". . ./1 2 ./2 . 1", [(2, 5)],
        "row 1, column 2 goes the other way: a turn would repeat along its diagonal, but a line crosses at "
        "row 2, column 3.",
        {(0, 1): True},
    ),
    (
        "U1", "cover", ". 1 1 ./. . . ./. . . .", [(0, 1), (0, 4), (4, 8), (5, 9), (8, 9)],
        "swapping a path from row 2, column 2 to row 2, column 1 with its neighbour would give a second solution.",
        {(4, 5): False},
    ),
    (
        "U2", "cover", ". . 2 2/. . 1 ./1 . . .", [(4, 8), (5, 9), (9, 10)],
        "with row 2, columns 2 and 3 linked, rows 2 to 3, columns 1 to 3 would have a second solution.",
        {(5, 6): False},
    ),
]  # fmt: skip
