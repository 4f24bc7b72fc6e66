// The page of one class of material.

import { ask, query } from "./api.js";
import { bar, countTable } from "./bars.js";
import { Board } from "./board.js";
import { readFen } from "./game.js";
import { asked, byId, make, page, problemText } from "./page.js";
import { number, rulesName, t } from "./text.js";

const name = asked("name") ?? "";
const rules = asked("rules");
let found = null;
let problem = null;

function render() {
  const content = byId("content");
  if (problem) {
    const words = [make("p", { class: "sentence" }, problemText(problem))];
    if (problem.command) words.push(make("p", {}, t("missingHow")), make("pre", {}, make("code", {}, problem.command)));
    return content.replaceChildren(make("div", { class: "card verdict problem" }, ...words));
  }
  if (!found) return content.replaceChildren(make("p", { class: "hint" }, t("asking")));
  const [white, black] = found.class.split("v");
  const mirrored = `${black}v${white}`;
  const other = mirrored === found.class ? null : make("a", { href: `class${query({ name: mirrored, rules })}` }, t("mirror", mirrored));
  const several = found.sides.reduce((sum, side) => sum + side.several_needs, 0);
  content.replaceChildren(
    make("h1", {}, t("classTitle", found.class)),
    make("p", {}, `${t("ofClass", material(white), material(black))} · ${rulesName(found.rules)}. ${t("files", found.files.outcomes, found.files.needs)} `, other),
    make("section", {}, make("h2", {}, t("counts")), ...found.sides.flatMap(sideBar), make("div", { class: "scroll" }, countTable(found.sides))),
    several ? make("p", {}, `${number(several)} ${t("several_needs")}.`) : "",
    make("section", {}, make("h2", {}, t("longestTitle")), ...longest()),
  );
}

function material(side) {
  const kings = side.split("K").length - 1;
  const men = side.length - kings;
  return [kings ? t("kings", kings) : null, men ? t("men", men) : null].filter(Boolean).join(` ${t("and")} `);
}

function sideBar(side) {
  return [make("h3", {}, `${t(`${side.to_move}ToMove`)}: ${number(side.positions)} ${t("positions")}`), bar(side)];
}

// The positions with the longest needs, one that is the longest in both ways once.
function longest() {
  const cards = new Map();
  for (const side of found.sides) {
    for (const [kind, plies, fen] of [
      ["longestKing", side.max_king_need, side.king_example],
      ["longestMaterial", side.max_material_need, side.material_example],
    ]) {
      if (fen) cards.set(fen, [...(cards.get(fen) ?? []), t(kind, plies)]);
    }
  }
  if (!cards.size) return [make("p", {}, t("noNeeds"))];
  const shown = [...cards].map(([fen, words]) => {
    const { pieces, toMove } = readFen(fen);
    const small = new Board();
    small.show(pieces);
    small.element.setAttribute("aria-hidden", "true");
    return make(
      "a",
      { class: "card example", href: `./${query({ fen, rules })}` },
      small.element,
      make("span", {}, make("strong", {}, t(`${toMove}ToMove`)), ...words.map((line) => make("span", {}, line)), make("code", {}, fen), make("em", {}, t("open"))),
    );
  });
  return [make("p", { class: "hint" }, t("longestHelp")), make("div", { class: "longest-cards" }, ...shown)];
}

page("class", render);
try {
  found = await ask(`stats/${encodeURIComponent(name)}`, { rules });
} catch (error) {
  problem = error;
}
render();
document.body.dataset.ready = "true";
