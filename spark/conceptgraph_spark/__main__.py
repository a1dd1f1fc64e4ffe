"""The entry point of `python -m conceptgraph_spark`, and a file for `spark-submit`."""

import sys

from conceptgraph_spark.cli import main

sys.exit(main())
