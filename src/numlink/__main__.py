"""`python -m numlink` runs the command line."""

from numlink.cli import run

if __name__ == "__main__":
    run()
