"""What the library says, for visitors of a page: they give no arguments, so no message of theirs names one."""

from __future__ import annotations

import re

FORMAT = re.compile(r",?;? or name (?:the|another) format with format=[^.]*")
ARGUMENT = re.compile(r"\b([a-z][a-z_]*)=(?=[\s.,)]|$)")


def for_visitors(message: str) -> str:
    """A message of the library without the remedies that only a caller has.

    >>> for_visitors("An empty cell is '.'; or name another format with format=.")
    "An empty cell is '.'."
    >>> for_visitors("no puzzle in time. Give a larger budget=.")
    'no puzzle in time. Give a larger budget.'
    """
    return ARGUMENT.sub(lambda match: match[1].replace("_", " "), FORMAT.sub("", message))
