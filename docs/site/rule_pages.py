"""A page for each rule of reasoning: what it says, where it holds, and a board before and after."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numlink
from numlink.model.puzzle import Puzzle
from numlink.model.rules import EVERY_RULES, Rules
from numlink.reasoning.deduce import deduce
from numlink.reasoning.explain import explain
from numlink.reasoning.explanation import Frame
from numlink.reasoning.position import Position
from numlink.reasoning.rules import Assume, Rule
from numlink.reasoning.step_pictures import BoardPictures

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.rule_boards import FIRES, board

SEEDS = 100
"""Seeds tried for a board that needs a try: the second one does; strict boards hardly ever need one."""

TIERS = (
    "looks at one cell at a time",
    "looks at where a number's path can run",
    "looks at parts of the board and what separates them",
    "relies on paths not touching themselves",
    "relies on there being only one solution",
    "tries one link and looks at where it leads",
)


def pages(root: Path) -> dict[str, str]:
    """The pages and their pictures by name in the site."""
    told = _table((root / "docs/difficulty.md").read_text(encoding="utf-8"))
    examples = _examples()
    found: dict[str, str] = {}
    for rule in Rule:
        name = rule.name.lower()
        puzzle, before, after, cells, tried, words = examples[rule]
        found[f"rules/{name}_before.svg"] = _svg(puzzle, before, before, cells)
        found[f"rules/{name}_after.svg"] = _svg(puzzle, before, after, cells, tried)
        found[f"rules/{name}.md"] = _page(rule, told[rule.name], puzzle.rules, words)
    found["rules/index.md"] = _index(told)
    return found


def _table(text: str) -> dict[str, str]:
    """What docs/difficulty.md says of each rule in its table."""
    return {match[1]: match[2] for match in re.finditer(r"^\| ([A-Z]\d+) [^|]*\|[^|]*\|[^|]*\| (.*?) \|$", text, re.M)}


Example = tuple[Puzzle, bytes, bytes, tuple[int, ...], "tuple[int, bool] | None", str]


def _examples() -> dict[Rule, Example]:
    """For each rule the board of the tests on which it says something; for the last one a made board."""
    found: dict[Rule, Example] = {}
    for name, rules, rows, drawn, words, _ in FIRES:
        position = Position.with_links(board(rows, rules), drawn)
        assume = Assume.UNIQUE if Rule[name].tier == 4 else Assume.NOTHING
        [step] = [step for step in deduce(position, [name], assume=assume) if step.sentence == words]
        after = position.after(step)
        found[Rule[name]] = position.puzzle, position.states, after.states, step.cells, None, words
    puzzle, tried = next(
        (puzzle, frame)
        for puzzle in (numlink.generate(6, seed=seed, claim="unique") for seed in range(1, SEEDS))
        for frame in explain(puzzle).frames
        if frame.tried is not None and frame.tried_states is not None
    )
    return found | {Rule.L1: _tried(puzzle, tried)}


def _tried(puzzle: Puzzle, frame: Frame) -> Example:
    words = " ".join([*frame.sentences[:1], *frame.chain])
    assert frame.tried_states is not None
    return puzzle, frame.before, frame.tried_states, frame.cells, frame.tried, words


def _svg(
    puzzle: Puzzle, before: bytes, after: bytes, cells: tuple[int, ...], tried: tuple[int, bool] | None = None
) -> str:
    """A picture that stands alone."""
    board = BoardPictures(puzzle)
    head, _, drawn = board.picture(before, after, cells, tried).partition(">")
    return f"{head} xmlns='http://www.w3.org/2000/svg'><style>{board.style}</style>{board.shared_parts()}{drawn}"


def _page(rule: Rule, told: str, rules: Rules, words: str) -> str:
    name = rule.name.lower()
    where = "all" if rule.validity == EVERY_RULES else ", ".join(f"`{each}`" for each in rule.validity)
    words = words.replace("<", "&lt;")
    return (
        f"# {rule.name}: {rule.title}\n\n{told[0].upper() + told[1:]}.\n\n"
        f"It {TIERS[rule.tier]} (tier {rule.tier}); sound under {where} rules"
        + (", if there is exactly one solution.\n\n" if rule.tier == 4 else ".\n\n")
        + f"For example, on a board under `{rules}`:\n\n> {words}\n\n"
        f'<div class="boards" markdown>\n<figure markdown>\n![Before]({name}_before.svg)\n'
        f"<figcaption>before</figcaption>\n</figure>\n<figure markdown>\n![After]({name}_after.svg)\n"
        f"<figcaption>after: what follows; crosses are ruled out</figcaption>\n</figure>\n</div>\n\n"
        "[All rules](index.md), [what makes a puzzle hard](../difficulty.md)\n"
    )


def _index(told: dict[str, str]) -> str:
    lines = [
        "# The rules of reasoning",
        "",
        "The rules that `numlink explain` and `numlink rate` use, from what is obvious to what needs a try;",
        "[difficulty](../difficulty.md) says how they make a grade.",
        "",
        "| rule | tier | says |",
        "|---|---|---|",
    ]
    lines += [
        f"| [{rule.name} {rule.title}]({rule.name.lower()}.md) | {rule.tier} | {told[rule.name]} |" for rule in Rule
    ]
    return "\n".join(lines) + "\n"
