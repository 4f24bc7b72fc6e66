"""What the README shows is what happens."""

import ast
import re
from pathlib import Path

import pytest

import petrov
from conftest import SHIPPED

README = Path(__file__).resolve().parents[1] / "README.md"


def test_the_readme_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    draughts = pytest.importorskip("draughts", reason="pydraughts is not installed")
    if hasattr(draughts, "RussianBoard"):
        pytest.skip("pydraughts is hidden by py-draughts")
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(SHIPPED.parents[1])
    names: dict = {}
    shown = 0
    for statement, line in ((s, block.splitlines()[s.lineno - 1]) for block in blocks for s in ast.parse(block).body):
        code = ast.unparse(statement)
        _, arrow, expected = line.partition("# -> ")
        if arrow:
            assert repr(eval(code, names)) == expected, line
            shown += 1
        else:
            exec(code, names)
    assert (len(blocks), shown) == (2, 8)
    # The game of the first block was played to its end.
    assert petrov.legal_moves(names["fen"]) == []
