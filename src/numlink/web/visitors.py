"""Messages of the library for visitors of the page, who give no arguments: no argument is named in them."""

from __future__ import annotations

import re

from numlink.exact.budget import MORE_TIME

REMEDY = "Try a smaller board, or wish for less."
"""What a visitor can do where time ran out: the server gives no more."""

FORMAT = re.compile(r",?;? or name (?:the|another) format with format=[^.]*")
ARGUMENT = re.compile(r"\b([a-z][a-z_]*)=(?=[\s.,)]|$)")


def for_visitors(message: str) -> str:
    """A message of the library without remedies that only a caller of the library can use.

    >>> for_visitors("An empty cell is '.'; or name another format with format=.")
    "An empty cell is '.'."
    >>> for_visitors("no puzzle in time. Give more with budget=.")
    'no puzzle in time. Try a smaller board, or wish for less.'
    >>> for_visitors("no puzzle in time. Give a larger budget=.")
    'no puzzle in time. Give a larger budget.'
    """
    told = FORMAT.sub("", message).replace(MORE_TIME, REMEDY)
    return ARGUMENT.sub(lambda match: match[1].replace("_", " "), told)
