"""One small board for each rule of reasoning, on which it says something: for the tests and for the site's pages."""

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


# rule, rules, board, links drawn, the step in words, what follows: one small board where the rule says something
FIRES = [
    (
        "A1", "cover", ". . ./. 1 1", [],
        "row 1, column 1 needs two links and only two ways are left.",
        {(0, 1): True, (0, 3): True},
    ),
    (
        "A2", "cover", "1 1 2/. . 2", [],
        "a link between the 1 at row 1, column 2 and the 2 at row 1, column 3 would join 1 to 2.",
        {(1, 2): False},
    ),
    (
        "A3", "cover", "1 2 2/. . ./. . 1", [(3, 6), (4, 7), (6, 7)],
        "a link between row 2, column 1 and row 2, column 2 would close a ring.",
        {(3, 4): False},
    ),
    (
        "A4", "cover", ". . ./. 1 1", [],
        "joining the two ends of 1 here would leave row 2, column 1 too few ways.",
        {(4, 5): False},
    ),
    (
        "A11", "cover", "1 1 ./2 . 3/2 . 3", [],
        "row 2, column 2 is linked to row 3, column 2: any two of its other ways would join two numbers or close a "
        "ring.",
        {(4, 7): True},
    ),
    (
        "A5", "cover", "1 2/. ./1 2", [],
        "every way left for 1 runs between the 1 at row 1, column 1 and row 2, column 1, as 2 needs row 2, column 2.",
        {(0, 2): True},
    ),
    (
        "A6", "free", ". . 1/. . 1", [(2, 5)],
        "no number can finish in the part around row 1, column 1, so it stays empty.",
        {(0, 1): False, (0, 3): False},
    ),
    (
        "A7", "free", ". 1/. 2/1 2", [],
        "two numbers must get out of rows 1 to 2, and there are no more ways out than that.",
        {(2, 4): True, (3, 5): True},
    ),
    (
        "A8", "free", ". 1 2/1 2 .", [],
        "one number must cross the diagonal from row 1, column 2 to row 2, column 3, which has just as many places "
        "left: each crosses straight over in one of them.",
        {(2, 5): True, (4, 5): True},
    ),
    (
        "A9", "cover", ". 1 1/. . .", [],
        "coloured like a chessboard with row 1, column 1 black: inside row 1, column 1 the black cells want two links "
        "more than the white ones, so every way out from a black cell is drawn and none from a white one.",
        {(0, 3): True, (0, 1): True},
    ),
    (
        "A10", "free", "1 1 2/2 . .", [],
        "a link between the 1 at row 1, column 2 and row 2, column 2 would put 1 and 2 crosswise around one area: "
        "their paths would cross.",
        {(1, 4): False},
    ),
    (
        "N1", "no-touch", "1 2/1 ./2 .", [(0, 2), (1, 3)],
        "two sides of the square at rows 1 to 2 are drawn; a third would make a path touch itself.",
        {(0, 1): False, (2, 3): False},
    ),
    (
        "N2", "no-touch", "1 2/1 ./2 .", [],
        "the 1 at row 1, column 1 and the 1 at row 2, column 1 both belong to 1 and lie side by side; a path may not "
        "touch itself, so they are linked.",
        {(0, 2): True},
    ),
    (
        "N3", "no-touch", "1 2 . 2/. . . 1", [],
        "a turn at row 1, column 3 would be copied along its diagonal, but row 2, column 2 cannot turn that way, so "
        "that way is out.",
        {(2, 6): False},
    ),
    (
        "N4", "no-touch", ". . 1/1 2 2", [],
        "a turn at row 1, column 2 would be copied along its diagonal, but the 2 at row 2, column 3 would have no exit "
        "left, so that way is out.",
        {(1, 4): False},
    ),
    (
        "N5", "no-touch", ". . ./1 2 ./2 . 1", [(2, 5)],
        "a turn at row 1, column 2 would be copied along its diagonal, but a line crosses at row 2, column 3, so only "
        "the other way is left.",
        {(0, 1): True},
    ),
    (
        "U1", "cover", ". 1 1 ./. . . ./. . . .", [(0, 1), (0, 4), (4, 8), (5, 9), (8, 9)],
        "a path running from row 2, column 2 to row 2, column 1 would go the same way as beside it, at the 1 at row 1, "
        "column 2, and both stretches could be swapped: there would be a second solution.",
        {(4, 5): False},
    ),
    (
        "U2", "cover", ". . 2 2/. . 1 ./1 . . .", [(4, 8), (5, 9), (9, 10)],
        "with a link between row 2, column 2 and the 1 at row 2, column 3, the lines in rows 2 to 3, columns 1 to 3 "
        "could run another way between the same ends: there would be a second solution.",
        {(5, 6): False},
    ),
]  # fmt: skip
