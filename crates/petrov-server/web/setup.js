// Setting up a position: which piece a click places.

import { pieceIcon } from "./board.js";
import { make } from "./page.js";
import { t } from "./text.js";

const TOOLS = [
  ["whiteMan", { color: "white", king: false }],
  ["whiteKing", { color: "white", king: true }],
  ["blackMan", { color: "black", king: false }],
  ["blackKing", { color: "black", king: true }],
  ["erase", null],
];

export class Setup {
  constructor(palette) {
    this.palette = palette;
    this.tool = "whiteKing";
  }

  render() {
    this.palette.setAttribute("aria-label", t("tool"));
    this.palette.replaceChildren(
      ...TOOLS.map(([name, piece], at) => {
        const choose = make("button", {
          type: "button",
          role: "radio",
          "aria-checked": String(name === this.tool),
          "aria-label": t(name),
          title: `${t(name)} (${at + 1})`,
          "data-tool": name,
          onclick: () => this.choose(name),
        });
        choose.append(piece ? pieceIcon(piece) : "×");
        return choose;
      }),
    );
  }

  choose(name) {
    this.tool = name;
    for (const button of this.palette.children) button.setAttribute("aria-checked", String(button.dataset.tool === name));
  }

  // Chooses the tool of a digit key; false if there is none.
  chooseByKey(key) {
    const tool = TOOLS[Number(key) - 1];
    if (tool) this.choose(tool[0]);
    return Boolean(tool);
  }

  // What a click on a square makes of the pieces.
  clicked(pieces, square) {
    const changed = new Map(pieces);
    const piece = TOOLS.find(([name]) => name === this.tool)[1];
    const there = pieces.get(square);
    if (!piece || (there && there.color === piece.color && there.king === piece.king)) changed.delete(square);
    else changed.set(square, piece);
    return changed;
  }

  // What dragging a piece makes of the pieces; off the board it goes away.
  dragged(pieces, from, to) {
    const changed = new Map(pieces);
    const piece = changed.get(from);
    changed.delete(from);
    if (to) changed.set(to, piece);
    return changed;
  }
}
