// The board as a person uses it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { click, drag, echo, middle, open, paste, settled, start, verdict, weight } from "./support.js";

let petrov;
before(async () => {
  petrov = await start(["KKMvKM"]);
});
after(() => petrov?.stop());

const TRIANGLE = "W:WKa1,Kb2,Kc3:BKc1";

// Waits until the board shows a position.
async function shows(page, fen) {
  await page.waitForFunction((wanted) => document.querySelector("#echo").textContent === wanted, fen);
  await settled(page);
}

test("it opens on Petrov's triangle, from this host alone, and weighs little", async () => {
  const { page, seen } = await open(petrov);
  assert.equal(await verdict(page), "White wins; from here the fifteen-move rule leaves 4 king moves to spare.");
  assert.match(await page.textContent("#verdict"), /Won in \d+ plies if both sides play by the ranking/);
  assert.equal(await echo(page), TRIANGLE);
  assert.equal(await page.locator("#board .piece").count(), 4);
  assert.deepEqual(seen.requests.filter((url) => !url.startsWith(petrov.url)), []);
  assert.deepEqual(seen.errors, []);
  const bytes = await weight(seen);
  assert.ok(bytes > 20_000 && bytes <= 150_000, `${bytes} bytes`);
  // a1 is at the lower left.
  const [[ax, ay], [hx, hy]] = [await middle(page, "a1"), await middle(page, "h8")];
  assert.ok(ax < hx && ay > hy);
  await page.click("#flip");
  const [[flippedX, flippedY]] = [await middle(page, "a1")];
  assert.ok(Math.abs(flippedX - hx) < 2 && Math.abs(flippedY - hy) < 2);
  await page.close();
});

test("a position is set up by clicking and dragging, and what cannot stand is explained", async () => {
  const { page } = await open(petrov);
  await page.click("label:has(#mode-setup)");
  await page.click("#clear");
  await settled(page);
  await page.click("[data-tool=whiteKing]");
  for (const square of ["a5", "g3"]) await click(page, square);
  await page.click("[data-tool=whiteMan]");
  await click(page, "b8");
  assert.match(await verdict(page), /white man cannot stand on b8/);
  assert.equal(await page.locator("#board .square.wrong").getAttribute("data-square"), "b8");
  await drag(page, "b8", "c3");
  assert.equal(await page.locator("#board .square.wrong").count(), 0);
  await page.keyboard.press("4");
  await click(page, "f8");
  await page.keyboard.press("3");
  await click(page, "a3");
  await click(page, "h4");
  assert.equal(await echo(page), "W:WKg3,Ka5,c3:BKf8,a3,h4");
  // Off the board it goes away; a second click takes it away too.
  await drag(page, "h4", [5, 5]);
  await click(page, "b4");
  await click(page, "b4");
  assert.equal(await echo(page), "W:WKg3,Ka5,c3:BKf8,a3");
  assert.equal(await verdict(page), "White wins; from here the fifteen-move rule leaves 7 king moves to spare.");
  await page.click("label:has(#black-to-move)");
  assert.match(await verdict(page), /^Draw: neither side can force a win/);
  await page.close();
});

test("what is pasted is read, echoed and, where it is wrong, shown", async () => {
  const { page } = await open(petrov);
  await paste(page, ' [FEN "w : w K13, k23-24 : b K32 ."] ');
  await shows(page, "W:WKe3,Kg3,Ka5:BKg1");
  await page.selectOption("#numbering", "a1");
  await paste(page, "B:WK1-3:BK32:H4:M7");
  await shows(page, "B:WKa1,Kc1,Ke1:BKh8:H4:M7");
  assert.equal(await page.inputValue("#king-clock"), "4");
  assert.equal(await page.inputValue("#material-clock"), "7");
  assert.match(page.url(), /\?fen=B:WKa1,Kc1,Ke1:BKh8:H4:M7&rules=russian$/);
  await paste(page, "W:WKa5,Kb1:BKh8");
  await page.waitForFunction(() => document.querySelector("#fen-problem").textContent.includes("Kb1"));
  assert.match(await page.textContent("#fen-problem"), /column 8 is not a dark square/);
  assert.equal(await page.evaluate(() => getSelection().toString() || document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)), "Kb1");
  assert.equal(await echo(page), "B:WKa1,Kc1,Ke1:BKh8:H4:M7");
  await page.close();
});

test("moves are looked at, clicked, dragged, taken back and played again", async () => {
  const { page } = await open(petrov, "?fen=W:WKa5,Kg3,c3:BKf8,a3");
  const groups = await page.locator("#moves h3").allTextContents();
  assert.deepEqual(groups, ["Win", "Draw", "Loss"].slice(0, groups.length));
  assert.match(await page.textContent("#moves li"), /^a5-b6\d+ plies$/);
  await page.hover("[data-move=a5-b6]");
  assert.equal(await page.locator("#board .arrows .head").count(), 1);
  // By two clicks on the board.
  await click(page, "a5");
  assert.ok((await page.locator("#board .square.target").count()) >= 3);
  await click(page, "b6");
  await shows(page, "B:WKg3,Kb6,c3:BKf8,a3:H1:M1");
  assert.match(await verdict(page), /^White wins/);
  // By dragging; a square that no move ends on takes nothing.
  await drag(page, "f8", "e5");
  assert.equal(await echo(page), "B:WKg3,Kb6,c3:BKf8,a3:H1:M1");
  await drag(page, "f8", "e7");
  await shows(page, "W:WKg3,Kb6,c3:BKe7,a3:H2:M2");
  await page.click("#back");
  await shows(page, "B:WKg3,Kb6,c3:BKf8,a3:H1:M1");
  await page.keyboard.press("Home");
  await shows(page, "W:WKg3,Ka5,c3:BKf8,a3");
  assert.ok(await page.isDisabled("#back"));
  await page.keyboard.press("ArrowRight");
  await page.click("#last");
  await shows(page, "W:WKg3,Kb6,c3:BKe7,a3:H2:M2");
  assert.deepEqual(await page.locator("#line button").allTextContents(), ["Start", "a5-b6", "f8-e7"]);
  // By the list, which forgets what came after.
  await page.click("#line button >> nth=0");
  await page.click("[data-move=a5-d8]");
  await shows(page, "B:WKg3,Kd8,c3:BKf8,a3:H1:M1");
  assert.deepEqual(await page.locator("#line button").allTextContents(), ["Start", "a5-d8"]);
  await page.close();
});

test("a capture shows what it takes and is played square by square", async () => {
  const { page } = await open(petrov, "?fen=W:WKa1,d4:Be5,e7,Kh2");
  await page.hover("[data-move='d4:f6:d8']");
  assert.equal(await page.locator("#board .arrows .taken").count(), 2);
  await click(page, "d4");
  await click(page, "f6");
  await click(page, "d8");
  await shows(page, "B:WKa1,Kd8:BKh2");
  await page.close();
});

test("the best line is played to the end", async () => {
  const { page, seen } = await open(petrov);
  const plies = Number((await page.textContent("#verdict")).match(/Won in (\d+) plies/)[1]);
  await page.click("#best");
  await page.waitForFunction(() => document.querySelectorAll("#line button").length > 5);
  assert.equal(await page.textContent("#best"), "Pause");
  await page.waitForFunction(() => document.querySelector("#line button[aria-current]")?.textContent === document.querySelectorAll("#line button")[2].textContent);
  await page.click("#best");
  assert.equal(await page.textContent("#best"), "Play best line");
  await page.click("#last");
  assert.equal(await page.locator("#line button").count(), plies + 1);
  await page.waitForFunction(() => document.querySelector("#verdict .sentence")?.textContent.includes("has no move"));
  assert.equal(await verdict(page), "Black has no move: White wins.");
  assert.ok(await page.isDisabled("#best"));
  assert.deepEqual(seen.errors, []);
  await page.close();
});

test("a draw by count is told where the clock runs out", async () => {
  const { page } = await open(petrov, "?fen=W:WKc1,Ke1,Kg1:BKa1:H29:M29");
  assert.match(await verdict(page), /^Draw/);
  await page.click("#moves button");
  await page.waitForFunction(() => document.querySelector("#verdict").textContent.includes("run out"));
  assert.equal(await verdict(page), "Draw: the king clock has run out (the fifteen-move rule).");
  await page.close();
});

test("examples, rules and language are switched", async () => {
  const { page, seen } = await open(petrov);
  await page.click("[data-example=cursed]");
  await shows(page, "W:WKc1,Kf4,b2:BKf2,a3");
  assert.equal(await verdict(page), "White would win if no moves were counted, but Black reaches a draw by count.");
  assert.match(await page.textContent("#moves h3"), /^Cursed win/);
  await page.selectOption("#language", "ru");
  assert.equal(await verdict(page), "Белые выиграли бы, если бы ходы не считались, но чёрные добиваются ничьей по счёту ходов.");
  assert.equal(await page.getAttribute("html", "lang"), "ru");
  await page.click("[data-example=forum]");
  await shows(page, "W:WKg3,Ka5,c3:BKf8,a3");
  assert.equal(await verdict(page), "Белые выигрывают; правило пятнадцати ходов оставляет в запасе 7 ходов дамками.");
  await page.selectOption("#rules", "english");
  await page.waitForFunction(() => document.querySelector("#verdict code"));
  assert.equal(await verdict(page), "Таблицы KKMvKM по этим правилам на этом сервере нет.");
  assert.equal(await page.textContent("#verdict code"), "petrov gen KKMvKM --rules english --tables DIR/english");
  // The game can be played on without a table: kings of English rules go one square.
  assert.equal(await page.locator("[data-move^=g3]").count(), 4);
  await page.click("[data-move=g3-f4]");
  await page.waitForFunction(() => document.querySelector("#echo").textContent.includes("Kf4"));
  // The choice is kept.
  await page.goto(petrov.url);
  await page.waitForSelector("body[data-ready]");
  assert.equal(await page.textContent("#best"), "Лучшая игра");
  assert.deepEqual(seen.errors, []);
  await page.close();
});

test("a link opens its position, its clocks and its rules", async () => {
  const first = await open(petrov, "?fen=W:WKa1,Kb2,Kc3:BKc1");
  await first.page.fill("#king-clock", "9");
  await first.page.fill("#material-clock", "9");
  await first.page.press("#material-clock", "Enter");
  await first.page.waitForFunction(() => document.querySelector("#verdict.cursed-win"));
  const link = first.page.url();
  const second = await open(petrov, link.slice(petrov.url.length));
  assert.equal(await echo(second.page), "W:WKa1,Kb2,Kc3:BKc1:H9:M9");
  assert.equal(await verdict(second.page), "White would win with the clocks at zero, but Black now reaches a draw by count.");
  await second.page.fill("#material-clock", "3");
  await second.page.press("#material-clock", "Enter");
  await second.page.waitForFunction(() => document.querySelector("#verdict.problem"));
  assert.match(await verdict(second.page), /king clock \(9\) cannot be ahead of the material clock \(3\)/);
  await first.page.close();
  await second.page.close();
  // What cannot be answered is not answered with something else.
  const rules = await open(petrov, "?fen=B:WKa1,Kc3:BKh2&rules=martian");
  assert.equal(await verdict(rules.page), "This server knows no rule set “martian”. Choose one beside the board.");
  assert.equal(await rules.page.inputValue("#fen"), "B:WKa1,Kc3:BKh2");
  await rules.page.close();
  const garbage = await open(petrov, "?fen=W:WKb1:BKh8");
  assert.match(await verdict(garbage.page), /column 4 is not a dark square/);
  assert.equal(await garbage.page.locator("#verdict.problem").count(), 1);
  await garbage.page.close();
});

test("the board is used from the keyboard and has words for those who do not see it", async () => {
  const { page } = await open(petrov);
  await page.focus("#board [data-square=c3]");
  const label = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  assert.equal(await label(), "c3, white king");
  await page.keyboard.press("ArrowDown");
  assert.equal(await label(), "d2, empty");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await label(), "b2, white king");
  await page.keyboard.press("Enter");
  assert.equal(await label(), "b2, white king, selected");
  await page.keyboard.press("ArrowUp");
  assert.equal(await label(), "a3, empty, can move here");
  await page.keyboard.press("Space");
  await shows(page, "B:WKa1,Ka3,Kc3:BKc1:H1:M1");
  // Everything that can be used has a name.
  const nameless = await page.evaluate(() => {
    const named = (element) => element.ariaLabel || element.textContent.trim() || [...(element.labels ?? [])].some((label) => label.textContent.trim());
    return [...document.querySelectorAll("button, a, input, select, [role=button]")].filter((element) => !named(element)).map((element) => element.outerHTML);
  });
  assert.deepEqual(nameless, []);
  await page.close();
});

test("narrow and dark screens have all of it", async () => {
  for (const [path, ready] of [["", "#moves button"], ["tables", ".classes li"], ["class?name=KKMvKM", ".example"]]) {
    for (const locale of ["en-GB", "ru-RU"]) {
      const { page, seen } = await open(petrov, path, { viewport: { width: 360, height: 700 }, colorScheme: "dark", locale });
      await page.waitForSelector(ready);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, `${path} ${locale}`);
      const [red] = (await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).match(/\d+/g);
      assert.ok(Number(red) < 60, "dark");
      assert.deepEqual(seen.errors, []);
      await page.close();
    }
  }
});

test("the tables are listed and every class has its page", async () => {
  const { page, seen } = await open(petrov, "tables");
  assert.match(await page.textContent("#content"), /\d+ classes, [\d,]+ positions with either side to move/);
  await page.fill("#filter", "kmvkkm");
  assert.deepEqual(await page.locator(".class-name").allTextContents(), ["KKMvKM"]);
  await page.click(".class-name");
  await page.waitForSelector(".counts");
  const rows = await page.locator(".counts tbody tr").allTextContents();
  assert.ok(rows.some((row) => row.startsWith("Cursed win336")), rows.join("|"));
  assert.equal(await page.locator(".outcomes").count(), 2);
  await page.click("text=Seen from the other side");
  await page.waitForFunction(() => document.querySelector("h1")?.textContent === "KMvKKM");
  const example = page.locator(".example").first();
  const fen = await example.locator("code").textContent();
  await example.click();
  await page.waitForSelector("body[data-ready] #echo");
  await shows(page, fen);
  await page.goto(`${petrov.url}class?name=KKKvKKK`);
  await page.waitForSelector(".problem");
  assert.equal(await page.textContent(".problem code"), "petrov gen KKKvKKK --tables DIR");
  assert.deepEqual(seen.errors, []);
  await page.close();
});
