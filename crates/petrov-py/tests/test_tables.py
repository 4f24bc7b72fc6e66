"""What is asked of tables, and what is answered."""

import copy
import pickle
import sys
import threading
import time
from pathlib import Path

import pytest

import petrov
from endings import endings
from petrov import Outcome

TRIANGLE = "W:WKa1,Kc1,Ke1:BKb8"
CURSED = "W:WKc1,Kf4,b2:BKf2,a3"
SEVERAL_NEEDS = "W:WKa1,Ke1,c1:BKa5,a3"


def test_a_probe_counts_the_clocks(tables: petrov.Tables) -> None:
    assert tables.probe(TRIANGLE) == Outcome.WIN
    (need,) = tables.needs(TRIANGLE)
    assert need.king == need.material and need.road is None
    for plies in range(30):
        expected = Outcome.WIN if 30 - plies >= need.king else Outcome.CURSED_WIN
        assert tables.probe(TRIANGLE, plies, plies) == expected
        assert tables.probe(TRIANGLE, king_clock=plies, material_clock=plies) == expected
        # In the FEN; the material clock counts what the king clock counts.
        assert tables.probe(f"{TRIANGLE}:H{plies}") == tables.probe(f"{TRIANGLE}:H{plies}:M{plies}") == expected
        # What is given comes before what the FEN says.
        assert tables.probe(f"{TRIANGLE}:H29:M29", plies, plies) == expected
    assert tables.probe(CURSED) == Outcome.CURSED_WIN
    assert tables.probe("B" + TRIANGLE[1:]) == Outcome.LOSS
    assert tables.probe("W:WKa3:BKd8") == Outcome.DRAW


def test_several_needs(tables: petrov.Tables) -> None:
    needs = [(need.king, need.material, need.road) for need in tables.needs(SEVERAL_NEEDS)]
    assert needs == [(1, 27, None), (2, 2, None)]
    assert repr(tables.needs(SEVERAL_NEEDS)[1]) == "Need(king=2, material=2, road=None)"
    assert tables.needs("W:WKa3:BKd8") == []
    # Without a king on each side nothing limits the material clock.
    assert [need.material for need in tables.needs("W:WKa1:Bh6")] == [None]


def test_fens_of_others(tables: petrov.Tables) -> None:
    same = [
        TRIANGLE,
        "W:WK29,K30,K31:BK1",
        "W:WK29,K30,K31:BK1:H0:F1",
        '[FEN "W:WK29,K30,K31:BK1"]',
        "W:BK1:WK29-31.",
    ]
    assert {tables.needs(fen)[0].king for fen in same} == {tables.needs(TRIANGLE)[0].king}
    assert tables.needs("W:WK1,K2,K3:BK29", numbering="a1") == tables.needs(TRIANGLE)


def test_ranked_moves(tables: petrov.Tables) -> None:
    moves = tables.moves(TRIANGLE, king_clock=4, material_clock=4)
    assert len(moves) == len(petrov.legal_moves(TRIANGLE))
    assert [int(m.outcome) for m in moves] == sorted((int(m.outcome) for m in moves), reverse=True)
    best = moves[0]
    assert isinstance(best, petrov.RankedMove) and isinstance(best, petrov.Move)
    assert best.outcome == best.outcome_at_zero == Outcome.WIN
    assert (best.king_clock, best.material_clock, best.road_clock) == (5, 5, 0)
    assert best.fen.startswith("B:W") and best.fen.endswith(":H5:M5")
    assert str(best) == "-".join(best.path) and repr(best) == f"<RankedMove {best}: win>"
    assert (best.captured, best.conversion, best.crowning, best.ending) == ((), False, False, None)
    assert tables.probe(best.fen) == best.outcome.reversed() == Outcome.LOSS
    assert tables.needs(best.fen) == best.needs

    (take,) = tables.moves("W:Wc3:Bd4,f6")
    assert (str(take), take.hub) == ("c3:e5:g7", "22x8x11x18")
    assert (take.path, take.captured) == (("c3", "e5", "g7"), ("d4", "f6"))
    assert (take.conversion, take.ending, take.fen) == (True, "no-move", "B:Wg7:B:H0:M0")
    assert take.numbered_fen("b8") == "B:W8:B" and take.numbered_fen("a1") == "B:W28:B"
    late = tables.moves(TRIANGLE, 29, 29)[0]
    assert (late.ending, late.outcome, late.outcome_at_zero) == ("king-clock", Outcome.CURSED_WIN, Outcome.WIN)


def test_the_ranked_moves_win(tables: petrov.Tables) -> None:
    line = tables.line(TRIANGLE)
    assert line.ending == "no-move" and len(line) == len(line.moves) == tables.distance(TRIANGLE)
    assert str(line).split() == [str(m) for m in line.moves]
    fen = TRIANGLE
    for move in line.moves:
        assert str(tables.moves(fen)[0]) == str(move)
        fen = move.fen
    assert tables.moves(fen) == []
    short = tables.line(TRIANGLE, max_plies=3)
    assert (len(short), short.ending, str(short)) == (3, None, " ".join(str(line).split()[:3]))
    assert tables.distance("W:WKa3:BKd8") is None
    assert tables.line("W:WKa3:BKd8").ending in ("material-clock", "repetition")
    # With one ply left nothing is won.
    assert tables.distance(TRIANGLE, 29, 29) is None


def test_moves_without_tables() -> None:
    start = "W:W21-32:B1-12"
    assert sorted(map(str, petrov.legal_moves(start))) == "a3-b4 c3-b4 c3-d4 e3-d4 e3-f4 g3-f4 g3-h4".split()
    assert petrov.legal_moves("B:WKa1:B") == []
    last = petrov.legal_moves("W:WKa3:BKd8", 9, 9)
    assert {m.ending for m in last} == {"material-clock"} and last[0].material_clock == 10
    # Men of standard checkers do not take backward.
    backward = "W:We5:Bd4,h8"
    assert [str(m) for m in petrov.legal_moves(backward)] == ["e5:c3"]
    assert sorted(str(m) for m in petrov.legal_moves(backward, rules="english")) == ["e5-d6", "e5-f6"]
    assert "russian" in petrov.rule_sets()


def test_outcomes_are_values() -> None:
    outcomes = [Outcome.LOSS, Outcome.BLESSED_LOSS, Outcome.DRAW, Outcome.CURSED_WIN, Outcome.WIN]
    assert sorted(reversed(outcomes)) == outcomes and [int(outcome) for outcome in outcomes] == [0, 1, 2, 3, 4]
    assert [str(outcome) for outcome in outcomes] == ["loss", "blessed-loss", "draw", "cursed-win", "win"]
    assert [outcome.reversed() for outcome in outcomes] == outcomes[::-1]
    for outcome in outcomes:
        assert pickle.loads(pickle.dumps(outcome)) == copy.deepcopy(outcome) == outcome
        assert hash(outcome) == hash(copy.copy(outcome))
    assert len(set(outcomes)) == 5 and Outcome.WIN != 4
    with pytest.raises(TypeError):
        Outcome.WIN < 3  # noqa: B015


@pytest.mark.parametrize(
    ("fen", "error", "says"),
    [
        ("W:Wa2:Bb8", petrov.FenError, "`a2` at column 4"),
        ("W:Wh8:Bb8", petrov.FenError, "last row"),
        ("nonsense", petrov.FenError, "side to move"),
        ("W:WKa1:BKb8,f8:H5:M4", petrov.ClockError, "ahead"),
        ("W:WKa1:BKb8:M10", petrov.ClockError, "drawn at 10"),
        ("W:W21-32:B1-12", petrov.InputError, "24 pieces"),
        ("W:WKa1,Kc1,Ke1:Bb8,d8,f8", petrov.MissingTableError, "petrov gen"),
    ],
)
def test_what_cannot_be_answered(tables: petrov.Tables, fen: str, error: type[Exception], says: str) -> None:
    for ask in (tables.probe, tables.moves, tables.line, tables.distance):
        with pytest.raises(error, match=says) as caught:
            ask(fen)
        assert type(caught.value) is error and isinstance(caught.value, petrov.PetrovError)
        builtin = LookupError if error is petrov.MissingTableError else ValueError
        assert isinstance(caught.value, builtin)
        assert caught.value.__class__.__module__ == "petrov"


def test_what_cannot_be_opened(tmp_path: Path, shipped: Path) -> None:
    with pytest.raises(petrov.InputError, match="russian-main-road"):
        petrov.Tables(shipped, rules="martian")
    with pytest.raises(petrov.InputError, match="numbering"):
        petrov.Tables(shipped).probe(TRIANGLE, numbering="c3")  # type: ignore[arg-type]
    file = tmp_path / "file"
    file.write_bytes(b"no folder")
    with pytest.raises(petrov.InputError, match="memory for a cache of"):
        petrov.Tables("tables", cache_bytes=2**63)
    with pytest.raises(petrov.InputError, match="not a directory"):
        petrov.Tables(file)
    for nothing in (petrov.Tables(tmp_path / "nowhere"), petrov.Tables([])):
        assert nothing.largest_piece_count() == 0
        with pytest.raises(petrov.MissingTableError, match="KKKvK"):
            nothing.probe(TRIANGLE)
    with pytest.raises(OverflowError):
        petrov.Tables(shipped).probe(TRIANGLE, king_clock=-1)
    with pytest.raises(TypeError):
        petrov.Tables(shipped).probe(None)  # type: ignore[arg-type]


def test_damaged_and_foreign_tables_are_named(tmp_path: Path, shipped: Path) -> None:
    bytes_of_table = bytearray((shipped / "KKKvK.ptw").read_bytes())
    bytes_of_table[:8] = b"\0" * 8
    (tmp_path / "KKKvK.ptw").write_bytes(bytes_of_table)
    with pytest.raises(petrov.TableError, match="KKKvK.ptw"):
        petrov.Tables(tmp_path).probe(TRIANGLE)
    with pytest.raises(petrov.TableError, match="russian"):
        petrov.Tables(shipped, rules="english").probe("W:WKa3:BKd8")


def test_several_folders_and_options(tmp_path: Path, shipped: Path) -> None:
    tables = petrov.Tables([str(tmp_path), shipped], cache_bytes=1 << 20, unpack_up_to=4)
    assert (tables.rules, tables.largest_piece_count(), tables.probe(TRIANGLE)) == ("russian", 4, Outcome.WIN)
    assert repr(tables) == "<petrov.Tables of russian>"


def test_threads_get_the_same_answers(shipped: Path) -> None:
    fens = [ending.letters for ending in endings(400, 4) if len(petrov.legal_moves(ending.letters)) > 0]
    fens = [fen for fen in fens if fen.count(",") <= 2]
    alone = petrov.Tables(shipped)
    expected = [(int(alone.probe(fen)), [str(m) for m in alone.moves(fen)]) for fen in fens]
    shared = petrov.Tables(shipped, cache_bytes=1 << 14)
    found: dict[int, list] = {}

    def ask(number: int) -> None:
        found[number] = [(int(shared.probe(fen)), [str(m) for m in shared.moves(fen)]) for fen in fens]

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(fens) > 100 and all(found[number] == expected for number in range(4))


def test_the_lock_of_the_interpreter_is_released(tables: petrov.Tables) -> None:
    """Another thread gets on while tables are asked, though it is not its turn for a very long time."""
    waiting = threading.Event()
    ran = threading.Event()
    gate = threading.Lock()

    def wait_and_run() -> None:
        waiting.set()
        with gate:
            ran.set()

    interval = sys.getswitchinterval()
    gate.acquire()
    thread = threading.Thread(target=wait_and_run)
    thread.start()
    try:
        # It must be blocked at the gate before the switch takes long, or it might still be given its turn.
        waiting.wait()
        time.sleep(0.3)
        sys.setswitchinterval(1000)
        gate.release()
        for _ in range(1000):
            petrov.legal_moves(TRIANGLE)
        held = not ran.is_set()
        for _ in range(100_000):
            tables.distance(TRIANGLE)
            if ran.is_set():
                break
        released = ran.is_set()
    finally:
        sys.setswitchinterval(interval)
        thread.join()
    # `held` shows that nothing else here lets it run. An interpreter without that lock has nothing to show.
    if getattr(sys, "_is_gil_enabled", lambda: True)():
        assert held
    assert released
