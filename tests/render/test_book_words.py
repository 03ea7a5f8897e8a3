"""The texts of a book: captions with the rules, letters instead of numbers, the words of the page."""

from functools import cache

import pytest

from numlink import generate_classic
from numlink.game.texts import LANGUAGES, page_texts
from numlink.model.kinds.names import Feature, Kind
from numlink.model.rules import EVERY_RULES
from numlink.render.book.book import book
from numlink.render.book.design import Design
from numlink.render.book.phrases import Language, words_of
from tests.pdfs import read
from tests.samples_of_kinds import KINDS, board_of_kind


@pytest.mark.parametrize("language", Language)
def test_captions_keep_rules_and_the_page_of_the_answer(language):
    """If rules vary, only the caption states them, so it leaves out what the board itself shows."""
    boards = [board_of_kind(kind).with_rules(rules) for kind in KINDS for rules in EVERY_RULES]
    content = read(book(boards, Design(language=language, per_page=6)))
    lines = [line for page in content.pages[2:] for line in page.extract_text().splitlines() if " · " in line]
    assert len(lines) == len(boards)
    assert not [line for line in lines if line.endswith("...")]
    for rules in EVERY_RULES:
        assert sum(f" {rules} " in f" {line} " for line in lines) == len(KINDS)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("kind", [Kind.SQUARE, Kind.HEX], ids=str)
def test_a_book_with_letters_speaks_of_letters(language, kind):
    puzzle = generate_classic(9, seed=0) if kind is Kind.SQUARE else board_of_kind("hex")
    words = words_of(language)

    @cache
    def said(theme):
        return "".join(read(book([puzzle], Design(language=language, theme=theme))).pages[1].extract_text().split())

    def has(theme, text):
        return "".join(text.split()) in said(theme)

    for theme in ("letters", "colour-letters"):
        assert has(theme, words.equal_letters)
        assert has(theme, words.solved_letters)
        assert not has(theme, words.general[0])
        assert "1" not in said(theme).split("".join(words.example.split()))[1]
    assert has("numbers", words.general[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_walls_are_called_walls_on_the_page_and_in_a_book(language):
    """Solid cells are not: the page has another word for them."""
    words, page = words_of(Language(language)), page_texts(language)
    told = [words.features[Feature.WALLS], words.named[Feature.WALLS], page["onwalls"], page["withwalls"]]
    assert page["wall"].lower() in words.features[Feature.WALLS].lower()
    assert not [text for text in told if page["solid"].lower() in text.lower()]
