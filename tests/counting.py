"""Numbers that count how often they are compared, so that repeated searches of a list show at small sizes."""


class Counted(int):
    """A whole number; `times` counts how often such a number was compared."""

    times = 0

    def __eq__(self, other):
        Counted.times += 1
        return int.__eq__(self, other)

    __hash__ = int.__hash__
