// Bars that show the share of each outcome.

import { make } from "./page.js";
import { number, share, t } from "./text.js";

export const OUTCOMES = [
  ["win", "win"],
  ["cursed_win", "cursed-win"],
  ["draw", "draw"],
  ["blessed_loss", "blessed-loss"],
  ["loss", "loss"],
];

// A bar of the outcomes of one side to move.
export function bar(side) {
  const parts = OUTCOMES.filter(([field]) => side[field] > 0);
  const words = parts.map(([field, name]) => `${t(`outcome.${name}`)} ${share(side[field], side.positions)}`);
  const element = make("div", { class: "outcomes", role: "img", "aria-label": words.join(", "), title: words.join("\n") });
  for (const [field, name] of parts) {
    const part = make("span", { class: name });
    part.style.flexGrow = side[field] / side.positions;
    element.append(part);
  }
  return element;
}

// The outcomes of both sides to move as a table.
export function countTable(sides) {
  const head = make("tr", {}, make("td", {}), ...sides.flatMap((side) => [make("th", { scope: "col", colspan: 2 }, t(`${side.to_move}ToMove`))]));
  const row = ([field, name]) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, make("span", { class: `swatch ${name}` }), t(`outcome.${name}`)),
      ...sides.flatMap((side) => [make("td", {}, number(side[field])), make("td", { class: "share" }, share(side[field], side.positions))]),
    );
  return make("table", { class: "counts" }, make("thead", {}, head), make("tbody", {}, ...OUTCOMES.map(row)));
}

// What the colours of the bars mean.
export function legend() {
  return make("p", { class: "legend" }, ...OUTCOMES.map(([, name]) => make("span", {}, make("span", { class: `swatch ${name}` }), t(`outcome.${name}`))));
}
