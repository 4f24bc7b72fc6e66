// The board's page: the position, the questions to the service, and what is shown of the answers.

import { Problem, ask, query } from "./api.js";
import { Board } from "./board.js";
import { Line, pathOf, readFen, shortFen, takenBetween, writeFen } from "./game.js";
import { fillLine, fillMoves } from "./moves.js";
import { asked, byId, fillRules, make, page, problemText, relink } from "./page.js";
import { Setup } from "./setup.js";
import { t } from "./text.js";
import { notes, sentence } from "./verdict.js";

const EXAMPLES = [
  ["triangle", "W:WKa1,Kb2,Kc3:BKc1"],
  ["cursed", "W:WKf4,Kc1,b2:BKf2,a3"],
  ["forum", "W:WKa5,Kg3,c3:BKf8,a3"],
  ["ways", "W:WKa1,Ke1,c1:BKa5,a3"],
  ["road", "W:WKc1,Ke1,Kg1:BKa1"],
  ["men", "W:Wb4,f2:Ba7,d6"],
];
// Milliseconds between the plies of a line that plays by itself.
const PACE = 700;

const line = new Line(full(EXAMPLES[0][1]));
const setup = new Setup(byId("palette"));
const board = new Board({ onSquare: clicked, onDrag: dragged, canDrag });
let rules = null;
let ruleNames = [];
let settingUp = false;
// What the service said of the position: an answer, or why there is none, or legal moves only.
let answer = null;
let problem = null;
let moves = [];
// At what reading each clock ends the game, as far as it is known.
let limits = {};
// The squares that were clicked of a move that is not complete.
let clickedPath = [];
let asking = null;
let playing = null;

// A FEN with its clocks written out, so that the service carries them on.
function full(fen) {
  return writeFen(readFen(fen));
}

// Asking.

async function update({ path = null, replace = true } = {}) {
  asking?.abort();
  const question = new AbortController();
  asking = question;
  clickedPath = [];
  const fen = line.fen;
  const position = readFen(fen);
  board.show(position.pieces, path);
  board.arrow(null);
  [answer, problem, moves] = [null, null, []];
  mark();
  showControls(position);
  if (replace) {
    history.replaceState(null, "", `${location.pathname}${query({ fen: shortFen(fen), rules })}`);
    relink();
  }
  byId("verdict").setAttribute("aria-busy", "true");
  try {
    const found = await ask("probe", { fen, rules, distances: true }, question.signal);
    if (question.signal.aborted) return;
    [answer, moves, limits] = [found, found.moves, found.limits];
  } catch (error) {
    if (question.signal.aborted) return;
    if (!(error instanceof Problem)) throw error;
    problem = error;
    if (error.status === 404) moves = await legalMoves(fen, question.signal);
    if (question.signal.aborted) return;
  }
  byId("verdict").setAttribute("aria-busy", "false");
  showAnswer();
  showControls(position);
  mark();
}

// Without tables a game can still be played on.
async function legalMoves(fen, signal) {
  try {
    const found = await ask("moves", { fen, rules }, signal);
    limits = found.limits;
    return found.moves;
  } catch {
    return [];
  }
}

// Showing.

function mark() {
  const last = line.node.move ? pathOf(line.node.move) : [];
  const ahead = clickedPath.length ? candidates(clickedPath) : [];
  const targets = ahead.flatMap((move) => pathOf(move.move).slice(clickedPath.length));
  board.mark({ selected: clickedPath[0] ?? null, targets, wrong: problem?.square ?? null, last: settingUp ? [] : last });
}

function showAnswer() {
  const verdict = byId("verdict");
  const ended = problem?.code === "clock-past-limit";
  verdict.className = `card verdict ${answer?.outcome ?? (ended ? "draw" : problem ? "problem" : "")}`;
  const words = [];
  if (line.node.ending === "repetition") words.push(make("p", { class: "sentence" }, `${t("ended.repetition")}.`));
  if (answer) {
    words.push(make("p", { class: "sentence" }, sentence(answer)), ...notes(answer));
  } else if (problem) {
    words.push(make("p", { class: "sentence" }, problemText(problem).replace(/([^.!?…])$/, "$1.")));
    if (problem.command) words.push(make("p", {}, t("missingHow")), make("pre", {}, make("code", {}, problem.command)));
  }
  verdict.replaceChildren(...words);
  byId("echo").textContent = shortFen(answer?.fen ?? problem?.fen ?? line.fen);
  byId("class").textContent = answer?.class ?? "";
  byId("class").href = `class${query({ name: answer?.class, rules })}`;
  byId("moves-part").hidden = !answer && !moves.length;
  fillMoves(byId("moves"), moves, { look, play: (move) => play(move) });
}

function showControls(position) {
  for (const side of ["white", "black"]) byId(`${side}-to-move`).checked = position.toMove === side;
  for (const clock of ["king", "material", "road"]) {
    const input = byId(`${clock}-clock`);
    // Not while somebody types there.
    if (input !== document.activeElement) input.value = position.clocks[clock];
    const limit = limits[clock];
    byId(`${clock}-limit`).textContent = limit === undefined ? "" : t("ofPlies", limit);
  }
  const road = position.clocks.road > 0 || Number.isInteger(limits.road);
  byId("road-part").hidden = !road;
  const [atStart, atEnd] = [line.at === 0, line.at === line.nodes.length - 1];
  byId("first").disabled = byId("back").disabled = atStart;
  byId("last").disabled = byId("forward").disabled = atEnd;
  byId("best").disabled = !playing && (settingUp || !answer?.moves.length);
  byId("best").textContent = t(playing ? "pause" : "best");
  byId("line-part").hidden = line.nodes.length < 2;
  fillLine(byId("line"), line, readFen(line.nodes[0].fen).toMove, (at) => go(at));
}

function look(move) {
  board.arrow(move?.move ?? null, move ? takenBetween(line.fen, move.fen) : []);
}

// Playing.

function candidates(path) {
  return moves.filter((move) => {
    const squares = pathOf(move.move);
    let at = 0;
    return squares[0] === path[0] && path.every((square) => {
      at = squares.indexOf(square, at) + 1;
      return at > 0;
    });
  });
}

function canDrag(square) {
  return settingUp || moves.some((move) => pathOf(move.move)[0] === square);
}

function clicked(square) {
  stop();
  if (settingUp) {
    edit(setup.clicked(readFen(line.fen).pieces, square));
    return;
  }
  hint("");
  if (clickedPath.length) {
    const path = [...clickedPath, square];
    const possible = candidates(path);
    const ends = possible.filter((move) => pathOf(move.move).at(-1) === square);
    if (ends.length === 1) return void play(ends[0]);
    if (possible.length) {
      clickedPath = path;
      if (ends.length) hint(t("several"));
      return void mark();
    }
  }
  clickedPath = square !== clickedPath[0] && candidates([square]).length ? [square] : [];
  mark();
}

function dragged(from, to) {
  stop();
  if (settingUp) {
    edit(setup.dragged(readFen(line.fen).pieces, from, to));
    return;
  }
  const possible = to ? candidates([from]).filter((move) => pathOf(move.move).at(-1) === to) : [];
  if (possible.length === 1) return void play(possible[0], { seen: true });
  clickedPath = possible.length ? [from] : [];
  hint(possible.length ? t("several") : "");
  mark();
}

function play(move, { seen = false } = {}) {
  stop();
  hint("");
  line.play([{ fen: full(move.fen), move: move.move, ending: move.ending }]);
  line.go(line.at + 1);
  update({ path: seen ? null : pathOf(move.move) });
}

function go(at, { still = false } = {}) {
  if (!still) stop();
  const step = at - line.at;
  if (line.go(at)) update({ path: step === 1 ? pathOf(line.node.move) : null });
}

async function best() {
  if (playing) return stop();
  const [fen, under] = [line.fen, rules];
  // The answer to a question that nobody asks any more is not played.
  const isStillAsked = () => fen === line.fen && under === rules && !settingUp;
  let found;
  try {
    found = await ask("line", { fen, rules });
  } catch (error) {
    if (isStillAsked()) hint(problemText(error));
    return;
  }
  if (!isStillAsked() || !found.plies.length) return;
  const nodes = found.plies.map((ply) => ({ fen: full(ply.fen), move: ply.move, ending: null }));
  nodes.at(-1).ending = found.ending;
  line.nodes = line.nodes.slice(0, line.at + 1);
  line.play(nodes.length > 1 ? nodes : [nodes[0]]);
  playing = setInterval(() => {
    if (line.at >= line.nodes.length - 1) return stop();
    go(line.at + 1, { still: true });
  }, PACE);
  go(line.at + 1, { still: true });
}

function stop() {
  if (!playing) return;
  clearInterval(playing);
  playing = null;
  showControls(readFen(line.fen));
}

// Changing the position.

function start(fen) {
  stop();
  line.start(full(fen));
  update();
}

function edit(pieces) {
  const { toMove } = readFen(line.fen);
  start(writeFen({ toMove, pieces, clocks: { king: 0, material: 0, road: 0 } }));
}

function setMode(toSetUp) {
  stop();
  settingUp = toSetUp;
  byId("mode-play").checked = !toSetUp;
  byId("mode-setup").checked = toSetUp;
  byId("setup-part").hidden = !toSetUp;
  document.body.classList.toggle("setting-up", toSetUp);
  clickedPath = [];
  mark();
  showControls(readFen(line.fen));
}

function changeClocks() {
  const position = readFen(line.fen);
  for (const clock of ["king", "material", "road"]) position.clocks[clock] = Math.max(0, Math.min(65535, Math.trunc(Number(byId(`${clock}-clock`).value) || 0)));
  start(writeFen(position));
}

function changeSide(toMove) {
  const position = readFen(line.fen);
  start(writeFen({ ...position, toMove, clocks: { ...position.clocks, road: 0 } }));
}

// Reads what was pasted; the service's reader decides what it means. Gives what is wrong with it.
async function readText(text) {
  const input = byId("fen");
  const wrong = byId("fen-problem");
  wrong.textContent = "";
  input.removeAttribute("aria-invalid");
  try {
    const found = await ask("moves", { fen: text, rules, numbering: byId("numbering").value });
    start(found.fen);
  } catch (error) {
    if (error.fen) {
      start(error.fen);
      return null;
    }
    wrong.textContent = problemText(error);
    input.setAttribute("aria-invalid", "true");
    if (error.column) input.setSelectionRange(error.column - 1, error.column - 1 + (error.token ?? "").replace(/…$/, "").length);
    input.focus();
    return error;
  }
  return null;
}

function hint(text) {
  byId("board-hint").textContent = text;
}

async function copyLink() {
  const button = byId("copy");
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = t("copied");
  } catch {
    // Without a clipboard the address is in the bar of the browser.
    button.textContent = location.href;
  }
  setTimeout(() => {
    button.textContent = t("copy");
  }, 1600);
}

// Keys.

function onKey(event) {
  if (event.target.closest?.("input, select, textarea, summary") || event.ctrlKey || event.altKey || event.metaKey) return;
  if (settingUp && setup.chooseByKey(event.key)) return;
  const act = {
    ArrowLeft: () => go(line.at - 1),
    ArrowRight: () => go(line.at + 1),
    Home: () => go(0),
    End: () => go(line.nodes.length - 1),
    f: () => board.flip(),
    b: () => byId("best").disabled || best(),
    Escape: () => {
      clickedPath = [];
      mark();
    },
  }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

function listen() {
  const on = (id, name, act) => byId(id).addEventListener(name, act);
  on("first", "click", () => go(0));
  on("back", "click", () => go(line.at - 1));
  on("forward", "click", () => go(line.at + 1));
  on("last", "click", () => go(line.nodes.length - 1));
  on("best", "click", best);
  on("flip", "click", () => board.flip());
  on("copy", "click", copyLink);
  on("clear", "click", () => edit(new Map()));
  on("mode-play", "change", () => setMode(false));
  on("mode-setup", "change", () => setMode(true));
  on("white-to-move", "change", () => changeSide("white"));
  on("black-to-move", "change", () => changeSide("black"));
  for (const clock of ["king", "material", "road"]) on(`${clock}-clock`, "change", changeClocks);
  on("rules", "change", (event) => {
    rules = event.target.value;
    start(line.fen);
  });
  on("fen-form", "submit", (event) => {
    event.preventDefault();
    readText(byId("fen").value);
  });
  document.addEventListener("keydown", onKey);
}

function render() {
  setup.render();
  fillRules(byId("rules"), ruleNames, rules);
  const examples = EXAMPLES.map(([name, fen]) => {
    const [title, about] = t(`exampleNames.${name}`);
    const open = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      setMode(false);
      start(fen);
    };
    return make("li", {}, make("a", { href: `./${query({ fen, rules })}`, onclick: open, "data-example": name }, make("strong", {}, title), make("span", {}, about)));
  });
  byId("examples").replaceChildren(...examples);
  board.relabel();
  showAnswer();
  showControls(readFen(line.fen));
}

byId("board").append(board.element);
listen();
page("board", render);
try {
  ruleNames = (await ask("rules")).map((set) => set.name);
} catch (error) {
  problem = error;
}
rules = ruleNames.includes(asked("rules")) ? asked("rules") : (ruleNames[0] ?? null);
fillRules(byId("rules"), ruleNames, rules);
setMode(false);
if (!problem && asked("rules") && rules !== asked("rules")) problem = { code: "unknown-rules-asked", rules: asked("rules") };
if (asked("fen")) {
  byId("fen").value = asked("fen");
  // What the address asks for is answered or not, but never something else.
  problem ??= await readText(asked("fen"));
  if (!problem) byId("fen").value = "";
} else if (!problem) update({ replace: false });
if (problem) {
  byId("verdict").setAttribute("aria-busy", "false");
  showAnswer();
}
document.body.dataset.ready = "true";
