// Starts the built program and Chromium, and ends both.

import { chromium } from "playwright-core";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(fileURLToPath(import.meta.url), "../../..");
const program = process.env.PETROV ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "release/petrov");
const browserPath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => existsSync(path));

// What keeps Chromium from asking other hosts by itself.
const QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export function launch() {
  if (!browserPath) throw new Error("Chromium is not there: apt-get install chromium, or name it in CHROMIUM");
  return chromium.launch({ executablePath: browserPath, args: QUIET });
}

// A server with the tables of `classes` besides those that the program carries, and a browser.
export async function start(classes = []) {
  if (!existsSync(program)) throw new Error(`${program} is not there: cargo build --release`);
  const folder = mkdtempSync(join(tmpdir(), "petrov-browser-"));
  if (classes.length) {
    const made = spawnSync(program, ["gen", "--quiet", "--tables", "russian", ...classes], { cwd: folder, encoding: "utf8" });
    if (made.status !== 0) throw new Error(made.stderr);
  }
  const server = spawn(program, ["serve", "--listen", "127.0.0.1:0", "--json", "--tables", "russian"], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise((done, failed) => {
    server.stdout.once("data", (bytes) => done(String(bytes)));
    server.once("exit", (status) => failed(new Error(`the server ended with ${status}`)));
  });
  const { url } = JSON.parse(line);
  const browser = await launch();
  const stop = async () => {
    await browser.close();
    server.kill("SIGTERM");
    await new Promise((done) => (server.exitCode === null ? server.once("exit", done) : done()));
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, browser, stop };
}

// Opens a page and waits until it has its answer. `seen` gathers what it asked for and what went wrong.
export async function open({ url, browser }, path = "", options = {}, ready = "body[data-ready]") {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: "en-GB", reducedMotion: "reduce", ...options });
  const seen = { requests: [], errors: [] };
  page.on("request", (request) => seen.requests.push(request.url()));
  page.on("pageerror", (error) => seen.errors.push(error.message));
  await page.goto(url + path);
  await page.waitForSelector(ready);
  await settled(page);
  await page.waitForLoadState("networkidle");
  return { page, seen };
}

// Bytes of all that a page asked for, unpacked.
export async function weight(seen) {
  const bodies = seen.requests.map(async (url) => {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    return (await answer.arrayBuffer()).byteLength;
  });
  return (await Promise.all(bodies)).reduce((sum, bytes) => sum + bytes, 0);
}

// Waits until no answer is awaited.
export async function settled(page) {
  await page.waitForFunction(() => document.querySelector("#verdict")?.getAttribute("aria-busy") !== "true");
}

export async function verdict(page) {
  await settled(page);
  return page.textContent("#verdict .sentence");
}

export async function echo(page) {
  await settled(page);
  return page.textContent("#echo");
}

// Where the middle of a square is in the window.
export async function middle(page, square) {
  const box = await page.locator(`#board [data-square=${square}] .dark`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

export async function click(page, square) {
  await page.mouse.click(...(await middle(page, square)));
  await settled(page);
}

export async function drag(page, from, to) {
  await page.mouse.move(...(await middle(page, from)));
  await page.mouse.down();
  const end = typeof to === "string" ? await middle(page, to) : to;
  await page.mouse.move(...end, { steps: 5 });
  await page.mouse.up();
  await settled(page);
}

export async function paste(page, text) {
  await page.fill("#fen", text);
  await page.press("#fen", "Enter");
  await page.waitForTimeout(50);
  await settled(page);
}
