"""The HTTP server that `numlink serve` runs: uvicorn, made to stop at once."""

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
        # the signal may have ended a worker too, which is then waited for twice: asyncio would warn of that
        logging.getLogger("asyncio").setLevel(logging.ERROR)
        self.door.close()
        await super().shutdown(sockets)
