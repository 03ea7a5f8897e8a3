from numlink.engine.deduction.deduction import Deduction

class Lines:
    def __init__(self, position: Deduction) -> None: ...
