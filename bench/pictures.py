"""The share of pictures that are read, refused and misread, by look and sort: `python -m bench.pictures [COUNT]`."""

import sys
import time

from tests.pictures import families

from numlink import NumlinkError, pictures

SORTS = ("plain", "played", "solved", "holes", "walls", "bridges")


def main(count: int) -> None:
    """Measure `count` random pictures of each look and sort."""
    for look in (*families.LOOKS, *families.ASIDE):
        for sort in SORTS:
            right = refused = 0
            start = time.process_time()
            for shot in families.shots(look, count, seed=0, sort=sort):
                try:
                    found = pictures.read(shot.data).puzzle
                except NumlinkError:
                    refused += 1
                else:
                    right += (found.cells, found.layout) == (shot.board.puzzle.cells, shot.board.puzzle.layout)
            seconds = (time.process_time() - start) / count
            print(f"{look:8} {sort:8} right {right} refused {refused} wrong {count - right - refused} {seconds:.2f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
