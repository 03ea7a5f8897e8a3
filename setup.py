"""Builds the compiled core.  Everything else about the package is declared in pyproject.toml.

Each engine module becomes one extension; `optional` lets an install without a C compiler go on with the same
files uncompiled.  `python setup.py build_ext --inplace` rebuilds after an edit; add `NUMLINK_ANNOTATE=1` for
Cython's HTML pages that show where Python is still touched.
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

SOURCES = Path("src")

extensions = cythonize(
    [
        Extension(
            ".".join(source.relative_to(SOURCES).with_suffix("").parts),
            [source.as_posix()],
            # -g0: Python's own flags ask for debugging symbols, a third of the build's time and four fifths of its size
            extra_compile_args=[] if os.name == "nt" else ["-O3", "-g0"],
        )
        for source in sorted((SOURCES / "numlink/engine").rglob("*.py"))
        if source.stem != "__init__"
    ],
    build_dir="build/cython",
    nthreads=os.cpu_count() or 1,
    annotate=bool(os.environ.get("NUMLINK_ANNOTATE")),
    compiler_directives={
        "language_level": 3,
        "boundscheck": False,
        "wraparound": False,
        "cdivision": True,
        "initializedcheck": False,
    },
)
for extension in extensions:
    extension.optional = True  # here and not above: cythonize drops it

setup(ext_modules=extensions, options={"build_ext": {"parallel": os.cpu_count()}})
