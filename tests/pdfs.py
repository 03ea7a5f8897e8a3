"""Reads PDFs for tests; importing it skips them if the libraries are missing."""

from io import BytesIO

import pytest

pytest.importorskip("reportlab")
pypdf = pytest.importorskip("pypdf")


def read(content):
    return pypdf.PdfReader(BytesIO(content))


def titles(outline):
    return [titles(entry) if isinstance(entry, list) else entry.title for entry in outline]


def embedded(content):
    """Names of the fonts of a PDF, and whether each is embedded."""
    found = {}
    for page in read(content).pages:
        for font in page["/Resources"].get("/Font", {}).values():
            described = font.get_object()
            found[described["/BaseFont"]] = "/FontFile2" in described.get("/FontDescriptor", {})
    return found
