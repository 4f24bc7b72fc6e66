// A position as the service writes it, and the line of positions that was played.

export const FILES = "abcdefgh";

// Reads a FEN that the service wrote: squares in letters, clocks behind.
export function readFen(fen) {
  const pieces = new Map();
  const clocks = { king: 0, material: null, road: 0 };
  const [side, ...fields] = fen.split(":");
  for (const field of fields) {
    const [letter, rest] = [field[0], field.slice(1)];
    if (letter === "W" || letter === "B") {
      const color = letter === "W" ? "white" : "black";
      for (const square of rest.split(",").filter(Boolean)) {
        const king = square[0] === "K";
        pieces.set(king ? square.slice(1) : square, { color, king });
      }
    } else {
      clocks[{ H: "king", M: "material", R: "road" }[letter]] = Number(rest);
    }
  }
  // It counts every ply that another clock counts.
  clocks.material ??= Math.max(clocks.king, clocks.road);
  return { toMove: side === "W" ? "white" : "black", pieces, clocks };
}

// Writes a position with its clocks for the service to read.
export function writeFen({ toMove, pieces, clocks }) {
  const side = (color) =>
    [...pieces]
      .filter(([, piece]) => piece.color === color)
      .map(([square, piece]) => (piece.king ? `K${square}` : square))
      .join(",");
  const road = clocks.road ? `:R${clocks.road}` : "";
  return `${toMove === "white" ? "W" : "B"}:W${side("white")}:B${side("black")}:H${clocks.king}:M${clocks.material}${road}`;
}

// A FEN without clocks that stand at zero, for people to read.
export function shortFen(fen) {
  return fen.replace(/:H0:M0$/, "");
}

// The squares of the pieces that the opponent loses between two positions.
export function takenBetween(before, after) {
  const [from, to] = [readFen(before), readFen(after)];
  return [...from.pieces].filter(([square, piece]) => piece.color !== from.toMove && !to.pieces.has(square)).map(([square]) => square);
}

// The squares of a move in the order in which the piece goes over them.
export function pathOf(move) {
  return move.split(/[-:]/);
}

export class Line {
  constructor(fen) {
    this.start(fen);
  }

  start(fen) {
    this.nodes = [{ fen, move: null, ending: null }];
    this.at = 0;
  }

  get node() {
    return this.nodes[this.at];
  }

  get fen() {
    return this.node.fen;
  }

  // Plays moves from here; what came after is forgotten, but for the same moves.
  play(moves) {
    const same = moves.length === 1 && this.nodes[this.at + 1]?.move === moves[0].move;
    if (!same) this.nodes = [...this.nodes.slice(0, this.at + 1), ...moves];
  }

  go(at) {
    const to = Math.max(0, Math.min(at, this.nodes.length - 1));
    const changed = to !== this.at;
    this.at = to;
    return changed;
  }
}
