from numlink.engine.deduction.assignment import Terrain
from numlink.engine.deduction.deduction import Deduction

class Borders:
    def __init__(self, position: Deduction, terrain: Terrain) -> None: ...
