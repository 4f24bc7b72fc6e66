#!/usr/bin/env python3
"""Writes what is published about a set of tables: COUNTS.tsv, SUMS.tsv and the figures of RESULTS.md.

    python3 scripts/publish.py PETROV TABLES PIECES FOLDER

PETROV is the built command, TABLES a folder with all Russian tables of up to PIECES pieces, FOLDER where
the files go (RESULTS.md is written between its two markers, the words around them stay).
"""

import json
import pathlib
import re
import subprocess
import sys

BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"


def run(petrov, *arguments):
    return subprocess.run([petrov, *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout


def sums(petrov, tables, pieces):
    """A line a file: class, file, bytes, bits per value, digest."""
    lines = ["class\tfile\tbytes\tbits_per_value\tdigest"]
    for table in json.loads(run(petrov, "info", "--json", "--tables", tables)):
        if len(table["class"]) <= pieces + 1:
            name = pathlib.Path(table["file"]).name
            lines.append(f"{table['class']}\t{name}\t{table['bytes']}\t{table['bits_per_value']:.4f}\t{table['digest']}")
    return "\n".join(lines) + "\n"


def example(petrov, tables, class_name, clock):
    """The human `stats` gives a position with the largest need."""
    text = run(petrov, "stats", class_name, "--tables", tables)
    found = re.findall(rf"needs (\d+) plies of the {clock} clock: (\S+)", text)
    return max(found, key=lambda pair: int(pair[0]))[1] if found else ""


def figures(petrov, tables, counts):
    rows = [dict(zip(counts[0], row)) for row in counts[1:]]
    for row in rows:
        for key in row:
            if key != "class":
                row[key] = int(row[key])
        row["pieces"] = len(row["class"]) - 1
    out = ["## Totals", "", "Values by pieces: every placement in which both sides have a piece, for the side that is to move",
           "(a class that is its own mirror counts once).", "",
           "| pieces | values | win | cursed win | draw | blessed loss | loss | several needs |", "|---|---|---|---|---|---|---|---|"]
    keys = ("positions", "win", "cursed_win", "draw", "blessed_loss", "loss", "several_needs")
    for pieces in sorted({row["pieces"] for row in rows}):
        total = [sum(row[key] for row in rows if row["pieces"] == pieces) for key in keys]
        out.append(f"| {pieces} | " + " | ".join(f"{number:,}" for number in total) + " |")
    out += ["", "## What the clocks take away", "", "Classes with cursed wins or blessed losses, seen from the side to move, most first.", "",
            "| side to move against the other | cursed wins | of wins without clocks | blessed losses |", "|---|---|---|---|"]
    bound = sorted((row for row in rows if row["cursed_win"] or row["blessed_loss"]),
                   key=lambda row: -(row["cursed_win"] + row["blessed_loss"]))
    for row in bound:
        share = row["cursed_win"] / max(row["win"] + row["cursed_win"], 1)
        out.append(f"| {row['class']} | {row['cursed_win']:,} | {100 * share:.3f} % | {row['blessed_loss']:,} |")
    for clock, key in (("king", "max_king_need"), ("material", "max_material_need")):
        out += ["", f"## The longest needs of the {clock} clock", "", "| class | plies | a position |", "|---|---|---|"]
        seen = {}
        for row in sorted(rows, key=lambda row: -row[key]):
            white, black = row["class"].split("v")
            name = max((white + "v" + black, black + "v" + white), key=lambda c: (len(c.split("v")[0]), c.split("v")[0].count("K")))
            if name not in seen:
                seen[name] = row[key]
        for name, plies in list(seen.items())[:12]:
            out.append(f"| {name} | {plies} | `{example(petrov, tables, name, clock)}` |")
    return "\n".join(out)


def main():
    petrov, tables, pieces, folder = sys.argv[1], sys.argv[2], int(sys.argv[3]), pathlib.Path(sys.argv[4])
    counts = run(petrov, "stats", "--pieces", str(pieces), "--tsv", "--tables", tables)
    (folder / "COUNTS.tsv").write_text(counts)
    (folder / "SUMS.tsv").write_text(sums(petrov, tables, pieces))
    results = folder / "RESULTS.md"
    text = results.read_text()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    table = figures(petrov, tables, [line.split("\t") for line in counts.splitlines()])
    results.write_text(f"{before}{BEGIN}\n\n{table}\n\n{END}{after}")


if __name__ == "__main__":
    main()
