"""One module a subcommand: options in, a service called, results out.  cli.py finds them by name."""
