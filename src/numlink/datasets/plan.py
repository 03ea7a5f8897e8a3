"""The plan of a dataset, which determines all of it; the plan as TOML, and what it says about each puzzle.

Sizes, grades and wishes take turns by index, wishes the slowest. An index *runs dry* if too many of its candidates
fail; the dataset then ends before it.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from hashlib import blake2b
from itertools import product
from typing import Any

from numlink.datasets.wish_turns import NOTHING, OF_BOARDS, OF_PATHS, Turns, asks, masks_from, options_of, turns_from
from numlink.datasets.wish_turns import OPTIONS as WISHED
from numlink.errors import BudgetEnded, InputError, quoted
from numlink.making.available_grades import doubts
from numlink.making.compose import default_pairs
from numlink.making.difficulty import GRADES
from numlink.making.feasibility import require_possible
from numlink.making.generate import from_spec
from numlink.making.recipe import Spec
from numlink.making.wish_values import Difficulty, PathSymmetry, difficulty_of
from numlink.model.arguments import member, written_out
from numlink.model.puzzle import Puzzle
from numlink.model.rules import Claim, Rules
from numlink.model.sizes import parse_sizes
from numlink.reasoning.grade import Grade
from numlink.version import DATASET_VERSION, GENERATOR_VERSION, GRADE_VERSION


class ShardFormat(StrEnum):
    """The format of the shards; the value is their file ending and the word for `--format`."""

    PARQUET = "parquet"
    JSONL = "jsonl"


ATTEMPTS = 200  # candidates tried for one puzzle before its index runs dry
ORDERED_ATTEMPTS = 50  # with a grade, an effort or a manner, which the generator takes longer to make
SIFTED_ATTEMPTS = 5_000  # with a grade that the generator cannot aim at, so that most candidates miss it
FAILURES = 6  # failures in a row before an index with a grade or wish runs dry: each takes seconds

LARGEST_COUNT, LARGEST_SHARD, LARGEST_ATTEMPTS = 10**12, 10**6, 10**6
"""The most puzzles of a dataset and of a shard, and the most candidates that `attempts` can ask for."""

PIECE_WORK = 30_000_000  # work per task, as the sum of (cells of a board) ** 3: a fraction of a second
ORDER_WORK = 16  # how many times fewer puzzles a task has if the generator has to rate boards

DRY_AT = {
    (2, 2): 0, (3, 2): 2, (4, 2): 3, (5, 2): 7, (6, 2): 17, (7, 2): 41, (8, 2): 111,
    (3, 3): 3, (4, 3): 39, (5, 3): 208, (6, 3): 1_188, (7, 3): 6_897,
    (8, 3): 41_274, (4, 4): 206, (5, 4): 5_359, (6, 4): 68_601, (5, 5): 70_382,
}  # fmt: skip
"""(longer, shorter side) of small rectangles -> number of covers by paths of three or more cells, up to symmetry."""

ROOM = {(4, 4): 34, (5, 4): 890, (5, 5): 1_900, (6, 5): 10_000, (6, 6): 200_000, (7, 7): 1_800_000, (8, 8): 10**9}
"""The *room* of plain rectangles, (longer, shorter side), in the lab's style with the usual pairs: candidates have as
many duplicates as draws from that many equally likely boards (docs/datasets_at_scale.md)."""

EASY_SHARE = 10  # a warning is given if more than 1 / EASY_SHARE of the room is wanted


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that determines a dataset; equal plans make equal bytes (with the same versions of the libraries).

    The dataset ends before a puzzle for which `attempts` candidates fail (0: the usual number). Raises InputError for
    options that no dataset can meet.
    """

    count: int
    sizes: tuple[tuple[int, int], ...]
    seed: int
    difficulty: tuple[Grade, ...] = ()
    rating: bool = True
    shard_size: int = 5_000
    format: ShardFormat = ShardFormat.PARQUET
    attempts: int = 0
    wishes: Turns = (NOTHING,)
    masks: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        for value, name, most in (
            (self.count, "count", LARGEST_COUNT),
            (self.shard_size, "shard-size", LARGEST_SHARD),
            (self.attempts or 1, "attempts", LARGEST_ATTEMPTS),
        ):
            if not 1 <= value <= most:
                raise InputError(f"{name} must be 1 to {most:,}, not {quoted(value)}.")
        if not self.sizes:
            raise InputError("a dataset needs a size. Give one like 9, or several like 7..12.")
        if not -(2**63) <= self.seed < 2**63:
            raise InputError(f"the seed {self.seed} is too large. Give one of at most 18 digits.")
        if not self.attempts:
            orders_all = not self.difficulty or all(map(self.orders, self.wishes))
            ordered = ORDERED_ATTEMPTS if orders_all else SIFTED_ATTEMPTS
            object.__setattr__(self, "attempts", ordered if self.difficulty or self.rated else ATTEMPTS)
        if not self.rating and (self.difficulty or self.rated):
            name = "difficulty=" if self.difficulty else "effort=" if self.wishes[0].effort else "misleading="
            raise InputError(f"{name} needs ratings, and rating=False turns them off. Leave out one of the two.")
        for spec in self._kinds():
            require_possible(spec)
        if self._rectangles:
            require_room(self._wanted())

    @property
    def rules(self) -> Rules:
        return self.wishes[0].rules

    @property
    def claim(self) -> Claim:
        return self.wishes[0].claim

    @property
    def _rectangles(self) -> bool:
        return not asks(self.wishes[0], OF_BOARDS) and not self.masks

    def _wanted(self) -> dict[tuple[int, int], int]:
        turns, rest = divmod(self.count, len(self.sizes))
        return {size: turns + (place < rest) for place, size in enumerate(self.sizes)}

    def room(self) -> list[str]:
        """Warnings for the user, before a run begins, about sizes and grades that will take long or run dry.

        >>> plan_from({"count": 60_000, "sizes": "6..7", "seed": 1}).room()[0].partition(":")[0]
        'there are only about 200,000 puzzles of 6x6, and 30,000 are wanted'
        """
        usual = self._rectangles and self.wishes == (NOTHING,)
        room = scarce(self._wanted(), graded=bool(self.difficulty)) if usual else []
        return room + doubts(self._kinds())

    def _kinds(self) -> Iterator[Spec]:
        for place, grade, wish in product(range(len(self.sizes)), self.difficulty or (None,), self.wishes):
            yield self._spec(place, 0, grade, wish)

    @property
    def run(self) -> str:
        """The id of the run: 12 hexadecimal digits, the same for equal plans and generators."""
        text = f"{self.to_toml()}generator = {GENERATOR_VERSION}\ndataset = {DATASET_VERSION}\n"
        if self.rating:
            text += f"rating = {GRADE_VERSION}\n"
        return blake2b(text.encode(), digest_size=6).hexdigest()

    @property
    def shards(self) -> int:
        return -(-self.count // self.shard_size)

    def size(self, index: int) -> tuple[int, int]:
        return self.sizes[index % len(self.sizes)]

    def grade(self, index: int) -> Grade | None:
        """The grade that puzzle `index` must have; None if none is asked for."""
        if not self.difficulty:
            return None
        return self.difficulty[index // len(self.sizes) % len(self.difficulty)]

    def wish(self, index: int) -> Spec:
        return self.wishes[index // (len(self.sizes) * max(1, len(self.difficulty))) % len(self.wishes)]

    @property
    def rated(self) -> bool:
        return self.wishes[0].graded

    def orders(self, wish: Spec) -> bool:
        """Whether the generator can aim at a grade; if not, candidates of other grades are discarded."""
        return self.claim is Claim.UNIQUE and self.rules.fill and wish.symmetry is PathSymmetry.NONE

    def most_failures(self, index: int) -> int:
        """How many candidates in a row may fail before an index runs dry."""
        wish = self.wish(index)
        ordered = asks(wish, OF_PATHS) or (bool(self.difficulty) and self.orders(wish))
        return FAILURES if ordered else self.attempts

    def spec(self, index: int, attempt: int) -> Spec:
        seed = candidate_seed(self, index, attempt)
        return self._spec(index % len(self.sizes), seed, self.grade(index), self.wish(index))

    def _spec(self, place: int, seed: int, grade: Grade | None, wish: Spec) -> Spec:
        difficulty = difficulty_of(grade if grade is not None and self.orders(wish) else Difficulty.ANY)
        width, height = self.sizes[place]
        mask = self.masks[place] if self.masks else ()
        return replace(wish, width=width, height=height, seed=seed, difficulty=difficulty, mask=mask)

    def indices(self, shard: int) -> range:
        return range(shard * self.shard_size, min(self.count, (shard + 1) * self.shard_size))

    def shard_name(self, shard: int) -> str:
        """The file name of a shard: `00000.parquet`, with more digits if the last shard needs them."""
        digits = max(5, len(str(self.shards - 1)))
        return f"{shard:0{digits}}.{self.format}"

    @property
    def piece(self) -> int:
        """The number of puzzles per task."""
        work = sum((width * height * self.wishes[0].layers) ** 3 for width, height in self.sizes)
        shorter = ORDER_WORK if any(spec.graded for spec in self._kinds()) else 1
        return max(1, PIECE_WORK * len(self.sizes) // (work * shorter))

    def options(self) -> dict[str, Any]:
        """The plan as options, named as on the command line and in the TOML file."""
        values: dict[str, Any] = {name: getattr(self, name) for name in OPTIONS}
        values |= {
            "sizes": ",".join(f"{width}x{height}" for width, height in self.sizes),
            "difficulty": ",".join(map(str, self.difficulty)),
            "rules": self.rules.name,
            "claim": self.claim.value,
        }
        found = {key.replace("_", "-"): value for key, value in values.items() if value != ""}
        return found | options_of(self.wishes, self.masks)

    def to_toml(self) -> str:
        return "".join(f"{key} = {json.dumps(value)}\n" for key, value in self.options().items())


def scarce(wanted: Mapping[tuple[int, int], int], *, graded: bool) -> list[str]:
    """A warning for each size with too little room (EASY_SHARE); `graded`: only puzzles of some grades are used."""
    warnings = []
    for (width, height), number in wanted.items():
        room = ROOM.get((max(width, height), min(width, height)))
        if room is None or EASY_SHARE * number <= room:
            continue
        about = f"{room:,}" if room < 10**6 else f"{room / 10**6:,.1f} million"
        fewer = " of all grades" if graded else ""
        effect = "they may run out" if 2 * number > room else "more and more puzzles will be duplicates"
        pairs = default_pairs(width * height)
        warnings.append(
            f"there are only about {about} puzzles of {width}x{height}{fewer}, and {number:,} are wanted: {effect}. "
            "Add larger sizes, or mix numbers of pairs, styles and symmetries: "
            f"--pairs {pairs},{pairs + 1},{pairs + 2} --style lab,app --symmetry none,rotate."
        )
    return warnings


def require_room(wanted: Mapping[tuple[int, int], int]) -> None:
    """Raise InputError if more puzzles of a size are wanted than there are boards (DRY_AT)."""
    for (width, height), number in wanted.items():
        most = DRY_AT.get((max(width, height), min(width, height)))
        if most is not None and number > most:
            raise InputError(
                f"{number:,} puzzles of {width}x{height} are impossible: there are at most {most:,} up to symmetry and "
                "numbering. Ask for fewer, or for larger sizes."
            )


OPTIONS = tuple(part.name for part in fields(Plan) if part.name not in ("wishes", "masks"))
"""The options of a plan other than wishes."""


def plan_from(options: dict[str, Any]) -> Plan:
    """The plan with these options, named as on the command line; raises InputError for unknown or bad ones.

    >>> plan_from({"count": 10, "sizes": "7..8", "seed": 1}).sizes
    ((7, 7), (8, 8))
    """
    values = {key.replace("-", "_"): value for key, value in options.items() if value is not None}
    unknown = sorted(set(values) - {*OPTIONS, *WISHED})
    if "no_rating" in unknown:
        raise InputError("no-rating has no value. Write rating = false.")
    if unknown:
        names = ", ".join(name.replace("_", "-") for name in (*OPTIONS, *WISHED))
        raise InputError(f"{unknown[0].replace('_', '-')!r} is not a dataset option. Use {names}.")
    _require_types(values)
    values["sizes"] = sizes_of(values.get("sizes", "9"))
    sizes = len(values["sizes"])
    wished = {key: values.pop(key) for key in WISHED if key in values}
    values["masks"], values["wishes"] = masks_from(wished.get("mask", ()), sizes), turns_from(wished, sizes)
    if "difficulty" in values:
        values["difficulty"] = parse_grades(values["difficulty"])
    if "format" in values:
        values["format"] = member(ShardFormat, values["format"], "format", any_case=True)
    return Plan(**values)


def _require_types(values: dict[str, Any]) -> None:
    for name in ("count", "seed", "shard_size", "attempts"):
        if name in values and (type(values[name]) is not int):
            raise InputError(f"{name.replace('_', '-')} must be a whole number, not {quoted(values[name])}.")
    if type(values.get("rating", True)) is not bool:
        raise InputError(f"rating must be true or false, not {quoted(values['rating'])}.")
    if "count" not in values:
        raise InputError("a dataset needs a number of puzzles. Give count=.")
    if "seed" not in values:
        raise InputError("a dataset needs a seed. Give seed=.")


def options_from_toml(text: str) -> dict[str, Any]:
    """The options of a configuration file, for `plan_from`; raises InputError if it is not TOML.

    >>> options_from_toml("count = 10\\nshard_size = 5")
    {'count': 10, 'shard-size': 5}
    """
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"the configuration is not TOML: {error}.") from None
    except (ValueError, RecursionError):
        raise InputError("the configuration is nested too deeply or holds a number that is too long.") from None
    return {key.replace("_", "-"): value for key, value in found.items()}


def sizes_of(text: Any) -> tuple[tuple[int, int], ...]:
    """The sizes in a text, a number or a list of these; raises InputError for bad or repeated sizes."""
    found = parse_sizes([*map(written_out, text)] if isinstance(text, list | tuple) else written_out(text))
    if len(set(found)) < len(found):
        raise InputError("a size is listed twice. List each once.")
    return found


def parse_grades(text: Any) -> tuple[Grade, ...]:
    """Grades from `hard`, `easy,hard` or a range `easy..hard`, or a list of such words.

    >>> [str(grade) for grade in parse_grades("Easy,3..5")]
    ['easy', 'hard', 'expert', 'extreme']
    """
    words = [*map(written_out, text)] if isinstance(text, list | tuple) else written_out(text).split(",")
    found: list[Grade] = []
    for word in words:
        first, dots, last = (part.strip() for part in word.partition(".."))
        start, end = _grade(first), _grade(last if dots else first)
        if start > end:
            raise InputError(f"a range of grades goes from easy to hard, like {last}..{first}, not {word.strip()!r}.")
        found += (grade for grade in Grade if start <= grade <= end)
    if not found:
        raise InputError(f"a list of grades needs one. Name some of {', '.join(GRADES)}, or leave the difficulty out.")
    return tuple(dict.fromkeys(found))


def _grade(word: str) -> Grade:
    """The grade with this name, in any case, or number; raises InputError for any other word."""
    known = GRADES | {str(grade.value): grade for grade in GRADES.values()}
    if word.lower() not in known:
        easiest, *_, hardest = GRADES
        raise InputError(
            f"{word[:40]!r} is not a grade. Use {', '.join(GRADES)}, or a range like {easiest}..{hardest}."
        )
    return known[word.lower()]


def candidate_seed(plan: Plan, index: int, attempt: int) -> int:
    """The seed of one candidate: a number of 62 bits."""
    text = f"numlink dataset {plan.seed} {index} {attempt}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") >> 2


def candidate(plan: Plan, index: int, attempt: int) -> Puzzle | None:
    """Candidate number `attempt` of puzzle `index`; None if the generator finds no board for it."""
    try:
        return from_spec(plan.spec(index, attempt))
    except BudgetEnded:  # its budget counts work, so the result is the same on every machine
        return None
