"""One module for each subcommand: it reads options, calls the library and writes results.  cli.py finds it by name."""
