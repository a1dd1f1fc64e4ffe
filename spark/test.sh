#!/usr/bin/env bash
# Makes an environment with Spark beside the project's build, and runs the linter and the tests.
# The programs are taken from ../target; CONCEPTGRAPH and CONCEPTGRAPH_PART name others. The Python module is the wheel
# in the folder CONCEPTGRAPH_WHEELS; without one it is built, in minutes.
set -euo pipefail
cd "$(dirname "$0")"
environment=../target/spark
[ -x "$environment/bin/pytest" ] || python3 -m venv "$environment"
"$environment/bin/pip" install --quiet --disable-pip-version-check ".[test]"
module=${CONCEPTGRAPH_WHEELS:+$(echo "$CONCEPTGRAPH_WHEELS"/conceptgraph-*.whl)}
"$environment/bin/pip" install --quiet --disable-pip-version-check --no-deps --force-reinstall \
    "${module:-..}"
"$environment/bin/ruff" format --check .
"$environment/bin/ruff" check .
"$environment/bin/pytest" -q -rs -p no:cacheprovider "$@"
