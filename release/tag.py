"""`make release`: refuse while anything disagrees, then say how to tag; the workflow on a tag publishes.

python -m release.tag [--tagged | --check]

--tagged: as the workflow on a tag asks, the tree as it is; --check: the day of release may be open, too
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numlink
from numlink.errors import InputError
from numlink.version import GENERATOR_VERSION
from release.switch import OPEN, published

ROOT = Path(__file__).parents[1]


RECIPE = re.compile(r'"(numlink(?:-classic)? \d+ [^"]*)"')


def problems(root: Path, *, dated: bool = True, tagging: bool = False) -> Iterator[str]:
    """What keeps this tree from being released, each with its remedy."""
    version = numlink.__version__
    changes = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+)(.*)$", changes, re.MULTILINE)
    if newest is None or newest[1] != version:
        yield f"CHANGELOG.md begins with {newest and newest[1]}, the version is {version}. Write what changed."
    elif dated and not published(root):
        yield f"CHANGELOG.md calls {version} {OPEN}. Run `python -m release.switch DAY`."
    if published(root) and "\npip install numlink\n" not in (root / "README.md").read_text(encoding="utf-8"):
        yield "README.md does not begin with `pip install numlink`. Run `python -m release.switch DAY`."
    cited = re.search(r"^version: (\S+)$", (root / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    if cited is None or cited[1] != version:
        yield f"CITATION.cff names version {cited and cited[1]}, not {version}. Change it."
    yield from recipes(root)
    if tagging:
        yield from git(version)


def recipes(root: Path) -> Iterator[str]:
    """Recipes of golden boards are of the generator's version; those of release/recipes.json make their boards."""
    for path in sorted((root / "tests/golden").glob("*.json*")):
        for recipe in sorted(set(RECIPE.findall(path.read_text(encoding="utf-8")))):
            if recipe.split()[1] != str(GENERATOR_VERSION):
                yield f"{path.name} has a recipe of a version that nothing makes: {recipe}"
    for recipe, board in json.loads((root / "release/recipes.json").read_text(encoding="utf-8")).items():
        try:
            made = numlink.dumps([numlink.from_recipe(recipe)], "link").strip().partition("#p=")[2]
        except InputError as error:
            yield f"the recipe '{recipe}' is refused: {error}"
            continue
        if made != board:
            yield (
                f"the recipe '{recipe}' makes another board than release/recipes.json holds. "
                "Boards stay for ever: mend the generator, or raise GENERATOR_VERSION and make the boards anew."
            )


def git(version: str) -> Iterator[str]:
    """A clean tree, and no tag of that name."""
    if output("status", "--porcelain"):
        yield "there are changes without a commit. Commit or drop them."
    if f"v{version}" in output("tag", "--list").split():
        yield f"the tag v{version} is there already. Raise the version in src/numlink/version.py."


def output(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def main() -> int:
    """Exit code 1 and a line a problem, or how to go on."""
    tagging = not {"--check", "--tagged"} & {*sys.argv[1:]}
    found = list(problems(ROOT, dated="--check" not in sys.argv[1:], tagging=tagging))
    for problem in found:
        print(f"release: {problem}", file=sys.stderr)
    if not found and tagging:
        print(f"release: all agree. Now: make release-check && git tag -s v{numlink.__version__} && git push --tags")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
