"""Services behind URLs that refuse, fail or die half way: one line, exit code 2, and how to continue."""

import os
import threading
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from numlink import InputError
from numlink.datasets.folder import Folder
from tests.cli import Run, assert_one_line_error, start
from tests.cli import numlink as run

fsspec = pytest.importorskip("fsspec")
MemoryFileSystem = fsspec.get_filesystem_class("memory")

ARGUMENTS = ["--count", 12, "--sizes", 4, "--seed", 3, "--shard-size", 3, "--no-rating", "--workers", 1]


# -------------------------------------------------------------------------------------- a file system of no library


class Strange(Exception):
    """An error that only its library knows."""


ERRORS = (
    Strange("Unable to locate credentials"),
    Strange("two\nlines, and a stop."),
    Strange(),
    RuntimeError("Session is closed"),
    ConnectionResetError(104, "Connection reset by peer"),
    PermissionError("Access Denied"),
    TimeoutError(),
    KeyError("ETag"),
)


class Failing(MemoryFileSystem):
    """A file system in memory that fails from its n-th operation on."""

    protocol = "failing"
    cachable = False
    store: dict = {}  # noqa: RUF012 - as MemoryFileSystem has it: one for all objects
    pseudo_dirs = [""]  # noqa: RUF012
    done = 0
    good = None
    error = None

    @classmethod
    def fail(cls, error=None, *, after=None):
        cls.done, cls.good, cls.error = 0, after, error

    @classmethod
    def count(cls):
        cls.done += 1
        if cls.good is not None and cls.done > cls.good:
            raise cls.error


def _counted(name):
    def operation(self, *arguments, **options):
        self.count()
        return getattr(MemoryFileSystem, name)(self, *arguments, **options)

    return operation


for _name in ("makedirs", "ls", "cat_file", "pipe_file", "rm_file", "open"):
    setattr(Failing, _name, _counted(_name))


@pytest.fixture(autouse=True, scope="module")
def _known():
    fsspec.register_implementation("failing", Failing, clobber=True)
    yield
    fsspec.register_implementation("failing", None, clobber=True)


@pytest.fixture(autouse=True)
def _empty():
    Failing.fail()
    Failing.store.clear()
    Failing.pseudo_dirs[:] = [""]


def files():
    return {path: bytes(file.getvalue()) for path, file in Failing.store.items()}


@pytest.mark.parametrize("format", ["jsonl", "parquet"])
def test_a_service_that_dies_at_any_operation_is_one_line_and_the_run_continues(format, capsys, monkeypatch):
    def gone(*_):
        raise ProcessLookupError

    monkeypatch.setattr("numlink.datasets.stores.os.kill", gone)  # as if each run were a process of its own
    url = "failing://there"
    asked = [*ARGUMENTS, "--format", format, "-o", url]
    assert run("batch", *asked, capsys=capsys).code == 0
    whole, operations = files(), Failing.done
    assert operations > 20
    for after in range(0, operations - 1, 1 if format == "jsonl" else operations // 4):
        Failing.store.clear()
        Failing.fail(ERRORS[after % len(ERRORS)], after=after)
        found = run("batch", *asked, capsys=capsys)
        if found.code == 0:  # only the lock could not be removed
            assert after >= operations - 3
            continue
        assert_one_line_error(found, "failing://there", ". ")
        resume = "--resume failing://there" in found.err
        Failing.fail()
        again = ["--resume", url, "--workers", 1] if resume else asked
        assert run("batch", *again, capsys=capsys).code == 0, found.err
        assert files() == whole


@pytest.mark.table(4)
@pytest.mark.parametrize("command", [["stats"], ["show"], ["show", "--where", "pairs > 0"], ["check"], ["export"]])
@pytest.mark.parametrize("format", ["jsonl", "parquet"])
def test_reading_from_a_service_that_fails_is_one_line(command, format, capsys):
    url = "failing://there"
    assert run("batch", *ARGUMENTS, "--format", format, "-o", url, capsys=capsys).code == 0
    Failing.fail()
    asked = ["dataset", command[0], url, *command[1:], *(["--workers", 1] if command[0] in ("check", "export") else [])]
    assert run(*asked, capsys=capsys).code == 0
    operations = Failing.done
    for after in range(0, operations, -(-operations // (6 if format == "parquet" else 30))):
        Failing.fail(ERRORS[after % len(ERRORS)], after=after)
        found = run(*asked, capsys=capsys)
        if Failing.done <= after:  # DuckDB does not read the same each time
            continue
        assert_one_line_error(replace(found, out=""), "failing://there")  # what was written before stays


@pytest.mark.parametrize("error", ERRORS)
def test_an_unreachable_service_is_one_line(error, capsys, monkeypatch):
    def refuse(_self, *_arguments, **_options):
        raise error

    monkeypatch.setattr(Failing, "__init__", refuse)
    assert_one_line_error(run("dataset", "stats", "failing://there", capsys=capsys), "cannot reach failing://there")


# ------------------------------------------------------------------------------------------------ S3, over a socket


class Bucket(ThreadingHTTPServer):
    """An S3 server on loopback, with the requests that s3fs uses.

    `slow` requests are refused as too many; after taking `left` files it is dead.
    """

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Requests)
        self.objects = {}
        self.slow = 0
        self.left = None
        self.refused = 0

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, *_):
        """A client that hangs up is not reported."""


class Requests(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        sent = self.rfile.read(int(self.headers.get("content-length") or 0))
        server, place = self.server, urlsplit(self.path)
        key = unquote(place.path).strip("/")
        if server.left is not None:
            server.left -= self.command == "PUT"
            if server.left < 0:
                self.close_connection = True  # without a reply, like a server that dies
                return
        if server.slow > 0:
            server.slow -= 1
            server.refused += 1
            self.reply(503, b"<Error><Code>SlowDown</Code><Message>reduce your request rate</Message></Error>")
        elif self.command == "PUT":
            if self.headers.get("x-amz-decoded-content-length"):  # in chunks with checksums behind them
                size, _, rest = sent.partition(b"\r\n")
                sent = rest[: int(size.partition(b";")[0], 16)]
            if self.headers.get("if-none-match") == "*" and key in server.objects:
                self.reply(412, b"<Error><Code>PreconditionFailed</Code><Message>it is there</Message></Error>")
                return
            server.objects[key] = sent
            self.reply(200)
        elif self.command == "DELETE":
            server.objects.pop(key, None)
            self.reply(204)
        elif "/" not in key:
            self.reply(200, self.listed(parse_qs(place.query).get("prefix", [""])[0], key))
        elif key in server.objects:
            self.reply(200, server.objects[key])
        else:
            self.reply(404, b"<Error><Code>NoSuchKey</Code><Message>none</Message></Error>")

    do_GET = do_HEAD = do_PUT = do_DELETE = answer  # noqa: N815 - the names that http.server calls

    def listed(self, prefix, bucket):
        found = [key.removeprefix(f"{bucket}/") for key in self.server.objects]
        entries = "".join(
            f"<Contents><Key>{key}</Key><Size>{len(self.server.objects[f'{bucket}/{key}'])}</Size>"
            "<LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>e</ETag></Contents>"
            for key in sorted(found)
            if key.startswith(prefix)
        )
        return f"<ListBucketResult><IsTruncated>false</IsTruncated>{entries}</ListBucketResult>".encode()

    def reply(self, code, content=b""):
        self.send_response(code)
        self.send_header("content-length", str(len(content)))
        self.send_header("etag", "e")
        self.send_header("last-modified", "Thu, 01 Jan 2026 00:00:00 GMT")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, *_):
        """Nothing: pytest shows what is written."""


@pytest.fixture
def bucket(monkeypatch, tmp_path):
    pytest.importorskip("s3fs")
    with Bucket() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        for name in [name for name in os.environ if name.startswith("AWS_")]:
            monkeypatch.delenv(name)
        known = {"ACCESS_KEY_ID": "a", "SECRET_ACCESS_KEY": "b", "ENDPOINT_URL": server.url, "MAX_ATTEMPTS": "1"}
        for name, value in {**known, "EC2_METADATA_DISABLED": "true", "REGION": "eu-west-1"}.items():
            monkeypatch.setenv(f"AWS_{name}", value)
        monkeypatch.setenv("HOME", str(tmp_path))
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def program(*arguments):
    """Run as a separate program, to catch what libraries print at exit."""
    with start(*arguments) as process:
        out, err = process.communicate(timeout=120)
    return Run(process.returncode, out, err)


JSON_LINES = [*ARGUMENTS, "--format", "jsonl"]


def test_s3_lets_one_writer_in(bucket):
    first, second = Folder("s3://bucket/d"), Folder("s3://bucket/d")
    with first.locked("first"), pytest.raises(InputError, match="run first"), second.locked("second"):
        pass
    with second.locked("second"):
        assert [*bucket.objects] == ["bucket/d/_lock"]
    assert not bucket.objects


def test_s3_without_credentials_is_one_line(bucket, monkeypatch):
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    assert_one_line_error(program("batch", *JSON_LINES, "-o", "s3://bucket/d"), "s3://bucket/d", "credentials")


def test_requests_to_a_busy_s3_are_repeated(bucket, tmp_path, capsys):
    bucket.slow = 3
    found = program("batch", *JSON_LINES, "-o", "s3://bucket/d")
    assert found.code == 0, found.err
    assert bucket.refused == 3
    assert run("batch", *JSON_LINES, "-o", tmp_path / "d", capsys=capsys).code == 0
    assert {key.removeprefix("bucket/d/"): content for key, content in bucket.objects.items()} == {
        path.name: path.read_bytes() for path in (tmp_path / "d").iterdir()
    }
    assert program("dataset", "stats", "s3://bucket/d").code == 0


def test_an_s3_that_dies_half_way_is_one_line_and_the_run_continues(bucket, tmp_path, capsys):
    assert run("batch", *JSON_LINES, "-o", tmp_path / "d", capsys=capsys).code == 0
    whole = {f"bucket/d/{path.name}": path.read_bytes() for path in (tmp_path / "d").iterdir()}
    bucket.left = 5
    found = program("batch", *JSON_LINES, "-o", "s3://bucket/d")
    assert_one_line_error(found, "s3://bucket/d", "--resume s3://bucket/d")
    bucket.left = None
    assert any(key.endswith("_lock") for key in bucket.objects)  # nobody could take it away
    assert program("batch", "--resume", "s3://bucket/d", "--workers", 1).code == 0
    assert bucket.objects == whole
