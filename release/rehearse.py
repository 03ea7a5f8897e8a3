"""The last step of `make release-check`: publish for real, but to a package index on this machine.

    build/dist ──twine──▶ pypiserver on 127.0.0.1 ──pip install numlink──▶ fresh environment ──▶ the README's commands

What is uploaded, found by its name, installed and run here is what a tag would publish to PyPI.
"""

from __future__ import annotations

import os
import re
import shlex
import socket
import subprocess
import sys
import time
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parents[1]

PATIENCE = 30
"""Seconds that the index may take to answer for the first time; one is usual."""

INSTALL = 'pip install "numlink[pdf]"'
"""What the README's last command asks for where it is missing."""


def rehearse(dist: Path) -> None:
    """Upload all of `dist`, install numlink by name and run the README's commands; exits with what went wrong."""
    with TemporaryDirectory() as folder, package_index(Path(folder) / "packages") as address:
        room = Path(folder)
        files = sorted([*dist.glob("*.whl"), *dist.glob("*.tar.gz")])
        run([sys.executable, "-m", "twine", "check", "--strict", *files], room)
        upload = [sys.executable, "-m", "twine", "upload", "--non-interactive", "--disable-progress-bar"]
        run([*upload, "--repository-url", address, "--username", "any", "--password", "any", *files], room)
        venv.create(room / "venv", with_pip=True)
        programs = room / "venv" / ("Scripts" if os.name == "nt" else "bin")
        install = [programs / "python", "-m", "pip", "install", "--quiet", "--extra-index-url", f"{address}simple/"]
        run([*install, "numlink"], room)
        for command in commands_of_the_readme():
            words = shlex.split(command, comments=True)
            words[0] = str(programs / words[0])
            if words[1] == "book":  # the one that needs an extra: it says which command brings it
                told = run(words, room, code=2)
                if INSTALL.replace('"', "'") not in told:
                    sys.exit(f"rehearse: `{command}` does not say what to install:\n{told}")
                run([*install, "numlink[pdf]"], room)
            run(words, room)
        if not (room / "book.pdf").read_bytes().startswith(b"%PDF"):
            sys.exit("rehearse: the README's book is no PDF")
    print("rehearse: uploaded, installed by name, the README's commands work", flush=True)


def commands_of_the_readme() -> list[str]:
    """The `numlink` lines of the block that the README begins with once it is published."""
    told = (ROOT / "release/published.md").read_text(encoding="utf-8")
    block = re.search(r"```\n(pip install numlink\n.*?)```", told, re.DOTALL)
    found = [] if block is None else [line for line in block[1].splitlines() if line.startswith("numlink ")]
    if not found:
        sys.exit("rehearse: release/published.md has no block that begins with `pip install numlink`")
    return found


@contextmanager
def package_index(folder: Path) -> Iterator[str]:
    """An empty package index on a free port of this machine that takes uploads from anybody; its address."""
    folder.mkdir()
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
    address = f"http://127.0.0.1:{port}/"
    command = [sys.executable, "-m", "pypiserver", "run", "--interface", "127.0.0.1", "--port", str(port)]
    server = subprocess.Popen(
        [*command, "--authenticate", ".", "--passwords", ".", str(folder)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        await_answer(address, server)
        yield address
    finally:
        server.terminate()
        server.wait()


def await_answer(address: str, server: subprocess.Popen[bytes]) -> None:
    """Return once the index answers; exits where it ended or never does."""
    until = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < until:
        try:
            with urlopen(address):
                return
        except URLError:
            time.sleep(0.1)
    sys.exit(f"rehearse: no package index answers at {address}")


def run(command: list[object], room: Path, *, code: int = 0) -> str:
    """What a command prints in `room`; exits where it does not end with `code`."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        [str(part) for part in command], cwd=room, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode != code:
        sys.exit(f"rehearse: {shlex.join(map(str, command))} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr
