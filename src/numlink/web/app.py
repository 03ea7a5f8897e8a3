"""The server: an API for puzzles, hints and verdicts, and the static player.  `numlink serve` runs it."""

from __future__ import annotations

import logging
import socket
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from numlink import formats
from numlink.errors import MissingExtra, NumlinkError
from numlink.formats.json_lines import PuzzleObject
from numlink.game.daily import Daily
from numlink.making.available_grades import SIDES, Offer, nearest
from numlink.making.wish_values import DifficultyWord, MisleadingWord, StyleWord, SymmetryWord
from numlink.model.arguments import random_seed
from numlink.model.kinds.names import PatternWord
from numlink.model.puzzle import Puzzle
from numlink.model.rules import ClaimWord, RulesName
from numlink.reasoning.page import SCRIPT
from numlink.schemas import schema_of
from numlink.version import __version__

try:
    import uvicorn
    from anyio import create_task_group
    from fastapi import Depends, FastAPI, HTTPException, Query, Request
    from fastapi.exceptions import RequestValidationError
    from fastapi.responses import HTMLResponse, PlainTextResponse, Response
    from pydantic import BaseModel, ConfigDict, Field, RootModel, ValidationError
    from starlette.exceptions import HTTPException as StarletteHTTPException
    from starlette.middleware.gzip import GZipMiddleware

    from numlink.web.ahead import Dailies, Premade
    from numlink.web.guard import Door, Guard, Settings, client_of, refusal
    from numlink.web.workers import Busy, Lost, Workers
except ModuleNotFoundError as error:  # pragma: no cover - without the extra
    raise MissingExtra("playing in a browser", "web") from error

from numlink.web import jobs, pages
from numlink.web.jobs import LARGEST_SIDE, Refused, TooLong, for_visitors

Found = TypeVar("Found")


class PuzzleBody(RootModel[dict[str, Any]]):
    """A puzzle as numlink's JSON has it; only `cells` must be there.

    `paths`, if given, is the solution; whoever sends it has a proof that it is the only one.
    """

    model_config = ConfigDict(json_schema_extra=schema_of(PuzzleObject) | {"required": ["cells"]})

    @property
    def likely_size(self) -> int:
        """The number of cells it seems to have, before a worker has read it."""
        rows = self.root.get("cells")
        return sum(len(row) for row in rows if isinstance(row, list)) if isinstance(rows, list) else 0


class DrawingBody(BaseModel):
    """A puzzle and the strands drawn on it: each a list of cells, `row * width + column`."""

    puzzle: PuzzleBody
    strands: list[Annotated[list[int], Field(max_length=LARGEST_SIDE**2)]] = Field(
        default_factory=list, max_length=LARGEST_SIDE**2
    )


class RevealBody(DrawingBody):
    """A drawing and the number whose path to reveal; without a number, all paths."""

    number: int | None = None


class TextBody(BaseModel):
    """A text of puzzles and the name of its format; without a name, the format is told from the text."""

    text: str = Field(max_length=100_000)
    format: str | None = Field(None, max_length=30)


class WriteBody(BaseModel):
    """A puzzle and the format to write it in."""

    puzzle: PuzzleBody
    format: str = Field(max_length=30)


PICTURE_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": TextBody.model_json_schema()},
            "image/*": {"schema": {"type": "string", "format": "binary"}},
        },
    }
}
"""The body of /api/read in its description: JSON or the bytes of a picture."""

STEPS_POLICY = f"default-src 'none'; style-src 'unsafe-inline'; script-src {pages.script_hash(SCRIPT)}"
"""What the page of /api/why may load: its own style and script."""


def _text_body(data: bytes) -> TextBody:
    try:
        return TextBody.model_validate_json(data)
    except ValidationError as error:
        raise RequestValidationError([{**each, "loc": ("body", *each["loc"])} for each in error.errors()]) from None


@dataclass(frozen=True, slots=True)
class Visitor:
    """The sender of a request; all requests from one address share the workers as one client."""

    address: str
    workers: Workers
    seconds: float

    async def ask(self, job: Callable[..., Found], *arguments: Any, weight: int) -> Found:
        """The result of `job(*arguments, seconds)` in a worker; raises the errors of `Workers.run`."""
        return await self.workers.run(job, *arguments, seconds=self.seconds, client=self.address, weight=weight)

    async def ask_of(self, body: PuzzleBody, job: Callable[..., Found], *arguments: Any, each: int = 1) -> Found:
        """The result of `job(puzzle, *arguments, seconds)` for the puzzle sent, whose cells weigh `each` each."""
        return await self.ask(jobs.of_puzzle, job, body.root, *arguments, weight=each * body.likely_size)


async def _visitor(request: Request) -> Visitor:
    return Visitor(client_of(request), request.app.state.workers, request.app.state.settings.seconds)


Asking = Annotated[Visitor, Depends(_visitor)]


class NoSuchPuzzle(TooLong):
    """No puzzle that meets the wishes was found; `offers` are similar wishes that can be met in time."""

    def __init__(self, message: str, offers: list[Offer]) -> None:
        super().__init__(message)
        self.offers = offers


def create_app(settings: Settings | None = None, *, pack: Iterable[tuple[Puzzle, bool]] = ()) -> FastAPI:
    """The application; its answers are pages, JSON, or text (/api/write), its own refusals JSON with a sentence under
    `error`.  A foreign host name is refused in plain text.

    `pack` lists puzzles that the page plays in order, each with a flag that says whether it is proven unique.
    `app.state.door.close()` ends all requests under way, so that the server can stop at once.
    """
    settings = settings or Settings()
    workers = Workers(settings.workers, settings.waiting)
    dailies = Dailies(workers, settings.seconds, settings.dailies)
    premade = Premade(workers, settings.seconds)
    door = Door()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with create_task_group() as group:
            group.start_soon(workers.warm_up)
            if settings.ahead:
                group.start_soon(dailies.make_ahead)
                group.start_soon(premade.keep_full)
            yield
            group.cancel_scope.cancel()
        await workers.close()

    app = FastAPI(
        title="numlink",
        version=__version__,
        description="Numberlink puzzles: make them, play them, prove things about them.",
        openapi_url="/api/openapi.json",
        docs_url=None,  # FastAPI's pages load scripts from other sites
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.workers, app.state.settings, app.state.door = workers, settings, door
    _add_making(app, premade)
    _add_dailies(app, dailies)
    _add_judging(app)
    _add_converting(app)
    pages.add_pages(app, pack)
    for kind, status, seconds, sentence in REFUSALS:
        app.add_exception_handler(kind, partial(_refuse, status, seconds, sentence))
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(Guard, settings=settings, door=door)
    return app


def _add_making(app: FastAPI, premade: Premade) -> None:
    @app.get("/api/puzzle", summary="A new puzzle")
    async def new_puzzle(
        visitor: Asking,
        width: Annotated[int, Query(ge=2, le=LARGEST_SIDE)] = 9,
        height: Annotated[int | None, Query(ge=2, le=LARGEST_SIDE)] = None,
        seed: Annotated[int | None, Query(ge=0, lt=2**63)] = None,
        rules: RulesName = "cover",
        claim: Literal["usual", ClaimWord, "classic"] = "unique",
        difficulty: DifficultyWord = "any",
        board: Literal[PatternWord, "plain", "wraps", "walls", "bridges", "layers"] = "plain",
        style: Literal["usual", StyleWord] = "usual",
        symmetry: Literal["usual", SymmetryWord] = "usual",
        effort: Annotated[str | None, Query(max_length=30)] = None,
        misleading: MisleadingWord = "any",
    ) -> dict[str, Any]:
        """The same wishes and seed give the same puzzle for ever; without a seed, a fresh one is drawn.

        The claim `usual` goes by the style, as `numlink new` does; `classic` asks for a board of the lab's program,
        which may have several solutions: `unique` says whether it is proven to have one.  `effort` is a range like
        `2..5`, `2.5..` or `..5`; the style `usual` goes by rules, the symmetry `usual` by the style.
        """
        chosen = random_seed() if seed is None else seed
        given = {"difficulty": difficulty, "style": style, "symmetry": symmetry, "misleading": misleading}
        wishes: dict[str, str] = {**given, **({"effort": effort} if effort else {})}
        height = height or width
        wish = width, height, rules, claim, board, tuple(sorted(wishes.items()))
        if seed is None and (ahead := premade.take(wish)) is not None:
            return ahead
        weight = jobs.MAKING * width * height
        try:
            return await visitor.ask(jobs.make, width, height, chosen, rules, claim, board, wishes, weight=weight)
        except TooLong as error:
            offers = [] if difficulty == "any" else nearest(width, height, difficulty, board)
            raise NoSuchPuzzle(str(error), offers) from None


def _add_dailies(app: FastAPI, dailies: Dailies) -> None:
    @app.get("/api/daily", summary="A daily puzzle")
    async def daily(
        day: Annotated[date | None, Query(alias="date")] = None, kind: Daily = Daily.CLIMBING
    ) -> dict[str, Any]:
        """A date (UTC, else today) has two puzzles, the same for everyone.

        `climbing` grows larger and harder from Monday to Sunday, `gentle` takes some minutes.  Dates that lie more than
        ten years back, or after tomorrow, are refused.
        """
        today = datetime.now(UTC).date()
        chosen = day or today
        if not timedelta(days=-3660) <= chosen - today <= timedelta(days=1):
            raise HTTPException(422, "the date must be within the last ten years.")
        return await dailies.puzzle(chosen, kind)

    @app.get("/api/week", summary="The daily puzzles of the coming days")
    async def week() -> dict[str, Any]:
        """Today's puzzles and those of the six days to come that are made already, for days without a network."""
        today = datetime.now(UTC).date()
        for which in Daily if app.state.settings.ahead else ():  # a page opened at the start shows them on Home
            await dailies.puzzle(today, which)
        return {"days": dailies.ahead(today)}


def _add_judging(app: FastAPI) -> None:
    @app.post("/api/hint", summary="What to do next")
    async def hint(visitor: Asking, drawing: DrawingBody) -> dict[str, Any]:
        """What to take back, or a link to draw and the reason for it; else `kind` is `solved`, `unsolvable` or
        `unknown`.

        All solutions that complete the drawing have the link, unless `rule` is `a choice`.
        """
        return await visitor.ask_of(drawing.puzzle, jobs.advise, drawing.strands)

    @app.post("/api/check", summary="Can this drawing be completed?")
    async def check(visitor: Asking, drawing: DrawingBody) -> dict[str, Any]:
        """`kind` `fine`, `solved`, `unsolvable`, `unknown`, or `take-back` with what to take back."""
        return await visitor.ask_of(drawing.puzzle, jobs.check, drawing.strands)

    @app.post("/api/reveal", summary="Draw one path, or all")
    async def reveal(visitor: Asking, drawing: RevealBody) -> dict[str, Any]:
        """The moves that draw the path of a number, or all; they keep the drawing if it can be completed.  No moves if
        the board has no solution.
        """
        return await visitor.ask_of(drawing.puzzle, jobs.reveal_moves, drawing.strands, drawing.number)

    @app.post("/api/verdict", summary="Does it have no solution, one or several?")
    async def verdict(visitor: Asking, body: PuzzleBody) -> dict[str, Any]:
        """`unique`, `multiple` with the cells where two solutions differ, `none`, or `unknown` if time ran out."""
        return await visitor.ask_of(body, jobs.verdict_on)

    @app.post("/api/grade", summary="How hard is this board?")
    async def grade(visitor: Asking, body: PuzzleBody) -> dict[str, Any]:
        """`{"grade": "medium", "effort": 0.8}`; `{}` for a board without exactly one solution, or too large or too slow
        to grade.
        """
        return await visitor.ask_of(body, jobs.grade)

    @app.get("/api/why", summary="Why is this the solution?", response_class=HTMLResponse)
    async def why(visitor: Asking, p: Annotated[str, Query(max_length=20_000)]) -> HTMLResponse:
        """The steps of reasoning that lead to the solution, as a page; `p` is what stands behind `#p=` in a link."""
        page = await visitor.ask(jobs.why, p, weight=len(p))
        return HTMLResponse(page, headers={"content-security-policy": STEPS_POLICY})

    @app.post("/api/repair", summary="Make its solution unique")
    async def repair(visitor: Asking, body: PuzzleBody) -> dict[str, Any]:
        """The board with a few paths cut in two, so that it has exactly one solution, and the cuts in words."""
        return await visitor.ask_of(body, jobs.repaired, each=jobs.MAKING)


def _add_converting(app: FastAPI) -> None:
    @app.get("/api/about", summary="About this server")
    async def about() -> dict[str, Any]:
        """Version, largest side, seconds a job may take, sides offered for each board and grade, size and grade of the
        daily puzzles by weekday, and the formats it reads and writes.
        """
        return {
            "version": __version__,
            "largest_side": LARGEST_SIDE,
            "seconds": app.state.settings.seconds,
            "offers": SIDES,
            "dailies": {which.value: which.week for which in Daily},
            "formats": [
                {
                    "name": one.name,
                    "summary": one.summary,
                    "read": bool(one.read),
                    "write": bool(one.write),
                    "ending": next(iter(one.endings), ".txt"),
                }
                for one in map(formats.format_named, formats.names())
            ],
        }

    @app.post("/api/read", summary="Puzzles from a text or a picture", openapi_extra=PICTURE_BODY)
    async def read(visitor: Asking, request: Request) -> dict[str, Any]:
        """The puzzles of a text, at most 100, in any format that numlink reads; the error names the line that cannot be
        read.

        Or the board of a picture, sent as its bytes with a content type `image/...`: then `seen` says what was seen,
        and `doubt`, null where all is clear, what in the puzzle should be corrected by hand.
        """
        if request.headers.get("content-type", "").startswith("image/"):
            return await visitor.ask(jobs.read_picture, await request.body(), weight=jobs.PICTURE)
        body = _text_body(await request.body())
        return await visitor.ask(jobs.read, body.text, body.format, weight=len(body.text) // jobs.CHARACTERS)

    @app.post("/api/write", summary="A puzzle as text", response_class=PlainTextResponse)
    async def write(visitor: Asking, body: WriteBody) -> PlainTextResponse:
        """The puzzle in a format; the error says why the format cannot hold it."""
        return PlainTextResponse(await visitor.ask_of(body.puzzle, jobs.write, body.format, each=0))


def _first_problem(error: RequestValidationError) -> str:
    first = error.errors()[0]
    return f"{'.'.join(str(part) for part in first['loc'])[:100]}: {str(first['msg'])[:200]}."


Refusing: TypeAlias = tuple[type[Exception], int, int, Callable[[Any], str]]

REFUSALS: tuple[Refusing, ...] = (
    (Busy, 503, 2, lambda _: "the server is busy. Try again in a moment."),
    (TooLong, 503, 5, str),
    (Lost, 503, 2, lambda _: "the server lost this job. Try again."),
    (Refused, 422, 0, str),
    (NumlinkError, 422, 0, for_visitors),
    (RequestValidationError, 422, 0, _first_problem),
    (StarletteHTTPException, 0, 0, lambda error: str(error.detail)),
    (Exception, 500, 0, lambda _: "something went wrong on the server; it has been logged."),
)
"""(exception, status or 0 for its own, seconds to wait before the next try or 0 if none would help, sentence).

So a failed request is answered with a sentence, never with a traceback."""


async def _refuse(status: int, seconds: int, sentence: Callable[[Any], str], _: Request, error: Exception) -> Response:
    more = {"nearest": [asdict(offer) for offer in error.offers]} if isinstance(error, NoSuchPuzzle) else {}
    return refusal(status or getattr(error, "status_code", 500), sentence(error), retry_after=seconds, **more)


class Server(uvicorn.Server):
    """Serves an application of `create_app` until a signal ends it."""

    def __init__(self, app: FastAPI) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                log_level="warning",
                server_header=False,
                limit_concurrency=500,
                timeout_keep_alive=15,
                timeout_graceful_shutdown=1,
            )
        )
        self.door = app.state.door

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Kill the running jobs and tell their visitors, then stop."""
        # the signal may also have ended a worker, which asyncio would then wait for twice and warn about
        logging.getLogger("asyncio").setLevel(logging.ERROR)
        self.door.close()
        await super().shutdown(sockets)
