"""Grades held against boards that people play.  `python -m bench people`; says so where the corpus is absent.

Boards of ../shared/corpus (for measuring only):
  magazine  90 hand-made boards of dev.jsonl, rated under no-touch as their readers solve them
  app       plain levels of flow.jsonl up to 15x15, rated under cover; the pack is the number in the id: 1 regular,
            2 jumbo, 11 for children, 19 and 20 extreme, 25 mania

Bars: no grade above 40 % of the magazine boards; at most 5 % of the regular and jumbo 12x12 levels extreme.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median

from numlink import parse
from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER, NO_TOUCH
from numlink.reasoning.grade import Grade, Rating, Reading
from numlink.reasoning.rate import rate

CORPUS = Path(os.environ.get("NUMLINK_SHARED", Path(__file__).parent.parent.parent / "shared")) / "corpus"
LARGEST = 15
PACKS = {"regular": {"1"}, "jumbo": {"2"}, "children": {"11"}, "extreme": {"19", "20"}, "mania": {"25"}}
GRADES = [grade for grade in Grade if grade is not Grade.NONE]


def magazine_boards() -> Iterator[tuple[str, Puzzle]]:
    """The hand-made boards, each with its id."""
    for entry in _entries("dev.jsonl"):
        if entry["set"] == "janko":
            yield entry["id"], parse(entry["cells"])[0].with_rules(NO_TOUCH)


def app_levels() -> Iterator[tuple[str, Puzzle]]:
    """The plain levels of the app, each with the number of its pack."""
    for entry in _entries("flow.jsonl"):
        if entry.get("topology") == "grid" and max(entry["width"], entry["height"]) <= LARGEST:
            yield entry["id"].split("-")[1].split("_")[0], parse(entry["cells"])[0].with_rules(COVER)


def _entries(name: str) -> Iterator[dict]:
    path = CORPUS / name
    if path.exists():
        yield from map(json.loads, path.read_text().splitlines())


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


FIGURES: dict[str, Callable[[Rating], float]] = {
    "grade": lambda rating: rating.number,
    "effort": lambda rating: rating.effort or 0.0,
    "misleading": lambda rating: rating.misleading or 0.0,
    "deception": lambda rating: rating.deception or 0.0,
}


def run() -> dict[str, object]:
    """All tables; kept are the shares of the grades."""
    magazine = [rating for _, puzzle in magazine_boards() if (rating := rate(puzzle, budget=60)).effort is not None]
    if not magazine:
        print("the corpus is not here: nothing to measure")
        return {}
    kept = {"magazine": Counter(str(rating.grade) for rating in magazine)}
    print(share_line("magazine", magazine), flush=True)
    print(f"   largest share of a grade: {max(kept['magazine'].values()) / len(magazine):.0%} (bar 40 %)")
    levels = [(pack, puzzle.width, rate(puzzle, budget=60)) for pack, puzzle in app_levels()]
    for name, packs in PACKS.items():
        chosen = [rating for pack, _, rating in levels if pack in packs and rating.effort is not None]
        if chosen:
            kept[name] = Counter(str(rating.grade) for rating in chosen)
            print(share_line(f"app, {name}", chosen), flush=True)
    everyday = PACKS["regular"] | PACKS["jumbo"]
    twelve = [rating for pack, width, rating in levels if pack in everyday and width == 12]
    extreme = sum(rating.grade is Grade.EXTREME for rating in twelve)
    print(f"   regular and jumbo levels of 12x12 that are extreme: {extreme} of {len(twelve)} (bar 5 %)")
    known = [rating for _, _, rating in levels if rating.effort is not None]
    hardest = sum(rating.grade is Grade.EXTREME for rating in known)
    print(f"   levels of all packs and sizes that are extreme: {hardest} of {len(known)}")
    easier = [rating for pack, _, rating in levels if pack not in PACKS["extreme"] and rating.effort is not None]
    harder = [rating for pack, _, rating in levels if pack in PACKS["extreme"] and rating.effort is not None]
    for name, figure in FIGURES.items():
        auc = separation(list(map(figure, easier)), list(map(figure, harder)))
        print(f"   extreme packs told from all others by {name:10}: AUC {auc:.2f}")
    manners = Counter((pack in PACKS["extreme"], rating.manner) for pack, _, rating in levels if rating.manner)
    print("   manner, all others:", {word: manners[False, word] for word in ("plain", "sly", "devious")})
    print("   manner, extreme   :", {word: manners[True, word] for word in ("plain", "sly", "devious")})
    return {name: dict(found) for name, found in kept.items()}
