"""Hostile texts of every format, made from its own grammar: reading takes time in proportion to the text.

Each is a valid text or a part of it, then a word, a separator or a sign of the format over and over, then what breaks
it off or the rest.  The same for every regular expression of the sources, with texts made from its own parts.
"""

import random
import re

import pytest

from numlink import formats
from numlink.errors import NumlinkError, ParseError
from tests import regular_expressions
from tests.formats.test_examples import EXAMPLES
from tests.fuzz_formats import seeds, words
from tests.growth_of_time import superlinear

CHARACTERS, FEWER = 30_000, 10_000
"""Of the largest hostile texts, of all and of a sample; a quadratic loop of Python over them takes seconds, one of C
some hundredths."""
SIGNS = [*" \t\n,;:.-+|/#([{1aX\\\"'&=%", "\r", "\r\n", "\x0c", "\u3000", "#p=", "0 ", "(0,0) ", "1 . ", "a: b\n", "+"]
ENDS = ("", "z", "\n", "\x00 ~\n1 1 1\n")
LAID = {
    "plain": [
        "layers: 2\n1 .\n---\n. 1\n",
        "board: hex\nwrap: both\nwalls: (0,0)|(0,1)\n1 + 1\n1 . 1\n",
        "vias: (0,0) (0,1)\nlayers: 2\n1 .\n---\n1 .\n",
        "rules: free\nname: a\nseed: 3\n1 . 1\npath 1: (0,0) (0,1) (0,2)\n",
        "walls: ",
        "vias: ",
    ],
    "flowfree": ["3,0,1,1,0:0,", "3:3,0,1,1,,1:2,0|3:1|4;0,1,2", "W_3,0,1,1;0,1,2"],
    "pzprv3": [
        "2\n3\n1 . 1\n2 . 2\n",
        '<puzzle type="numberlink"><size row="1" col="3"/><board><number r="1" c="1" n="1"/></board>'
        '<answer><arow row="1"><h n="2"/><s/></arow></answer></puzzle>',
        "http://pzv.jp/p.html?pzprv3/numlin/1/3/1 . 1 /",
    ],
    "houston": ["1 3 1\n(0, 0) (2, 0)\n\nTouching forbidden\nNodes 1\n(0, 0) (1, 0) (2, 0)\n"],
    "json": ['{"cells":[[1,0,1]],"walls":[[[0,0],[0,1]]]}', "[" * 3, '{"cells":[[1', '{"cells":[[1,0,1]],"bridges":['],
}


def hostile(name):
    """(head, repeated, tail) of texts of a format."""
    whole = [text for kind, text in seeds() if kind == name][:2]
    whole += [EXAMPLES[name][0]] if name in EXAMPLES else []
    whole += LAID.get(name, [])
    repeated = dict.fromkeys([*words(name), *SIGNS])
    for text in dict.fromkeys(whole):
        cuts = {0, len(text), len(text) // 2, *(place.end() for place in re.finditer(r"[:=;,\n(]", text))}
        for cut in sorted(cuts)[:8]:
            for word in repeated:
                yield from ((text[:cut], word, end) for end in (*ENDS, text[cut:]))
        yield from (("", text, end) for end in ENDS)


def read(text, name):
    try:
        for _ in formats.iterate(text, name):
            pass
    except (ParseError, NumlinkError):
        pass


def assert_linear(cases, format_of, characters=CHARACTERS):
    slow = []
    for name, (head, word, tail) in cases:
        seen = superlinear(
            lambda text, name=name: read(text, format_of(name)),
            lambda times, head=head, word=word, tail=tail: head + word * times + tail,
            characters // len(word),
        )
        if seen:
            slow.append((name, head[:50], word, tail[:20], seen))
    assert not slow, "\n".join(map(str, slow))


def everything():
    return [(name, case) for name in formats.names(written=True) for case in hostile(name)]


@pytest.mark.table(1)
@pytest.mark.parametrize("part", range(4))
def test_recognising_and_reading_hostile_texts_is_linear(part):
    cases = random.Random(2600 + part).sample(everything(), 120)
    assert_linear(cases, lambda name: None if part % 2 else name, FEWER)


@pytest.mark.long
@pytest.mark.parametrize("known", [True, False])
def test_recognising_and_reading_all_hostile_texts_is_linear(known):
    assert_linear(everything(), lambda name: name if known else None)


@pytest.mark.parametrize(
    "text_of",
    [
        lambda n: "1" + ", " * n + "z",
        lambda n: "1," + " " * n + "z",
        lambda n: "x" + "#p=" * n + " y",
        lambda n: "[begin]\ntitle " + " " * n + "x\n[problem]\n1 1\n",
        lambda n: "title a" + " " * n + "b" + " " * n + "\n[problem]\n1 1\n",
        lambda n: "+ " * n + "\n",
        lambda n: "+ + 1\n" * n,
        lambda n: "wrap: both\n" + "+ . + .\n" * n,
    ],
)
def test_texts_that_once_took_forever_are_read_quickly(text_of):
    assert superlinear(lambda text: read(text, None), text_of, 3_000) is None


def test_a_number_with_thousands_of_leading_zeros_is_read():
    [puzzle] = formats.parse("0" * 9000 + "1 . 1\n")
    assert puzzle.cells == (1, 0, 1)


# ------------------------------------------------------------------------------------------- regular expressions

BAD = [r"\s*(?:[0-9]{0,9})\s*(?:,\s*(?:[0-9]{0,9})\s*)+", r"(author)\s+(\S.*?)\s*", r"\s*\S*#p=(\S*)\s*", "(a+)+b"]
"""Three that the readers once had, and one from textbooks."""


def slow_texts(pattern, flags=0):
    """Measurements of an expression that takes more than linear time in `fullmatch` or `match`."""
    compiled = re.compile(pattern, flags)
    ends = (b"", b"\x00", b"\nz") if isinstance(pattern, bytes) else ("", "\x00", "\nz")
    found = []
    for head, pump in dict.fromkeys(regular_expressions.hostile(pattern, flags)):
        for end in ends:

            def text_of(times, head=head, pump=pump, end=end):
                return head + pump * times + end

            ways = (compiled.fullmatch, compiled.match)
            found += [seen for way in ways if (seen := superlinear(way, text_of, 20_000 // len(pump)))]
            if found:
                return found
    return found


@pytest.mark.table(2)
@pytest.mark.parametrize("pattern", BAD)
def test_the_analyser_finds_slow_expressions(pattern):
    assert slow_texts(pattern)


@pytest.mark.thorough
def test_no_regular_expression_of_ours_is_more_than_linear():
    expressions = regular_expressions.all_expressions()
    assert len(expressions) > 60
    slow = {pattern: seen for pattern, flags in expressions.items() if (seen := slow_texts(pattern, flags))}
    assert not slow, "\n".join(map(str, slow.items()))
