"""The stubs say what the module has."""

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import petrov


def test_the_stubs_are_those_of_the_module(tmp_path: Path) -> None:
    # The module within the package, which is not for callers.
    allowed = tmp_path / "allowed"
    allowed.write_text("petrov\\.petrov\n")
    command = [sys.executable, "-m", "mypy.stubtest", "--allowlist", str(allowed), "petrov"]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr


def test_types_are_checked_where_it_is_used(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import petrov\n"
        "tables = petrov.Tables('tables')\n"
        "best: petrov.RankedMove = tables.moves('W:WKa1:BKb8', king_clock=1, material_clock=1)[0]\n"
        "reveal_type(best.outcome)\n"
        "tables.probe('W:WKa1:BKb8', numbering='c3')\n"
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", str(program)]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert 'Revealed type is "petrov.Outcome"' in told.stdout, told.stdout + told.stderr
    assert told.stdout.count("error:") == 1 and "Literal['c3']" in told.stdout, told.stdout


def test_everything_is_documented() -> None:
    assert petrov.__doc__
    for name in petrov.__all__:
        thing = getattr(petrov, name)
        if name.startswith("__"):
            continue
        assert thing.__doc__, name
        for member, value in vars(thing).items() if isinstance(thing, type) else ():
            if not member.startswith("_"):
                assert value.__doc__, f"{name}.{member}"


def test_the_version_is_that_of_the_distribution() -> None:
    assert petrov.__version__ == metadata.version("petrov")
