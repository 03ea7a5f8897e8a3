"""A short run of tests/fuzz_formats.py; `python -m tests.fuzz_formats --minutes 10` is the long one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numlink import formats
from tests import fuzz_formats
from tests.tools import amount


def test_every_format_has_words_and_seeds():
    assert {*fuzz_formats.WORDS} == {*formats.names()} == {name for name, _ in fuzz_formats.seeds()}


@pytest.mark.sampled
def test_short_run():
    texts = amount(600, 1_500)
    assert fuzz_formats.run_random(20261121, lambda tried: tried < texts) == texts


@pytest.mark.parametrize("name", formats.names())
@settings(max_examples=40, deadline=None)
@given(text=st.text(max_size=60))
def test_any_text(name, text):
    fuzz_formats.exercise(name, text)


def test_the_fuzzer_finds_faults():
    """A reader that crashes is reported: the harness itself must be able to fail."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(formats, "iterate", lambda text, name=None: iter([1 // len(text.strip("1. \n"))]))
        with pytest.raises(ZeroDivisionError):
            fuzz_formats.exercise("plain", "1 . 1")
