"""Legal moves as py-draughts has them, position by position.

py-draughts and pydraughts are both imported as `draughts`, so only one can be there at a time.
"""

import pytest

import petrov
from endings import endings, moves_of

draughts = pytest.importorskip("draughts", reason="py-draughts is not installed")
if not hasattr(draughts, "RussianBoard"):
    pytest.skip("py-draughts is not installed, or hidden by pydraughts", allow_module_level=True)

COUNT = 10_000


def their_moves(board) -> set[tuple[int, int, frozenset[int]]]:
    return {
        (m.square_list[0] + 1, m.square_list[-1] + 1, frozenset(square + 1 for square in m.captured_list))
        for m in board.legal_moves
    }


def test_legal_moves_are_those_of_py_draughts() -> None:
    captures = longest = 0
    for ending in endings(COUNT):
        moves = petrov.legal_moves(ending.from_b8)
        ours = moves_of([m.hub for m in moves])
        assert ours == their_moves(draughts.RussianBoard.from_fen(ending.from_b8)), ending.letters
        assert len(ours) == len(moves), f"{ending.letters}: a move twice"
        captures += any(captured for _, _, captured in ours)
        longest = max([longest, *(len(captured) for _, _, captured in ours)])
    assert (captures > COUNT // 4, longest >= 5) == (True, True)


def test_its_fens_are_read(tables: petrov.Tables) -> None:
    # It writes [FEN "..."] around them.
    for ending in endings(200, 4, seed=1):
        if petrov.legal_moves(ending.letters) and len(ending.letters.split(",")) <= 3:
            written = draughts.RussianBoard.from_fen(ending.from_b8).fen
            assert tables.probe(written) == tables.probe(ending.letters), written
