// The weight of the board and the time to its first verdict: `node measure.js http://127.0.0.1:8640/`.

import { launch, open, weight } from "./support.js";

const url = process.argv[2];
const browser = await launch();
const times = [];
let bytes = 0;
let packed = 0;
for (let round = 0; round < 11; round += 1) {
  const context = await browser.newContext();
  // In the page itself, from when it sets out for the address.
  await context.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector("#verdict .sentence")) return;
      globalThis.firstVerdict = performance.now();
      watch.disconnect();
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  const { page, seen } = await open({ url, browser: context }, "", {}, "#verdict .sentence");
  times.push(await page.evaluate(() => globalThis.firstVerdict));
  await page.waitForLoadState("networkidle");
  bytes = await weight(seen);
  packed = await page.evaluate(() => [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")].reduce((sum, entry) => sum + entry.transferSize, 0));
  await context.close();
}
await browser.close();
times.sort((a, b) => a - b);
console.log(`the board: ${(bytes / 1000).toFixed(1)} kB with its first answer, ${(packed / 1000).toFixed(1)} kB as sent`);
console.log(`time from the address to the first verdict, nothing cached: median ${times[5].toFixed(0)} ms, longest of ${times.length} ${times.at(-1).toFixed(0)} ms`);
