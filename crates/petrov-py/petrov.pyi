"""Endgame tables for Russian draughts and its relatives, exact under the draw clocks of the rules.

Positions are FENs with squares in letters or numbers: 1 = b8 as lidraughts and py-draughts count, or 1 = a1 as
pydraughts does, with ``numbering="a1"``. All clocks are in plies (a move of each side is two). A clock that is not
given is that of the FEN (``:H4`` the king clock, ``:M17`` the material clock), else zero; a material clock that is
given nowhere stands where the king clock does.
"""

import os
from collections.abc import Sequence
from typing import ClassVar, Final, Literal, Optional, Union, final

from typing_extensions import disjoint_base

__all__ = [
    "ClockError",
    "FenError",
    "InputError",
    "Line",
    "MissingTableError",
    "Move",
    "Need",
    "Outcome",
    "PetrovError",
    "RankedMove",
    "TableError",
    "Tables",
    "__version__",
    "legal_moves",
    "rule_sets",
]

_Numbering = Literal["b8", "a1"]
_Ending = Literal["no-move", "king-clock", "material-clock", "road-clock", "repetition"]

__version__: Final[str]

class PetrovError(Exception):
    """What all exceptions of petrov are."""

class InputError(PetrovError, ValueError):
    """What was asked cannot be answered as it stands."""

class FenError(InputError):
    """A FEN that is no position; the text says what and where."""

class ClockError(InputError):
    """No game can be going on with these clocks."""

class MissingTableError(PetrovError, LookupError):
    """A table that the answer needs is in none of the folders; the text says what makes it."""

class TableError(PetrovError):
    """A table is damaged, of other rules, or cannot be read; the text names the file."""

@final
class Outcome:
    """What a position is worth to the side to move, or a move to the side that makes it.

    Better ones are greater; ``int()`` gives 0 (loss) to 4 (win), ``str()`` the name as in ``petrov probe --json``.
    """

    LOSS: ClassVar[Outcome]
    BLESSED_LOSS: ClassVar[Outcome]
    DRAW: ClassVar[Outcome]
    CURSED_WIN: ClassVar[Outcome]
    WIN: ClassVar[Outcome]
    def reversed(self) -> Outcome:
        """What it is to the other side."""
    def __int__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Outcome, /) -> bool: ...
    def __le__(self, other: Outcome, /) -> bool: ...
    def __gt__(self, other: Outcome, /) -> bool: ...
    def __ge__(self, other: Outcome, /) -> bool: ...

@final
class Need:
    """Plies that must be left before each clock reaches its limit so that a win can still be forced.

    None for a clock that has no limit or does not run in the position.
    """

    @property
    def king(self) -> Optional[int]:
        """Of the king clock."""
    @property
    def material(self) -> Optional[int]:
        """Of the material clock."""
    @property
    def road(self) -> Optional[int]:
        """Of the road clock."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@disjoint_base
class Move:
    """A legal move. ``str()`` gives it as ``c3-d4``, ``d4:f6``, ``h6:f8:b4``."""

    @property
    def hub(self) -> str:
        """As the Hub protocol writes it, in numbers that count 1 = b8: ``28-23``, or ``28x19x23`` with the squares of
        the first, the last and all captured pieces."""
    @property
    def path(self) -> tuple[str, ...]:
        """The squares that the piece touches down on, the first and the last among them."""
    @property
    def captured(self) -> tuple[str, ...]:
        """The squares of the captured pieces."""
    @property
    def crowning(self) -> bool:
        """Whether a man is crowned."""
    @property
    def conversion(self) -> bool:
        """Whether it is a capture or a crowning: all clocks stand at zero after it."""
    @property
    def ending(self) -> Optional[_Ending]:
        """How the game ends with it: ``no-move`` (the opponent has none and has lost), a clock that has run out
        (drawn), None if it goes on. A third repetition is for the caller to see."""
    @property
    def fen(self) -> str:
        """The position after it with its clocks, squares in letters: what to ask next."""
    @property
    def king_clock(self) -> int:
        """The king clock after it, in plies."""
    @property
    def material_clock(self) -> int:
        """The material clock after it, in plies."""
    @property
    def road_clock(self) -> int:
        """The road clock after it, in plies."""
    def numbered_fen(self, numbering: _Numbering) -> str:
        """The position after it for other programs: squares in numbers and no clocks."""

@final
class RankedMove(Move):
    """A legal move and what the tables say of it."""

    @property
    def outcome(self) -> Outcome:
        """What the mover has after it, at the clocks after it. Where a clock has run out it is never a win or a loss:
        a cursed win and a blessed loss tell what would be without clocks."""
    @property
    def outcome_at_zero(self) -> Outcome:
        """What the mover would have if all clocks stood at zero after it."""
    @property
    def needs(self) -> list[Need]:
        """The needs of the position after it: the mover's if ``outcome_at_zero`` is a win, the opponent's if it is a
        loss, none otherwise."""

@final
class Line:
    """A game in which both sides play the first of the ranked moves."""

    @property
    def moves(self) -> list[RankedMove]:
        """The moves in order. Each outcome is that of the side that moved."""
    @property
    def ending(self) -> Optional[_Ending]:
        """How the game ended; None if there were enough plies before."""
    def __len__(self) -> int: ...

@final
class Tables:
    """The tables of a rule set in a folder, or in some, the first that has a table counting.

    A folder that does not exist has none. A table is opened when it is first needed, and what was found is
    remembered, a missing file too: open anew after adding tables. ``cache_bytes`` is how much memory unpacked blocks
    may take (64 MiB by default). Tables of up to ``unpack_up_to`` pieces are kept unpacked as a whole from when they
    are first asked: 2 MB for 4, 37 MB for 5, 0.6 GB for 6 pieces.

    Any number of threads may ask at once; the lock of the interpreter is released while a table is asked.
    """

    def __new__(
        cls,
        path: Union[str, os.PathLike[str], Sequence[Union[str, os.PathLike[str]]]],
        *,
        rules: str = "russian",
        cache_bytes: Optional[int] = None,
        unpack_up_to: int = 0,
    ) -> Tables: ...
    @property
    def rules(self) -> str:
        """The name of the rule set."""
    def largest_piece_count(self) -> int:
        """The largest N such that every position of up to N pieces has an answer at clocks of zero; 0 if there is
        none. Tables of some classes above N are used all the same."""
    def probe(
        self,
        fen: str,
        king_clock: Optional[int] = None,
        material_clock: Optional[int] = None,
        *,
        road_clock: Optional[int] = None,
        numbering: _Numbering = "b8",
    ) -> Outcome:
        """What a position is worth to the side to move at some clocks, exactly."""
    def needs(self, fen: str, *, numbering: _Numbering = "b8") -> list[Need]:
        """What a win or a loss needs of the clocks: it is one at just those clocks at which some need has no part
        larger than what is left, limit less clock. Empty if the position is neither at clocks of zero."""
    def moves(
        self,
        fen: str,
        king_clock: Optional[int] = None,
        material_clock: Optional[int] = None,
        *,
        road_clock: Optional[int] = None,
        numbering: _Numbering = "b8",
    ) -> list[RankedMove]:
        """All legal moves at some clocks, the best first, so that to play the first one is enough.

        It wins what is won within the limits, whatever was played before, and repeats no position; it holds what is
        drawn and sets the opponent the hardest problem there; in what is lost it resists the longest.
        """
    def line(
        self,
        fen: str,
        king_clock: Optional[int] = None,
        material_clock: Optional[int] = None,
        *,
        road_clock: Optional[int] = None,
        max_plies: Optional[int] = None,
        numbering: _Numbering = "b8",
    ) -> Line:
        """Plays a position out, both sides by the first of the ranked moves, until the game ends under any of the
        draw rules or there are ``max_plies``."""
    def distance(
        self,
        fen: str,
        king_clock: Optional[int] = None,
        material_clock: Optional[int] = None,
        *,
        road_clock: Optional[int] = None,
        numbering: _Numbering = "b8",
    ) -> Optional[int]:
        """In how many plies a position is won or lost at some clocks if both sides play the first of the ranked
        moves; None if it is neither. It is what that game takes, not the shortest way, and costly: it is played
        out."""

def legal_moves(
    fen: str,
    king_clock: Optional[int] = None,
    material_clock: Optional[int] = None,
    *,
    road_clock: Optional[int] = None,
    rules: str = "russian",
    numbering: _Numbering = "b8",
) -> list[Move]:
    """All legal moves of a position at some clocks, in no order; empty where the side to move has lost.

    No table is needed, and up to twelve pieces a side may be there. A capture that can be made along several paths is
    one move.
    """

def rule_sets() -> list[str]:
    """The names of the rule sets."""
