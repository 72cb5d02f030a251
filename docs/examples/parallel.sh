#!/bin/sh
# Runs `girafa test` in N parts with GNU parallel and merges them; the exit code is that of the whole suite.
#
#     docs/examples/parallel.sh 8 programs
#     MACHINES=machines.txt docs/examples/parallel.sh 8 programs
#
# MACHINES names a file with one SSH host a line. These machines need `girafa`, and this directory under the same path.
set -u
if [ $# -lt 2 ]; then
    echo "usage: $0 N PATH..." >&2
    exit 2
fi
parts=$1
shift
results=$(mktemp -d "$PWD/girafa-parts.XXXXXX") || exit 5
trap 'rm -r "$results"' EXIT

# A part with a session that differs ends with 1: the merge reports it, and also a part that has not been run.
# One thread for each job: parallel starts a job for each core.
seq "$parts" | parallel ${MACHINES:+--sshloginfile "$MACHINES" --workdir "$PWD"} \
    "RAYON_NUM_THREADS=1 girafa test $(printf "'%s' " "$@") --partition hash:{}/$parts --json > $results/{}.json"

find "$results" -size 0 -delete
girafa test --merge "$results"/*.json
