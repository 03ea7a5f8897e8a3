"""Tilings from files: JSON and SVG drawings, and drawings that are none."""

from contextlib import suppress
from random import Random

import pytest

from numlink import InputError
from numlink.formats.polygon_files import read_tiling
from tests.samples_of_kinds import EXAMPLE_TILINGS

TWO = (((0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0)), ((2.0, 0.0), (4.0, 0.0), (4.0, 1.0), (2.0, 1.0)))

SAME = {
    "list": "[[[0,0],[2,0],[2,1],[0,1]],[[2,0],[4,0],[4,1],[2,1]]]",
    "object": '{"polygons": [[[0,0],[2,0],[2,1],[0,1]],[[2,0],[4,0],[4,1],[2,1]]]}',
    "polygon": '<svg><polygon points="0,0 2,0 2,1 0,1"/><polyline points="2 0 4 0 4 1 2 1 2 0"/></svg>',
    "rect": '<svg><rect width="2" height="1px"/><rect x="2" width="2" height="1"/></svg>',
    "path": '<svg><path d="M0,0L2,0 2,1 0,1z"/><path d="M2 0h2v1H2V0Z"/></svg>',
    "one path": '<svg><path d="M0 0 2 0 2 1 0 1Zm2 0h2v1h-2z"/></svg>',
    "groups": '<svg xmlns="http://www.w3.org/2000/svg"><g transform="translate(1 1)"><g transform="scale(2,1)">'
    '<rect x="-.5" y="-1" width="1" height="1"/></g>'
    '<rect transform="matrix(1 0 0 1 1,-1)" width="2" height="1"/></g></svg>',
    "turned": '<svg><g transform="rotate(90) translate(0,-2)"><polygon points="0,2 0,0 1,0 1,2"/></g>'
    '<rect x="2" width="2" height="1"/></svg>',
    "beside": "<?xml version='1.0'?><!DOCTYPE svg><svg><!-- two --><defs><rect width='9' height='9'/></defs>"
    "<title>two</title><rect width='2' height='1'/><text>hello</text><rect x='2' width='2' height='1'/></svg>",
}


@pytest.mark.parametrize("name", SAME)
def test_the_same_polygons_in_many_ways(name):
    found = read_tiling(SAME[name])
    assert [{*polygon} for polygon in found.polygons] == [{*polygon} for polygon in TWO]
    assert found.links == ((0, 1),)


HOSTILE = {
    "neither JSON": "hello",
    "no key 'polygons'": "{}",
    "is 7": '{"polygons": [7]}',
    "not an SVG": "<svg><rect",
    "no shape": "<svg><text>hello</text></svg>",
    "declares entities": '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>',
    "has a <circle>": '<svg><circle r="1"/></svg>',
    "has a <use>": '<svg><use href="#a"/></svg>',
    "the curve C": '<svg><path d="M0 0C1 1 2 2 3 3z"/></svg>',
    "the curve a": '<svg><path d="M0 0a1 1 0 0 0 1 1z"/></svg>',
    "round corners": '<svg><rect width="1" height="1" rx=".1"/></svg>',
    "lacks its size": '<svg><rect width="" height="1"/></svg>',
    "is not a number": '<svg><rect width="10mm" height="1"/></svg>',
    "x without a y": '<svg><polygon points="0,0 1"/></svg>',
    "has 3 numbers": '<svg><path d="M0 0L1 1 1z"/></svg>',
    "is not a command": '<svg><path d="7"/></svg>',
    "transform": '<svg><rect width="1" height="1" transform="turn(7)"/></svg>',
    "cannot be read": '<svg><rect width="1" height="1" transform="scale(1"/></svg>',
    "is too large": '<svg><rect width="1" height="1" transform="rotate(1e999)"/></svg>',
    "'1e999,0' in the drawing": '<svg><rect width="1" height="1" transform="scale(1e999,0)"/></svg>',
    "1 has the corner": '<svg><polygon points="0,0 1,0 0,1" transform="scale(1e300)scale(1e300)scale(-1,0)"/></svg>',
    "up to 1e+09": '<svg><polygon points="0,0 1e300,0 0,1"/></svg>',
}


@pytest.mark.parametrize("why", HOSTILE)
def test_malformed_tilings_are_refused(why):
    with pytest.raises(InputError) as caught:
        read_tiling(HOSTILE[why])
    assert why in str(caught.value)


def test_long_drawings_are_read_in_linear_time():
    """Each of these takes quadratic time in a reader that backtracks."""
    for text in ("1 " * 100_000, "M0 0" + "L1 1" * 50_000, "1" * 100_000, "e" * 100_000, "-" * 100_000):
        with pytest.raises(InputError):
            read_tiling(f'<svg><path d="{text}"/><polygon points="{text}"/></svg>')
    with pytest.raises(InputError):
        read_tiling("<svg>" + "<g>" * 100_000)
    with pytest.raises(InputError):
        read_tiling("[" * 100_000)


def test_broken_drawings_are_refused_or_read():
    random = Random("drawings")
    whole = (EXAMPLE_TILINGS / "island.svg").read_text()
    for _ in range(150):
        at = random.randrange(len(whole))
        broken = whole[:at] + random.choice(["", "<", '"', "Z", "9", "-", "e5", "&", "\0", "C"]) + whole[at + 1 :]
        with suppress(InputError):
            assert read_tiling(broken).polygons
