from numlink.engine.deduction.deduction import Deduction

class Cuts:
    def __init__(self, position: Deduction) -> None: ...
