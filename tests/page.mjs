#!/usr/bin/env node
// Proves the page of `gob explain --html` in a real browser: a click shows bytes or meaning, keys do the same, light and dark
// differ, nothing is loaded, and 5 MB are shown in time.
//
//     tests/page.mjs GOB [FOLDER]
//
// CHROMIUM names the browser (else /usr/bin/chromium), PLAYWRIGHT the folder of the package playwright-core. Without them nothing is
// done, which is a failure if GOBSTREAM_STRICT=1. FOLDER keeps pictures of the pages.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [gob, pictures] = process.argv.slice(2);
const samples = join(import.meta.dirname, "../crates/gobstream-cli/samples");
const executablePath = process.env.CHROMIUM || "/usr/bin/chromium";
const folder = process.env.PLAYWRIGHT;
if (!folder || !existsSync(folder) || !existsSync(executablePath)) {
  console.log("skipped: page: no browser by CHROMIUM, or no playwright-core by PLAYWRIGHT");
  process.exit(process.env.GOBSTREAM_STRICT === "1" ? 1 : 0);
}
const { chromium } = createRequire(import.meta.url)(folder);
const temp = mkdtempSync(join(tmpdir(), "gob-page-"));
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath, args });

function make(file, name) {
  const html = join(temp, name + ".html");
  // Damage is shown in the page, and by the exit code.
  const { status } = spawnSync(gob, ["explain", "--html", file, "-o", html], { stdio: "inherit" });
  assert.ok(status === 0 || status === 3, `exit ${status}`);
  return html;
}

// Machines that build beside this are slow.
const browserTimeout = 120000;

async function open(html, colorScheme) {
  const page = await browser.newPage({ colorScheme, viewport: { width: 1200, height: 700 } });
  page.setDefaultTimeout(browserTimeout);
  const loaded = [];
  page.on("request", r => { if (!r.url().startsWith("file:")) loaded.push(r.url()); });
  page.on("pageerror", e => loaded.push(String(e)));
  page.on("console", m => { if (m.type() === "error") loaded.push(m.text()); });
  const begun = Date.now();
  page.setDefaultNavigationTimeout(browserTimeout);
  await page.goto("file://" + html);
  await page.waitForSelector("#rows .pick");
  return { page, loaded, milliseconds: Date.now() - begun };
}

const picked = page => page.$$eval("#bytes .pick", all => all.map(b => [+b.dataset.at, b.textContent]));
const meaning = page => page.$eval("#rows .pick", line => line.textContent);
const bytes = file => readFileSync(file);

async function small() {
  const file = join(samples, "login.gob");
  const html = make(file, "login");
  const backs = [];
  for (const scheme of ["light", "dark"]) {
    const { page, loaded } = await open(html, scheme);
    // A click on a meaning shows its bytes.
    await page.click("#rows .line:has-text('anonymous')");
    const want = [...bytes(file).subarray(0x53, 0x5d)].map((b, i) => [0x53 + i, b.toString(16).padStart(2, "0")]);
    assert.deepEqual(await picked(page), want);
    // A click on a byte shows its meaning.
    await page.click("[data-at='94']");
    assert.match(await meaning(page), /2020-12-06T14:12:42\.77220566\+01:00/);
    // Keys: along the bytes, then along the rows.
    await page.focus("#bytes");
    await page.keyboard.press("ArrowLeft");
    assert.match(await meaning(page), /field 2, Issued Time/);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.id), "rows");
    await page.keyboard.press("ArrowUp");
    assert.deepEqual(await picked(page), want);
    await page.keyboard.press("End");
    assert.match(await meaning(page), /end of UserSession/);
    await page.fill("#go", "0x52");
    await page.press("#go", "Enter");
    assert.match(await meaning(page), /field 0, Username string/);
    assert.match(await page.textContent("#said"), /1 bytes at 82/);
    // Pointing at one marks the other.
    await page.hover("[data-at='85']");
    assert.match(await page.$eval("#rows .over", line => line.textContent), /anonymous/);
    assert.match(await page.title(), /111 of 111 bytes explained/);
    backs.push(await page.$eval("body", b => getComputedStyle(b).backgroundColor));
    if (pictures) await page.screenshot({ path: join(pictures, scheme + ".png") });
    assert.deepEqual(loaded, []);
    await page.close();
  }
  assert.notEqual(backs[0], backs[1]);
}

async function damaged() {
  const { page, loaded } = await open(make(join(samples, "damaged.gob"), "damaged"), "light");
  await page.click("#rows .line:has-text('lost 8 bytes')");
  // Three of the eight lost bytes were read as parts of a value, and have rows of their own.
  assert.deepEqual((await picked(page)).map(([at]) => at), [0x2a, 0x2b, 0x2c, 0x2d, 0x2e]);
  assert.equal(await page.evaluate(() => bytes.length), 102);
  assert.deepEqual(loaded, []);
  await page.close();
}

// Many rows: streams appended to each other.
async function large() {
  const one = bytes(join(samples, "points.gob")), times = Math.ceil(5e6 / one.length), file = join(temp, "large.gob");
  writeFileSync(file, Buffer.concat(Array(times).fill(one)));
  const { page, loaded, milliseconds } = await open(make(file, "large"), "light");
  await page.focus("#rows");
  await page.keyboard.press("End");
  const last = one.length * times - 1;
  assert.equal((await picked(page)).at(-1)[0], last);
  // The last row is to be seen, and it is the end of a value.
  assert.match(await meaning(page), /end of Point/);
  await page.fill("#go", String(one.length * 20000 + 0x33));
  await page.press("#go", "Enter");
  assert.ok((await picked(page)).some(([at]) => at === one.length * 20000 + 0x33));
  assert.ok(await page.$$eval("#rows .line, #bytes .line", all => all.length) < 500);
  assert.ok(milliseconds < 60000, milliseconds + " ms");
  if (pictures) await page.screenshot({ path: join(pictures, "large.png") });
  assert.deepEqual(loaded, []);
  console.log(`page: ${last + 1} bytes, ${await page.evaluate(() => count)} rows, shown after ${milliseconds} ms`);
  await page.close();
}

try {
  await small();
  await damaged();
  await large();
  console.log("page: good");
} finally {
  await browser.close();
  rmSync(temp, { recursive: true });
}
