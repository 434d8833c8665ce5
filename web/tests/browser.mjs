// Code shared by all browser tests: a server, Chromium, and a monitored page.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import { serve } from '../serve.mjs';

export const web = resolve(dirname(fileURLToPath(import.meta.url)), '..');
export const root = resolve(web, '..');
export const site = resolve(process.env.SKELTER_SITE ?? join(root, 'build/web/site'));
const program = process.env.SKELTER_CHROMIUM ?? '/usr/bin/chromium';

// Returns the reason why browser tests cannot run here, or undefined if they can.
export function missing() {
  if (!existsSync(join(site, 'skelter.wasm'))) return `${site} has no skelter.wasm: build the engine`;
  if (!existsSync(join(site, 'js/page.js'))) return `${site} has no page: npm run build`;
  if (!existsSync(program)) return `${program} is not installed`;
  return false;
}

export const file = (path) => join(root, path);
export const bytes = (path) => readFileSync(file(path));

export class Browser {
  static async start(folder = site, options = {}) {
    const made = new Browser();
    made.server = await serve(folder, 0, options);
    made.origin = `http://127.0.0.1:${made.server.address().port}`;
    made.chromium = await chromium.launch({
      executablePath: program, headless: true, chromiumSandbox: false,
      args: ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    });
    return made;
  }

  async stop() {
    await this.chromium.close();
    await new Promise((done) => (this.server.closeAllConnections(), this.server.close(done)));
  }

  // Opens a new page. `said` collects every console message, `asked` every requested address.
  async page(path = '/', { wait = 'ready', ...options } = {}) {
    const context = await this.chromium.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block', reducedMotion: 'no-preference', ...options });
    const page = await context.newPage();
    page.said = [];
    page.asked = [];
    page.on('console', (message) => {
      // The page requests its service worker, which these tests block.
      const where = message.text().startsWith('Failed to load resource') ? `: ${message.location().url}` : '';
      if (!message.text().includes('Service Worker registration blocked')) page.said.push(`${message.type()}: ${message.text()}${where}`);
    });
    page.on('pageerror', (error) => page.said.push(`error: ${error.message}`));
    page.on('request', (request) => page.asked.push(request.url()));
    page.setDefaultTimeout(60_000);
    await page.goto(this.origin + path);
    if (wait === 'ready') await page.waitForFunction(() => document.querySelector('skelter-viewer')?.viewer !== undefined);
    if (wait === 'figure') await figure(page);
    return page;
  }

  // Closes pages that a failed test left open, because they would continue drawing.
  async close_all() {
    for (const context of this.chromium.contexts()) await context.close();
  }

  // Closes the page and checks that it logged nothing and sent no other requests.
  async close(page, { quiet = true, elsewhere = [] } = {}) {
    if (quiet) assert.deepEqual(page.said, [], 'the console is empty');
    const foreign = page.asked.filter((url) => !url.startsWith(this.origin + '/') && !/^(blob|data):/.test(url) && !elsewhere.some((origin) => url.startsWith(origin)));
    assert.deepEqual(foreign, [], 'no request goes elsewhere');
    await page.context().close();
  }
}

// Waits until a file is shown, with the given name if there is one.
export async function figure(page, name) {
  await page.waitForFunction((wanted) => {
    const shown = document.querySelector('skelter-viewer')?.report?.file;
    return wanted ? shown === wanted : !!shown;
  }, name);
}
export const report = (page) => page.evaluate(() => document.querySelector('skelter-viewer').report);
export const now = (page) => page.evaluate(() => document.querySelector('skelter-viewer').viewer.now());
export const until = (page, text, argument) => page.waitForFunction(new Function('argument', `const viewer = document.querySelector('skelter-viewer'); viewer?.viewer?.forget_report(); const report = viewer.report; return ${text};`), argument);

// Drops these files, each {name, bytes}.
export async function drop(page, files) {
  const transfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const { name, text } of given) data.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name));
    return data;
  }, files.map(({ name, bytes: content }) => ({ name, text: Buffer.from(content).toString('base64') })));
  for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('#stage', type, { dataTransfer: transfer });
}

// Returns the share of the image's pixels that differ from its most frequent colour.
export function picture_share(page) {
  return page.evaluate(() => {
    const { data } = document.querySelector('skelter-viewer').viewer.pixels(320, 240);
    const counts = new Map();
    for (let i = 0; i < data.length; i += 4) {
      const colour = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2];
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return 1 - Math.max(...counts.values()) / (data.length / 4);
  });
}

// Returns the share of pixels that a command changes visibly.
export function changed_share(page, act) {
  return page.evaluate(async (line) => {
    const viewer = document.querySelector('skelter-viewer');
    const before = viewer.viewer.pixels(320, 240).data;
    viewer.command(line);
    viewer.draw(0);
    const after = viewer.viewer.pixels(320, 240).data;
    let count = 0;
    for (let i = 0; i < before.length; i += 4) if (Math.abs(before[i] - after[i]) + Math.abs(before[i + 1] - after[i + 1]) + Math.abs(before[i + 2] - after[i + 2]) > 24) ++count;
    return count / (before.length / 4);
  }, act);
}

// Returns whether the image on the page's canvas changes. Reads it after the page has drawn each frame,
// however long that takes.
export function moves(page) {
  return page.evaluate(async () => {
    const canvas = () => document.querySelector('canvas') ?? document.querySelector('skelter-viewer')?.canvas;
    const small = new OffscreenCanvas(96, 96).getContext('2d', { willReadFrequently: true });
    let first;
    for (const end_ms = performance.now() + 120_000; performance.now() < end_ms; ) {
      // A callback requested outside of a frame runs after the page's own callback, which draws.
      await new Promise((done) => setTimeout(() => requestAnimationFrame(done)));
      if (!canvas()?.width) continue;
      small.clearRect(0, 0, 96, 96);
      small.drawImage(canvas(), 0, 0, 96, 96);
      const { data } = small.getImageData(0, 0, 96, 96), colours = new Set(new Uint32Array(data.buffer));
      if (colours.size < 20) continue; // the model is not drawn yet
      const text = data.join();
      if (first !== undefined && text !== first) return true;
      first ??= text;
    }
    return false;
  });
}
