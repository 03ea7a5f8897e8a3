from numlink.engine.deduction.deduction import Deduction
from numlink.engine.deduction.terrain import Terrain

class Touching:
    def __init__(self, position: Deduction, terrain: Terrain) -> None: ...
