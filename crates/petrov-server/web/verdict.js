// An answer in a sentence, and what the clocks say to it.

import { make } from "./page.js";
import { t } from "./text.js";

const CLOCKS = ["king", "material", "road"];

// The sentence of an answer.
export function sentence(answer) {
  const mover = answer.to_move;
  const other = mover === "white" ? "black" : "white";
  const [winner, loser] = ["win", "cursed-win"].includes(answer.outcome) ? [mover, other] : [other, mover];
  switch (answer.outcome) {
    case "draw":
      return `${t("drawn")}.`;
    case "win":
    case "loss":
      return answer.moves.length ? `${t("wins", winner)}${spare(answer)}.` : `${t("noMove", loser, winner)}.`;
    default:
      return `${t(answer.needs.length ? "cursedNow" : "cursedEver", winner, loser)}.`;
  }
}

// What the tightest of the clocks leaves.
function spare(answer) {
  const left = CLOCKS.filter((clock) => Number.isInteger(answer.spare[clock]));
  if (!left.length) return "";
  const tightest = left.reduce((least, clock) => (answer.spare[clock] < answer.spare[least] ? clock : least));
  return t("spare", t("rule", answer.limits[tightest]), answer.spare[tightest], tightest === "king");
}

// The lines under the sentence.
export function notes(answer) {
  const lines = [];
  if (answer.distance) lines.push(make("p", {}, t(answer.outcome === "win" ? "wonIn" : "lostIn", answer.distance)));
  const telling = answer.needs.filter((need) => need.some((plies) => plies > 1));
  if (telling.length) lines.push(needsTable(answer, telling));
  return lines;
}

function needsTable(answer, needs) {
  const clocks = CLOCKS.filter((clock) => Number.isInteger(answer.limits[clock]));
  const head = make("tr", {}, ...clocks.map((clock) => make("th", { scope: "col" }, t(`${clock}Clock`))));
  const rows = needs.map((need) => {
    const met = clocks.every((clock) => need[CLOCKS.indexOf(clock)] <= answer.limits[clock] - answer.clocks[clock]);
    return make("tr", { class: met ? "met" : "unmet" }, ...clocks.map((clock) => make("td", {}, t("plies", need[CLOCKS.indexOf(clock)]))));
  });
  return make(
    "details",
    { class: "needs" },
    make("summary", { title: t("needsHelp") }, `${t("needs")}: ${needs.map((need) => need.map((plies) => plies ?? "–").join(":")).join("  ")}`),
    make("p", { class: "hint" }, `${t("needsHelp")}.`),
    make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)),
  );
}
