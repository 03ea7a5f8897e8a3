from numlink.engine.deduction.deduction import Deduction

class Touching:
    def __init__(self, position: Deduction) -> None: ...
