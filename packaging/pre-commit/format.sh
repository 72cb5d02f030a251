#!/usr/bin/env bash
# The hook girafa-format of .pre-commit-hooks.yaml. Formats the listings one by one, as `girafa format` takes
# one file.
set -uo pipefail
if ! command -v girafa >/dev/null; then
    echo "girafa is not on the PATH: see docs/guides/ci.md" >&2
    exit 5
fi
status=0
for listing in "$@"; do
    girafa format --in-place "$listing" || status=$?
done
exit "$status"
