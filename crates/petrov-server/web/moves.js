// The legal moves, grouped by what they lead to, and the line that was played.

import { shortFen } from "./game.js";
import { make } from "./page.js";
import { t } from "./text.js";

// Fills the list of moves. `look(move)` when one is pointed at (null: no more), `play(move)` when chosen.
export function fillMoves(list, moves, { look, play }) {
  const groups = [];
  for (const move of moves) {
    const outcome = move.outcome ?? "unknown";
    if (groups.at(-1)?.outcome !== outcome) groups.push({ outcome, moves: [] });
    groups.at(-1).moves.push(move);
  }
  list.replaceChildren(
    ...groups.map((group) => {
      const help = t(`outcomeHelp.${group.outcome}`);
      const heading = make("h3", { class: `outcome ${group.outcome}` }, t(`outcome.${group.outcome}`), help ? make("small", {}, ` – ${help}`) : null);
      const items = group.moves.map((move) => make("li", {}, button(move, look, play)));
      return make("section", {}, heading, make("ol", {}, ...items));
    }),
  );
  if (!moves.length) list.replaceChildren(make("p", { class: "hint" }, t("noMoves")));
}

function button(move, look, play) {
  const about = [];
  if (move.ending) about.push(t(`ends.${move.ending}`));
  else if (Number.isInteger(move.distance)) about.push(t("plies", move.distance));
  const mark = move.conversion && !move.ending ? make("span", { class: "conversion", title: t("conversion") }, "×") : null;
  if (mark) mark.append(make("span", { class: "unseen" }, `, ${t("conversion")}`));
  return make(
    "button",
    {
      type: "button",
      "data-move": move.move,
      onclick: () => play(move),
      onpointerenter: () => look(move),
      onpointerleave: () => look(null),
      onfocus: () => look(move),
      onblur: () => look(null),
    },
    make("span", { class: "name" }, move.move),
    mark,
    make("span", { class: "about" }, about.join(", ")),
  );
}

// Fills the line that was played; `go(at)` when a place in it is chosen.
export function fillLine(element, line, firstToMove, go) {
  const items = line.nodes.map((node, at) => {
    const choose = make(
      "button",
      { type: "button", "aria-current": at === line.at ? "step" : null, title: shortFen(node.fen), onclick: () => go(at) },
      node.move ?? t("lineStart"),
    );
    const ply = at - 1 + (firstToMove === "black" ? 1 : 0);
    const number = at > 0 && (ply % 2 === 0 || at === 1) ? `${Math.floor(ply / 2) + 1}.${ply % 2 ? "…" : ""} ` : null;
    return make("li", {}, number ? make("span", { class: "number" }, number) : null, choose);
  });
  element.replaceChildren(...items);
  const current = element.children[line.at];
  // Only the list is scrolled, never the page.
  if (current) element.scrollTop = current.offsetTop - element.offsetTop - element.clientHeight / 2;
}
