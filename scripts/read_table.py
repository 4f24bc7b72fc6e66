#!/usr/bin/env python3
"""Answers positions of Russian draughts from Petrov tables.

It follows tables/FORMAT.md and shares no code with the library; section numbers below are those of that
page. It is plain and slow: programs link the library. Needs Python 3.10 and `pip install zstandard`.

    python3 scripts/read_table.py --tables tables/russian 'W:WKa5,Kg3,c3:BKf8,a3'
    python3 scripts/read_table.py --tables tables/russian --batch positions.txt

One line a position: FEN, outcome, needs, with tabs between. Needs are `king:material` (with a road clock
`king:material:road`) with commas between, `-` if there are none. `:H4` and `:M17` behind the squares are
the king clock and the material clock; the outcome is the one at these clocks. A position that cannot be
answered gives FEN, `error`, the reason. Exit status: 0 all answered, 2 bad input, 3 a table is missing,
4 a table is damaged or of another kind.

As a module: `Tables(folder).outcome(position)`, `.needs(position)`, `.outcome_at(position, clocks)` with
`position, clocks = parse_fen(text)`.
"""

from __future__ import annotations

import argparse
import struct
import sys
from array import array
from math import comb
from pathlib import Path
from typing import NamedTuple

try:
    import zstandard
except ImportError:
    if __name__ != "__main__":
        raise
    sys.exit("read_table.py: the module zstandard is missing: python3 -m pip install zstandard")

WHITE, BLACK = 0, 1
LOSS, BLESSED_LOSS, DRAW, CURSED_WIN, WIN = range(5)
NAMES = ("loss", "blessed-loss", "draw", "cursed-win", "win")
UNLIMITED = 1 << 16


class TableError(Exception):
    """What cannot be answered, and the exit status that says so."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


# --- 2. Squares and sets: a set is a number with bit s for square s ---

OFF_BOARD = 32
ALL = 0xFFFFFFFF
RANK_1 = 0xF
BLACK_MAN_SQUARES = 0xFFFFFFF0
MAIN_ROAD = sum(1 << s for s in (0, 4, 9, 13, 18, 22, 27, 31))


def square_at(file, rank):
    return 4 * rank + file // 2 if 0 <= file < 8 and 0 <= rank < 8 else OFF_BOARD


def steps(files, ranks):
    """From each square the square so many files and ranks on; OFF_BOARD from OFF_BOARD."""
    places = [(2 * (s % 4) + s // 4 % 2, s // 4) for s in range(32)]
    return [square_at(file + files, rank + ranks) for file, rank in places] + [OFF_BOARD]


UP_RIGHT, UP_LEFT, RIGHT, LEFT = steps(1, 1), steps(-1, 1), steps(1, -1), steps(-1, -1)
RIGHT_TWICE = steps(2, -2)
DIRECTIONS = (UP_RIGHT, UP_LEFT, RIGHT, LEFT)


def squares(squares_set):
    """The squares of a set, lowest first."""
    while squares_set:
        low = squares_set & -squares_set
        yield low.bit_length() - 1
        squares_set ^= low


def lowest(squares_set):
    return (squares_set & -squares_set).bit_length() - 1


def turned(squares_set):
    return sum(1 << 31 - s for s in squares(squares_set))


def rank_on(pieces, among):
    """The rank of pieces on the squares `among`."""
    places = ((among & (1 << s) - 1).bit_count() for s in squares(pieces))
    return sum(comb(place, k) for k, place in enumerate(places, 1))


def set_of_rank(rank, size, among):
    """The squares of `size` pieces with a rank on the squares `among`."""
    open_squares = list(squares(among))
    place, pieces = len(open_squares), 0
    for k in range(size, 0, -1):
        place -= 1
        while comb(place, k) > rank:
            place -= 1
        rank -= comb(place, k)
        pieces |= 1 << open_squares[place]
    return pieces


class Position(NamedTuple):
    white_kings: int
    white_men: int
    black_kings: int
    black_men: int
    side: int

    def counts(self):
        return tuple(pieces.bit_count() for pieces in self[:4])

    def own(self):
        """Kings and men of the side to move."""
        return self[0:2] if self.side == WHITE else self[2:4]

    def other(self):
        return self[2:4] if self.side == WHITE else self[0:2]

    def after(self, own, other):
        """The other side's turn, with these kings and men of the side that moved and of the other."""
        return Position(*own, *other, BLACK) if self.side == WHITE else Position(*other, *own, WHITE)

    def mirrored(self):
        wk, wm, bk, bm = map(turned, self[:4])
        return Position(bk, bm, wk, wm, 1 - self.side)

    def on_road(self):
        for (king, man), other in ((self[0:2], self[2:4]), (self[2:4], self[0:2])):
            if man == 0 and king.bit_count() == 1 and king & MAIN_ROAD and sum(map(int.bit_count, other)) == 3:
                return True
        return False


def class_name(counts):
    wk, wm, bk, bm = counts
    return "K" * wk + "M" * wm + "v" + "K" * bk + "M" * bm


def is_canonical(counts):
    wk, wm, bk, bm = counts
    return (wk + wm, wk) >= (bk + bm, bk)


# --- 7. Rules ---


class Rules(NamedTuple):
    """Those of the rule sets that move as in Russian draughts."""

    name: str
    digest: int
    material_limited: bool
    road_limit: int

    def limits(self, counts):
        """Of the king, the material and the road clock in a class."""
        wk, wm, bk, bm = counts
        pieces = sum(counts)
        material = [UNLIMITED]
        if self.material_limited and wk and bk and pieces <= 7:
            material.append(10 if pieces <= 3 else 60 if pieces <= 5 else 120)
        if self.material_limited and wm + bm == 0 and min(wk, bk) == 1 and max(wk, bk) >= 3:
            material.append(30)
        lone_king = (wk, wm, bk + bm) == (1, 0, 3) or (bk, bm, wk + wm) == (1, 0, 3)
        return (30, min(material), self.road_limit if lone_king else UNLIMITED)


ALL_RULES = {
    rules.name: rules
    for rules in (
        Rules("russian", 0x8EB4722ED8B1CF38, True, UNLIMITED),
        Rules("russian-main-road", 0xA3442FB58787BBE6, True, 10),
        Rules("ukrainian-64", 0xC6CEDF775605413B, False, UNLIMITED),
    )
}


def jumps(square, flies, opponent, blocked):
    """What a piece can jump: the piece that it takes and the squares behind it, of all directions."""
    for direction in DIRECTIONS:
        over = direction[square]
        while flies and over != OFF_BOARD and not blocked >> over & 1:
            over = direction[over]
        if over == OFF_BOARD or not opponent >> over & 1:
            continue
        landings, to = [], direction[over]
        while to != OFF_BOARD and not blocked >> to & 1:
            landings.append(to)
            if not flies:
                break
            to = direction[to]
        if landings:
            yield over, landings


def captures(position):
    """The positions that captures of the side to move lead to."""
    kings, men = position.own()
    other_kings, other_men = position.other()
    far_row = 0xF0000000 if position.side == WHITE else RANK_1
    found = set()

    def go_on(start, square, is_king, taken):
        blocked = (kings | men | other_kings | other_men) & ~(1 << start)
        can_jump = False
        # What was taken still stands in the way.
        for over, landings in jumps(square, is_king, (other_kings | other_men) & ~taken, blocked):
            can_jump = True
            now_taken = taken | 1 << over
            opponent = (other_kings | other_men) & ~now_taken
            if is_king:
                jumping_on = [to for to in landings if any(jumps(to, True, opponent, blocked))]
                landings = jumping_on or landings
            for to in landings:
                go_on(start, to, is_king or bool(far_row >> to & 1), now_taken)
        if not can_jump and taken:
            own_kings, own_men = kings & ~(1 << start), men & ~(1 << start)
            own = (own_kings | 1 << square, own_men) if is_king else (own_kings, own_men | 1 << square)
            found.add(position.after(own, (other_kings & ~taken, other_men & ~taken)))

    for start in squares(kings):
        go_on(start, start, True, 0)
    for start in squares(men):
        go_on(start, start, False, 0)
    return found


KING_MOVE, MAN_MOVE, CROWNING = range(3)


def quiet_moves(position):
    """The moves of a side that has no capture: their kind and where they lead."""
    kings, men = position.own()
    occupied = sum(position[:4])
    forward, far_row = ((UP_RIGHT, UP_LEFT), 0xF0000000) if position.side == WHITE else ((RIGHT, LEFT), RANK_1)
    for start in squares(kings):
        for direction in DIRECTIONS:
            to = direction[start]
            while to != OFF_BOARD and not occupied >> to & 1:
                yield KING_MOVE, position.after((kings ^ 1 << start | 1 << to, men), position.other())
                to = direction[to]
    for start in squares(men):
        for direction in forward:
            to = direction[start]
            if to == OFF_BOARD or occupied >> to & 1:
                continue
            if far_row >> to & 1:
                yield CROWNING, position.after((kings | 1 << to, men ^ 1 << start), position.other())
            else:
                yield MAN_MOVE, position.after((kings, men ^ 1 << start | 1 << to), position.other())


# --- 3. The index ---


class Index:
    """Of a canonical class."""

    def __init__(self, counts):
        self.counts = wk, wm, bk, bm = counts
        self.symmetric = (wk, wm) == (bk, bm)
        by_first_row = [
            comb(4, i) * comb(24, wm - i) * comb(28 - (wm - i), bm) if i <= wm else 0 for i in range(5)
        ]
        self.slices_before = [sum(by_first_row[:i]) for i in range(6)]
        self.free_squares = 32 - wm - bm
        self.slice_size = comb(self.free_squares, wk) * comb(self.free_squares - wk, bk)
        self.positions = self.slices_before[5] * self.slice_size

    def kings(self, side):
        """Numbers of kings of the side to move and of the waiting side."""
        wk, _, bk, _ = self.counts
        return (wk, bk) if side == WHITE else (bk, wk)

    def row(self, side):
        moving, waiting = self.kings(side)
        return comb(self.free_squares - waiting, moving)

    def within(self, position):
        """The index within the side to move of a position of this class."""
        men = position.white_men
        first = men & RANK_1
        j = first.bit_count()
        s = self.counts[1] - j
        white = rank_on(first, RANK_1) * comb(24, s) + rank_on(men & ~RANK_1, ALL & ~RANK_1)
        black = rank_on(position.black_men, BLACK_MAN_SQUARES & ~men)
        men_slice = self.slices_before[j] + white * comb(28 - s, self.counts[3]) + black
        free = ALL & ~(position.white_men | position.black_men)
        moving, waiting = position.own()[0], position.other()[0]
        kings = rank_on(waiting, free) * self.row(position.side) + rank_on(moving, free & ~waiting)
        return men_slice * self.slice_size + kings

    def men(self, men_slice):
        """White's and Black's men of a slice."""
        _, wm, _, bm = self.counts
        j = max(i for i in range(5) if self.slices_before[i] <= men_slice < self.slices_before[i + 1])
        white, black = divmod(men_slice - self.slices_before[j], comb(28 - (wm - j), bm))
        first, others = divmod(white, comb(24, wm - j))
        white_men = set_of_rank(first, j, RANK_1) | set_of_rank(others, wm - j, ALL & ~RANK_1)
        return white_men, set_of_rank(black, bm, BLACK_MAN_SQUARES & ~white_men)

    def walk(self, side, first, count, missing, value):
        """5.2: calls `value` with the neighbours of each value of a block in turn."""
        moving, waiting = self.kings(side)
        row = self.row(side)
        lines = []
        nothing = [missing] * 33
        before = missing
        at, last = first, first + count

        def back(distance):
            return lines[-distance] if 0 < distance <= len(lines) else nothing

        def distance(start, to, allowed, ranked):
            if to == OFF_BOARD or not allowed >> to & 1:
                return 0
            return (ranked & (1 << start) - (1 << to)).bit_count()

        while at < last:
            white_men, black_men = self.men(at // self.slice_size)
            free = ALL & ~(white_men | black_men)
            kings = at % self.slice_size
            second = None
            if moving:
                waiting_kings = set_of_rank(kings // row, waiting, free)
                size, opened, rank = moving, free & ~waiting_kings, kings % row
                if moving == 1 and waiting:
                    second = lowest(waiting_kings)
            elif waiting:
                size, opened, rank = waiting, free, kings
            else:
                size, opened = self.counts[3], BLACK_MAN_SQUARES & ~white_men
                rank = rank_on(black_men, opened)
            end = min(comb(opened.bit_count(), size), rank + last - at)
            at += end - rank
            while rank < end:
                pieces = set_of_rank(rank, size, opened)
                start = lowest(pieces)
                below = opened & -(1 << start)
                third_back = nothing
                if size > 1:
                    s = lowest(pieces & pieces - 1)
                    below &= (1 << s) - 1
                    allowed = opened & opened - 1
                    first_back = back(distance(s, RIGHT[s], allowed, opened))
                    second_back = back(distance(s, LEFT[s], allowed, opened))
                    third_back = back(1)
                elif second is not None:
                    allowed = free & ~waiting_kings
                    first_back = back(distance(second, RIGHT[second], allowed, free))
                    second_back = back(distance(second, LEFT[second], allowed, free))
                else:
                    first_back, second_back = back(1), back(2)
                line = [missing] * 33
                for q in list(squares(below))[: end - rank]:
                    last_one = third_back[q] if size > 1 else line[RIGHT_TWICE[q]]
                    before = line[q] = value(
                        before, line[RIGHT[q]], line[LEFT[q]], first_back[q], second_back[q], last_one
                    )
                    rank += 1
                lines.append(line)


# --- 5.1 Range decoder ---


class Decoder:
    def __init__(self, block):
        self.bytes = block + bytes(4)
        self.range = 0xFFFFFFFF
        self.code = min(int.from_bytes(self.bytes[:4], "big"), 0xFFFFFFFE)
        self.at = 4

    def decide(self, p):
        no = self.range - (self.range >> 12) * p
        yes = self.code >= no
        if yes:
            self.code -= no
            self.range -= no
        else:
            self.range = no
        while self.range < 1 << 24:
            self.range <<= 8
            byte = self.bytes[self.at] if self.at < len(self.bytes) else 0
            self.code = self.code << 8 | byte
            self.at += 1
        return yes


# --- 4. The file ---

LEVELS = (
    2048, 1722, 1448, 1218, 1024, 861, 724, 609, 512, 431, 362, 304, 256, 215, 181,
    152, 128, 108, 91, 76, 64, 54, 45, 38, 32, 27, 23, 19, 16, 13,
    11, 10, 8, 7, 6, 5, 4, 3, 3, 2, 2, 2, 1, 1, 1,
)  # fmt: skip
DRAWN, WON, LOST, MISSING_SYMBOL = range(4)
ORDERS = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
OUTCOMES = {DRAWN: DRAW, WON: WIN, LOST: LOSS}
MISSING_SET = -1
MOST_BLOCK_VALUES = 1 << 16
MOST_LIST_BYTES = 1 << 28


class TableFile:
    """What both kinds of files have in common."""

    HEADER = struct.Struct("<8s H 4B B B Q I I II II Q Q Q Q Q 3B 5x 32s")
    VERSION = 1

    def __init__(self, path, magic, counts, rules):
        self.path = path
        try:
            self.bytes = path.read_bytes()
        except FileNotFoundError:
            raise TableError(3, f"{path} is missing") from None
        except OSError as error:
            raise TableError(3, f"{path}: {error.strerror}") from None
        if self.bytes[:8] != magic:
            raise TableError(4, f"{path}: not such a table")
        self.check(len(self.bytes) >= 128, "the file is cut short")
        fields = self.HEADER.unpack(self.bytes[:128])
        version, self.counts, self.sides, flags = fields[1], fields[2:6], fields[6], fields[7]
        if version > self.VERSION:
            message = f"table format {version}, but this program reads {self.VERSION}: a newer reader is needed"
            raise TableError(4, f"{path}: {message}")
        digest_of_rules, self.block_values, statistics = fields[8:11]
        model, sets = fields[11:13], fields[13:15]
        _, self.blocks, data_bytes, self.data_digest, digest = fields[15:20]
        self.largest, rules_name = fields[20:23], fields[23].rstrip(b"\0").decode(errors="replace")
        self.bound = bool(flags & 1)

        lists = 128 + statistics + model[0] + sets[0]
        self.directory = lists
        self.data = lists + 5 * self.blocks + 8 * -(-self.blocks // 64)
        self.check(self.data <= len(self.bytes), "the file is cut short")
        covered = self.bytes[:80] + bytes(8) + self.bytes[88 : self.data]
        self.check(version == self.VERSION and xxh3_64(covered) == digest, "the part before the blocks has changed")
        self.check(self.data + data_bytes == len(self.bytes), "the length is not what the header says")
        if digest_of_rules != rules.digest:
            raise TableError(4, f"{path}: made under the rule set `{rules_name}`, not `{rules.name}`")
        if self.counts != counts:
            raise TableError(4, f"{path}: holds the class {class_name(self.counts)}, not {class_name(counts)}")

        self.index = Index(counts)
        self.check(0 < self.block_values <= MOST_BLOCK_VALUES, "no such size of blocks")
        self.per_side = -(-self.index.positions // self.block_values)
        self.check(self.blocks == self.per_side * self.sides.bit_count(), "the number of blocks does not fit the class")
        self.check(not self.blocks or self.extent(self.blocks - 1)[1] == len(self.bytes), "the directory does not fit")
        self.model = self.unzipped(self.bytes[128 + statistics :][: model[0]], model[1])
        self.sets = self.unzipped(self.bytes[lists - sets[0] : lists], sets[1])
        self.unpacked = {}

    def check(self, holds, otherwise):
        if not holds:
            raise TableError(4, f"{self.path}: damaged: {otherwise}")

    def unzipped(self, frame, length):
        try:
            stated = zstandard.get_frame_parameters(frame).content_size
            self.check(stated == length <= MOST_LIST_BYTES, "a list has a wrong length")
            return zstandard.ZstdDecompressor().decompress(frame, max_output_size=length)
        except zstandard.ZstdError:
            raise TableError(4, f"{self.path}: damaged: a list cannot be unpacked") from None

    def holds(self, side):
        return bool(self.sides >> side & 1)

    def extent(self, block):
        """4.5: start, end and checksum of a block."""
        group, number = divmod(block, 64)
        at = self.directory + 328 * group
        (start,) = struct.unpack_from("<Q", self.bytes, at)
        lengths = [int.from_bytes(self.bytes[at + 8 + 5 * i :][:2], "little") for i in range(number + 1)]
        start += self.data + sum(lengths[:number])
        end = start + lengths[number]
        self.check(end <= len(self.bytes), f"the directory leads out of the file, block {block}")
        return start, end, int.from_bytes(self.bytes[at + 10 + 5 * number :][:3], "little")

    def packed_block(self, block):
        start, end, checksum = self.extent(block)
        packed = self.bytes[start:end]
        self.check(xxh3_64(packed) & 0xFFFFFF == checksum, f"the checksum of block {block} does not fit")
        return packed

    def check_all(self):
        """Every block, and the digest of them all."""
        for block in range(self.blocks):
            self.packed_block(block)
        self.check(xxh3_64(self.bytes[self.data :]) == self.data_digest, "the digest of all blocks does not fit")

    def value(self, position):
        """What the file says of a position of its class with a side to move that it holds."""
        block, offset = divmod(self.index.within(position), self.block_values)
        first = block * self.block_values
        if position.side == BLACK and self.holds(WHITE):
            block += self.per_side
        if block not in self.unpacked:
            count = min(self.block_values, self.index.positions - first)
            self.unpacked[block] = self.unpack(position.side, first, count, Decoder(self.packed_block(block)))
        return self.unpacked[block][offset]


class OutcomeFile(TableFile):
    MODEL_BYTES = 3 * 4096 + 1

    def __init__(self, path, counts, rules):
        super().__init__(path, b"PetrovW\n", counts, rules)
        self.check(self.sides == (1 if self.index.symmetric else 3), "a side to move is not there")
        self.check(len(self.model) == self.MODEL_BYTES * self.sides.bit_count(), "the model has a wrong length")
        self.models = []
        for at in range(0, len(self.model), self.MODEL_BYTES):
            model = self.model[at : at + self.MODEL_BYTES]
            level = [LEVELS[min(level, 44)] for level in model[4096:]]
            orders = [ORDERS[min(order, 5)] for order in model[:4096]]
            self.models.append((list(zip(orders, level[:4096], level[4096:8192])), level[8192]))

    def unpack(self, side, first, count, decoder):
        """5.3."""
        contexts, bound_level = self.models[side]
        bound, decide = self.bound, decoder.decide
        outcomes = bytearray()

        def value(n0, n1, n2, n3, n4, n5):
            (symbol, second, third), p, q = contexts[n0 + 4 * n1 + 16 * n2 + 64 * n3 + 256 * n4 + 1024 * n5]
            if decide(p):
                symbol = third if decide(q) else second
            if bound and symbol == DRAWN and decide(bound_level):
                outcomes.append(BLESSED_LOSS if decide(2048) else CURSED_WIN)
            else:
                outcomes.append(OUTCOMES[symbol])
            return symbol

        self.index.walk(side, first, count, MISSING_SYMBOL, value)
        return outcomes


class NeedFile(TableFile):
    MODEL_NUMBERS = 480

    def __init__(self, path, counts, rules):
        super().__init__(path, b"PetrovN\n", counts, rules)
        self.check(self.sides in ((1,) if self.index.symmetric else (0, 1, 2)), "no such sides to move")
        if self.sides:
            self.check(len(self.model) == 2 * self.MODEL_NUMBERS, "the model has a wrong length")
            self.model = [min(max(p, 1), 4095) for p in struct.unpack(f"<{self.MODEL_NUMBERS}H", self.model)]
        self.need_sets = self.read_sets(self.sets)

    def read_sets(self, sets):
        """4.4."""
        self.check(len(sets) >= 4, "the list of need sets is broken")
        count = int.from_bytes(sets[:4], "little")
        lengths = sets[4 : 4 + count]
        total = sum(lengths)
        self.check(len(sets) == 4 + count + 3 * total, "the list of need sets is broken")
        king, material, road = (sets[4 + count + i * total :][:total] for i in range(3))
        needs = list(zip(king, material, road))
        found, at = [], 0
        for length in lengths:
            found.append(frozenset(needs[at : at + length]))
            at += length
        return found

    def unpack(self, side, first, count, decoder):
        """5.4."""
        model, decide = self.model, decoder.decide
        last_set = max(len(self.need_sets) - 1, 0)
        numbers = array("I")

        def value(*neighbours):
            patterns = {}
            for i, number in enumerate(neighbours):
                if number != MISSING_SET:
                    patterns[number] = patterns.get(number, 0) | 1 << i
            # The order of meeting is kept among equals.
            candidates = sorted(patterns.items(), key=lambda item: -item[1].bit_count())
            for rank, (candidate, pattern) in enumerate(candidates[:3]):
                if not decide(model[64 * rank + pattern]):
                    numbers.append(candidate)
                    return candidate
            length = 1
            while length < 31 and decide(model[192 + length - 1]):
                length += 1
            number = 1
            for i in range(length - 1):
                p = model[224 + 8 * (length - 1) + 2**i + number % 2**i] if i < 3 else 2048
                number = 2 * number + decide(p)
            numbers.append(min(number - 1, last_set))
            return numbers[-1]

        self.index.walk(side, first, count, MISSING_SET, value)
        return numbers

    def needs(self, position):
        if not self.sides:
            return frozenset([self.largest])
        number = self.value(position)
        return self.need_sets[number] if number < len(self.need_sets) else frozenset()


# --- 6. From values to answers ---


def minimal(needs):
    def at_most(a, b):
        return all(x <= y for x, y in zip(a, b))

    return frozenset(need for need in needs if not any(at_most(other, need) for other in needs if other != need))


class Tables:
    """The tables of a folder. What was read is kept in memory."""

    def __init__(self, folder, rules="russian"):
        self.folder = Path(folder)
        self.rules = ALL_RULES[rules]
        self.files = {}

    def file(self, kind, ending, position):
        """The file for a position, and the position as the file has it."""
        counts = position.counts()
        if sum(counts) > 8:
            raise TableError(2, "there are tables of at most 8 pieces")
        if not is_canonical(counts):
            position = position.mirrored()
            counts = position.counts()
        if position.side == BLACK and counts[0:2] == counts[2:4]:
            position = position.mirrored()
        name = f"{class_name(counts)}.{ending}"
        if name not in self.files:
            self.files[name] = kind(self.folder / name, counts, self.rules)
        return self.files[name], position

    def outcome(self, position):
        """6.1: with all clocks at zero."""
        outcome, _ = self.resolve(position)
        return outcome

    def resolve(self, position):
        """The outcome, and the needs where they follow from no table of the position's own."""
        after_captures = captures(position)
        if not after_captures and not any(quiet_moves(position)):
            return LOSS, frozenset([(0, 0, 0)])
        if not any(position.other()):
            return WIN, frozenset([self.one(position)])
        if after_captures:
            best = max(4 - self.outcome(after) for after in after_captures)
            return best, frozenset([self.one(position)])
        file, place = self.file(OutcomeFile, "ptw", position)
        return file.value(place), None

    def needs(self, position):
        """6.3: a set of (king, material, road)."""
        outcome, needs = self.resolve(position)
        if outcome not in (WIN, LOSS):
            return frozenset()
        if needs is not None:
            return needs
        file, place = self.file(NeedFile, "ptn", position)
        if file.holds(place.side) or not file.sides:
            return file.needs(place)
        if outcome == WIN:
            moves = (self.before(position, *move) for move in quiet_moves(position) if self.outcome(move[1]) == LOSS)
            return minimal(frozenset().union(*moves))
        all_of = frozenset([(0, 0, 0)])
        for move in quiet_moves(position):
            needs = self.before(position, *move)
            all_of = minimal({tuple(map(max, a, b)) for a in all_of for b in needs})
        return all_of

    def limits(self, position):
        return self.rules.limits(position.counts())

    def limited(self, position, need):
        """A need with 0 for the clocks that have no limit."""
        return tuple(0 if limit == UNLIMITED else part for part, limit in zip(need, self.limits(position)))

    def one(self, position):
        return self.limited(position, (1, 1, int(position.on_road())))

    def before(self, position, kind, after):
        """The needs before a move, from those after it."""
        if kind == CROWNING:
            return {self.one(position)}
        found = set()
        for king, material, road in self.needs(after):
            king = king + 1 if kind == KING_MOVE else 1
            road = 0 if not position.on_road() else 1 if not after.on_road() else road + 1
            need = self.limited(position, (king, material + 1, road))
            if all(part <= limit for part, limit in zip(need, self.limits(position))):
                found.add(need)
        return found

    def outcome_at(self, position, clocks):
        """6.4: at a king, a material and a road clock."""
        outcome, forced = self.resolve(position)
        has_move = forced != frozenset([(0, 0, 0)])
        limits = self.limits(position)
        if any(clock >= limit for clock, limit in zip(clocks, limits)):
            return DRAW if has_move else LOSS
        if outcome not in (WIN, LOSS) or not any(clocks) or forced is not None:
            return outcome

        def met(need):
            return all(part <= limit - clock for part, limit, clock in zip(need, limits, clocks))

        file, _ = self.file(OutcomeFile, "ptw", position)
        if met(file.largest) or any(map(met, self.needs(position))):
            return outcome
        return CURSED_WIN if outcome == WIN else BLESSED_LOSS


# --- FEN ---


def parse_square(text):
    if text.isdecimal() and text.isascii() and 1 <= int(text) <= 32:
        number = int(text) - 1
        return 4 * (7 - number // 4) + number % 4
    if len(text) == 2 and text[0] in "abcdefgh" and text[1] in "12345678":
        file, rank = ord(text[0]) - ord("a"), int(text[1]) - 1
        if (file + rank) % 2 == 0:
            return square_at(file, rank)
    raise TableError(2, f"`{text}` is not a dark square")


def parse_fen(text):
    """A position and its clocks: side to move, pieces of both sides, clocks; `c3` or 1 = b8 … 32 = g1."""
    side, *parts = text.strip().split(":")
    if side not in ("W", "B"):
        raise TableError(2, "the side to move is missing: W or B")
    pieces = {"W": [0, 0], "B": [0, 0]}
    clocks = {"H": 0, "M": 0, "R": 0}
    occupied = 0
    for part in parts:
        letter, rest = part[:1], part[1:]
        if letter in clocks and rest.isdecimal() and rest.isascii():
            clocks[letter] = int(rest)
            continue
        if letter not in pieces:
            raise TableError(2, f"`{part}` is neither pieces nor a clock")
        for name in filter(None, rest.split(",")):
            is_man = not name.startswith("K")
            square = parse_square(name.removeprefix("K"))
            if occupied >> square & 1:
                raise TableError(2, f"two pieces stand on `{name}`")
            if is_man and (square > 27 if letter == "W" else square < 4):
                raise TableError(2, f"a man stands on its last row, on `{name}`")
            occupied |= 1 << square
            pieces[letter][is_man] |= 1 << square
    if not occupied:
        raise TableError(2, "there are no pieces")
    return Position(*pieces["W"], *pieces["B"], "WB".index(side)), tuple(clocks.values())


# --- XXH3-64 with seed 0 and the default secret ---

SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221b8084674f743248e"
    "e03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8a8fa763fe39c343ff9dcbbc7c70b4f1d"
    "8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc"
    "8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
)
MASK = (1 << 64) - 1
P32_1, P32_2, P32_3 = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D
P64_1, P64_2, P64_3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
P64_4, P64_5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5


def u64(data, at):
    return int.from_bytes(data[at : at + 8], "little")


def u32(data, at):
    return int.from_bytes(data[at : at + 4], "little")


def folded(a, b):
    product = a * b
    return (product ^ product >> 64) & MASK


def shuffled(h, shift, factor):
    h ^= h >> shift
    return h * factor & MASK


def avalanche(h):
    h = shuffled(h, 37, 0x165667919E3779F9)
    return h ^ h >> 32


def avalanche_xxh64(h):
    h = shuffled(shuffled(h, 33, P64_2), 29, P64_3)
    return h ^ h >> 32


def xxh3_64(data):
    n = len(data)
    if n == 0:
        return avalanche_xxh64(u64(SECRET, 56) ^ u64(SECRET, 64))
    if n <= 3:
        h = data[0] << 16 | data[n >> 1] << 24 | data[n - 1] | n << 8
        return avalanche_xxh64(h ^ u32(SECRET, 0) ^ u32(SECRET, 4))
    if n <= 8:
        h = (u32(data, n - 4) + (u32(data, 0) << 32)) ^ u64(SECRET, 8) ^ u64(SECRET, 16)
        h ^= (h << 49 | h >> 15) & MASK ^ (h << 24 | h >> 40) & MASK
        h = h * 0x9FB21C651E98DF25 & MASK
        h = (h ^ (h >> 35) + n) * 0x9FB21C651E98DF25 & MASK
        return h ^ h >> 28
    if n <= 16:
        low = u64(data, 0) ^ u64(SECRET, 24) ^ u64(SECRET, 32)
        high = u64(data, n - 8) ^ u64(SECRET, 40) ^ u64(SECRET, 48)
        swapped = int.from_bytes(low.to_bytes(8, "little"), "big")
        return avalanche(n + swapped + high + folded(low, high) & MASK)
    if n <= 240:
        return xxh3_medium(data, n)
    return xxh3_long(data, n)


def xxh3_medium(data, n):
    def mixed(at, secret):
        return folded(u64(data, at) ^ u64(SECRET, secret), u64(data, at + 8) ^ u64(SECRET, secret + 8))

    h = n * P64_1
    if n <= 128:
        for i in range((n - 1) // 32, -1, -1):
            h += mixed(16 * i, 32 * i) + mixed(n - 16 * (i + 1), 32 * i + 16)
        return avalanche(h & MASK)
    h = avalanche(h + sum(mixed(16 * i, 16 * i) for i in range(8)) & MASK)
    h += sum(mixed(16 * i, 16 * (i - 8) + 3) for i in range(8, n // 16))
    return avalanche(h + mixed(n - 16, 136 - 17) & MASK)


def xxh3_long(data, n):
    lanes = [P32_3, P64_1, P64_2, P64_3, P64_4, P32_2, P64_5, P32_1]
    keys = [struct.unpack_from("<8Q", SECRET, 8 * i) for i in range(16)]

    def stripe(at, key):
        for i, number in enumerate(struct.unpack_from("<8Q", data, at)):
            keyed = number ^ key[i]
            lanes[i ^ 1] = lanes[i ^ 1] + number & MASK
            lanes[i] = lanes[i] + (keyed & 0xFFFFFFFF) * (keyed >> 32) & MASK

    stripes = (n - 1) // 64
    for number in range(stripes):
        stripe(64 * number, keys[number % 16])
        if number % 16 == 15:
            for i, key in enumerate(struct.unpack_from("<8Q", SECRET, 128)):
                lanes[i] = (lanes[i] ^ lanes[i] >> 47 ^ key) * P32_1 & MASK
    stripe(n - 64, struct.unpack_from("<8Q", SECRET, 121))
    h = n * P64_1
    for i in range(4):
        h += folded(lanes[2 * i] ^ u64(SECRET, 11 + 16 * i), lanes[2 * i + 1] ^ u64(SECRET, 19 + 16 * i))
    return avalanche(h & MASK)


# --- The command ---


def needs_text(tables, position, needs):
    shown = 2 if tables.limits(position)[2] == UNLIMITED else 3
    return ",".join(":".join(map(str, need[:shown])) for need in sorted(needs)) or "-"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.partition("\n\n")[0],
        epilog="Output: FEN, outcome and needs (king:material, with commas between), with tabs between.",
    )
    parser.add_argument("fen", nargs="*", metavar="FEN", help="a position, as in 'W:WKa5,Kg3,c3:BKf8,a3'")
    parser.add_argument("--tables", required=True, metavar="DIR", help="the folder of the .ptw and .ptn files")
    parser.add_argument("--rules", choices=ALL_RULES, default="russian", help="the rule set (default: russian)")
    parser.add_argument("--batch", metavar="FILE", help="a file with one position a line; - for standard input")
    parser.add_argument("--check", action="store_true", help="check every byte of all tables in the folder first")
    arguments = parser.parse_args()
    tables = Tables(arguments.tables, arguments.rules)
    status = 0

    if arguments.check:
        for path in sorted(tables.folder.glob("*.pt[wn]")):
            try:
                white, _, black = path.stem.partition("v")
                counts = (white.count("K"), white.count("M"), black.count("K"), black.count("M"))
                (OutcomeFile if path.suffix == ".ptw" else NeedFile)(path, counts, tables.rules).check_all()
            except TableError as error:
                print(f"read_table.py: {error}", file=sys.stderr)
                status = max(status, error.status)

    fens = list(arguments.fen)
    if arguments.batch:
        try:
            with open(0 if arguments.batch == "-" else arguments.batch, encoding="utf-8") as file:
                fens += [line.strip() for line in file if line.strip()]
        except (OSError, UnicodeDecodeError) as error:
            print(f"read_table.py: {arguments.batch}: {error}", file=sys.stderr)
            return 2
    for fen in fens:
        try:
            position, clocks = parse_fen(fen)
            outcome = NAMES[tables.outcome_at(position, clocks)]
            print(fen, outcome, needs_text(tables, position, tables.needs(position)), sep="\t")
        except TableError as error:
            print(fen, "error", error, sep="\t")
            status = max(status, error.status)
    return status


if __name__ == "__main__":
    sys.exit(main())
