"""Legal moves as pydraughts has them, position by position.

pydraughts and py-draughts are both imported as `draughts`, so only one can be there at a time.
"""

import pytest

import petrov
from endings import endings, moves_of, turned

draughts = pytest.importorskip("draughts", reason="pydraughts is not installed")
if not hasattr(draughts, "Board") or hasattr(draughts, "RussianBoard"):
    pytest.skip("pydraughts is hidden by py-draughts", allow_module_level=True)

COUNT = 1500


def as_ours(move) -> tuple[int, int, frozenset[int]]:
    """From, to, and what is captured, of a move of pydraughts."""
    return turned(move.board_move[0][0]), turned(move.board_move[-1][1]), frozenset(map(turned, move.captures or []))


def their_moves(fen: str) -> set[tuple[int, int, frozenset[int]]]:
    return set(map(as_ours, draughts.Board(variant="russian", fen=fen).legal_moves()))


def test_legal_moves_are_those_of_pydraughts() -> None:
    seen = captures = longest = 0
    for ending in endings(COUNT):
        moves = petrov.legal_moves(ending.from_a1, numbering="a1")
        ours = moves_of([m.hub for m in moves])
        assert ours == their_moves(ending.from_a1), ending.letters
        assert len(ours) == len(moves), f"{ending.letters}: a move twice"
        seen += 1
        captures += any(captured for _, _, captured in ours)
        longest = max([longest, *(len(captured) for _, _, captured in ours)])
    assert (seen, captures > COUNT // 4, longest >= 5) == (COUNT, True, True)


def test_its_fens_are_read(tables: petrov.Tables) -> None:
    # pydraughts reads squares in numbers and writes them in letters.
    for ending in endings(200, 4, seed=1):
        if petrov.legal_moves(ending.letters) and len(ending.letters.split(",")) <= 3:
            written = draughts.Board(variant="russian", fen=ending.from_a1).fen
            assert tables.probe(written) == tables.probe(ending.from_a1, numbering="a1") == tables.probe(ending.letters)


def test_a_game_is_played_in_both(tables: petrov.Tables) -> None:
    """A won ending: its moves are found there, and its positions here."""
    fen = "W:WK1,K2,K3:BK29"
    board = draughts.Board(variant="russian", fen=fen)
    for move in tables.line(fen, numbering="a1").moves:
        theirs = [m for m in board.legal_moves() if {as_ours(m)} == moves_of([move.hub])]
        assert len(theirs) == 1, move
        board.push(theirs[0])
        again = draughts.Board(variant="russian", fen=move.numbered_fen("a1"))
        assert again.fen == board.fen
    assert board.winner() == draughts.WHITE
