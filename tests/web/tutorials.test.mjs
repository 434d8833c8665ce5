// The programs of the four tutorials in a page, as a separate module: they start, draw and react to keys as
// on a desktop.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withPage } from './browser.mjs';

// Starts a program, draws `frames` frames of a tenth of a second each after pressing and releasing `keys`,
// and returns what is visible to the page: exit codes, window, colors of some pixels, and printed text.
const play = (page, name, { argument = '', keys = [], frames = 4 } = {}) =>
  page.evaluate(
    async ([name, argument, keys, frames]) => {
      const { default: create } = await import('/site/skelter-tutorials.js');
      const said = [];
      const module = await create({ print: (line) => said.push(line), printErr: (line) => said.push(line) });
      const canvas = Object.assign(document.createElement('canvas'), { id: 'tutorial' });
      document.body.replaceChildren(canvas);
      const call = (call, ...values) => module.ccall(`tutorial_${call}`, call === 'title' ? 'string' : 'number', values.map((v) => typeof v), values);
      const started = call('start', name, '#tutorial', argument);
      const shown = { started, title: call('title'), width: call('width'), height: call('height'), frames: [], said };
      if (started !== 0) return shown;
      Object.assign(canvas, { width: shown.width, height: shown.height });
      for (const key of keys) for (const press of [0, 1]) call('key', key, press);
      for (let i = 0; i < frames; ++i) shown.frames.push(call('frame', 0.1, shown.width, shown.height, 1));
      shown.glError = canvas.getContext('webgl2').getError();
      const copy = new OffscreenCanvas(shown.width, shown.height).getContext('2d');
      copy.drawImage(canvas, 0, 0);
      const pixels = copy.getImageData(0, 0, shown.width, shown.height).data;
      shown.corner = [...pixels.slice(-4, -1)]; // the lower right corner
      shown.others = 0;
      for (let i = 0; i < pixels.length; i += 4) shown.others += [0, 1, 2].some((c) => Math.abs(pixels[i + c] - shown.corner[c]) > 20) ? 1 : 0;
      call('stop');
      return shown;
    },
    [name, argument, keys, frames],
  );

test('the programs of the tutorials run in a page', async (t) => {
  await withPage(t, async (page) => {
    const tower = await play(page, 'tower');
    assert.deepEqual([tower.title, tower.width, tower.height, tower.glError], ['Skeletal Animation Technique', 800, 600, 0]);
    assert.deepEqual(tower.frames, [0, 0, 0, 0]);
    assert.deepEqual(tower.corner, [0, 0, 0]);
    assert.ok(tower.others > 10000, `${tower.others} blue pixels`);
    // After 0.1 s, vertex 599 is at (-1.098528, 2.428912) with the tutorial's clock.
    assert.match((await play(page, 'tower', { frames: 1 })).said.at(-1), /^0\.10 s: .*, vertex 599 at -1\.098528 2\.428912$/);

    const mesh = await play(page, 'skin_mesh');
    assert.deepEqual([mesh.title, mesh.glError], ['Skin mesh', 0], mesh.said.join('\n'));
    assert.ok(mesh.corner.every((c) => Math.abs(c - 127.5) < 1));
    assert.ok(mesh.others > 10000);
    assert.match(mesh.said.at(-1), /; 0\.40 s: /);

    const blend = await play(page, 'blend', { keys: [49, 52] });
    assert.deepEqual([blend.title, blend.width, blend.height, blend.glError], ['Blended Skeletal Animation Demo', 640, 480, 0]);
    assert.deepEqual(blend.corner, [0, 0, 64]);
    assert.ok(blend.others > 5000);
    assert.match(blend.said.at(-1), /^0\.40 s: left_arm off right_arm on left_leg on right_leg off body on/);

    const character = await play(page, 'character');
    assert.deepEqual([character.title, character.width, character.height, character.glError], ['Skelter: character', 800, 600, 0]);
    assert.deepEqual(character.corner, [0, 255, 0]);
    assert.ok(character.others > 10000);
    assert.match(character.said.at(-1), /^walk at 0\.20 s, 7 draw calls$/);
  });
});

test('a program in a page reports missing files, and Escape ends it', async (t) => {
  await withPage(t, async (page) => {
    const nothing = await play(page, 'character', { argument: 'hero.x' });
    assert.deepEqual([nothing.started, nothing.said], [1, ['hero.x: no such file']]);
    assert.equal((await play(page, 'swim')).started, 2);
    assert.deepEqual((await play(page, 'tower', { keys: [256], frames: 1 })).frames, [1]);
  });
});

test('the page of the tutorials starts each program and passes keys on', async (t) => {
  await withPage(t, async (page) => {
    const server = new URL(page.url()).origin;
    for (const [name, title] of [['tower', 'Skeletal Animation Technique'], ['skin_mesh', 'Skin mesh'], ['character', 'Skelter: character'], ['blend', 'Blended Skeletal Animation Demo']]) {
      await page.goto(`${server}/site/tutorials.html#${name}`);
      await page.waitForFunction((wanted) => document.getElementById('title').textContent === wanted, title);
    }
    await page.locator('#tutorial').press('2');
    await page.locator('#tutorial').press('Escape');
    await page.waitForFunction(() => document.getElementById('message').textContent.includes('left_arm on right_arm off'));
  });
});
