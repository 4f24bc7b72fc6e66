#!/usr/bin/env python3
"""What `petrov serve` bears: warm requests a second, how long they take, memory after a million probes, and the
board's weight and time to its first verdict in Chromium.

    scripts/bench-serve.py [--petrov PATH] --tables DIR [--seconds N] [--soak N]

DIR has the Russian tables of five pieces (`petrov gen --pieces 5 --tables DIR`). Needs wrk (Debian's package),
and for the board Node.js, Chromium and `npm ci` in tests/browser. Each kind of request is asked for N
seconds, after a warm-up of two; then probes until there were SOAK. The load tool runs on the same cores as the server, so the server alone would
bear more. Dated results are in bench-serve.results.txt.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
POSITIONS = 5000
CONNECTIONS = 32

# Each of the load tool's two threads goes through all positions from a place of its own.
LOAD = """
local targets = {}
for line in io.lines(os.getenv("BENCH_TARGETS")) do targets[#targets + 1] = line end
local threads = 0
function setup(thread)
   thread:set("first", threads * math.floor(#targets / 2))
   threads = threads + 1
end
local asked = 0
function request()
   asked = asked + 1
   return wrk.format("GET", targets[(first + asked) % #targets + 1])
end
function done(summary, latency)
   local e = summary.errors
   io.write(string.format("RESULT %d %d %d %.1f %.1f %d\\n", summary.requests, summary.duration,
      e.connect + e.read + e.write + e.status + e.timeout, latency:percentile(50), latency:percentile(99), latency.max))
end
"""


def positions(rng):
    """Random positions of five pieces, not all of them likely in a game."""
    squares = [f + str(r) for r in range(1, 9) for i, f in enumerate("abcdefgh") if (i + r) % 2 == 1]
    while True:
        chosen = rng.sample(squares, 5)
        white = [("K" if rng.random() < 0.7 else "") + s for s in chosen[:3]]
        black = [("K" if rng.random() < 0.7 else "") + s for s in chosen[3:]]
        if any(s[1:] == "8" for s in white if s[0] != "K") or any(s[1:] == "1" for s in black if s[0] != "K"):
            continue
        yield f"{rng.choice('WB')}:W{','.join(white)}:B{','.join(black)}"


def memory(pid):
    """Resident memory of a process in MiB: all, and what is its own (not mapped from files)."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        fields = dict(line.split(":", 1) for line in status)
    return [int(fields[name].split()[0]) / 1024 for name in ("VmRSS", "RssAnon")]


def load(address, targets, seconds):
    """Asks for some seconds and returns the answers, those a second, p50, p99 and the longest in microseconds."""
    with tempfile.TemporaryDirectory() as folder:
        script, listed = os.path.join(folder, "load.lua"), os.path.join(folder, "targets")
        with open(script, "w", encoding="ascii") as file:
            file.write(LOAD)
        with open(listed, "w", encoding="ascii") as file:
            file.write("\n".join(targets) + "\n")
        command = ["wrk", "-t2", f"-c{CONNECTIONS}", f"-d{seconds}s", "--timeout", "20s", "-s", script, address]
        environment = {**os.environ, "BENCH_TARGETS": listed}
        told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    answered, duration, errors, p50, p99, longest = re.search(r"RESULT (.*)", told).group(1).split()
    if int(errors):
        sys.exit(f"{errors} requests were not answered:\n{told}")
    return int(answered), int(answered) / (int(duration) / 1e6), float(p50), float(p99), float(longest)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--petrov", default=os.path.join(ROOT, "target/release/petrov"))
    parser.add_argument("--tables", required=True)
    parser.add_argument("--seconds", type=int, default=6)
    parser.add_argument("--soak", type=int, default=1_000_000)
    parser.add_argument("--no-browser", action="store_true")
    arguments = parser.parse_args()
    command = [arguments.petrov, "serve", "--json", "--listen", "127.0.0.1:0", "--tables", arguments.tables]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        address = json.loads(server.stdout.readline())["url"]
        source = positions(random.Random(7))
        fens = [next(source) for _ in range(POSITIONS)]
        kinds = [
            ("probe, outcome and needs", [f"/api/v1/probe?fen={fen}&moves=false" for fen in fens]),
            ("probe, moves ranked, distance", [f"/api/v1/probe?fen={fen}" for fen in fens]),
            ("probe, distance of every move", [f"/api/v1/probe?fen={fen}&distances=true" for fen in fens]),
            ("line", [f"/api/v1/line?fen={fen}" for fen in fens]),
            ("health", ["/api/v1/health"]),
        ]
        print(f"memory at the start: {memory(server.pid)[0]:.0f} MiB")
        print(f"{'request':<32}{'a second':>10}{'p50 ms':>9}{'p99 ms':>9}{'max ms':>9}", flush=True)
        for name, targets in kinds:
            load(address, targets, 2)
            _, a_second, *times = load(address, targets, arguments.seconds)
            print(f"{name:<32}{a_second:>10,.0f}" + "".join(f"{time / 1000:>9.2f}" for time in times), flush=True)
        resident, own = memory(server.pid)
        print(f"memory after these: {resident:.0f} MiB, {own:.0f} MiB of it not mapped from tables", flush=True)
        asked = 0
        while asked < arguments.soak:
            asked += load(address, kinds[0][1], 10)[0]
        resident, own = memory(server.pid)
        print(f"memory after {asked:,} probes more: {resident:.0f} MiB, {own:.0f} MiB of it not mapped from tables", flush=True)
        if not arguments.no_browser:
            subprocess.run(["node", os.path.join(ROOT, "tests/browser/measure.js"), address], check=True)
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
