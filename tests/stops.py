"""Ctrl-C at a chosen place of a run in this process."""

import sys
from pathlib import Path

import numlink


class AtCall:
    """Raise KeyboardInterrupt at call number `number` (0: never) of a function whose file lies under `room`.

    `calls` counts these calls; `place` is the file and line of the call that was stopped, None if none was.  Python
    ignores what is raised while it closes a half-used generator, which counts as a call: then `lost` is True.
    """

    def __init__(self, number, room=Path(numlink.__file__).parent):
        self.number, self.room, self.calls, self.place, self.lost = number, str(room), 0, None, False

    def __enter__(self):
        self.hook, sys.unraisablehook = sys.unraisablehook, self.drop
        sys.setprofile(self)
        return self

    def __exit__(self, *_):
        sys.setprofile(None)
        sys.unraisablehook = self.hook

    def drop(self, dropped):
        self.lost = self.lost or dropped.exc_type is KeyboardInterrupt

    def __call__(self, frame, event, argument):
        if event == "call" and frame.f_code.co_filename.startswith(self.room):
            self.calls += 1
            if self.calls == self.number:
                self.place = f"{frame.f_code.co_filename}:{frame.f_lineno}"
                raise KeyboardInterrupt
