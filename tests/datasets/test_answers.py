"""Sloppy answers as people and models write them, right and wrong ones, are judged by their meaning."""

import random

import pytest

from numlink import Puzzle, judge_text

RIGHT = "(0,0) (0,1) (0,2)", "(1,0) (1,1) (1,2)"
WRONG = "(0,0) (1,1) (0,2)", "(1,0) (1,1) (1,2)"  # a jump

HEADS = [
    "path {}: ",
    "**path {}:** ",
    "**Path {}**: ",
    "path{} ",
    "path #{} ",
    "Path #{}: ",
    "PATH {} = ",
    "- path {}: ",
    "* Path {} - ",
    "`path {}`: ",
    "### Path {}\n",
    "path {}\n    ",
    "pair {}: ",
    "Number {}: ",
    "path no. {}: ",
    "path_{}: ",
    "path\u00a0{}:\u00a0",
    "ｐａｔｈ　{}：",
    "1. path {}: ",
    "path {}; ",
    "Path for {}: ",
    "path for number {}: ",
]
JOINTS = [" ", ", ", " -> ", " → ", " - ", "\n", "; ", " => ", " > ", "\u2009", " to ", ", then ", "|", " – ", "→"]
BRACKETS = [
    ("(", ",", ")"),
    ("[", ", ", "]"),
    ("( ", " , ", " )"),
    ("（", "，", "）"),
    ("(", ", ", ")"),
    ("{", ",", "}"),
    ("(", " ", ")"),
    ("(", ";", ")"),
]
AROUND = [
    "{}",
    "Sure! Here it is:\n\n{}",
    "```\n{}\n```",
    "{}\n\nI checked that path 1 starts at (0,0) and ends at (0,2).",
    "{}\nPath 1: (0,0) and (0,2) are its ends. Path 2 goes from (1,0) to (1,2).",
    "First I try path 1: (0,0) (1,0).\nNo.\n{}",
    "{}\nLet me verify path 1: (0,0) -> (0,1) are neighbours, and so on.",
    "> {}",
    "<answer>{}</answer>",
    "\\boxed{{{}}}",
]


def sloppy():
    """A hundred ways to write down two paths, each part of them at least once; the seed never changes."""
    chance = random.Random(5)
    for turn in range(100):
        head, joint = HEADS[turn % len(HEADS)], JOINTS[turn % len(JOINTS)]
        bracket, around = BRACKETS[turn % len(BRACKETS)], AROUND[chance.randrange(len(AROUND))]
        between = chance.choice(["\n", "\n\n", "; ", "\r\n", "\n---\n"])

        def write(paths, head=head, joint=joint, bracket=bracket, around=around, between=between):
            told = []
            for number, path in enumerate(paths, start=1):
                places = [place.strip("()").split(",") for place in path.split()]
                told.append(
                    head.format(number) + joint.join(f"{bracket[1].join(at)}".join(bracket[::2]) for at in places)
                )
            return around.format(between.join(told))

        yield write


@pytest.mark.parametrize("write", [*sloppy()], ids=map(str, range(100)))
def test_sloppy_answers_are_judged_by_what_they_mean(write):
    board = Puzzle(3, 2, (1, 0, 1, 2, 0, 2))
    judged = judge_text(board, write(RIGHT))
    assert judged, (write(RIGHT), judged)
    judged = judge_text(board, write(WRONG))
    assert judged.faults, (write(WRONG), judged)


@pytest.mark.parametrize(
    "spelt",
    [
        "path one: {0}\nPath Two: {1}",
        '{{"1": [{0}], "2": [{1}]}}',
        '```json\n{{"paths": {{"1": [{0}], "2": [{1}]}}}}\n```',
        "1. {0}\n2. {1}",
        "**1**: {0}\n**2**: {1}",
        "1) {0}\n2) {1}\n\nI checked that path 1 starts at (0,0) and ends at (0,2).",
        "Steps:\n1. I look at the corner.\n2. I go on.\n\n1: {0}\n2: {1}",
        "1. First the corner is forced.\n2. So (1,0) is taken.\n\npath 1: {0}\npath 2: {1}",
        "1. (0,0) is a corner.\n2. (1,1) is not.\npath 1: {0}\npath 2: {1}",
    ],
)
def test_answers_that_number_paths_otherwise(spelt):
    board = Puzzle(3, 2, (1, 0, 1, 2, 0, 2))
    assert judge_text(board, spelt.format(*RIGHT))
    assert judge_text(board, spelt.format(*WRONG)).faults


def test_an_answer_before_long_chatter_is_read():
    board = Puzzle(3, 2, (1, 0, 1, 2, 0, 2))
    answer = f"path 1: {RIGHT[0]}\npath 2: {RIGHT[1]}\n"
    assert judge_text(board, answer + "That is it. " * 200_000)


@pytest.mark.parametrize(
    "part", ["path ", "path 1 ", "(", "( ", "(1", "(1 ", "(1,", "path 1: (0,0) ", "path 1: (", "[1 1 ", "path_#"]
)
def test_judging_an_answer_takes_linear_time(part):
    """A pattern without bounds would take quadratic time here: minutes."""
    board = Puzzle(3, 2, (1, 0, 1, 2, 0, 2))
    assert not judge_text(board, part * 40_000)
    assert not judge_text(board, part + " " * 200_000 + part)
