from numlink.engine.deduction.deduction import Deduction
from numlink.engine.deduction.terrain import Terrain

class Borders:
    def __init__(self, position: Deduction, terrain: Terrain) -> None: ...
