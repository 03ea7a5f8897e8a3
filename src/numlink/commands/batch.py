"""`numlink batch`: puzzles by the million into a folder or a URL."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from numlink.commands import wish_options
from numlink.commands.messages import complain, say
from numlink.commands.options import GRADES_IN_TURN, STANDARD, GroupedCommand, common, everyday, option
from numlink.commands.progress import Progress
from numlink.commands.sources import file_name, file_text
from numlink.datasets.folder import Folder
from numlink.datasets.make import make_dataset
from numlink.datasets.plan import ShardFormat, options_from_toml, plan_from, sizes_of
from numlink.errors import InputError, quoted
from numlink.making.option_groups import OptionGroup
from numlink.making.wishes import WISHES
from numlink.model.arguments import random_seed
from numlink.model.kinds.tiling import Tiling
from numlink.parallel import require_workers


@click.command("batch", cls=GroupedCommand)
@everyday("--count", type=int, metavar="N", help="Number of puzzles; a larger one extends a dataset.")
@everyday("--sizes", metavar="LIST", help="Sizes, used in turn: 7..12 or 9,12x8. Default: 9.")
@everyday("--difficulty", metavar="GRADES", help=GRADES_IN_TURN)
@common("seed", "new-rules")
@wish_options.wishes(
    "claim", "solids", "min-length", "symmetry", "pairs", *wish_options.READ, "clues", style="lab", several=True
)
@wish_options.board_options
@everyday("-o", "--output", metavar="DIR|URL", help="Folder or URL, like s3://bucket/name.")
@everyday("--config", metavar="FILE", help="TOML file of options, like rating = false.")
@everyday("--resume", metavar="DIR|URL", help="Resume a stopped dataset, or replace damaged files.")
@option(
    "--rating/--no-rating", default=None, group=OptionGroup.OUTPUT,
    help="Rate every puzzle, which takes most of the time. Default: yes.",
)  # fmt: skip
@option("--shard-size", type=int, metavar="N", group=OptionGroup.OUTPUT, help="Puzzles per file. Default: 5000.")
@option(
    "--format", type=click.Choice([*map(str, ShardFormat)]), group=OptionGroup.OUTPUT,
    help="File format. Default: parquet.",
)  # fmt: skip
@option("--workers", type=click.IntRange(min=1), metavar="N", help="Number of processes. Default: one per core.")
@option("--dask", metavar="tcp://HOST:PORT", help="Generate on the workers of a Dask cluster.")
@common("progress", "quiet")
def command(config: str | None, resume: str | None, progress_asked: bool | None, **options: Any) -> int:
    """Generate a dataset: files of puzzles, all different, with a manifest.

    The same options give the same bytes, even if the run is stopped and resumed.  Exit code 1: fewer different
    puzzles exist than --count.
    """
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")  # Arrow's own pool takes 40 MB more than it needs
    given = {name.replace("_", "-"): value for name, value in options.items() if value is not None}
    if resume is not None:
        target, plan = resume, None
        workers, dask = given.pop("workers", None), given.pop("dask", None)
        count = given.pop("count", None)
        _refuse_with_resume(resume, given | ({} if config is None else {"config": config}))
    else:
        seed_is_given, count = "seed" in given, None
        text = None if config is None else file_text(config)
        with _naming_config(config):
            given = _configured(text) | given
            workers, dask = given.pop("workers", None), given.pop("dask", None)
            target = given.pop("output", None)
            if target is None:
                raise InputError("no output folder. Give -o DIR.")
            given = _with_clue_cells(_with_board_cells(given))
        if not seed_is_given:
            there = Folder(target).manifest() if "seed" not in given else None
            given.setdefault("seed", random_seed() if there is None else there.plan.seed)
        with _naming_config(config):
            plan = plan_from(given)
        if not seed_is_given:
            say(f"seed {plan.seed}")
    with Progress("puzzles made", asked=progress_asked) as progress, sigterm_like_interrupt():
        on_progress = (lambda state: progress.update(*state)) if progress.shown else None
        outcome = make_dataset(target, plan, count=count, workers=workers, dask=dask, on_progress=on_progress, note=say)
    if outcome.idle:
        say(f"{target} is finished, nothing to do: {outcome.count:,} puzzles.")
        return 0
    if outcome.dry is not None:
        complain(f"{outcome.dry} ran out of new puzzles: {outcome.count:,} of {outcome.wanted:,} are in {target}.")
        return 1
    say(f"{outcome.count:,} puzzles are in {target}.")
    return 0


@contextmanager
def sigterm_like_interrupt() -> Iterator[None]:
    """Treat SIGTERM, which supervisors and clusters send before they kill a process, like Ctrl-C."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _refuse_with_resume(target: str, given: dict[str, Any]) -> None:
    names = ["--no-rating" if name == "rating" and not value else f"--{name}" for name, value in given.items()]
    if names:
        raise InputError(f"--resume takes its options from the folder {target}. Leave out {', '.join(names)}.")


@contextmanager
def _naming_config(config: str | None) -> Iterator[None]:
    """Begin the message of an InputError raised in the block with the name of the configuration file."""
    try:
        yield
    except InputError as error:
        if config is None:
            raise
        raise InputError(f"{config if config != STANDARD else file_name(config)}: {error}") from None


def _configured(text: str | None) -> dict[str, Any]:
    """The options in the text of a configuration file; checks those that are not part of the plan."""
    found = {} if text is None else options_from_toml(text)
    for name in ("output", "dask", "shape", "mask", "vias", "clues"):
        if type(found.get(name, "")) is not str:
            raise InputError(f"{name} must be text, not {quoted(found[name])}.")
    for name in wish_options.OBSTACLES:
        if type(found.get(name, "")) not in (str, int):
            raise InputError(f"{name} must be text or a number, not {quoted(found[name])}.")
    require_workers(found.get("workers", 1))
    return found


AS_IN_RECIPES = {
    "mask": r"[0-9a-f,]+",
    "clues": r"[0-9a-f]+",
    "walls": r"[0-9]+-[0-9,-]+",
    "bridges": r"at:[0-9,]+",
    "vias": r"none|[0-9,]+",
}
"""Option -> pattern of its value in a dataset's own configuration: cells as numbers, masks in hexadecimal digits.
Any other value is a word, a file or positions, as on the command line."""


def _is_as_in_recipes(key: str, value: object) -> bool:
    pattern = AS_IN_RECIPES.get(key)
    return pattern is not None and re.fullmatch(pattern, str(value)) is not None and not os.path.exists(str(value))


def _with_board_cells(given: dict[str, Any]) -> dict[str, Any]:
    """The options, with shapes, files and positions replaced by the cells that they name on the boards of each size."""
    asked = {key: given[key] for key in wish_options.BOARD_OPTIONS if key in given}
    for key, value in [*asked.items()]:
        if _is_as_in_recipes(key, value):
            del asked[key]
        elif key in wish_options.OBSTACLES:
            asked[key] = str(value) if isinstance(value, str) else str(WISHES[key].take(value))
        elif key in ("board", "wrap") and isinstance(value, str):
            asked[key] = wish_options.board_asked(value) if key == "board" else WISHES[key].read(value)
    tiled = isinstance(asked.get("board"), Tiling)
    if not tiled and not {"shape", "mask", "vias", *wish_options.OBSTACLES} & set(asked):
        return given
    sizes = sizes_of(given["sizes"]) if "sizes" in given else (None,)
    found = [wish_options.board_of(dict.fromkeys(wish_options.BOARD_OPTIONS) | asked, size) for size in sizes]
    for key in ("vias", *wish_options.OBSTACLES):
        if len({fields.get(key) for _, fields in found}) > 1:
            raise InputError(f"{key} names cells, so all boards must have one size. Give one size.")
    rest = {key: value for key, value in given.items() if key not in asked}
    masks = tuple(fields.get("mask", ()) for _, fields in found)
    words = ",".join(f"{width}x{height}" for (width, height), _ in found)
    return found[0][1] | ({"mask": masks} if any(masks) else {}) | rest | {"sizes": words}


def _with_clue_cells(given: dict[str, Any]) -> dict[str, Any]:
    """The options, with a file of clues replaced by the cells that it marks, and by its size if none is given."""
    if "clues" not in given or _is_as_in_recipes("clues", given["clues"]):
        return given
    size = sizes_of(given["sizes"])[0] if "sizes" in given else wish_options.own_size(given)
    assert size is not None
    tiling = given.get("tiling")
    cells = wish_options.clues_in(given["clues"], size, tiling if isinstance(tiling, Tiling) else None)
    clues = WISHES["clues"].write(cells)
    return {"sizes": "x".join(map(str, size))} | given | {"clues": clues}
