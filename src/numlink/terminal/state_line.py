"""The line over the board: what is played, how far it is, where the cursor stands."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rich.cells import cell_len, set_cell_size

SPARE = ("moves", "empty", "grade")
"""The parts of the line that are left out, in this order, where it is wider than the screen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateLine:
    """The parts of the line, in order; '' for a part that there is none of."""

    name: str
    place: str
    board: str
    grade: str
    paths: str
    empty: str
    moves: str
    time: str
    trial: str
    cell: str

    def fitted(self, room: int) -> str:
        """The line; if it is wider than `room` columns, without parts of SPARE, and then with its name cut off."""
        line = self
        for spare in SPARE:
            if line.width > room:
                line = replace(line, **{spare: ""})
        over = line.width - room
        if over > 0 and line.name:
            kept = set_cell_size(line.name, max(0, cell_len(line.name) - over - 1)).rstrip()
            line = replace(line, name=f"{kept}…" if kept else "")
        return line.text

    @property
    def text(self) -> str:
        """All parts, with two blanks between them, one before the grade."""
        graded = f"{self.board} {self.grade}".rstrip()
        drawn = (self.paths, self.empty, self.moves, self.time, self.trial, self.cell)
        return "  ".join(filter(None, (self.name, self.place, graded, *drawn)))

    @property
    def width(self) -> int:
        """The columns of the text; a character of Japanese takes two."""
        return cell_len(self.text)


def clock(seconds: int) -> str:
    """Seconds as a clock: 2:05, 1:02:05."""
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
