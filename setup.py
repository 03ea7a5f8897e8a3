"""Builds the compiled core.  Everything else about the package is declared in pyproject.toml.

Each engine module with types for C becomes one extension; `optional` lets an install without a C compiler go on with
the same files uncompiled, and NUMLINK_PURE=1 makes a wheel of those for any machine (Pyodide).  `python setup.py
build_ext --inplace` rebuilds after an edit; NUMLINK_ANNOTATE=1 adds Cython's HTML pages that show where Python is still
touched.

What a build costs, in processor time and on disk (gcc 12, x86-64, measured on a busy machine):

as Cython does it                 242 s   9.7 MB
memoryviews in one module for all 100 s           each module carried a copy of its own
no methods for pickling            70 s   3.0 MB   these classes refuse it anyway
-O1 for the memoryviews            66 s            covers at -O2: 2 s less, but 7 % slower in new
only modules with types for C      60 s            the three others came to 9 s; prove is as fast within 2 %
-O2 for LIGHT                      59 s            on the idle machine; beside other work up to 67 s
"""

import os
import sys
from pathlib import Path
from time import perf_counter

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCES = Path("src")
SHARED = "numlink.engine._views"
"""Cython's memoryviews, compiled once."""

LIGHT = ("numlink.engine.frontier.", "numlink.engine.episodes.")
"""As fast at -O2, which compiles them in four fifths of the time."""

HEAVY = ("numlink.engine.frontier.canonical", "numlink.engine.frontier.codes")
"""Of these, what is faster at -O3: canonical linkings are counted in 0.93 of the time."""

STRIPPED = ["-Wl,-s"] if sys.platform == "linux" else []


def extension(name: str, source: str, *, optimised: str) -> Extension:
    """One module of the core.  -g0, -w: Python asks for debugging symbols, a third of the time, and warnings."""
    flags = [] if os.name == "nt" else [optimised, "-g0", "-w"]
    return Extension(name, [source], extra_compile_args=flags, extra_link_args=STRIPPED)


def extensions() -> list[Extension]:
    """The engine's modules as extensions, translated to C where a source is newer."""
    if os.environ.get("NUMLINK_PURE"):
        return []
    from Cython.Build import cythonize

    every = sorted(path for path in (SOURCES / "numlink/engine").rglob("*.py") if path.stem != "__init__")
    sources = [path for path in every if "import cython" in path.read_text(encoding="utf-8")]
    modules = [".".join(source.relative_to(SOURCES).with_suffix("").parts) for source in sources]
    made = cythonize(
        [
            extension(SHARED, f"{SHARED.rpartition('.')[2]}.c", optimised="-O1"),
            *(
                extension(
                    name, source.as_posix(), optimised="-O2" if name.startswith(LIGHT) and name not in HEAVY else "-O3"
                )
                for name, source in zip(modules, sources, strict=True)
            ),
        ],
        build_dir="build/cython",
        nthreads=os.cpu_count() or 1,
        annotate=bool(os.environ.get("NUMLINK_ANNOTATE")),
        shared_utility_qualified_name=SHARED,
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "auto_pickle": False,
            "infer_types": True,
        },
    )
    for one in made:
        one.optional = True  # here and not above: cythonize drops it
    return made


class Compile(build_ext):
    """Says what is compiled and how long it took; `pip install -v` shows it, plain pip shows nothing of any build."""

    def build_extensions(self) -> None:
        self.parallel = self.parallel or os.cpu_count()  # here: pip's editable build forgets what options say
        begin = perf_counter()
        print(f"numlink: compiling the core, {len(self.extensions)} modules: half a minute to a minute", flush=True)
        super().build_extensions()
        print(f"numlink: the core took {perf_counter() - begin:.0f} s", flush=True)


setup(ext_modules=extensions(), cmdclass={"build_ext": Compile})
