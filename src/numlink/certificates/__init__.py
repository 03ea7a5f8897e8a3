"""Checks a certificate of exactly one solution: plain Python that imports nothing of the rest of numlink.

docs/certificates.md says what a certificate is.  A module here checks each part of it:

    forms        the lines one after the other, each of its form, and the hash of all
    stated       the board that they state, and which cells are linked
    lemmas       which links every solution must have, and cannot have, and whether a clause follows
    checker      the whole: the solution keeps the rules, and the clauses leave no other one

The imports are relative, so that a copy of this folder runs by itself.
"""

from .checker import Certified, verify_certificate
from .forms import NoProof, signed
from .lemmas import BoardFacts, ClauseSet

__all__ = ["BoardFacts", "Certified", "ClauseSet", "NoProof", "signed", "verify_certificate"]
