"""`numlink serve`: the game in a browser."""

from __future__ import annotations

import socket
from typing import Any

import click

from numlink.commands.collection import playable
from numlink.commands.messages import Exit, say
from numlink.commands.options import Amount, common, option
from numlink.commands.report import Report
from numlink.commands.sources import each_entry
from numlink.errors import InputError
from numlink.exact.verdict import Answer
from numlink.files import data_folder

SECONDS_A_PUZZLE = 5.0  # seconds for the proof of each puzzle of FILE
LOCAL = ("127.0.0.1", "localhost", "::1")  # the addresses that only this computer can reach


@click.command("serve")
@click.argument("sources", metavar="[FILE]...", nargs=-1)
@option(
    "--port", metavar="N", type=click.IntRange(0, 65535), default=8000,
    help="Port to listen on; 0: any free port. Default: 8000.",
)  # fmt: skip
@option(
    "--host", metavar="ADDRESS", default="127.0.0.1",
    help="Address to listen on; 0.0.0.0 opens it to the network. Default: 127.0.0.1.",
)  # fmt: skip
@option("--name", "host_names", multiple=True, metavar="HOST", help="Host name of this server; can be repeated.")
@option(
    "--workers", metavar="N", type=click.IntRange(1, 64), default=2,
    help="Processes that generate and check puzzles. Default: 2.",
)  # fmt: skip
@option(
    "--waiting", metavar="N", type=click.IntRange(0, 10_000), default=64,
    help="Jobs that can wait for a free process. Default: 64.",
)  # fmt: skip
@option("--seconds", metavar="SECONDS", type=Amount(0.1, 600), default=8.0, help="Time limit per job. Default: 8.")
@option(
    "--rate", "requests_per_minute", metavar="N", type=click.IntRange(0), default=240,
    help="API requests per client and minute; 0: no limit. Default: 240.",
)  # fmt: skip
@common("from", "quiet")
def command(
    sources: tuple[str, ...], from_format: str | None, port: int, host: str, host_names: tuple[str, ...], **limits: Any
) -> int:
    """Serve the player, the editor and their API until Ctrl-C.  Without --host, only this computer can reach them.

    With FILE, the page plays its puzzles in order and lists which are solved.  A puzzle not proven unique within 5
    seconds gets hints that don't use its stored solution.  Exit code 1: no puzzle has a solution; 3: no puzzle could
    be used in time.
    """
    from numlink.web.app import Server, create_app  # only now: FastAPI is an extra
    from numlink.web.guard import Settings

    hosts = (*LOCAL, *map(_host_name, host_names)) if host in LOCAL or host_names else None
    settings = Settings(ahead=not sources, dailies=data_folder() / "dailies", hosts=hosts, **limits)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
            listener.listen(512)
        except OSError as error:
            raise InputError(
                f"cannot listen on {host} port {port}: {error.strerror}. Give another --port or --host."
            ) from None
        report = Report()
        legal = report.legal(each_entry(sources, from_format)) if sources else ()
        found = playable(legal, report, budget=SECONDS_A_PUZZLE, allow_many=True)
        pack = [(puzzle, answer is Answer.UNIQUE) for _, puzzle, answer in found]
        if sources and not pack:
            return report.code
        shown = f"[{host}]" if ":" in host else host
        say(f"http://{shown}:{listener.getsockname()[1]}/ (Ctrl-C stops)")
        Server(create_app(settings, pack=pack)).run(sockets=[listener])
    return Exit.YES


def _host_name(name: str) -> str:
    """A value of --name as requests write it, without the brackets of an IPv6 address; InputError for other text."""
    from numlink.web.guard import host_of

    bare = name[1:-1] if name.startswith("[") and name.endswith("]") else name
    found = host_of(f"[{bare}]" if ":" in bare else bare)
    if found is None or found != bare.lower() or "*" in bare or not bare.isprintable() or " " in bare:
        raise InputError(
            f"--name {name!r} is not a host name. Give it without http://, port and path: --name puzzles.example.org"
        )
    return found
