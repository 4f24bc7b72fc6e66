#!/usr/bin/env bash
# Builds the Python module into a virtual environment, target/python or the folder that is given, and runs its tests.
# Needs Rust and Python 3.9 or later; installs the rest there, with pip.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(realpath -m "${1:-${CARGO_TARGET_DIR:-target}/python}")

if [ -x "$folder/bin/python" ]; then
    # Away with the one of before: pip keeps what has the same version.
    "$folder/bin/pip" uninstall --quiet --yes petrov
else
    python3 -m venv "$folder"
    # Older ones copy the crate away from its workspace before they build it.
    "$folder/bin/pip" install --quiet --disable-pip-version-check --upgrade "pip>=21.3"
fi
"$folder/bin/pip" install --quiet --disable-pip-version-check "./crates/petrov-py[test]"
"$folder/bin/python" -m pytest crates/petrov-py

# Of the two libraries that are imported as `draughts` the other: beside the environment, put before it.
other=$folder/py-draughts
[ -d "$other/draughts" ] \
    || "$folder/bin/pip" install --quiet --disable-pip-version-check --target "$other" "py-draughts>=1.10,<2"
PYTHONPATH=$other "$folder/bin/python" -m pytest crates/petrov-py/tests/test_agreement_py_draughts.py
