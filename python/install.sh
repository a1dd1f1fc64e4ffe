#!/usr/bin/env bash
# Installs the module and the command `conceptgraph` into a virtual environment, without the module's
# dependencies: python/install.sh ENVIRONMENT. It installs the wheel in the folder CONCEPTGRAPH_WHEELS.
# If that is not set, it lays out the files as the wheel would: the Python files of this folder, with
# the extension module that cargo built in target/debug.
set -euo pipefail
environment=$(realpath "$1")
cd "$(dirname "$0")/.."
python=$environment/bin/python
pip() { "$python" -m pip --quiet --disable-pip-version-check "$@"; }
package=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/conceptgraph
command=$environment/bin/conceptgraph
pip uninstall --yes conceptgraph 2>/dev/null
rm -rf "$package"

if [ -n "${CONCEPTGRAPH_WHEELS:-}" ]; then
    pip install --no-deps "$CONCEPTGRAPH_WHEELS"/conceptgraph-*.whl
    exit
fi
extension=target/debug/lib_conceptgraph.so
if [ ! -f "$extension" ]; then
    echo "there is no $extension: PYO3_BUILD_EXTENSION_MODULE=1 cargo build -p conceptgraph-python" >&2
    exit 1
fi
mkdir "$package"
cp python/conceptgraph/{*.py,*.pyi,py.typed} "$package"
cp "$extension" "$package/_conceptgraph.abi3.so"
printf '#!%s\nimport sys\n\nfrom conceptgraph._main import main\n\nsys.exit(main())\n' "$python" \
    > "$command"
chmod +x "$command"
