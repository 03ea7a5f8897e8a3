"""Helpers for the tests of datasets: a small plan, and the files of a folder."""

from numlink.datasets.folder import Folder
from numlink.datasets.plan import plan_from

SMALL = {"count": 60, "sizes": "4x3,4,5", "seed": 5, "shard-size": 7, "rating": False}
"""Has fifteen duplicates, with up to six attempts; with other seeds that takes up to three times the rounds."""


def plan_of(**changes):
    return plan_from(SMALL | changes)


def files_of(target):
    folder = Folder(str(target))
    return {name: folder.read(name) for name in folder.names()}
