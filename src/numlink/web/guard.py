"""Middleware between the network and the application: limits on requests and bodies, security headers, a clean stop.

A request ends when its client hangs up or the server closes; the jobs that the request waits for end with it.
"""

from __future__ import annotations

from asyncio import Queue
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from anyio import CancelScope, Event, create_task_group, fail_after
from limits import RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}

PICTURE_PATH = "/api/read"  # the only path to which requests may be as large as a picture
SECONDS_FOR_A_BODY = 10  # seconds within which the body of a request must arrive


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits of the server.

    workers                worker processes
    waiting                jobs that may wait for a worker
    seconds                seconds that a job may take
    requests_per_minute    API requests that a client may send in a minute; 0: no limit
    largest_body           bytes of the largest request
    largest_picture        bytes of the largest picture to read, which may be larger than other requests
    ahead                  whether the daily puzzles and popular sizes are made in advance
    dailies                the folder where daily puzzles are kept; None: only in memory
    hosts                  the host names that the server answers to; None: any.  A server on localhost answers to no
                           other name, so that a foreign page cannot reach it under its own name
    """

    workers: int = 2
    waiting: int = 64
    seconds: float = 8.0
    requests_per_minute: int = 240
    largest_body: int = 200_000
    largest_picture: int = 12_000_000
    ahead: bool = False
    dailies: Path | None = None
    hosts: tuple[str, ...] | None = ("localhost", "127.0.0.1", "::1", "testserver")


class Door:
    """The requests being answered; `close` ends them all."""

    def __init__(self) -> None:
        self.closed = False
        self._inside: set[CancelScope] = set()

    @contextmanager
    def entered(self) -> Iterator[CancelScope]:
        """Answer a request in this context: its work is cancelled when the door closes or the scope is cancelled."""
        with CancelScope() as scope:
            self._inside.add(scope)
            try:
                if self.closed:
                    scope.cancel()
                yield scope
            finally:
                self._inside.discard(scope)

    def close(self) -> None:
        """End all requests being answered, and every later one."""
        self.closed = True
        for scope in self._inside:
            scope.cancel()


class Guard:
    """ASGI middleware: host names, a rate limit per client for `/api/`, a largest body in bytes, HEADERS, a door.

    Every answer has HEADERS, unless the application set them itself.  A refusal is JSON with a sentence
    under `error`; if trying again later can help, it has the header `Retry-After`.
    """

    def __init__(self, app: ASGIApp, *, settings: Settings, door: Door) -> None:
        self.app, self.settings, self.door = app, settings, door
        self.hosts = None if settings.hosts is None else {host.lower() for host in settings.hosts}
        self.rate = RateLimitItemPerMinute(settings.requests_per_minute) if settings.requests_per_minute else None
        self.limiter = MovingWindowRateLimiter(MemoryStorage())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = Event()
        send = _with_headers(send, begun)
        host = host_of(Headers(scope=scope).get("host", ""))
        if self.hosts is not None and host not in self.hosts:
            await refusal(400, _no_such_host(host, self.hosts))(scope, receive, send)
            return
        with self.door.entered() as inside:
            await self._answer(scope, receive, send, inside)
        if self.door.closed and not begun.is_set():
            await refusal(503, "the server is stopping.", retry_after=10)(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, inside: CancelScope) -> None:
        body = await self._body(Request(scope, receive))
        if isinstance(body, Response):
            await body(scope, receive, send)
            return
        failure: Exception | None = None
        messages: Queue[Message] = Queue()  # holds only the body, which has been read already
        messages.put_nowait({"type": "http.request", "body": body, "more_body": False})
        async with create_task_group() as group:
            group.start_soon(_cancel_when_gone, receive, inside)
            try:
                await self.app(scope, messages.get, send)
            except Exception as error:  # raised below: the task group would wrap it in an ExceptionGroup
                failure = error
            group.cancel_scope.cancel()
        if failure is not None:
            raise failure

    async def _body(self, request: Request) -> bytes | Response:
        """The body (b'' for GET and HEAD; after a hang-up what had arrived), or the answer that refuses the request."""
        path, body = request.scope["path"], b""
        if self.rate and path.startswith("/api/") and not await self.limiter.hit(self.rate, client_of(request)):
            return refusal(429, "too many requests. Wait a little and try again.", retry_after=10)
        if request.method in ("GET", "HEAD"):
            return body
        is_picture = path == PICTURE_PATH and request.headers.get("content-type", "").startswith("image/")
        largest = self.settings.largest_picture if is_picture else self.settings.largest_body
        try:
            with suppress(ClientDisconnect), fail_after(SECONDS_FOR_A_BODY):
                async for part in request.stream():
                    body += part
                    if len(body) > largest:
                        return refusal(413, f"the request is larger than {largest} bytes.")
        except TimeoutError:
            return refusal(408, "the request took too long to arrive.")
        return body


def client_of(request: Request) -> str:
    """The address from which a request comes."""
    return request.client.host if request.client else "unknown"


def host_of(address: str) -> str | None:
    """The host name of an address like `name:8000` or `[::1]:8000`, in lower case and without brackets; None if there
    is none."""
    try:
        return urlsplit(f"//{address}").hostname
    except ValueError:  # brackets without an address
        return None


def _no_such_host(host: str | None, hosts: set[str]) -> str:
    """The sentence that refuses a request for another host name than `hosts`."""
    known = ", ".join(sorted(hosts))
    asked = "a request without a host name" if host is None else f"a request for the host {host[:100]!r}"
    return f"{asked}: this server answers to {known}. Use one of these, or start it with that name."


async def _cancel_when_gone(receive: Receive, inside: CancelScope) -> None:
    """Wait for the client to hang up, then cancel `inside`."""
    while (await receive())["type"] != "http.disconnect":
        pass
    inside.cancel()


def _with_headers(send: Send, begun: Event) -> Send:
    """`send` that adds HEADERS to the answer and sets `begun` when the answer begins."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            begun.set()
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


def refusal(status: int, sentence: str, *, retry_after: int = 0, **more: Any) -> Response:
    """The answer that refuses a request; trying again may help after `retry_after` seconds (0: never)."""
    headers = {"retry-after": str(retry_after)} if retry_after else None
    return JSONResponse({"error": sentence, **more}, status, headers)
