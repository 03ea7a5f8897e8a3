from numlink.engine.deduction.deduction import Deduction

class ParallelFlips:
    def __init__(self, position: Deduction) -> None: ...
