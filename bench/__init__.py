"""Benchmarks: documents with figures.  `python -m bench` runs all of them, `python -m bench growth` one."""
