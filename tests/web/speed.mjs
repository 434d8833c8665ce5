// Prints how fast the engine is in a page: node tests/web/speed.mjs. No test: times depend on the machine.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpus, launchBrowser, root, serve, site } from './common.mjs';

const { browser, why } = await launchBrowser();
if (!browser) throw new Error(why);
const server = await serve({ '/site/': site, '/page/': join(root, 'tests/web/page'), '/assets/': join(root, 'assets'), '/corpus/': corpus, '/': site });
const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
try {
  const page = await browser.newPage();
  await page.goto(`${server.url}/page/index.html`);
  await page.waitForFunction(() => window.ready);
  const file = 'x/sdk_legacy/tiny_4anim.x';
  const times = await page.evaluate(async (path) => {
    const engine = await load('skelter');
    await engine.fetchInto('a.x', `/corpus/${path}`);
    const reads = [];
    for (let i = 0; i < 7; ++i) {
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
  console.log(`${file}: read at ${(bytes / 1000 / median(times.reads)).toFixed(0)} MB/s (at least 150), a frame takes ${median(times.frames).toFixed(2)} ms of the processor (at most 2)`);
  const firsts = [];
  for (let i = 0; i < 5; ++i) {
    const fresh = await browser.newPage();
    const begin = performance.now();
    await fresh.goto(`${server.url}/index.html?example=mannequin.x`);
    await fresh.waitForFunction(() => document.querySelector('skelter-viewer')?.report?.file);
    firsts.push(performance.now() - begin);
    await fresh.close();
  }
  console.log(`the page shows its first figure after ${(median(firsts) / 1000).toFixed(2)} s (at most 2)`);
} finally {
  await browser.close();
  server.close();
}
