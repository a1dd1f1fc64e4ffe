"""`python -m conceptgraph_spark` is `conceptgraph-spark`; `spark-submit` takes this file's path."""

import sys

from conceptgraph_spark.cli import main

sys.exit(main())
