"""The program `conceptgraph`, which the wheel puts on the path."""

import os
import sys

from ._conceptgraph import run


def main() -> None:
    """Run the program on the words of the command line."""
    name = sys.argv[0]
    if name.endswith("__main__.py"):
        name = "conceptgraph"
    status = run([name, *sys.argv[1:]])
    sys.stdout.flush()
    # What Python would still do at its end is not needed, and takes time.
    os._exit(status)
