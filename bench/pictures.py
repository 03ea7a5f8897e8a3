"""The share of pictures that are read, refused and misread, by look and kind, of our own and of a second generator:
`python -m bench.pictures [COUNT]`."""

import sys
import time

from tests.pictures import families, ours, random_looks

from numlink import NumlinkError, Puzzle, pictures

KINDS = ("plain", "played", "solved", "holes", "walls", "bridges")


def main(count: int) -> None:
    """Measure `count` random pictures of each look and kind."""
    for look in (*families.LOOKS, *families.HELD_OUT):
        for kind in KINDS:
            shots = families.shots(look, count, seed=0, kind=kind)
            measure(f"{look:8} {kind:8}", [(shot.data, shot.board.puzzle) for shot in shots])
    for kind in ours.READ:
        drawn = ours.pictures_of(count, 0, (kind,))
        measure(f"ours {kind:17}", [(shot.data, shot.puzzle) for shot in drawn])
    for played in ("none", "some", "all"):
        shown = random_looks.pictures(count, 0, played)
        measure(f"random looks, played {played:4}", [(shot.data, shot.board.puzzle) for shot in shown])


def measure(name: str, shown: list[tuple[bytes, Puzzle]]) -> None:
    """Read pictures and compare them with what they show."""
    right = refused = 0
    start = time.process_time()
    for data, puzzle in shown:
        try:
            found = pictures.read(data).puzzle
        except NumlinkError:
            refused += 1
        else:
            right += ours.renumbered(found) == ours.renumbered(puzzle)
    seconds = (time.process_time() - start) / len(shown)
    print(f"{name} right {right} refused {refused} wrong {len(shown) - right - refused} {seconds:.2f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
