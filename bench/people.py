"""Grades held against boards that people play.  `python -m bench people`; says so where the corpus is absent.

Boards of ../shared/corpus (for measuring only, `bench.sets`): 90 hand-made ones of a magazine, rated under no-touch as
their readers solve them, and levels of the app, rated under cover.  Then what their boards of 13x13 to 15x15 look like,
and fresh ones of each style beside them (`bench.styles` has more of those, and symmetric ones).

At the end how well our boards are told from theirs, by `bench.told`.

Bars: no grade above 40 % of the magazine boards, all together and within one size (few boards each, so the interval is
told); at most 5 % of the regular and jumbo 12x12 levels extreme.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt
from statistics import median

from bench import told
from bench.sets import PACKS, foreign, levels
from bench.styles import STYLES, fresh, people
from numlink.reasoning.grade import Grade, Rating, Reading
from numlink.reasoning.rate import rate

FRESH = 10
"""Boards of each style."""
FEWEST = 8
"""Boards of one size below which their grades are not counted."""
GRADES = [grade for grade in Grade if grade is not Grade.NONE]


def share_line(name: str, ratings: Sequence[Rating]) -> str:
    """How the grades of some boards are spread."""
    found = Counter(rating.grade for rating in ratings)
    shares = "  ".join(f"{grade} {found[grade] / len(ratings):4.0%}" for grade in GRADES)
    strict = sum(rating.reading is Reading.STRICT for rating in ratings)
    efforts = median(rating.effort or 0.0 for rating in ratings)
    return f"{name:22} {len(ratings):4} boards, {strict:3} read strictly  {shares}  effort {efforts:.2f}"


def separation(easier: Sequence[float], harder: Sequence[float]) -> float:
    """AUC: how often the second of two boards, one of each kind, has the larger figure; a draw counts half."""
    wins = sum((one < other) + 0.5 * (one == other) for one in easier for other in harder)
    return wins / (len(easier) * len(harder))


def by_size(name: str, ratings: Sequence[tuple[str, Rating]]) -> dict[str, dict[str, int]]:
    """The grades of the boards of each size, with the largest share; sizes with fewer than FEWEST boards are left out.

    The interval of that share is Wilson's, of 95 %.
    """
    kept = {}
    for size in dict.fromkeys(size for size, _ in ratings):
        found = Counter(str(rating.grade) for other, rating in ratings if other == size)
        boards = sum(found.values())
        if boards < FEWEST:
            continue
        grade, most = found.most_common(1)[0]
        share, squared = most / boards, 1.96**2
        middle = (share + squared / (2 * boards)) / (1 + squared / boards)
        half = 1.96 * sqrt(share * (1 - share) / boards + squared / (4 * boards**2)) / (1 + squared / boards)
        print(
            f"   {name} {size}: {boards} boards, {share:.0%} {grade} ({middle - half:.0%} to {middle + half:.0%})",
            flush=True,
        )
        kept[size] = dict(found)
    return kept


FIGURES: dict[str, Callable[[Rating], float]] = {
    "grade": lambda rating: rating.number,
    "effort": lambda rating: rating.effort or 0.0,
    "misleading": lambda rating: rating.misleading or 0.0,
    "deception": lambda rating: rating.deception or 0.0,
}


def run() -> dict[str, object]:
    """All tables; kept are the shares of the grades."""
    sized = [(f"{puzzle.width}x{puzzle.height}", rate(puzzle, budget=60)) for _, puzzle in foreign("janko")]
    sized = [(size, rating) for size, rating in sized if rating.effort is not None]
    magazine = [rating for _, rating in sized]
    if not magazine:
        print("the corpus is not here: nothing to measure")
        return {}
    kept = {"magazine": Counter(str(rating.grade) for rating in magazine)}
    print(share_line("magazine", magazine), flush=True)
    print(f"   largest share of a grade: {max(kept['magazine'].values()) / len(magazine):.0%} (bar 40 %)")
    sizes = {"magazine": by_size("magazine", sized)}
    rated = [(pack, puzzle.width, rate(puzzle, budget=60)) for pack, puzzle in levels()]
    plain = sorted(
        (
            (puzzle.width, rating)
            for (_, puzzle), (_, _, rating) in zip(levels(), rated, strict=True)
            if puzzle.width == puzzle.height and rating.effort is not None
        ),
        key=lambda pair: pair[0],
    )
    sizes["app"] = by_size("app", [(f"{width}x{width}", rating) for width, rating in plain])
    for name, packs in PACKS.items():
        chosen = [rating for pack, _, rating in rated if pack in packs and rating.effort is not None]
        if chosen:
            kept[name] = Counter(str(rating.grade) for rating in chosen)
            print(share_line(f"app, {name}", chosen), flush=True)
    everyday = PACKS["regular"] | PACKS["jumbo"]
    twelve = [rating for pack, width, rating in rated if pack in everyday and width == 12]
    extreme = sum(rating.grade is Grade.EXTREME for rating in twelve)
    print(f"   regular and jumbo levels of 12x12 that are extreme: {extreme} of {len(twelve)} (bar 5 %)")
    known = [rating for _, _, rating in rated if rating.effort is not None]
    hardest = sum(rating.grade is Grade.EXTREME for rating in known)
    print(f"   levels of all packs and sizes that are extreme: {hardest} of {len(known)}")
    easier = [rating for pack, _, rating in rated if pack not in PACKS["extreme"] and rating.effort is not None]
    harder = [rating for pack, _, rating in rated if pack in PACKS["extreme"] and rating.effort is not None]
    for name, figure in FIGURES.items():
        auc = separation(list(map(figure, easier)), list(map(figure, harder)))
        print(f"   extreme packs told from all others by {name:10}: AUC {auc:.2f}")
    manners = Counter((pack in PACKS["extreme"], rating.manner) for pack, _, rating in rated if rating.manner)
    print("   manner, all others:", {word: manners[False, word] for word in ("plain", "sly", "devious")})
    print("   manner, extreme   :", {word: manners[True, word] for word in ("plain", "sly", "devious")})
    looks = people() | {name: fresh(name, wish, 15, FRESH) for name, wish in STYLES.items()}
    return {name: dict(found) for name, found in kept.items()} | {"sizes": sizes, "boards": looks, "told": told.run()}
