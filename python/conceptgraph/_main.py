"""The command `conceptgraph`, which the wheel installs."""

import os
import sys

from ._conceptgraph import run


def main() -> None:
    """Run the program with the arguments of the command line."""
    name = sys.argv[0]
    if name.endswith("__main__.py"):
        name = "conceptgraph"
    status = run([name, *sys.argv[1:]])
    sys.stdout.flush()
    # The teardown of the interpreter is not needed, and takes time.
    os._exit(status)
