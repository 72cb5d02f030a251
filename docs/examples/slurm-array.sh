#!/bin/bash
# One part of `girafa test` for each task of a Slurm array, and their merge. All nodes need `girafa` and a shared directory.
#
#     array=$(sbatch --parsable --array=1-8 docs/examples/slurm-array.sh programs)
#     sbatch --dependency=afterany:"$array" --wrap "girafa test --merge parts-$array/*.json --junit results.xml"
#
# The array must begin at 1. A task ends with 1 if a session differs, so that the merge waits for `afterany`, not `afterok`; it
# reports the parts that have not been run.
#SBATCH --job-name=girafa-test
#SBATCH --cpus-per-task=2
#SBATCH --time=01:10:00
set -u
part=$SLURM_ARRAY_TASK_ID
parts=$SLURM_ARRAY_TASK_COUNT
results=parts-$SLURM_ARRAY_JOB_ID
mkdir -p "$results"

export RAYON_NUM_THREADS=${SLURM_CPUS_PER_TASK:-1}
girafa test "$@" --partition "hash:$part/$parts" --json > "$results/$part.tmp"
code=$?
# A part that was stopped has no JSON, and a task that runs again replaces what it has written.
if [ -s "$results/$part.tmp" ]; then
    mv "$results/$part.tmp" "$results/$part.json"
else
    rm "$results/$part.tmp"
fi
exit $code
