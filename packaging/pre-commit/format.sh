#!/usr/bin/env bash
# The hook girafa-format of .pre-commit-hooks.yaml: formats each listing, as `girafa format` takes one at a time.
set -uo pipefail
if ! command -v girafa >/dev/null; then
    echo "girafa is not on the PATH: install it as docs/guides/ci.md says" >&2
    exit 5
fi
status=0
for listing in "$@"; do
    girafa format --in-place "$listing" || status=$?
done
exit "$status"
