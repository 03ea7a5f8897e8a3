"""Every compiled module of the engine has a stub, and the stub says what the source says: names, parameters, defaults.

mypy reads only the stubs, since Cython's annotations are no types to it; so a stub that lags behind is a hole in the
types of everything above.  Both are read as text, compiled core or not.
"""

import ast
import re
from pathlib import Path

import pytest

import numlink.engine

ENGINE = Path(numlink.engine.__file__).parent
COMPILED = [path for path in sorted(ENGINE.rglob("*.py")) if "import cython" in path.read_text()]
NAMES = [path.relative_to(ENGINE).as_posix() for path in COMPILED]


def decorators(node):
    return {ast.unparse(decorator) for decorator in node.decorator_list}


def signature(function):
    """Parameters with their kinds and defaults; a name for a number stands for what it is, so it is not compared."""
    given = function.args
    plain = [item.arg for item in given.posonlyargs + given.args]
    only = [item.arg for item in given.kwonlyargs]
    defaults = [ast.unparse(value) for value in given.defaults]
    keyword = [value and ast.unparse(value) for value in given.kw_defaults]
    return plain, defaults, only, keyword, given.vararg and given.vararg.arg, given.kwarg and given.kwarg.arg


def is_public(function, private):
    hidden = function.name.startswith("_") and function.name != "__init__"
    return not hidden and function.name not in private and "cython.cfunc" not in decorators(function)


def functions(body, private=frozenset()):
    """What Python can call: name, and (is it a property, its signature)."""
    return {
        node.name: ("property" in decorators(node), signature(node))
        for node in body
        if isinstance(node, ast.FunctionDef) and is_public(node, private)
    }


def classes(tree):
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")}


def declared(path, name):
    """Attributes that a class of a .pxd shows to Python."""
    found, inside = set(), False
    for line in path.read_text().splitlines() if path.exists() else []:
        if head := re.match(r"cdef class (\w+)", line):
            inside = head.group(1) == name
        elif inside and (attributes := re.match(r"    cdef (?:readonly|public) (.+)", line)):
            found |= {part.split()[-1] for part in attributes.group(1).split(",")}
    return found


def private_to_c(path):
    """Functions of each class of a .pxd, "" for those of the module, that Python cannot call: `cdef`, not `cpdef`."""
    found, inside = {}, ""
    for line in path.read_text().splitlines() if path.exists() else []:
        if head := re.match(r"cdef class (\w+)", line):
            inside = head.group(1)
        elif function := re.match(r"(\s*)cdef [^(]*?(\w+)\(", line):
            found.setdefault(inside if function.group(1) else "", set()).add(function.group(2))
    return found


def shown(path, node):
    """Attributes of a class that Python can read."""
    here = {
        target.id
        for item in node.body
        if isinstance(item, ast.Assign) and "visibility" in ast.unparse(item.value)
        for target in item.targets
    }
    return here | declared(path.with_suffix(".pxd"), node.name)


@pytest.mark.parametrize("name", NAMES)
def test_stub_says_what_the_source_says(name):
    path = ENGINE / name
    assert path.with_suffix(".pyi").exists(), f"{name} has no stub, so strict mypy sees nothing of it"
    source, stub = ast.parse(path.read_text()), ast.parse(path.with_suffix(".pyi").read_text())
    private = private_to_c(path.with_suffix(".pxd"))
    assert functions(stub.body) == functions(source.body, private.get("", set()))
    told, real = classes(stub), classes(source)
    assert told.keys() == real.keys()
    for word, node in real.items():
        assert [ast.unparse(base) for base in told[word].bases] == [ast.unparse(base) for base in node.bases]
        if any("Enum" in ast.unparse(base) for base in node.bases):
            assert ast.unparse(told[word]).split("\n")[1:] == [
                line for line in ast.unparse(node).split("\n")[1:] if '"""' not in line
            ]
            continue
        said, meant = functions(told[word].body), functions(node.body, private.get(word, set()))
        if (
            "__init__" in meant and meant["__init__"][1][-1]
        ):  # **options, which the stub spells out or leaves to the base
            del meant["__init__"]
            said.pop("__init__", None)
        assert said == meant, f"{name}: {word}"
        if "cython.cclass" not in decorators(node):
            continue  # a plain class: what its attributes are is said where they are set
        attributes = {item.target.id for item in told[word].body if isinstance(item, ast.AnnAssign)}
        assert attributes == shown(path, node), f"{name}: attributes of {word}"


def test_there_are_modules_to_compare():
    assert len(NAMES) > 20
