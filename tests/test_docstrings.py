"""The docstring of every public name says what a caller needs, with an example that runs.

tests/test_house.py runs the examples; these tests check that they exist.
"""

import inspect
from enum import Enum

import pytest

import numlink

PUBLIC = {name: getattr(numlink, name) for name in numlink.__all__}
FUNCTIONS = {name: value for name, value in PUBLIC.items() if inspect.isfunction(value)}
ERRORS = {name for name, value in PUBLIC.items() if inspect.isclass(value) and issubclass(value, Exception)}
ENUMS = {name for name, value in PUBLIC.items() if inspect.isclass(value) and issubclass(value, Enum)}
VALUES = {name for name, value in PUBLIC.items() if inspect.isclass(value)} - ERRORS - ENUMS


def text_of(name):
    """The object's own docstring, not inherited or made by a dataclass."""
    text = inspect.cleandoc(PUBLIC[name].__doc__ or "")
    assert text, f"{name} has no docstring"
    assert not text.startswith(f"{name}("), f"{name} has the docstring that a dataclass makes"
    return text


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_begins_with_one_sentence(name):
    first = text_of(name).split("\n\n")[0]
    assert first.endswith((".", ":")), first
    assert len(first.split()) <= 60, first


@pytest.mark.parametrize("name", sorted({*FUNCTIONS, *VALUES} - {"Hint", "Rating", "verify_certificate"}))
def test_has_an_example(name):
    """`Advisor`, `rate` and `certificate` show one of the three left-out names."""
    assert ">>> " in text_of(name)


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_names_every_argument_and_its_errors(name):
    text = text_of(name)
    # check returns faults, whatever it is given
    assert "Raises " in text or "raises " in text or name in {"check"}, f"{name} does not say what it raises"
    arguments = [*inspect.signature(FUNCTIONS[name]).parameters]
    prose = text.split(">>>")[0]
    missing = [word for word in arguments if word not in prose and word.rstrip("s") not in prose.lower()]
    assert not missing, f"{name} does not speak of {missing}"
