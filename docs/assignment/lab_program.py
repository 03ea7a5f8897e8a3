"""The lab assignment in plain Python, part by part, to be read beside a student's C program.

    python3 lab_program.py            asks for n
    python3 lab_program.py 7

It keeps the assignment's names and its union-find trees of nodes with parent pointers.  Nothing is imported from
numlink; `numlink classic` draws the same numbers in the same order, so one seed gives both the same paths (a test
holds them together).
"""

import random
import sys


class Node:  # Part 1
    """A square in the union-find forest."""

    def __init__(self):
        self.parent = None
        self.rank = 0
        self.path = 0  # 0: isolated
        self.is_end = False


def initboard(n):  # Part 1
    """The n x n array of singleton trees."""
    return [[Node() for column in range(n)] for row in range(n)]


def findset(node):  # Part 2
    """The root of a node's tree."""
    while node.parent is not None:
        node = node.parent
    return node


def setunion(first, second):  # Part 2
    """Make the root of smaller rank a child of the other."""
    first, second = findset(first), findset(second)
    if first is second:
        return
    if first.rank < second.rank:
        first, second = second, first
    elif first.rank == second.rank:
        first.rank += 1
    second.parent = first


STEPS = {"N": (-1, 0), "E": (0, 1), "W": (0, -1), "S": (1, 0)}
ORDERS = ("NEWS", "EWSN", "WSNE", "SNEW")


def neighbours(n, row, column, order="NEWS"):
    """The squares beside a square, in an order; fewer than four at the edge."""
    for letter in order:
        down, right = STEPS[letter]
        if 0 <= row + down < n and 0 <= column + right < n:
            yield row + down, column + right


def is_free(board, row, column):
    """Whether no path holds a square: its tree is a singleton."""
    return findset(board[row][column]).rank == 0


def next_square(board, row, column, draw):  # Part 3
    """A random neighbour that is free (a) and has one neighbour on the path (b); None where the path is complete."""
    n = len(board)
    root = findset(board[row][column])
    for k, l in neighbours(n, row, column, ORDERS[draw(4)]):
        on_path = [findset(board[i][j]) for i, j in neighbours(n, k, l)].count(root)
        if is_free(board, k, l) and on_path == 1:
            return k, l
    return None


def addpath(board, draw):  # Part 3
    """Add one path; its squares in the order in which they were taken, None for FAILURE."""
    n = len(board)
    start = draw(n * n)
    for place in range(n * n):  # the whole board, from a random square on, wrapping around
        row, column = divmod((start + place) % (n * n), n)
        if is_free(board, row, column) and any(is_free(board, i, j) for i, j in neighbours(n, row, column)):
            break
    else:
        return None
    path = [(row, column)]
    while (square := next_square(board, *path[-1], draw)) is not None:
        (i, j), (k, l) = path[-1], square
        setunion(board[i][j], board[k][l])
        path.append(square)
    for row, column in (path[0], path[-1]):
        board[row][column].is_end = True
    return path


def addpathnum(board):  # Part 4
    """Number the trees 1, 2, 3, ... as their first squares are met, row by row."""
    last = 0
    for line in board:
        for node in line:
            root = findset(node)
            if root.rank > 0:
                if root.path == 0:
                    last += 1
                    root.path = last
                node.path = root.path


def printboard(board, solved):  # Part 5
    """X solid, '.' blank, numbers at the ends or, solved, everywhere."""
    for line in board:
        shown = ["X" if not node.path else str(node.path) if solved or node.is_end else "." for node in line]
        print(" ".join(f"{square:>2}" for square in shown))


def main():  # Part 6
    n = int(sys.argv[1]) if len(sys.argv) > 1 else int(input("n = "))
    board = initboard(n)
    while (path := addpath(board, random.randrange)) is not None:
        print("New path:", *path)
    addpathnum(board)
    print("The puzzle")
    printboard(board, solved=False)
    print("The solution")
    printboard(board, solved=True)


if __name__ == "__main__":
    main()
