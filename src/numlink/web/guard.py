"""What stands between the network and the application: limits on requests and bodies, and security headers."""

from __future__ import annotations

import json

from anyio import fail_after
from limits import RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter
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

SECONDS_FOR_A_BODY = 10


class Guard:
    """ASGI middleware: a rate limit per client for `/api/`, a largest body, headers on every answer.

    `requests_per_minute` 0 means no rate limit.  A refusal is JSON with an `error` sentence and, where it makes
    sense, `Retry-After`.
    """

    def __init__(self, app: ASGIApp, *, requests_per_minute: int, largest_body: int) -> None:
        self.app = app
        self.largest_body = largest_body
        self.rate = RateLimitItemPerMinute(requests_per_minute) if requests_per_minute else None
        self.limiter = MovingWindowRateLimiter(MemoryStorage())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        send = _with_headers(send)
        if self.rate and scope["path"].startswith("/api/"):
            client = scope["client"][0] if scope.get("client") else "unknown"
            if not await self.limiter.hit(self.rate, client):
                await _refuse(send, 429, "too many requests. Wait a little and try again.", retry_after=10)
                return
        try:
            with fail_after(SECONDS_FOR_A_BODY):
                body = await self._body(scope, receive)
        except TimeoutError:
            await _refuse(send, 408, "the request took too long to arrive.")
            return
        if body is None:
            await _refuse(send, 413, f"the request is larger than {self.largest_body} bytes.")
            return
        await self.app(scope, _replay(body, receive), send)

    async def _body(self, scope: Scope, receive: Receive) -> bytes | None:
        """The whole body, or None where it is too large."""
        if scope["method"] in ("GET", "HEAD"):
            return b""
        body = b""
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return body
            body += bytes(message.get("body", b""))
            if len(body) > self.largest_body:
                return None
            if not message.get("more_body"):
                return body


def _replay(body: bytes, receive: Receive) -> Receive:
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay


def _with_headers(send: Send) -> Send:
    extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *extra]
        await send(message)

    return sending


async def _refuse(send: Send, status: int, sentence: str, *, retry_after: int | None = None) -> None:
    headers = [(b"content-type", b"application/json")]
    if retry_after is not None:
        headers.append((b"retry-after", str(retry_after).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps({"error": sentence}).encode()})
