// Tests the viewer in a page: images, events, commands, a lost context, repeated loading.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figure } from './common.mjs';
import { withPage } from './browser.mjs';

test('a model walks, seeks, shows its bones and answers', async (t) => {
  await withPage(t, async (page) => {
    const got = await page.evaluate(async () => {
      const engine = await load('skelter');
      for (const file of ['mannequin.x', 'mannequin.png']) await engine.fetchInto(file, `/assets/${file}`);
      const started = engine.json('sk_viewer_start', { files: ['mannequin.x'] });
      const out = { started, again: engine.json('sk_viewer_start', {}), frames: [], answers: [] };
      for (let i = 0; i < 5; ++i) out.frames.push(engine.frame(1 / 60));
      out.moved = engine.call('sk_viewer_now', [], []);
      for (const line of ['pause', 'clip walk', 'seek 0.4', 'clip nonsense']) out.answers.push(engine.text('sk_viewer_command', line));
      out.frames.push(engine.frame());
      out.now = engine.call('sk_viewer_now', [], []);
      const plain = engine.pixels();
      out.colors = engine.colors();
      engine.text('sk_viewer_command', 'toggle skeleton');
      out.frames.push(engine.frame());
      const bones = engine.pixels();
      out.changed = 0;
      for (let i = 0; i < plain.length; i += 4) if (Math.abs(plain[i] - bones[i]) > 8) ++out.changed;
      out.later = engine.call('sk_viewer_now', [], []);
      out.events = [
        { type: 'key', key: 'KeyB', press: 'down' },
        { type: 'key', key: 'Dead', press: 'down' },
        { type: 'button', button: 'left', press: 'down', x: 100, y: 100 },
        { type: 'move', x: 180, y: 120 },
        { type: 'button', button: 'left', press: 'up', x: 180, y: 120 },
        { type: 'wheel', steps: 2 },
        { type: 'text', text: 'ä?' },
        { type: 'scream' },
      ].map((event) => engine.json('sk_viewer_event', event));
      out.frames.push(engine.frame());
      out.report = engine.call('sk_viewer_report', [], []);
      out.state = engine.call('sk_viewer_state', [], []);
      engine.text('sk_viewer_command', 'screenshot picture.png');
      out.frames.push(engine.frame(), engine.frame());
      out.png = Array.from(engine.get('picture.png')?.subarray(0, 4) ?? []);
      out.stopped = engine.call('sk_viewer_stop', [], []);
      out.after = engine.text('sk_viewer_command', 'pause');
      const back = engine.json('sk_viewer_start', { state: out.state });
      out.frames.push(engine.frame());
      out.back = { back, time: engine.call('sk_viewer_now', [], []).time_s, distance: engine.call('sk_viewer_state', [], []).camera?.distance };
      return out;
    });
    assert.deepEqual(got.started, { not_opened: [] });
    assert.equal(got.again.error.code, 'web.viewer-runs');
    assert.ok(got.frames.every((frame) => frame === 0));
    assert.ok(got.moved.time_s > 0.05 && got.moved.playing, JSON.stringify(got.moved));
    assert.deepEqual(got.answers.slice(0, 3), [{}, {}, {}]);
    assert.equal(got.answers[3].error.status, 'invalid_argument');
    assert.ok(Math.abs(got.now.time_s - 0.4) < 1e-9 && !got.now.playing, JSON.stringify(got.now));
    assert.ok(got.colors > 1000, `${got.colors} colours`);
    assert.ok(got.changed > 300, `${got.changed} pixels of bones`);
    assert.ok(got.later.revision > got.now.revision);
    assert.ok(got.events.slice(0, 7).every((answer) => Object.keys(answer).length === 0));
    assert.ok(got.events[7].error);
    assert.equal(got.report.file, 'mannequin.x');
    assert.equal(got.report.clip, 'walk');
    assert.deepEqual(got.png, [0x89, 0x50, 0x4e, 0x47]);
    assert.equal(got.after.error.code, 'web.no-viewer');
    assert.ok(Math.abs(got.back.time - 0.4) < 1e-9);
    assert.equal(got.back.distance, got.state.camera.distance);
  });
});

test('a lost context is restored with its visible state', async (t) => {
  await withPage(t, async (page, said) => {
    const got = await page.evaluate(async () => {
      const canvas = document.querySelector('#canvas');
      const engine = await load('skelter', canvas);
      for (const file of ['mannequin.x', 'mannequin.png']) await engine.fetchInto(file, `/assets/${file}`);
      engine.json('sk_viewer_start', { files: ['mannequin.x'] });
      for (const line of ['pause', 'clip run', 'seek 0.3']) engine.text('sk_viewer_command', line);
      engine.frame();
      const before = engine.pixels();
      const event = (name) => new Promise((resolve) => canvas.addEventListener(name, (e) => (e.preventDefault(), resolve()), { once: true }));
      const lost = event('webglcontextlost');
      const loss = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
      loss.loseContext();
      await lost;
      await new Promise((resolve) => setTimeout(resolve)); // the browser checks preventDefault() after all listeners have run
      const out = { lost: engine.call('sk_viewer_lose_context', [], []), meanwhile: engine.frame(), why: engine.call('sk_last_error', [], []) };
      engine.text('sk_viewer_command', 'toggle grid');
      engine.text('sk_viewer_command', 'toggle grid');
      const restored = event('webglcontextrestored');
      loss.restoreContext();
      await restored;
      out.gained = engine.call('sk_viewer_gain_context', [], []);
      out.frame = engine.frame();
      const after = engine.pixels();
      out.different = before.filter((value, i) => value !== after[i]).length;
      out.now = engine.call('sk_viewer_now', [], []);
      return out;
    });
    assert.equal(got.meanwhile, 1);
    assert.equal(got.why.error.code, 'web.no-context');
    assert.deepEqual([got.lost, got.gained], [{}, {}]);
    assert.equal(got.frame, 0);
    assert.equal(got.different, 0);
    assert.ok(Math.abs(got.now.time_s - 0.3) < 1e-9);
    // The browser itself logs that a test caused the loss of the context.
    for (let i = said.length - 1; i >= 0; --i) if (/CONTEXT_LOST_WEBGL: loseContext: context lost/.test(said[i])) said.splice(i, 1);
  });
});

test('fifty loads do not make the memory grow', async (t) => {
  await withPage(t, async (page) => {
    const sizes = await page.evaluate(async () => {
      const engine = await load('skelter');
      for (const file of ['mannequin.x', 'mannequin.png']) await engine.fetchInto(file, `/assets/${file}`);
      const sizes = [];
      for (let i = 0; i < 50; ++i) {
        engine.json('sk_viewer_start', { files: ['mannequin.x'] });
        engine.frame(0, 64, 48);
        engine.call('sk_viewer_stop', [], []);
        const scene = engine.read('mannequin.x');
        engine.module.ccall('sk_scene_free', null, ['number'], [scene.scene]);
        sizes.push(engine.module.HEAPU8.length);
      }
      return sizes;
    });
    figure(`memory after 5 loads ${(sizes[4] / 1e6).toFixed(1)} MB, after 50 ${(sizes[49] / 1e6).toFixed(1)} MB`);
    assert.equal(sizes[49], sizes[4]);
  });
});

test('a broken file next to a good one is reported, and the good one is shown', async (t) => {
  await withPage(t, async (page) => {
    const got = await page.evaluate(async () => {
      const engine = await load('skelter');
      await engine.fetchInto('good.x', '/assets/tower.x');
      engine.put('bad.x', new TextEncoder().encode('xof 0303txt 0032\nMesh {'));
      const started = engine.json('sk_viewer_start', { files: ['good.x', 'bad.x'] });
      const opened = engine.json('sk_viewer_open', { files: ['bad.x'] });
      return { started, opened, frame: engine.frame(), colors: engine.colors(), report: engine.call('sk_viewer_report', [], []) };
    });
    assert.equal(got.started.not_opened.length, 1);
    assert.equal(got.started.not_opened[0].file, 'bad.x');
    assert.equal(got.opened.error.status, 'bad_data');
    assert.equal(got.frame, 0);
    assert.ok(got.colors > 200);
    assert.equal(got.report.file, 'good.x');
  });
});
