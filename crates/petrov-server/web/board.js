// The board as SVG: draws pieces, arrows and marks, and tells what is clicked, dragged or chosen by key.

import { FILES, pathOf } from "./game.js";
import { t } from "./text.js";

const NS = "http://www.w3.org/2000/svg";
const SIDE = 100;
const CROWN = "M-19 13 L-23 -9 L-11 0 L0 -17 L11 0 L23 -9 L19 13 Z";

export const darkSquares = [];
for (let rank = 1; rank <= 8; rank += 1) {
  for (let file = 0; file < 8; file += 1) {
    if ((file + rank) % 2 === 1) darkSquares.push(FILES[file] + rank);
  }
}

export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function pieceShape({ color, king }) {
  const shape = svg("g", { class: `piece ${color}${king ? " king" : ""}` });
  shape.append(svg("circle", { class: "shadow", cy: 4, r: 39 }), svg("circle", { class: "body", r: 39 }), svg("circle", { class: "ring", r: 30 }));
  shape.append(king ? svg("path", { class: "crown", d: CROWN }) : svg("circle", { class: "dimple", r: 18 }));
  return shape;
}

// A piece alone, for the palette.
export function pieceIcon(piece) {
  return svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true", class: "piece-icon" }, pieceShape(piece));
}

function pieceName(piece) {
  return piece ? t(`${piece.color}${piece.king ? "King" : "Man"}`) : t("emptySquare");
}

function background() {
  const group = svg("g", { "aria-hidden": "true" });
  group.append(svg("rect", { class: "light", width: 800, height: 800 }));
  return group;
}

export class Board {
  // `onSquare(square)`: clicked or chosen by key. `onDrag(from, to)`: dragged; `to` is null off the board.
  constructor({ onSquare = null, onDrag = null, canDrag = () => false } = {}) {
    this.onSquare = onSquare;
    this.onDrag = onDrag;
    this.canDrag = canDrag;
    this.flipped = false;
    this.pieces = new Map();
    this.cursor = "c3";
    this.marks = { selected: null, targets: [], wrong: null, last: [] };
    this.element = svg("svg", { viewBox: "0 0 800 800", class: "board", role: "group" });
    this.squares = svg("g");
    this.labels = svg("g", { class: "labels", "aria-hidden": "true" });
    this.pieceLayer = svg("g", { class: "pieces", "aria-hidden": "true" });
    this.arrows = svg("g", { class: "arrows", "aria-hidden": "true" });
    this.element.append(background(), this.squares, this.labels, this.pieceLayer, this.arrows);
    this.shapes = new Map();
    this.makeSquares();
    if (onSquare) this.listen();
  }

  makeSquares() {
    this.squareElements = new Map();
    for (const square of darkSquares) {
      const group = svg("g", { class: "square", "data-square": square });
      group.append(svg("rect", { class: "dark", width: SIDE, height: SIDE }), svg("circle", { class: "dot", cx: 50, cy: 50, r: 15 }));
      if (this.onSquare) group.setAttribute("role", "button");
      this.squareElements.set(square, group);
      this.squares.append(group);
    }
    this.place();
  }

  // Where the middle of a square is.
  middle(square) {
    const [file, rank] = [FILES.indexOf(square[0]), Number(square[1])];
    const [column, row] = this.flipped ? [7 - file, rank - 1] : [file, 8 - rank];
    return [column * SIDE + 50, row * SIDE + 50];
  }

  place() {
    for (const [square, element] of this.squareElements) {
      const [x, y] = this.middle(square);
      element.setAttribute("transform", `translate(${x - 50} ${y - 50})`);
    }
    this.labels.replaceChildren();
    for (let i = 0; i < 8; i += 1) {
      const file = this.flipped ? 7 - i : i;
      const rank = this.flipped ? i + 1 : 8 - i;
      // Every other label stands on a dark square.
      this.labels.append(
        svg("text", { x: i * SIDE + 92, y: 792, class: i % 2 ? "" : "on-dark", "text-anchor": "end" }, FILES[file]),
        svg("text", { x: 7, y: i * SIDE + 24, class: i % 2 ? "on-dark" : "" }, String(rank)),
      );
    }
  }

  flip() {
    this.flipped = !this.flipped;
    this.place();
    this.show(this.pieces);
    this.arrows.replaceChildren();
  }

  // Shows a position. With a path, the piece at its end is seen to come along it.
  show(pieces, path = null) {
    this.pieces = pieces;
    this.pieceLayer.replaceChildren();
    this.shapes.clear();
    for (const [square, piece] of pieces) {
      if (!this.squareElements.has(square)) continue;
      const shape = pieceShape(piece);
      const [x, y] = this.middle(square);
      shape.style.transform = `translate(${x}px, ${y}px)`;
      this.shapes.set(square, shape);
      this.pieceLayer.append(shape);
    }
    const moved = path && this.shapes.get(path.at(-1));
    if (moved?.animate && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      const frames = path.map((square) => ({ transform: `translate(${this.middle(square).map((n) => `${n}px`).join(", ")})` }));
      this.pieceLayer.append(moved);
      moved.animate(frames, { duration: 160 + 90 * (path.length - 1), easing: "ease-out" });
    }
    this.relabel();
  }

  // Marks squares: the chosen one, where it can go, what is wrong, the last move.
  mark(marks) {
    this.marks = { selected: null, targets: [], wrong: null, last: [], ...marks };
    for (const [square, element] of this.squareElements) {
      element.classList.toggle("selected", square === this.marks.selected);
      element.classList.toggle("target", this.marks.targets.includes(square));
      element.classList.toggle("wrong", square === this.marks.wrong);
      element.classList.toggle("last", this.marks.last.includes(square));
    }
    this.relabel();
  }

  // Words for those who do not see the board.
  relabel() {
    if (!this.onSquare) return;
    this.element.setAttribute("aria-label", t("boardLabel"));
    for (const [square, element] of this.squareElements) {
      const words = [square, pieceName(this.pieces.get(square))];
      if (square === this.marks.selected) words.push(t("selected"));
      if (this.marks.targets.includes(square)) words.push(t("target"));
      element.setAttribute("aria-label", words.join(", "));
      element.setAttribute("tabindex", square === this.cursor ? "0" : "-1");
    }
  }

  // Draws a move; `taken` are the squares of the pieces that it takes.
  arrow(move, taken = []) {
    this.arrows.replaceChildren();
    if (!move) return;
    const points = pathOf(move).map((square) => this.middle(square));
    for (const square of taken) {
      const [x, y] = this.middle(square);
      this.arrows.append(svg("circle", { class: "taken", cx: x, cy: y, r: 44 }));
    }
    const [end, before] = [points.at(-1), points.at(-2)];
    const angle = Math.atan2(end[1] - before[1], end[0] - before[0]);
    const back = (length, turn) => [end[0] - length * Math.cos(angle + turn), end[1] - length * Math.sin(angle + turn)];
    const shaft = [...points.slice(0, -1), back(26, 0)];
    this.arrows.append(
      svg("polyline", { class: "shaft", points: shaft.map((p) => p.join(",")).join(" ") }),
      svg("polygon", { class: "head", points: [end, back(46, 0.5), back(46, -0.5)].map((p) => p.join(",")).join(" ") }),
    );
  }

  // The square at a place of the window, or null.
  squareAt(x, y) {
    const box = this.element.getBoundingClientRect();
    const [column, row] = [Math.floor(((x - box.left) / box.width) * 8), Math.floor(((y - box.top) / box.height) * 8)];
    if (column < 0 || column > 7 || row < 0 || row > 7) return null;
    const [file, rank] = this.flipped ? [7 - column, row + 1] : [column, 8 - row];
    const square = FILES[file] + rank;
    return this.squareElements.has(square) ? square : null;
  }

  listen() {
    const board = this.element;
    let drag = null;
    board.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      const square = this.squareAt(event.clientX, event.clientY);
      drag = { square, x: event.clientX, y: event.clientY, moving: false };
      if (square && this.shapes.has(square) && this.canDrag(square)) board.setPointerCapture(event.pointerId);
      else drag.fixed = true;
    });
    board.addEventListener("pointermove", (event) => {
      if (!drag || drag.fixed) return;
      if (!drag.moving && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) return;
      drag.moving = true;
      const box = board.getBoundingClientRect();
      const shape = this.shapes.get(drag.square);
      const [x, y] = [((event.clientX - box.left) / box.width) * 800, ((event.clientY - box.top) / box.height) * 800];
      shape.style.transform = `translate(${x}px, ${y}px) scale(1.08)`;
      shape.classList.add("dragged");
      this.pieceLayer.append(shape);
    });
    const end = (event) => {
      if (!drag) return;
      const { square, moving } = drag;
      drag = null;
      const to = this.squareAt(event.clientX, event.clientY);
      if (event.type === "pointercancel" || (moving && to === square)) this.show(this.pieces);
      else if (moving) {
        this.show(this.pieces);
        this.onDrag(square, to);
      } else if (square && to === square) {
        this.cursor = square;
        this.onSquare(square);
      }
    };
    board.addEventListener("pointerup", end);
    board.addEventListener("pointercancel", end);
    board.addEventListener("keydown", (event) => this.onKey(event));
    board.addEventListener("focusin", (event) => {
      const square = event.target.closest?.(".square")?.dataset.square;
      if (square) this.cursor = square;
    });
  }

  onKey(event) {
    const step = { ArrowLeft: [-2, 0], ArrowRight: [2, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.onSquare(this.cursor);
    } else if (step) {
      event.preventDefault();
      event.stopPropagation();
      this.moveCursor(this.flipped ? step.map((n) => -n) : step);
    }
  }

  // Goes to the next dark square; from rank to rank it keeps to the same pair of files.
  moveCursor([files, ranks]) {
    const [file, rank] = [FILES.indexOf(this.cursor[0]), Number(this.cursor[1]) + ranks];
    const to = ranks ? (file % 2 ? file - 1 : file + 1) : file + files;
    if (to < 0 || to > 7 || rank < 1 || rank > 8) return;
    this.cursor = FILES[to] + rank;
    this.relabel();
    this.squareElements.get(this.cursor).focus();
  }
}
