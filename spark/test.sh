#!/usr/bin/env bash
# Tests the package for Spark in a virtual environment, target/spark, which is kept: its style and its
# tests. `--all` adds the tests with the marker `full`, each of which builds a graph. They run the
# programs in target/debug or target/release; CONCEPTGRAPH and CONCEPTGRAPH_PART name others.
# ../python/install.sh tells what is installed as the module `conceptgraph`.
set -euo pipefail
cd "$(dirname "$0")"
environment=../target/spark
[ -x "$environment/bin/pip" ] || python3 -m venv --clear "$environment"
"$environment/bin/pip" install --quiet --disable-pip-version-check ".[test]"
../python/install.sh "$environment"
"$environment/bin/ruff" format --check .
"$environment/bin/ruff" check .
marked=(-m "not full")
if [ "${1:-}" = --all ]; then marked=(); shift; fi
"$environment/bin/pytest" -q -rs -p no:cacheprovider "${marked[@]}" "$@"
