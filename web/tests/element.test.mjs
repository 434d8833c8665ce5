// <skelter-viewer> in a page: its requests, its messages about wrong attributes, and the resources that it
// frees.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Browser, bytes, figure, missing, site } from './browser.mjs';

describe('the element', { skip: missing() }, () => {
  let folder, browser;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skelter-element-'));
    cpSync(join(site, 'js'), join(folder, 'js'), { recursive: true });
    cpSync(join(site, 'skelter.wasm'), join(folder, 'js/skelter.wasm'));
    for (const name of ['mannequin.x', 'mannequin.png', 'mannequin.json', 'mannequin.graph.json']) writeFileSync(join(folder, name), bytes(`assets/${name}`));
    writeFileSync(join(folder, 'sleeve.x'), bytes('docs/course/files/sleeve.x'));
    writeFileSync(join(folder, 'favicon.ico'), '');
    const page = (name, body) => writeFileSync(join(folder, `${name}.html`), `<!doctype html>\n<script type="module" src="js/element.js"></script>\n${body}`);
    page('three', '<skelter-viewer src="mannequin.x" clip="walk"></skelter-viewer>\n'.repeat(3));
    page('wrong', '<skelter-viewer src="sleeve.x" clip="nonsense" speed="fast" show="foo" camera="x" loop="twice" time="soon"></skelter-viewer>');
    page('empty', '<main></main>');
    page('graph', '<skelter-viewer src="mannequin.x" config="mannequin.json" graph="mannequin.graph.json" playing></skelter-viewer>');
    browser = await Browser.start(folder);
  });
  after(async () => {
    await browser?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('three elements ask for their model once each, and for the engine once together', async () => {
    const page = await browser.page('/three.html', { wait: '' });
    await page.waitForFunction(() => [...document.querySelectorAll('skelter-viewer')].every((viewer) => viewer.report?.clip === 'walk'));
    await page.waitForLoadState('networkidle');
    const count = (name) => page.asked.filter((url) => url.endsWith('/' + name)).length;
    assert.deepEqual(['mannequin.x', 'mannequin.png', 'skelter.wasm', 'skelter.js'].map(count), [3, 3, 1, 1]);
    // Each element has its own engine, so the speed of one does not affect the others.
    const rates = await page.evaluate(() => {
      const viewers = [...document.querySelectorAll('skelter-viewer')];
      viewers[1].playbackRate = 2;
      return viewers.map((viewer) => viewer.playbackRate);
    });
    assert.deepEqual(rates, [1, 2, 1]);
    await browser.close(page);
  });

  test('wrong attributes are named in the element and in the console until they are right', async () => {
    const page = await browser.page('/wrong.html', { wait: 'figure' });
    await page.waitForFunction(() => document.querySelector('skelter-viewer').report.clip === 'swing');
    const shown = () => page.evaluate(() => document.querySelector('skelter-viewer').shadowRoot.querySelector('[part=problems]').innerText.split('\n').filter(Boolean));
    const expected = ['clip="nonsense": ', 'loop="twice": ', 'speed="fast": playbackRate must be 0.01 to 10, or -0.01 to -10', 'show="foo": show "foo"; expected ', 'camera="x": camera "x"; expected 3 or 6 numbers, such as 25,12,5', 'time="soon": currentTime must be a number of seconds'];
    const said = await shown();
    assert.equal(said.length, expected.length, said.join('\n'));
    for (const [i, words] of expected.entries()) assert.ok(said[i].startsWith(words), `${said[i]}; expected ${words}`);
    assert.deepEqual(page.said, said.map((text) => `warning: <skelter-viewer> ${text}`));
    // The attribute contains the clip that is shown, not the one that was requested.
    assert.equal(await page.locator('skelter-viewer').getAttribute('clip'), 'swing');
    await page.evaluate(() => {
      const viewer = document.querySelector('skelter-viewer');
      for (const [name, value] of Object.entries({ clip: 'wave', loop: 'once', speed: '2', show: 'skeleton', camera: '25,12,30', time: '0.2' })) viewer.setAttribute(name, value);
    });
    assert.deepEqual(await shown(), []);
    // The next file has no clip of that name, so the attribute changes to the clip that is shown.
    page.said.length = 0;
    await page.evaluate(() => void (document.querySelector('skelter-viewer').src = 'mannequin.x'));
    await figure(page, 'mannequin.x');
    await page.waitForFunction(() => {
      const viewer = document.querySelector('skelter-viewer');
      return viewer.report.clip !== '' && viewer.getAttribute('clip') === viewer.report.clip;
    });
    await browser.close(page, { quiet: false });
  });

  test('an element that is removed frees its engine and its context, and loads again when it is put back', async () => {
    const page = await browser.page('/empty.html', { wait: '' });
    const found = await page.evaluate(async () => {
      await customElements.whenDefined('skelter-viewer');
      const main = document.querySelector('main'), turn = () => new Promise((done) => setTimeout(done, 20));
      const contexts = [];
      // Browsers allow about 16 contexts and then lose the oldest, with a warning in the console.
      for (let i = 0; i < 18; ++i) {
        const viewer = document.createElement('skelter-viewer');
        main.append(viewer);
        await viewer.start();
        contexts.push(viewer.canvas.getContext('webgl2'));
        viewer.remove();
        await turn();
        if (viewer.viewer) return 'the engine is there';
      }
      const lost = contexts.every((context) => context.isContextLost());
      // An element that is moved within the page keeps its engine.
      const viewer = document.createElement('skelter-viewer');
      viewer.src = 'sleeve.x';
      const loaded = () => new Promise((done) => viewer.addEventListener('load', done, { once: true }));
      const first = loaded();
      main.append(viewer);
      await first;
      const engine = viewer.viewer;
      document.body.append(viewer);
      await turn();
      const kept = viewer.viewer === engine;
      viewer.remove();
      await turn();
      const freed = viewer.viewer === undefined && engine.engine.is_disposed;
      const again = loaded();
      main.append(viewer);
      await again;
      // An element that is removed while it loads leaves nothing behind and reports nothing.
      const early = document.createElement('skelter-viewer');
      early.src = 'mannequin.x';
      const errors = [];
      early.addEventListener('error', ({ detail }) => errors.push(String(detail.error)));
      main.append(early);
      await turn();
      early.remove();
      await new Promise((done) => setTimeout(done, 1500));
      return { lost, kept, freed, file: viewer.report.file, early: early.viewer === undefined, errors };
    });
    assert.deepEqual(found, { lost: true, kept: true, freed: true, file: 'sleeve.x', early: true, errors: [] });
    await browser.close(page);
  });

  test('a graph and a configuration beside the model are fetched and play', async () => {
    const page = await browser.page('/graph.html', { wait: 'figure' });
    await page.waitForFunction(() => JSON.stringify(document.querySelector('skelter-viewer').report.graph ?? null).includes('ground'));
    await browser.close(page);
  });
});
