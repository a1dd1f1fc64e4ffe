"""`python -m conceptgraph_spark` is `conceptgraph-spark`."""

import sys

from .cli import main

sys.exit(main())
