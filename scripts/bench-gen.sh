#!/usr/bin/env bash
# Builds all classes of N pieces (default 5) on one thread into a folder that is thrown away and prints
# values per second of that one thread by class and phase, then the whole run's CPU seconds and peak memory.
#
#   scripts/bench-gen.sh [N] [FOLDER-WITH-SMALLER-TABLES]
#
# Results that matter are kept, dated, in bench-gen.results.txt beside this script.
set -euo pipefail
cd "$(dirname "$0")/.."
pieces=${1:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cargo build --release --quiet
if [ $# -ge 2 ]; then cp "$2"/*.pt[wn] "$work"/; fi

python3 - "$pieces" "$work" "${CARGO_TARGET_DIR:-target}/release/petrov" <<'PY'
import json, resource, subprocess, sys

pieces, folder, petrov = sys.argv[1:]
command = [petrov, "gen", "--pieces", pieces, "--threads", "1", "--tables", folder, "--json", "--quiet"]
run = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{'class':<10} {'values':>13} {'solve M/s':>10} {'pack M/s':>10} {'both M/s':>10} {'bits W':>8} {'bits N':>8}")
total = [0, 0.0, 0.0, 0, 0]
def row(name, values, solving, packing, outcome_bytes, need_bytes):
    rate = lambda seconds: values / max(seconds, 1e-9) / 1e6
    print(f"{name:<10} {values:>13,} {rate(solving):>10.2f} {rate(packing):>10.2f} {rate(solving + packing):>10.2f}"
          f" {outcome_bytes * 8 / values:>8.4f} {need_bytes * 8 / values:>8.4f}")
for built in run["built"]:
    numbers = [built[key] for key in ("values", "solving_seconds", "packing_seconds", "outcome_bytes", "need_bytes")]
    total = [a + b for a, b in zip(total, numbers)]
    if len(built["class"]) == int(pieces) + 1:
        row(built["class"], *numbers)
row("all", *total)
cpu = used.ru_utime + used.ru_stime
print(f"whole run: {cpu:.1f} CPU seconds, {total[0] / cpu / 1e6:.2f} million values per CPU second,"
      f" packing {100 * total[2] / (total[1] + total[2]):.0f} %, peak memory {used.ru_maxrss / 1024:.0f} MiB")
PY
