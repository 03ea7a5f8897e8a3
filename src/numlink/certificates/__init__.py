"""Checks a certificate that a puzzle has exactly one solution: plain Python that imports nothing else from numlink.

docs/certificates.md defines certificates.  Each module here checks one part of them:

    forms        the form of each line, and the hash of all lines
    stated       the board, and the links between its cells
    lemmas       which links every solution must or cannot have, and whether a clause follows
    checker      the whole certificate: the solution keeps the rules, and the clauses rule out all others

The imports are relative, so that a copy of this folder runs by itself.
"""

from .checker import Certified, verify_certificate
from .forms import NoProof, signed
from .lemmas import BoardFacts, ClauseSet

__all__ = ["BoardFacts", "Certified", "ClauseSet", "NoProof", "signed", "verify_certificate"]
