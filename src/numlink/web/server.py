"""The HTTP server that `numlink serve` runs: uvicorn, which here stops at once."""

from __future__ import annotations

import logging
import socket

from fastapi import FastAPI

from numlink.errors import MissingExtra

try:
    import uvicorn
except ModuleNotFoundError as error:  # pragma: no cover - without the extra
    raise MissingExtra("playing in a browser", "web") from error


class Server(uvicorn.Server):
    """Serves an application of `create_app` on a socket that listens, until a signal."""

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
        """Send everyone away first: the jobs that run are killed and their visitors told."""
        # a worker that the signal ended too may be waited for twice: asyncio would warn of it
        logging.getLogger("asyncio").setLevel(logging.ERROR)
        self.door.close()
        await super().shutdown(sockets)
