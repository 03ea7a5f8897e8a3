from numlink.engine.deduction.assignment import Terrain
from numlink.engine.deduction.cuts import Cuts
from numlink.engine.deduction.deduction import Deduction

class Faces:
    def __init__(self, position: Deduction, cuts: Cuts, terrain: Terrain) -> None: ...
