"""The names of numlink's own files in a dataset's folder; what readers of Parquet datasets skip begins with `_`."""

from __future__ import annotations

EDITION = 2
"""What the manifest says under `dataset`: the shape of the folder and the columns of its rows."""

MANIFEST = "_manifest.json"
CONFIGURATION = "_batch.toml"
LOCK = "_lock"
