from numlink.engine.deduction.deduction import Deduction

class Cuts:
    parity: bool

    def __init__(self, position: Deduction) -> None: ...
