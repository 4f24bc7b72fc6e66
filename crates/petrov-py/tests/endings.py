"""Random endings, always the same, as FENs in the three ways that squares are written."""

import random
from collections.abc import Iterator
from typing import NamedTuple


class Ending(NamedTuple):
    """One position."""

    letters: str
    #: Squares in numbers, 1 = b8: lidraughts, py-draughts.
    from_b8: str
    #: Squares in numbers, 1 = a1: pydraughts.
    from_a1: str


def number_from_b8(index: int) -> int:
    """The number of a square, whose index counts 0 = a1 ... 31 = h8."""
    return (7 - index // 4) * 4 + index % 4 + 1


def turned(number: int) -> int:
    """A number that counts from b8 as one that counts from a1, and the other way round."""
    return number_from_b8(number - 1)


def _letters(index: int) -> str:
    return "abcdefgh"[2 * (index % 4) + index // 4 % 2] + str(index // 4 + 1)


#: Squares that are not on the edge of the board, where a piece can be captured.
_INNER = [index for index in range(4, 28) if _letters(index)[0] not in "ah"]


def _ending(side: str, white: list[tuple[str, int]], black: list[tuple[str, int]]) -> Ending:
    def fen(name) -> str:
        sides = [",".join(prefix + str(name(index)) for prefix, index in pieces) for pieces in (white, black)]
        return f"{side}:W{sides[0]}:B{sides[1]}"

    return Ending(fen(_letters), fen(number_from_b8), fen(lambda index: index + 1))


def _scattered(numbers: random.Random, most_pieces: int) -> Ending:
    pieces: tuple[list, list] = ([], [])
    for at, index in enumerate(numbers.sample(range(32), numbers.randint(2, most_pieces))):
        color = at if at < 2 else numbers.randrange(2)
        last_row = index >= 28 if color == 0 else index < 4
        pieces[color].append(("K" if last_row or numbers.random() < 0.5 else "", index))
    return _ending(numbers.choice("WB"), *pieces)


def _one_against_many(numbers: random.Random) -> Ending:
    """Where captures are long and may be made in several ways."""
    many = numbers.sample(_INNER, numbers.randint(3, 9))
    one = numbers.choice([index for index in range(28) if index not in many])
    white = [("K" if numbers.random() < 0.7 else "", one)]
    return _ending("W", white, [("K" if numbers.random() < 0.3 else "", index) for index in many])


def endings(count: int, most_pieces: int = 8, *, seed: int = 64) -> Iterator[Ending]:
    """Positions of two pieces and more; each third one has a long capture."""
    numbers = random.Random(seed)
    for at in range(count):
        yield _one_against_many(numbers) if at % 3 == 2 else _scattered(numbers, most_pieces)


def moves_of(hubs: list[str]) -> set[tuple[int, int, frozenset[int]]]:
    """Moves in the Hub form as what makes a move: from, to, and what is captured."""
    parts = [[int(part) for part in hub.replace("-", "x").split("x")] for hub in hubs]
    return {(part[0], part[1], frozenset(part[2:])) for part in parts}
