from numlink.engine.deduction.cuts import Cuts
from numlink.engine.deduction.deduction import Deduction
from numlink.engine.deduction.terrain import Terrain

class Faces:
    def __init__(self, position: Deduction, cuts: Cuts, terrain: Terrain) -> None: ...
