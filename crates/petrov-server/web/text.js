// All words of the pages, in English and Russian.

const en = {
  title: "Petrov – endgame tables for draughts",
  board: "Board",
  tables: "Tables",
  language: "Language",
  skip: "Skip to the verdict",
  about: "Exact under the draw clocks of the rules. All answers come from this server’s own tables.",
  api: "For programs",
  // The board.
  boardLabel: "Draughts board. Arrow keys go from square to square, Enter plays or places.",
  white: "White",
  black: "Black",
  whiteMan: "white man",
  whiteKing: "white king",
  blackMan: "black man",
  blackKing: "black king",
  emptySquare: "empty",
  selected: "selected",
  target: "can move here",
  first: "To the start",
  back: "Back",
  forward: "Forward",
  last: "To the end",
  best: "Play best line",
  pause: "Pause",
  flip: "Flip the board",
  copy: "Copy link",
  copied: "Copied",
  play: "Play",
  setUp: "Set up",
  mode: "What a click does",
  tool: "Piece to place",
  erase: "Remove",
  clear: "Empty the board",
  setUpHint: "Click a square to place the chosen piece, click again to take it away. Drag pieces to move them, off the board to remove them.",
  fen: "Position (FEN)",
  fenHint: "Any FEN of draughts: letters or numbers, either colour first",
  numbering: "Numbers count from",
  read: "Read",
  toMove: "To move",
  rules: "Rules",
  kingClock: "King clock",
  materialClock: "Material clock",
  roadClock: "Road clock",
  ofPlies: (limit) => (limit === null ? "no limit" : `of ${limit} plies`),
  kingClockHelp: "Plies in a row that were king moves without a capture",
  materialClockHelp: "Plies since the last capture or crowning",
  roadClockHelp: "Plies in a row of a lone king on the main road a1–h8",
  examples: "Examples",
  keys: "Keys: ← → through the line, Home and End, B best line, F flips the board.",
  // The verdict.
  verdict: "Verdict",
  asking: "Asking the tables…",
  wins: (side) => `${en[side]} wins`,
  spare: (rule, plies, king) =>
    plies >= 2
      ? `; from here ${rule} leaves ${count(Math.floor(plies / 2), king ? "king move" : "move")} to spare`
      : `; ${rule} leaves no move to spare`,
  rule: (plies) => {
    const names = { 10: "five", 20: "ten", 30: "fifteen", 40: "twenty", 60: "thirty", 80: "forty", 120: "sixty" };
    if (names[plies]) return `the ${names[plies]}-move rule`;
    return plies % 2 ? `the limit of ${plies} plies` : `the ${plies / 2}-move rule`;
  },
  noMove: (loser, winner) => `${en[loser]} has no move: ${en[winner]} wins`,
  cursedEver: (winner, loser) => `${en[winner]} would win if no moves were counted, but ${en[loser]} reaches a draw by count`,
  cursedNow: (winner, loser) => `${en[winner]} would win with the clocks at zero, but ${en[loser]} now reaches a draw by count`,
  drawn: "Draw: neither side can force a win, whatever the clocks",
  wonIn: (plies) => `Won in ${count(plies, "ply", "plies")} if both sides play by the ranking.`,
  lostIn: (plies) => `Lost in ${count(plies, "ply", "plies")} if both sides play by the ranking.`,
  needs: "Needs",
  needsHelp: "Plies that must be left before the draw: enough of every clock in one of the rows",
  ended: {
    "king-clock": (rule) => `Draw: the king clock has run out (${rule})`,
    "material-clock": (rule) => `Draw: the material clock has run out (${rule})`,
    "road-clock": (rule) => `Draw: the road clock has run out (${rule})`,
    repetition: () => "Draw: the position stands for the third time",
  },
  outcome: {
    win: "Win",
    "cursed-win": "Cursed win",
    draw: "Draw",
    "blessed-loss": "Blessed loss",
    loss: "Loss",
    unknown: "Not in the tables",
  },
  outcomeHelp: {
    "cursed-win": "won but for the count of moves",
    "blessed-loss": "lost but for the count of moves",
  },
  moves: "Moves",
  noMoves: "There is no legal move.",
  plies: (n) => count(n, "ply", "plies"),
  conversion: "captures or crowns",
  ends: { "no-move": "wins at once", "king-clock": "draw by count", "material-clock": "draw by count", "road-clock": "draw by count", repetition: "draw" },
  several: "Several moves end there: choose one in the list.",
  line: "Line",
  lineStart: "Start",
  // What can be wrong.
  problem: "This cannot be asked",
  unknownRules: (rules) => `This server knows no rule set “${rules}”. Choose one beside the board.`,
  missing: (cls) => `There is no table of ${cls} under these rules on this server.`,
  missingHow: "This makes it; then ask again:",
  tooMany: (pieces, limit) => `${pieces} pieces are on the board; tables have at most ${limit}. You can play on until some are gone.`,
  damaged: (file) => `The table ${file} on this server cannot be read. Other positions are still answered.`,
  overload: "The server has too much to do just now. Trying again…",
  offline: "The server does not answer.",
  clockAhead: (plies, material) => `The king clock (${plies}) cannot be ahead of the material clock (${material}): it counts a part of the same plies.`,
  roadAhead: (plies, material) => `The road clock (${plies}) cannot be ahead of the material clock (${material}).`,
  noRoad: "The road clock runs only with a lone king on the main road a1–h8 against three pieces.",
  fenWrong: {
    "man-on-last-row": (p) => `A ${p.color === "white" ? "white" : "black"} man cannot stand on ${p.square}, its last row; it would be a king.`,
    "two-pieces": (p) => `Two pieces stand on ${p.square}.`,
    "more-than-twelve": (p) => `${p.color === "white" ? "White" : "Black"} has more than twelve pieces.`,
    "no-pieces": () => "There are no pieces. They follow the side to move, as in W:WKa5,c3:BKf8.",
    "no-side-to-move": () => "A FEN begins with the side to move, W: or B:.",
    "square-missing": (p) => `A square is missing at column ${p.column}.`,
    square: (p) => `“${p.token}” at column ${p.column} is not a dark square of the board.`,
    range: (p) => `“${p.token}” at column ${p.column}: a range goes from a number up to another, as in 21-32.`,
    "unknown-field": (p) => `“${p.token}” at column ${p.column} is neither pieces (W…, B…) nor a clock (H…, M…, R…).`,
    "field-twice": (p) => `“${p.token}” at column ${p.column} is there for the second time.`,
    "clock-not-a-number": (p) => `“${p.token}” at column ${p.column}: a clock is a whole number of plies, as in H4.`,
    wrapping: () => "With brackets, a FEN is written [FEN \"…\"].",
  },
  // Tables.
  tablesTitle: "Tables on this server",
  tablesIntro: "Every class of material with the share of each outcome. A class names both sides, kings (K) before men (M), White first.",
  pieces: (n) => count(n, "piece"),
  positions: "positions",
  whiteToMove: "White to move",
  blackToMove: "Black to move",
  longest: "longest needs, king / material",
  size: "size",
  none: "There are no tables for these rules on this server.",
  noneHow: "This makes those of up to five pieces in a minute:",
  damagedTables: "Cannot be read",
  filter: "Find a class",
  totals: (classes, positions, bytes) => `${count(classes, "class", "classes")}, ${number(positions)} positions with either side to move, ${size(bytes)}.`,
  // A class.
  classTitle: (name) => `${name}`,
  ofClass: (white, black) => `${white} against ${black}`,
  kings: (n) => count(n, "king"),
  men: (n) => count(n, "man", "men"),
  and: "and",
  mirror: (name) => `Seen from the other side: ${name}`,
  counts: "Outcomes",
  several_needs: "positions with several incomparable needs",
  longestKing: (plies) => `Longest king need: ${count(plies, "ply", "plies")}`,
  longestMaterial: (plies) => `Longest material need: ${count(plies, "ply", "plies")}`,
  longestTitle: "Longest needs",
  longestHelp: "A need is the least number of plies that must be left before a draw by count for the win to be a win.",
  open: "Open on the board",
  noNeeds: "Nothing here hangs on a clock.",
  files: (outcomes, needs) => `Outcomes ${size(outcomes)}${needs === null ? "" : `, needs ${size(needs)}`}.`,
  rulesNames: {
    russian: "Russian",
    "russian-main-road": "Russian, with the main-road draw",
    ukrainian: "Ukrainian",
    "ukrainian-64": "Ukrainian 64",
    english: "English (checkers)",
    brazilian: "Brazilian",
  },
  exampleNames: {
    triangle: ["Petrov’s triangle", "Three kings against one off the main road: the longest win, 22 of 30 plies"],
    cursed: ["A cursed win", "KKMvKM: won but for the fifteen-move rule"],
    forum: ["From lidraughts’ forum", "Is this won, and in how many moves?"],
    ways: ["Won in two ways", "Few king moves left, or few moves at all"],
    road: ["The main road", "Three kings cannot drive a king from it"],
    men: ["Four men", "Whoever is to move wins"],
  },
};

const ru = {
  title: "Petrov – таблицы окончаний в шашках",
  board: "Доска",
  tables: "Таблицы",
  language: "Язык",
  skip: "К оценке",
  about: "Точно по счёту ходов, как велят правила. Все ответы – из таблиц этого сервера.",
  api: "Для программ",
  boardLabel: "Шашечная доска. Стрелки ведут с поля на поле, Enter делает ход или ставит фигуру.",
  white: "Белые",
  black: "Чёрные",
  whiteMan: "белая шашка",
  whiteKing: "белая дамка",
  blackMan: "чёрная шашка",
  blackKing: "чёрная дамка",
  emptySquare: "пусто",
  selected: "выбрано",
  target: "сюда можно пойти",
  first: "В начало",
  back: "Назад",
  forward: "Вперёд",
  last: "В конец",
  best: "Лучшая игра",
  pause: "Пауза",
  flip: "Перевернуть доску",
  copy: "Ссылка",
  copied: "Скопировано",
  play: "Игра",
  setUp: "Расстановка",
  mode: "Что делает щелчок",
  tool: "Что ставить",
  erase: "Убрать",
  clear: "Очистить доску",
  setUpHint: "Щелчок по полю ставит выбранную фигуру, второй – убирает. Фигуры можно перетаскивать, за край доски – убрать.",
  fen: "Позиция (FEN)",
  fenHint: "Любая запись FEN: буквы или номера полей, любой цвет первым",
  numbering: "Номера считать от",
  read: "Прочесть",
  toMove: "Ход",
  rules: "Правила",
  kingClock: "Счёт дамок",
  materialClock: "Счёт сил",
  roadClock: "Счёт большака",
  ofPlies: (limit) => (limit === null ? "без предела" : `из ${limit} полуходов`),
  kingClockHelp: "Полуходы подряд, сделанные дамками без взятия",
  materialClockHelp: "Полуходы после последнего взятия или превращения",
  roadClockHelp: "Полуходы подряд, пока одинокая дамка стоит на большаке a1–h8",
  examples: "Примеры",
  keys: "Клавиши: ← → по ходам, Home и End, B – лучшая игра, F – перевернуть доску.",
  verdict: "Оценка",
  asking: "Спрашиваю таблицы…",
  wins: (side) => `${ru[side]} выигрывают`,
  spare: (rule, plies, king) => {
    const moves = Math.floor(plies / 2);
    if (!moves) return `; ${rule} не оставляет ни одного лишнего хода`;
    return `; ${rule} оставляет в запасе ${moves} ${form(moves, "ход", "хода", "ходов")}${king ? " дамками" : ""}`;
  },
  rule: (plies) => {
    const names = { 10: "пяти", 20: "десяти", 30: "пятнадцати", 40: "двадцати", 60: "тридцати", 80: "сорока", 120: "шестидесяти" };
    if (names[plies]) return `правило ${names[plies]} ходов`;
    return plies % 2 ? `предел в ${plies} ${form(plies, "полуход", "полухода", "полуходов")}` : `правило ${plies / 2} ходов`;
  },
  noMove: (loser, winner) => `${ru[loser]} не имеют хода: ${ru[winner].toLowerCase()} выиграли`,
  cursedEver: (winner, loser) => `${ru[winner]} выиграли бы, если бы ходы не считались, но ${ru[loser].toLowerCase()} добиваются ничьей по счёту ходов`,
  cursedNow: (winner, loser) => `${ru[winner]} выиграли бы при нулевом счёте, но теперь ${ru[loser].toLowerCase()} добиваются ничьей по счёту ходов`,
  drawn: "Ничья: никто не может выиграть силой, как ни считай ходы",
  wonIn: (plies) => `Выигрыш за ${plies} ${form(plies, "полуход", "полухода", "полуходов")}, если обе стороны идут первым ходом списка.`,
  lostIn: (plies) => `Проигрыш за ${plies} ${form(plies, "полуход", "полухода", "полуходов")}, если обе стороны идут первым ходом списка.`,
  needs: "Нужно",
  needsHelp: "Сколько полуходов должно остаться до ничьей: в одной из строк должно хватать по каждому счёту",
  ended: {
    "king-clock": (rule) => `Ничья: счёт ходов дамками истёк (${rule})`,
    "material-clock": (rule) => `Ничья: счёт ходов без взятий и превращений истёк (${rule})`,
    "road-clock": (rule) => `Ничья: счёт ходов на большаке истёк (${rule})`,
    repetition: () => "Ничья: позиция стоит в третий раз",
  },
  outcome: {
    win: "Выигрыш",
    "cursed-win": "Выигрыш, сорванный счётом",
    draw: "Ничья",
    "blessed-loss": "Проигрыш, спасённый счётом",
    loss: "Проигрыш",
    unknown: "Нет в таблицах",
  },
  outcomeHelp: {
    "cursed-win": "выиграно, если не считать ходов",
    "blessed-loss": "проиграно, если не считать ходов",
  },
  moves: "Ходы",
  noMoves: "Ходов нет.",
  plies: (n) => `${n} ${form(n, "полуход", "полухода", "полуходов")}`,
  conversion: "взятие или превращение",
  ends: { "no-move": "сразу выигрывает", "king-clock": "ничья по счёту", "material-clock": "ничья по счёту", "road-clock": "ничья по счёту", repetition: "ничья" },
  several: "Туда ведут несколько ходов: выберите в списке.",
  line: "Ходы партии",
  lineStart: "Начало",
  problem: "Так спросить нельзя",
  unknownRules: (rules) => `Сервер не знает правил «${rules}». Выберите правила рядом с доской.`,
  missing: (cls) => `Таблицы ${cls} по этим правилам на этом сервере нет.`,
  missingHow: "Её построит эта команда, потом спросите снова:",
  tooMany: (pieces, limit) => `На доске ${pieces} ${form(pieces, "фигура", "фигуры", "фигур")}, а в таблицах самое большее ${limit}. Можно играть дальше, пока их не станет меньше.`,
  damaged: (file) => `Таблица ${file} на этом сервере не читается. На другие позиции ответ есть.`,
  overload: "Сервер сейчас занят. Пробую ещё раз…",
  offline: "Сервер не отвечает.",
  clockAhead: (plies, material) => `Счёт дамок (${plies}) не может быть больше счёта сил (${material}): он считает часть тех же полуходов.`,
  roadAhead: (plies, material) => `Счёт большака (${plies}) не может быть больше счёта сил (${material}).`,
  noRoad: "Счёт большака идёт, только когда одинокая дамка стоит на большаке a1–h8 против трёх фигур.",
  fenWrong: {
    "man-on-last-row": (p) => `${p.color === "white" ? "Белая" : "Чёрная"} шашка не может стоять на ${p.square}: это последний ряд, там она – дамка.`,
    "two-pieces": (p) => `На ${p.square} стоят две фигуры.`,
    "more-than-twelve": (p) => `У ${p.color === "white" ? "белых" : "чёрных"} больше двенадцати фигур.`,
    "no-pieces": () => "Фигур нет. Они идут после очереди хода: W:WKa5,c3:BKf8.",
    "no-side-to-move": () => "FEN начинается с очереди хода: W: или B:.",
    "square-missing": (p) => `В колонке ${p.column} не хватает поля.`,
    square: (p) => `«${p.token}» в колонке ${p.column} – не чёрное поле доски.`,
    range: (p) => `«${p.token}» в колонке ${p.column}: промежуток идёт от номера к большему, как 21-32.`,
    "unknown-field": (p) => `«${p.token}» в колонке ${p.column} – ни фигуры (W…, B…), ни счёт (H…, M…, R…).`,
    "field-twice": (p) => `«${p.token}» в колонке ${p.column} стоит второй раз.`,
    "clock-not-a-number": (p) => `«${p.token}» в колонке ${p.column}: счёт – целое число полуходов, как H4.`,
    wrapping: () => "В скобках пишется так: [FEN \"…\"].",
  },
  tablesTitle: "Таблицы этого сервера",
  tablesIntro: "Все классы материала и доля каждого исхода. Имя класса называет силы обеих сторон: дамки (K), потом шашки (M), сначала белые.",
  pieces: (n) => `${n} ${form(n, "фигура", "фигуры", "фигур")}`,
  positions: "позиций",
  whiteToMove: "Ход белых",
  blackToMove: "Ход чёрных",
  longest: "наибольшие нужды, дамки / силы",
  size: "размер",
  none: "Таблиц по этим правилам на этом сервере нет.",
  noneHow: "Таблицы до пяти фигур за минуту построит эта команда:",
  damagedTables: "Не читаются",
  filter: "Найти класс",
  totals: (classes, positions, bytes) => `${number(classes)} ${form(classes, "класс", "класса", "классов")}, ${number(positions)} позиций с любой очередью хода, ${size(bytes)}.`,
  classTitle: (name) => `${name}`,
  ofClass: (white, black) => `Белые: ${white}; чёрные: ${black}`,
  kings: (n) => `${n} ${form(n, "дамка", "дамки", "дамок")}`,
  men: (n) => `${n} ${form(n, "шашка", "шашки", "шашек")}`,
  and: "и",
  mirror: (name) => `Со стороны соперника: ${name}`,
  counts: "Исходы",
  several_needs: "позиций с несколькими несравнимыми нуждами",
  longestKing: (plies) => `Наибольшая нужда по счёту дамок: ${plies} ${form(plies, "полуход", "полухода", "полуходов")}`,
  longestMaterial: (plies) => `Наибольшая нужда по счёту сил: ${plies} ${form(plies, "полуход", "полухода", "полуходов")}`,
  longestTitle: "Самые долгие",
  longestHelp: "Нужда – наименьшее число полуходов, которое должно оставаться до ничьей по счёту, чтобы выигрыш был выигрышем.",
  open: "Открыть на доске",
  noNeeds: "Здесь ничто не зависит от счёта ходов.",
  files: (outcomes, needs) => `Исходы ${size(outcomes)}${needs === null ? "" : `, нужды ${size(needs)}`}.`,
  rulesNames: {
    russian: "русские",
    "russian-main-road": "русские, с правилом большака",
    ukrainian: "украинские",
    "ukrainian-64": "украинские-64",
    english: "английские",
    brazilian: "бразильские",
  },
  exampleNames: {
    triangle: ["Треугольник Петрова", "Три дамки против одной не на большаке: самый долгий выигрыш, 22 полухода из 30"],
    cursed: ["Сорванный выигрыш", "KKMvKM: выиграно, если бы не правило пятнадцати ходов"],
    forum: ["С форума lidraughts", "Выиграно ли, и за сколько ходов?"],
    ways: ["Выиграно двумя путями", "Мало ходов дамками – или мало ходов вообще"],
    road: ["Большак", "Три дамки не сгонят с него одну"],
    men: ["Четыре шашки", "Выигрывает тот, чей ход"],
  },
};

const all = { en, ru };
const KEPT = "petrov-language";

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

let current = all[kept()] ? kept() : navigator.language?.toLowerCase().startsWith("ru") ? "ru" : "en";

export const languages = [
  ["en", "English"],
  ["ru", "Русский"],
];

export function language() {
  return current;
}

export function setLanguage(name) {
  current = all[name] ? name : "en";
  try {
    localStorage.setItem(KEPT, current);
  } catch {
    // Without a store the choice holds for this page.
  }
}

// The text of a key as `outcome.win`, with arguments if it is made of them.
export function t(key, ...args) {
  const find = (texts) => key.split(".").reduce((part, name) => part?.[name], texts);
  const text = find(all[current]) ?? find(en);
  return typeof text === "function" ? text(...args) : text;
}

export function rulesName(name) {
  return all[current].rulesNames[name] ?? name;
}

export function number(n) {
  return n.toLocaleString(current === "ru" ? "ru-RU" : "en-GB");
}

export function size(bytes) {
  const units = current === "ru" ? ["Б", "кБ", "МБ", "ГБ"] : ["B", "kB", "MB", "GB"];
  let unit = 0;
  let value = bytes;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && value < 10 ? 1 : 0;
  return `${value.toLocaleString(current === "ru" ? "ru-RU" : "en-GB", { maximumFractionDigits: digits })} ${units[unit]}`;
}

// A share in per cent; what is not nothing is not shown as nothing, and what is not all not as all.
export function share(part, whole) {
  if (!part) return "";
  const percent = (100 * part) / whole;
  const shown = (value) => value.toLocaleString(current === "ru" ? "ru-RU" : "en-GB", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  if (percent < 0.01) return `< ${shown(0.01)} %`;
  if (percent > 99.99 && part !== whole) return `> ${shown(99.99)} %`;
  return `${shown(percent)} %`;
}

function count(n, one, many = `${one}s`) {
  return `${number(n)} ${n === 1 ? one : many}`;
}

function form(n, one, few, many) {
  const [last, lastTwo] = [n % 10, n % 100];
  if (last === 1 && lastTwo !== 11) return one;
  return last >= 2 && last <= 4 && (lastTwo < 12 || lastTwo > 14) ? few : many;
}
