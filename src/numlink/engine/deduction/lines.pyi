from numlink.engine.deduction.assignment import Terrain
from numlink.engine.deduction.deduction import Deduction

class Lines:
    def __init__(self, position: Deduction, terrain: Terrain) -> None: ...
