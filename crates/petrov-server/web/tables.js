// The overview of the tables that the server has.

import { ask, query } from "./api.js";
import { bar, legend } from "./bars.js";
import { asked, byId, fillRules, make, page, problemText, relink } from "./page.js";
import { number, size, t } from "./text.js";

let rules = asked("rules");
let ruleNames = [];
let overview = null;
let problem = null;

function render() {
  fillRules(byId("rules"), ruleNames, rules);
  const content = byId("content");
  if (problem) return content.replaceChildren(make("p", { class: "card verdict problem" }, problemText(problem)));
  if (!overview) return content.replaceChildren(make("p", { class: "hint" }, t("asking")));
  const wanted = byId("filter").value.trim().toLowerCase();
  const isWanted = ({ class: name }) => !wanted || name.toLowerCase().includes(wanted) || mirror(name).toLowerCase().includes(wanted);
  const groups = grouped(overview.classes.filter(isWanted));
  const parts = [...groups].map(([count, classes]) => make("section", {}, make("div", { class: "group" }, make("h2", {}, t("pieces", count)), make("span", { class: "hint" }, t("longest"))), make("ul", { class: "classes" }, ...classes.map(classItem))));
  const damaged = overview.damaged.map(({ class: name, detail }) => make("li", {}, `${name}: ${detail}`));
  content.replaceChildren(total(), overview.classes.length ? legend() : "", ...parts);
  if (damaged.length) content.append(make("section", { class: "card verdict problem" }, make("h2", {}, t("damagedTables")), make("ul", {}, ...damaged)));
}

function total() {
  if (!overview.classes.length) {
    return make("div", { class: "card" }, make("p", {}, t("none")), make("p", {}, t("noneHow")), make("pre", {}, make("code", {}, overview.command)));
  }
  const sum = (of) => overview.classes.reduce((all, one) => all + of(one), 0);
  const positions = sum(({ class: name, sides }) => (name === mirror(name) ? sides[0].positions : sides[0].positions + sides[1].positions));
  const bytes = sum(({ files }) => files.outcomes + (files.needs ?? 0));
  return make("p", { class: "hint" }, t("totals", overview.classes.length, positions, bytes));
}

function grouped(classes) {
  const groups = new Map();
  for (const one of classes) groups.set(pieces(one), [...(groups.get(pieces(one)) ?? []), one]);
  return groups;
}

function pieces({ class: name }) {
  return name.length - 1;
}

function mirror(name) {
  return name.split("v").reverse().join("v");
}

function classItem(one) {
  const longest = one.sides.map((side) => `${side.max_king_need} / ${side.max_material_need}`);
  const sides = one.sides.map((side, at) =>
    make("div", { class: "side" }, make("span", { class: "who", title: t(`${side.to_move}ToMove`) }, t(side.to_move)), bar(side), make("span", { class: "longest", title: t("longest") }, longest[at])),
  );
  const link = make("a", { class: "class-name", href: `class${query({ name: one.class, rules })}` }, one.class);
  const about = make("span", { class: "hint" }, `${number(one.sides[0].positions)} ${t("positions")}`, make("br"), size(one.files.outcomes + (one.files.needs ?? 0)));
  return make("li", {}, make("div", { class: "what" }, link, about), make("div", { class: "sides" }, ...sides));
}

async function load() {
  [overview, problem] = [null, null];
  render();
  try {
    overview = await ask("stats", { rules });
    rules = overview.rules;
  } catch (error) {
    problem = error;
  }
  render();
}

byId("rules").addEventListener("change", (event) => {
  rules = event.target.value;
  history.replaceState(null, "", `${location.pathname}${query({ rules })}`);
  relink();
  load();
});
byId("filter").addEventListener("input", render);
page("tables", render);
try {
  ruleNames = (await ask("rules")).map((set) => set.name);
} catch (error) {
  problem = error;
}
if (!ruleNames.includes(rules)) rules = ruleNames[0] ?? null;
if (problem) render();
else await load();
document.body.dataset.ready = "true";
