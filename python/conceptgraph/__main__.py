"""`python -m conceptgraph`."""

from ._main import main

main()
