"""What a machine has an instruction for, where the engine is not compiled (`packed.pxd` has it for C)."""


def lowest_bit(word: int) -> int:
    """The place of the lowest bit that is set; `word` is above 0."""
    return (word & -word).bit_length() - 1


def highest_bit(word: int) -> int:
    """The place of the highest bit that is set; `word` is above 0."""
    return word.bit_length() - 1


def fetch(place: object) -> None:
    """Ask for the memory at a place ahead of its use; nothing where not compiled."""
