from numlink.engine.deduction.deduction import Deduction

class Borders:
    def __init__(self, position: Deduction) -> None: ...
