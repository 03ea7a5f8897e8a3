"""Builds the compiled core.  Everything else about the package is declared in pyproject.toml.

Each engine module becomes one extension; `optional` lets an install without a C compiler go on with the same
files uncompiled.  `python setup.py build_ext --inplace` rebuilds after an edit; add `NUMLINK_ANNOTATE=1` for
Cython's HTML pages that show where Python is still touched.
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ENGINE = Path("src/numlink/engine")


class OptionalBuild(build_ext):
    """Goes on without a module that cannot be compiled; `optional` alone does not catch every compiler's failure."""

    def build_extension(self, extension: Extension) -> None:
        """Build one engine module, or leave it to run as Python."""
        try:
            super().build_extension(extension)
        except Exception as error:
            print(f"numlink: {extension.name} stays uncompiled ({error})")


extensions = [
    Extension(
        f"numlink.engine.{source.stem}",
        [source.as_posix()],
        optional=True,
        extra_compile_args=[] if os.name == "nt" else ["-O3"],
    )
    for source in sorted(ENGINE.glob("*.py"))
    if source.stem != "__init__"
]

setup(
    ext_modules=cythonize(
        extensions,
        build_dir="build/cython",
        annotate=bool(os.environ.get("NUMLINK_ANNOTATE")),
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
        },
    ),
    cmdclass={"build_ext": OptionalBuild},
)
