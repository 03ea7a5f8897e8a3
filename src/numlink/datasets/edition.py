"""The names of numlink's own files in a dataset's folder; readers of Parquet skip files whose names begin with `_`."""

from __future__ import annotations

EDITION = 2
"""The version of the folder's files and columns, which the manifest has under `dataset`."""

MANIFEST = "_manifest.json"
CONFIGURATION = "_batch.toml"
LOCK = "_lock"
