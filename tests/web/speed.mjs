// Prints the speed of the engine in a page: node tests/web/speed.mjs. This is not a test: times depend on the
// machine.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpus, launchBrowser, programs, root, serve, site } from './common.mjs';

const { browser, why } = await launchBrowser();
if (!browser) throw new Error(why);
const server = await serve({ '/site/': site, '/page/': join(root, 'tests/web/page'), '/programs/': programs, '/assets/': join(root, 'assets'), '/corpus/': corpus, '/': site });
const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
const median = (numbers) => sorted(numbers)[numbers.length >> 1];
const least = (numbers) => sorted(numbers)[0];
// Waits until the browser is idle: a new tab starts processes, which would slow down the measured page on two
// cores.
async function settled() {
  const session = await browser.newBrowserCDPSession();
  const used_s = async () => (await session.send('SystemInfo.getProcessInfo')).processInfo.reduce((sum, process) => sum + process.cpuTime, 0);
  for (let before = await used_s(), after; ; before = after) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    after = await used_s();
    if (after - before < 0.01) break;
  }
  await session.detach();
}
try {
  const page = await browser.newPage();
  await page.goto(`${server.url}/page/index.html`);
  await page.waitForFunction(() => window.ready);
  const file = 'x/sdk_legacy/tiny_4anim.x';
  const times = await page.evaluate(async (path) => {
    const engine = await load('skelter');
    await engine.fetchInto('a.x', `/corpus/${path}`);
    // The browser compiles the engine twice: first quickly, then, in the background, optimized. The time with
    // the optimized code is the result; the first time is also printed.
    const reads = [];
    for (let i = 0; i < 75; ++i) {
      const begin = performance.now();
      const scene = engine.read('a.x');
      reads.push(performance.now() - begin);
      engine.module.ccall('sk_scene_free', null, ['number'], [scene.scene]);
    }
    engine.json('sk_viewer_start', { canvas: '#canvas', files: ['a.x'] });
    engine.text('sk_viewer_command', 'play');
    const frames = [];
    for (let i = 0; i < 120; ++i) {
      const begin = performance.now();
      engine.frame(1 / 60);
      frames.push(performance.now() - begin);
      await new Promise(requestAnimationFrame);
    }
    return { reads, frames };
  }, file);
  const bytes = readFileSync(join(corpus, file)).length;
  const speed = (ms) => (bytes / 1000 / ms).toFixed(0);
  const compiled = times.reads.slice(-25);
  console.log(`${file}: read at ${speed(median(compiled))} MB/s (at least 150; the best ${speed(least(compiled))}; the first time ${speed(times.reads[0])}, the first 25 ${speed(median(times.reads.slice(0, 25)))}), a frame takes ${median(times.frames).toFixed(2)} ms of the processor (at most 2)`);
  const ns = await page.evaluate(async () => {
    const { default: create } = await import('/programs/web_crowd.js');
    const module = await create({ locateFile: (file) => `/programs/${file}` });
    module.FS.writeFile('/mannequin.x', new Uint8Array(await (await fetch('/assets/mannequin.x')).arrayBuffer()));
    const joints = module.ccall('crowd_make', 'number', ['string', 'number'], ['/mannequin.x', 1000]);
    const times = [];
    for (let i = 0; i < 3000; ++i) {
      const begin = performance.now();
      if (module.ccall('crowd_run', 'number', [], []) !== 0) throw new Error('the crowd does not run');
      times.push(((performance.now() - begin) * 1e6) / joints);
    }
    if (!(module.ccall('crowd_sum', 'number', [], []) > 1000)) throw new Error('the crowd has no matrices');
    return times;
  });
  // The browser also compiles during the first 300 runs here, about half a second.
  console.log(`a crowd of 1000 between two clips takes ${median(ns.slice(300)).toFixed(1)} ns per joint (at most 25; the best ${least(ns).toFixed(1)}; the first ten ${median(ns.slice(0, 10)).toFixed(1)})`);
  // Measures the time from navigation to the first image of the model in the canvas: reading a pixel back
  // waits until drawing is complete.
  const firsts = [];
  for (let i = 0; i < 9; ++i) {
    const fresh = await browser.newPage();
    await fresh.addInitScript(() =>
      addEventListener('DOMContentLoaded', () => {
        const viewer = document.querySelector('skelter-viewer');
        viewer.addEventListener('frame', () => {
          if (!viewer.report?.file || window.seen) return;
          const gl = viewer.canvas.getContext('webgl2');
          gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
          window.seen = performance.now();
        });
      }));
    await settled();
    await fresh.goto(`${server.url}/index.html?example=mannequin.x`);
    firsts.push(await (await fresh.waitForFunction(() => window.seen)).jsonValue());
    await fresh.close();
  }
  console.log(`the page shows its first figure after ${(median(firsts) / 1000).toFixed(2)} s (at most 2; the least of ${firsts.length} ${(least(firsts) / 1000).toFixed(2)})`);
} finally {
  await browser.close();
  server.close();
}
