// The page in Chromium: actions of a user, and their visible results. Every test also checks that the console
// stays empty and that no request leaves the server.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, describe, test } from 'node:test';
import { Browser, bytes, changed_share, drop, figure, file, missing, now, picture_share, report, until } from './browser.mjs';
import { draco_glb } from './draco_file.mjs';
import { circle_fbx, corpus_file, expected_fbx, farthest, hip_fbx, no_corpus } from './fbx_file.mjs';

const mannequin = [{ name: 'mannequin.x', bytes: missing() ? Buffer.alloc(0) : bytes('assets/mannequin.x') }, { name: 'mannequin.png', bytes: missing() ? Buffer.alloc(0) : bytes('assets/mannequin.png') }];

describe('the page', { skip: missing() }, () => {
  let browser;
  before(async () => void (browser = await Browser.start()));
  after(() => browser?.stop());
  afterEach(() => browser?.close_all());

  test('a drop shows the figure, and it plays', async () => {
    const page = await browser.page();
    await drop(page, mannequin);
    await figure(page, 'mannequin.x');
    // Source: assets/README.md. There are twenty clips, and the walk lasts 1.1 s.
    assert.equal(await page.locator('.clips-panel .list li').count(), 21); // plus the rest pose
    assert.match(await page.locator('.clips-panel').innerText(), /walk\s*1\.10 s/);
    await until(page, '!viewer.paused');
    const first = (await now(page)).time_s;
    await until(page, 'viewer.currentTime !== argument', first);
    assert.ok((await picture_share(page)) > 0.03, 'something is drawn');
    assert.deepEqual((await report(page)).diagnostics, []);
    await browser.close(page);
  });

  test('a texture that is dropped later is found', async () => {
    const page = await browser.page();
    await drop(page, [mannequin[0]]);
    await figure(page, 'mannequin.x');
    await until(page, "report.diagnostics.some((entry) => entry.code === 'texture.missing')");
    await drop(page, [mannequin[1]]);
    await until(page, "!report.diagnostics.some((entry) => entry.code === 'texture.missing')");
    await browser.close(page);
  });

  test('a folder is searched, its first model shown, all of them listed', async () => {
    const page = await browser.page();
    await page.evaluate(async (texts) => {
      // 130 files, because browsers list a folder in batches of a hundred.
      const files = Array.from({ length: 130 }, (_, i) => ({ name: `part${String(i).padStart(3, '0')}.x`, text: texts.tower }));
      const of = (entry) => ({ isFile: true, isDirectory: false, name: entry.name, fullPath: `/models/${entry.name}`, file: (done) => done(new File([entry.text], entry.name)) });
      let given = 0;
      const folder = { isFile: false, isDirectory: true, name: 'models', fullPath: '/models', createReader: () => ({ readEntries: (done) => done(files.slice(given, (given += 100)).map(of)) }) };
      const event = new DragEvent('drop', { bubbles: true, cancelable: true });
      Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], getData: () => '', files: [], items: [{ kind: 'file', webkitGetAsEntry: () => folder }] } });
      document.querySelector('#stage').dispatchEvent(event);
    }, { tower: bytes('docs/course/files/keys.x').toString() });
    await figure(page, 'models/part000.x');
    await until(page, "document.querySelectorAll('.files-panel li').length === 130");
    await page.locator('.files-panel button', { hasText: 'part129.x' }).first().click();
    await figure(page, 'models/part129.x');
    await browser.close(page);
  });

  test('the file chooser takes several', async () => {
    const page = await browser.page();
    await page.locator('input[type=file][multiple]').setInputFiles([file('assets/mannequin.x'), file('assets/mannequin.png'), file('assets/tower.x')]);
    await until(page, 'report.state.files.length === 2');
    assert.deepEqual((await report(page)).state.files, ['mannequin.x', 'tower.x']);
    await figure(page, 'mannequin.x'); // the first file is shown, as for a folder
    await browser.close(page);
  });

  test('Draco is loaded only when a file needs it', async () => {
    const page = await browser.page();
    await drop(page, mannequin);
    await figure(page, 'mannequin.x');
    const asked = () => page.asked.filter((url) => url.endsWith('/skelter-draco.wasm')).length;
    assert.equal(asked(), 0);
    await drop(page, [{ name: 'grid.glb', bytes: draco_glb() }]);
    await figure(page, 'grid.glb');
    assert.equal((await report(page)).statistics.vertices, 9);
    assert.equal((await report(page)).statistics.triangles, 8);
    await drop(page, [{ name: 'another.glb', bytes: draco_glb() }]);
    await figure(page, 'another.glb');
    assert.equal(asked(), 1);
    await browser.close(page);
  });

  test('the FBX reader is loaded only when a file needs it', async () => {
    const page = await browser.page();
    await drop(page, mannequin);
    await figure(page, 'mannequin.x');
    const asked = () => page.asked.filter((url) => url.endsWith('/skelter-fbx.wasm')).length;
    assert.equal(asked(), 0);
    await drop(page, [{ name: 'hip.fbx', bytes: hip_fbx() }]);
    await figure(page, 'hip.fbx');
    assert.match(await page.locator('.clips-panel').innerText(), /slide\s*1\.00 s/);
    await drop(page, [{ name: 'circle.fbx', bytes: circle_fbx() }]);
    await page.locator('#message', { hasText: 'circle.fbx:12: Model "Hip": is its own ancestor' }).waitFor();
    await drop(page, [{ name: 'again.FBX', bytes: hip_fbx() }]);
    await figure(page, 'again.FBX');
    assert.equal(asked(), 1);
    await browser.close(page);
  });

  test('FBX files of the corpus show the joints of other readers, large ones after a worker has read them', { skip: no_corpus }, async () => {
    const wanted = ['hand/hand_pivot_clip_7400_ascii.fbx', 'ufbx/blender_279_sausage_7400_binary.fbx', 'hand/hand_z_up_inch_7400_binary.fbx'];
    const page = await browser.page();
    for (const { name, rest, extent, clips } of expected_fbx().filter(({ name }) => wanted.includes(name))) {
      const path = name.split('/').at(-1);
      // Readers ignore bytes after the last record, so this makes a large file.
      await drop(page, [{ name: path, bytes: Buffer.concat([readFileSync(corpus_file(name)), Buffer.alloc(path.includes('sausage') ? 2_100_000 : 0)]) }]);
      await figure(page, path);
      const found = await page.evaluate(({ path, times }) => {
        const { engine } = document.querySelector('skelter-viewer').viewer;
        const scene = engine.ask('sk_scene_read', path, '');
        const world = (clip, time_s) => engine.lend(scene.nodes.length * 64, (pointer) => (engine.call('sk_scene_world', scene.scene, clip, time_s, pointer), [...engine.floats_at(pointer, scene.nodes.length * 16)]));
        return { names: scene.nodes.map(({ name }) => name), clips: scene.clips.map(({ label }) => label), rest: world(-1, 0), worlds: times.map((list, clip) => list.map((time_s) => world(clip, time_s))) };
      }, { path, times: clips.map(({ moments }) => moments.map(({ time_s }) => time_s)) });
      const places = new Map(found.names.map((node, i) => [node, i]).reverse());
      assert.deepEqual(found.clips, clips.map((clip) => clip.name), name);
      assert.ok(farthest(found.rest, places, rest, extent) < 1e-4, name);
      clips.forEach((clip, c) => clip.moments.forEach(({ time_s, world }, m) => time_s < clip.duration_s && assert.ok(farthest(found.worlds[c][m], places, world, extent) < 1e-4, `${name} ${clip.name} ${time_s}`)));
    }
    await browser.close(page);
  });

  test('without the FBX reader the page reports what is missing, and continues', async () => {
    const page = await browser.page();
    await page.route('**/skelter-fbx.wasm', (route) => route.fulfill({ status: 404, body: '' }));
    await drop(page, [{ name: 'hip.fbx', bytes: hip_fbx() }]);
    await page.locator('#message').waitFor();
    assert.match(await page.locator('#message').innerText(), /The FBX reader could not be loaded from http:\S+\/skelter-fbx\.wasm: the server answers 404/);
    await page.unroute('**/skelter-fbx.wasm');
    await drop(page, [{ name: 'hip.fbx', bytes: hip_fbx() }]);
    await figure(page, 'hip.fbx');
    await browser.close(page, { quiet: false }); // the browser reports the 404
  });

  test('a damaged file is reported with its location, and the page continues', async () => {
    const page = await browser.page();
    await drop(page, [{ name: 'broken.x', bytes: Buffer.from('xof 0303txt 0032\nMesh {\n  3; 0;0;0;,\n') }]);
    await page.locator('#message').waitFor();
    assert.match(await page.locator('#message').innerText(), /broken\.x:\d+: Mesh/);
    assert.match(await page.locator('.files-panel').innerText(), /broken\.x:\d+/);
    await drop(page, mannequin);
    await figure(page, 'mannequin.x');
    // The badge and its panel belong to the shown model; the other one stays in the list until it is closed.
    await page.locator('#badge[aria-label="No problems"]').click();
    assert.match(await page.locator('#panel-check').innerText(), /No errors, no warnings/);
    await page.getByRole('button', { name: 'Close broken.x' }).click();
    await until(page, "!document.querySelector('.files-panel').innerText.includes('broken')");
    await browser.close(page);
  });

  test('a file that is not a model is refused with a message', async () => {
    const page = await browser.page();
    await drop(page, [{ name: 'notes.txt', bytes: Buffer.from('hello') }]);
    await page.locator('#message').waitFor();
    assert.match(await page.locator('#message').innerText(), /notes\.txt: no model to show\. Skelter reads \.x/);
    // The page accepts and lists the formats that its engine reads. It has no list of its own.
    const { reads } = await page.evaluate(() => document.querySelector('skelter-viewer').viewer.engine.about);
    assert.ok(reads.includes('.vrm'));
    for (const ending of reads) assert.ok((await page.locator('#welcome').innerText()).includes(ending), ending);
    for (const name of reads.map((ending) => `hero${ending.toUpperCase()}`)) {
      await drop(page, [{ name, bytes: Buffer.from('hello') }]);
      await page.locator('.files-panel li', { hasText: name }).waitFor();
      assert.doesNotMatch(await page.locator('.files-panel li', { hasText: name }).innerText(), /no model/);
    }
    await browser.close(page);
  });

  test('a huge file is refused before it is read', async () => {
    const page = await browser.page();
    await page.evaluate(() => {
      const huge = { isFile: true, isDirectory: false, name: 'huge.x', fullPath: '/huge.x', file: (done) => { const given = new File(['xof'], 'huge.x'); Object.defineProperty(given, 'size', { value: 3e9 }); done(given); } };
      const event = new DragEvent('drop', { bubbles: true, cancelable: true });
      Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], getData: () => '', files: [], items: [{ kind: 'file', webkitGetAsEntry: () => huge }] } });
      document.querySelector('#stage').dispatchEvent(event);
    });
    await page.locator('#message').waitFor();
    assert.match(await page.locator('#message').innerText(), /huge\.x has 3\.0 GB; a browser can read at most/);
    await browser.close(page);
  });

  // A text of about 10 MB: one triangle in a mesh of 600,000 points. `end` is the last brace of the text.
  const drop_long = (page, name, end = '}') => page.evaluate(([name, end]) => {
    const points = `0;0;0;,1;0;0;,0;1;0;,${'0.125;0.25;0.5;,'.repeat(599_996)}0.125;0.25;0.5;;`;
    const data = new DataTransfer();
    data.items.add(new File([`xof 0303txt 0032\nMesh many {\n600000;\n${points}\n1;\n3;0,1,2;;\n${end}\n`], name));
    document.querySelector('#stage').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));
  }, [name, end]);
  const engine_files = (page) => page.evaluate(() => document.querySelector('skelter-viewer').viewer.engine.files().map(({ path }) => path));
  // Chromium reports a worker some time after the page has created it.
  const one_worker = async (page) => {
    for (let tries = 0; page.workers().length < 1 && tries < 600; ++tries) await page.waitForTimeout(100);
    assert.equal(page.workers().length, 1);
  };
  const no_worker = async (page) => {
    // A worker that never ends fails this test, so that it does not block all later ones.
    for (let tries = 0; page.workers().length > 0; ++tries) {
      assert.ok(tries < 600, `${page.workers().map((worker) => worker.url())} still runs`);
      await page.waitForTimeout(100);
    }
  };

  test('a large file is read in a worker while the page continues, and Stop ends that', async () => {
    const page = await browser.page();
    await drop(page, mannequin);
    await figure(page, 'mannequin.x');
    // Simulates a file that never finishes loading.
    await page.evaluate(() => {
      globalThis.Worker = class extends Worker {
        addEventListener(type, act) {
          super.addEventListener(type, (event) => event.data?.done || act(event));
        }
      };
    });
    await drop_long(page, 'long.x');
    await page.locator('#going-on').getByText(/^Reading long\.x \(9\.6 MB\) \.\.\.$/).waitFor();
    await one_worker(page);
    const first = (await now(page)).time_s;
    await until(page, 'viewer.currentTime !== argument', first);
    await page.locator('#going-on').getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Reading long.x was stopped.').waitFor();
    assert.equal(await page.locator('#going-on').innerText(), '');
    await no_worker(page);
    assert.equal((await report(page)).file, 'mannequin.x');
    assert.deepEqual((await report(page)).state.files, ['mannequin.x']);
    assert.ok(!(await engine_files(page)).includes('long.x'), 'the page has not read it');
    assert.match(await page.locator('.files-panel li', { hasText: 'long.x' }).innerText(), /Reading was stopped\./);
    // Other files can still be opened: the next file, and the same one again.
    await drop(page, [{ name: 'tower.x', bytes: bytes('assets/tower.x') }]);
    await figure(page, 'tower.x');
    await browser.close(page);
  });

  // The page would freeze while it compiles a large clip.
  test('a clip of many keys is shown from the file, without being compiled', async () => {
    const page = await browser.page();
    const keys = Array.from({ length: 50_001 }, (_, i) => `${i};3;0,${Math.abs((i % 2000) - 1000)},0;;`).join(',');
    const with_keys = (count, text) => ({ name: `${count}.x`, bytes: Buffer.from(`xof 0303txt 0032\nFrame a { }\nAnimationSet s { Animation { {a} AnimationKey { 2; ${count}; ${text}; } } }\n`) });
    await drop(page, [with_keys(1, '0;3;0,1,0;;')]);
    await figure(page, '1.x');
    assert.equal((await report(page)).path, 'runtime');
    await drop(page, [with_keys(50_001, keys)]);
    await figure(page, '50001.x');
    await until(page, "report.path === 'reference'");
    assert.equal((await report(page)).path_reason, 'not compiled: the clip has more than 50000 keys');
    await browser.close(page);
  });

  test('a large file that is not stopped is opened', async () => {
    const page = await browser.page();
    await drop(page, mannequin);
    await figure(page, 'mannequin.x');
    const made = [];
    page.on('worker', (worker) => made.push(worker.url()));
    await drop_long(page, 'long.x');
    await figure(page, 'long.x');
    assert.deepEqual(made.map((url) => new URL(url).pathname), ['/js/ahead.js']);
    assert.equal(await page.locator('#going-on').innerText(), '');
    await no_worker(page);
    assert.deepEqual((await report(page)).state.files, ['mannequin.x', 'long.x']);
    await browser.close(page);
  });

  test('problems of a large file are found in the worker', async () => {
    const page = await browser.page();
    await drop(page, mannequin);
    await figure(page, 'mannequin.x');
    await drop_long(page, 'open.x', '}\nMesh broken {\n3; 0;0;0;,');
    await page.locator('#message.is-error').waitFor();
    assert.match(await page.locator('#message').innerText(), /^open\.x:\d+: Mesh broken: /);
    assert.ok(!(await engine_files(page)).includes('open.x'), 'the page has not read it');
    await no_worker(page);
    assert.equal((await report(page)).file, 'mannequin.x');
    await browser.close(page);
  });

  test('a large file that ends its worker leaves the page unchanged', async () => {
    const page = await browser.page();
    await drop(page, mannequin);
    await figure(page, 'mannequin.x');
    // Simulates the way in which Chromium ends a worker that is out of memory.
    await page.evaluate(() => {
      globalThis.Worker = class extends EventTarget {
        postMessage() {
          setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data: { reads: true } })));
          setTimeout(() => this.dispatchEvent(new ErrorEvent('error', { message: 'Uncaught RuntimeError: unreachable', cancelable: true })));
        }
        terminate() {}
      };
    });
    await drop_long(page, 'long.x');
    await page.locator('#message.is-error').waitFor();
    assert.equal(await page.locator('#message').innerText(), 'long.x could not be read: the worker that read it ended (Uncaught RuntimeError: unreachable). Most likely there was not enough memory. Open files stay open.');
    assert.equal((await report(page)).file, 'mannequin.x');
    assert.deepEqual((await report(page)).state.files, ['mannequin.x']);
    await browser.close(page);
  });

  test('without workers, the page reads a large file itself', async () => {
    const page = await browser.page();
    await page.evaluate(() => {
      globalThis.Worker = class extends EventTarget {
        postMessage() {
          setTimeout(() => this.dispatchEvent(new ErrorEvent('error', { cancelable: true })));
        }
        terminate() {}
      };
    });
    await drop_long(page, 'long.x');
    await figure(page, 'long.x');
    await browser.close(page);
  });

  test('the worker has the buffers of a .gltf, including those that were dropped before it', async () => {
    const page = await browser.page();
    const made = [];
    page.on('worker', (worker) => made.push(worker.url()));
    // 200,000 points, of which only three belong to a triangle.
    const points = Buffer.alloc(200_000 * 12);
    points.writeFloatLE(1, 12);
    points.writeFloatLE(1, 28);
    const json = JSON.stringify({
      asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }], meshes: [{ primitives: [{ attributes: { POSITION: 0 }, mode: 0 }] }],
      buffers: [{ uri: 'points.bin', byteLength: points.length }], bufferViews: [{ buffer: 0, byteLength: points.length }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 200_000, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
    });
    await drop(page, [{ name: 'points.gltf', bytes: Buffer.from(json) }, { name: 'points.bin', bytes: points }]);
    await figure(page, 'points.gltf');
    assert.equal(made.length, 1);
    await drop(page, [{ name: 'again.gltf', bytes: Buffer.from(json) }]);
    await figure(page, 'again.gltf');
    assert.equal(made.length, 2);
    await browser.close(page);
  });

  test('a small file that would exhaust GPU memory is refused with a message, and the page continues', async () => {
    const page = await browser.page();
    // 2000 instances of 30,000 points at the origin.
    const json = JSON.stringify({
      asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: Array.from({ length: 2000 }, (_, i) => i) }], nodes: Array.from({ length: 2000 }, () => ({ mesh: 0 })),
      meshes: [{ name: 'cloud', primitives: [{ attributes: { POSITION: 0 }, mode: 0 }] }],
      accessors: [{ componentType: 5126, count: 30_000, type: 'VEC3', min: [0, 0, 0], max: [0, 0, 0] }],
    });
    await drop(page, [{ name: 'points.gltf', bytes: Buffer.from(json) }]);
    await page.locator('#message.is-error').waitFor();
    const words = await page.locator('#message').innerText();
    const found = /^points\.gltf: mesh cloud has 2000 instances, which need (\d+) bytes on the graphics card; all meshes together need \1; expected at most 536870912$/.exec(words);
    // The minimum for 60 million points is a position and a normal of three floats each.
    assert.ok(Number(found?.[1]) >= 60e6 * 24, words);
    assert.ok(await page.evaluate(() => document.querySelector('skelter-viewer').viewer.engine.memory_bytes) < 200e6, 'nothing was made of it');
    await drop(page, mannequin);
    await figure(page, 'mannequin.x');
    assert.ok((await picture_share(page)) > 0.03);
    await browser.close(page);
  });

  test('the time bar seeks, exactly and by frames', async () => {
    const page = await browser.page('/?example=mannequin.x&clip=walk&paused', { wait: 'figure' });
    await until(page, 'viewer.paused');
    await page.getByLabel('Time in seconds').fill('0.4');
    await page.getByLabel('Time in seconds').press('Enter');
    assert.equal((await now(page)).time_s, 0.4);
    // Invalid input reverts to the current value.
    await page.getByLabel('Time in seconds').fill('9');
    await page.getByLabel('Time in seconds').press('Enter');
    await until(page, "document.querySelector('[aria-label=\"Time in seconds\"]').value === '1.100'");
    await page.getByLabel('Time in seconds').fill('0.4');
    await page.getByLabel('Time in seconds').press('Enter');
    const bar = page.getByRole('slider', { name: 'Time', exact: true }).first();
    // `skelter info` prints 67 keys for each joint within 1.1 s, which is 60 per second.
    await until(page, "document.querySelector('.bar .time').getAttribute('aria-valuetext') === '0.40 of 1.10 seconds, frame 24'");
    await bar.press('ArrowRight');
    assert.ok(Math.abs((await now(page)).time_s - 25 / 60) < 1e-6);
    await bar.press('Home');
    assert.equal((await now(page)).time_s, 0);
    const box = await bar.boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    assert.ok(Math.abs((await now(page)).time_s - 0.55) < 0.02);
    await browser.close(page);
  });

  test('a click changes the clip; the search finds it', async () => {
    const page = await browser.page('/?example=mannequin.x', { wait: 'figure' });
    await page.getByLabel('Find a clip').fill('nobody');
    await page.getByText('No clip has "nobody" in its name.').waitFor();
    assert.match(await page.locator('.clips-panel h2').innerText(), /0 of 20/);
    await page.getByLabel('Find a clip').fill('JUM');
    await page.locator('.clips-panel button', { hasText: 'jump' }).click();
    await until(page, "report.clip === 'jump'");
    assert.ok(Math.abs((await now(page)).duration_s - 1.8) < 1e-6); // source: assets, where the jump lasts 1.8 s
    assert.equal(await page.locator('.clips-panel .list button[tabindex="0"]').count(), 1, 'one stop of the Tab key');
    // Without a model no clip plays, and there is no range.
    await page.evaluate(() => ['range 0.2 0.8', 'play', 'close-file 0'].forEach((line) => document.querySelector('skelter-viewer').command(line)));
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    assert.equal(await page.locator('.flag:visible').count(), 0);
    assert.equal(await page.getByLabel('Time in seconds').inputValue(), '0.000');
    await browser.close(page);
  });

  test('another file has its own clips and joints', async () => {
    const page = await browser.page();
    // Two models with the same number of clips and joints, in the same order, but with different lengths and
    // names.
    const sleeve = bytes('docs/course/files/sleeve.x').toString();
    await drop(page, [{ name: 'a.x', bytes: Buffer.from(sleeve) }]);
    await figure(page, 'a.x');
    await page.locator('.clips-panel').getByText('1.00 s').waitFor();
    await drop(page, [{ name: 'b.x', bytes: Buffer.from(sleeve.replaceAll('Hand', 'Claw')) }]);
    await figure(page, 'b.x');
    const tree = page.locator('.tree-panel [role=tree]');
    await tree.getByText('Claw').first().waitFor();
    assert.doesNotMatch(await tree.innerHTML(), /Hand/);
    // A file with the same name again, but with one clip twice as long.
    const frames = await page.evaluate(() => document.querySelector('skelter-viewer').report.clips.map(({ name, duration_s }) => [name, duration_s]));
    await drop(page, [{ name: 'b.x', bytes: Buffer.from(sleeve.replace(/AnimTicksPerSecond\s*\{\s*\d+/, (text) => text.replace(/\d+$/, (ticks) => String(ticks / 2)))) }]);
    await until(page, 'report.clips[0].duration_s > argument', frames[0][1] * 1.5);
    await page.locator('.clips-panel').getByText('2.00 s').waitFor();
    assert.equal(await tree.getByText('Claw').count(), 0);
    await browser.close(page);
  });

  test('skeleton, wireframe and weights change the image', async () => {
    const page = await browser.page('/?example=mannequin.x&clip=walk&t=0.4&paused', { wait: 'figure' });
    await until(page, 'viewer.paused');
    assert.ok((await changed_share(page, 'toggle wireframe')) > 0.01);
    assert.ok((await changed_share(page, 'toggle skeleton')) > 0.002);
    await page.getByRole('button', { name: 'Skeleton', exact: true }).click();
    await until(page, '!report.state.shown.skeleton');
    assert.equal(await changed_share(page, 'seek 0.4'), 0, 'the same moment is the same picture');
    assert.ok((await changed_share(page, 'seek 0.7')) > 0.01);
    await browser.close(page);
  });

  test('the tree chooses joints, and hides them', async () => {
    const page = await browser.page('/?example=mannequin.x&paused', { wait: 'figure' });
    await page.getByLabel('Find a joint').fill('head');
    await page.locator('.node', { hasText: 'head' }).first().click();
    await until(page, "report.selected?.joint === 'head'");
    await page.getByRole('tab', { name: 'Select' }).click();
    assert.match(await page.locator('#panel-select').innerText(), /head/);
    await page.locator('.node', { hasText: 'head' }).first().locator('.eye').click();
    await until(page, 'report.state.hidden.length === 1');
    await browser.close(page);
  });

  test('a clicked vertex is marked, with lines to its joints; names are shown', async () => {
    const page = await browser.page('/?example=mannequin.x&clip=walk&t=0.2&paused', { wait: 'figure' });
    await until(page, 'viewer.paused && viewer.currentTime === 0.2');
    // Pixels of the overlay at the dot, in the middle of each line, and anywhere.
    const overlay = () => page.evaluate(() => {
      const viewer = document.querySelector('skelter-viewer');
      viewer.draw(0);
      const canvas = viewer.shadowRoot.querySelector('.marks'), { marks } = viewer.now;
      if (canvas.hidden || !marks) return null;
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
      copy.drawImage(canvas, 0, 0);
      const { data, width } = copy.getImageData(0, 0, canvas.width, canvas.height);
      const colour = (x, y) => '#' + [...data.subarray(4 * (Math.round(y) * width + Math.round(x))).slice(0, 3)].map((part) => part.toString(16).padStart(2, '0')).join('');
      return { dots: marks.dots.map(({ x, y, color }) => [colour(x, y), color]), lines: marks.lines.map(({ from, to, color }) => [colour((from[0] + to[0]) / 2, (from[1] + to[1]) / 2), color]),
        names: marks.labels.map(({ text }) => text), drawn: data.some((part) => part > 0) };
    });
    assert.equal(await overlay(), null);
    const box = await page.locator('#viewer').boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.42);
    await until(page, 'report.selected?.vertex?.influences.length > 1');
    const marked = await overlay();
    assert.equal(marked.dots.length, 1);
    for (const [seen, wanted] of marked.dots) assert.equal(seen, wanted);
    const { influences } = (await report(page)).selected.vertex;
    assert.deepEqual(marked.lines.map(([, wanted]) => wanted), influences.map(({ color }) => color), 'as in the table');
    assert.ok(marked.lines.some(([seen, wanted]) => seen === wanted), `${marked.lines}`); // they may cross
    await page.evaluate(() => document.querySelector('skelter-viewer').command('vertex none'));
    assert.equal(await overlay(), null);
    await page.getByRole('button', { name: 'Names', exact: true }).click();
    await until(page, 'report.state.shown.names');
    const named = await overlay();
    assert.ok(named.names.includes('head') && named.drawn);
    await browser.close(page);
  });

  test('everything works from the keyboard', async () => {
    const page = await browser.page('/?example=mannequin.x&clip=walk&paused', { wait: 'figure' });
    await until(page, 'viewer.paused');
    // Tab reaches the model within a few steps.
    let steps = 0;
    for (; steps < 60; ++steps) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.id === 'viewer')) break;
    }
    assert.ok(steps < 60, 'the figure can be reached');
    await page.keyboard.press('1');
    await until(page, 'report.state.shown.skeleton');
    await page.keyboard.press('Space');
    await until(page, '!viewer.paused');
    await page.keyboard.press('Space');
    await until(page, 'viewer.paused');
    await page.keyboard.press('Home');
    assert.equal((await now(page)).time_s, 0);
    await page.keyboard.press('ArrowRight');
    assert.ok(Math.abs((await now(page)).time_s - 1 / 60) < 1e-6);
    await page.keyboard.press('PageDown');
    await until(page, "report.clip === 'run'");
    await page.keyboard.press('BracketLeft');
    await until(page, 'report.state.timeline.speed === 0.5');
    await page.keyboard.press('b');
    await until(page, 'report.state.timeline.backward && !viewer.paused');
    await page.keyboard.press('h');
    await page.locator('#help[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('#help[open]').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+e');
    assert.equal(await page.getByRole('tab', { name: 'Save' }).getAttribute('aria-selected'), 'true');
    await browser.close(page);
  });

  test('keys work without the focus in the figure, and not while something is typed', async () => {
    const page = await browser.page('/?example=mannequin.x&clip=walk&paused', { wait: 'figure' });
    await until(page, 'viewer.paused');
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
    await page.keyboard.press('Space');
    await until(page, '!viewer.paused');
    await page.keyboard.press('Space');
    await until(page, 'viewer.paused');
    await page.keyboard.press('?');
    await page.locator('#help[open]').waitFor();
    await page.keyboard.press('1'); // ignored behind a dialog
    await page.keyboard.press('Escape');
    await page.locator('#help[open]').waitFor({ state: 'detached' });
    // A focused button handles Space itself. Letters go to the model.
    await page.locator('.clips-panel button', { hasText: 'run' }).first().click();
    await until(page, "report.clip === 'run' && viewer.paused && !report.state.shown.skeleton");
    await page.keyboard.press('b');
    await until(page, 'report.state.timeline.backward && !viewer.paused');
    await page.evaluate(() => document.querySelector('skelter-viewer').pause());
    await page.keyboard.press('3');
    await until(page, 'report.state.shown.axes');
    // In the same way, a list handles its arrow keys, and a text field all letters.
    await page.locator('.node').first().click();
    await page.keyboard.press('ArrowDown');
    const { time_s } = await now(page);
    await page.getByLabel('Find a clip').fill('');
    await page.getByLabel('Find a clip').press('w');
    await page.keyboard.press('9');
    await page.getByLabel('Speed').first().focus();
    await page.keyboard.press('4');
    const after = await report(page);
    assert.deepEqual([after.state.timeline.time_s, after.state.shown.meshes, after.state.shown.wireframe, after.state.shown.shading], [time_s, true, false, 'lit']);
    // The shortcut can be turned off through the browser API.
    await page.locator('#help-button').click();
    await page.getByLabel('Only while the model has the focus').check();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.keyboard.press('3');
    assert.equal((await report(page)).state.shown.axes, true);
    await page.reload();
    await figure(page);
    await page.keyboard.press('3');
    assert.equal((await report(page)).state.shown.axes, false);
    await browser.close(page);
  });

  test('fingers turn, move and zoom', async () => {
    const page = await browser.page('/?example=mannequin.x&paused', { wait: 'figure', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
    await until(page, 'viewer.paused');
    const client = await page.context().newCDPSession(page);
    const touch = (type, ...points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const camera = () => page.evaluate(() => document.querySelector('skelter-viewer').state.camera);
    const start = await camera();
    await touch('touchStart', [200, 300]);
    for (let i = 1; i <= 8; ++i) await touch('touchMove', [200 + 8 * i, 300]);
    await touch('touchEnd');
    const turned = await camera();
    assert.ok(Math.abs(turned.azimuth_deg - start.azimuth_deg) > 3, 'one finger turns');
    assert.deepEqual(turned.target, start.target);
    await touch('touchStart', [150, 300], [250, 300]);
    for (let i = 1; i <= 8; ++i) await touch('touchMove', [150 - 5 * i, 300], [250 + 5 * i, 300]);
    await touch('touchEnd');
    const near = await camera();
    // The fingers move from 100 to 180 points apart. The camera comes nearer by about this factor, whatever
    // the viewer's wheel steps are.
    assert.ok(near.distance < turned.distance * 0.75, `pinching zooms: ${turned.distance} to ${near.distance}`);
    assert.ok(Math.abs(near.azimuth_deg - turned.azimuth_deg) < 1e-6, 'and does not turn');
    await touch('touchStart', [150, 300], [250, 300]);
    for (let i = 1; i <= 8; ++i) await touch('touchMove', [150, 300 + 6 * i], [250, 300 + 6 * i]);
    await touch('touchEnd');
    const moved = await camera();
    assert.ok(moved.target[1] > near.target[1] + 0.01, 'two fingers move');
    assert.equal((await report(page)).state.selection.vertex, null, 'and none of it was a click');
    await browser.close(page);
  });

  test('a deep link shows clip, time, side and parts', async () => {
    const page = await browser.page('/?model=assets/mannequin.x&clip=run&t=0.35&paused&camera=90,10,5&show=skeleton,axes', { wait: 'figure' });
    await until(page, "report.clip === 'run' && viewer.paused");
    const { diagnostics } = await report(page);
    const state = await page.evaluate(() => document.querySelector('skelter-viewer').state);
    assert.equal(state.timeline.time_s, 0.35);
    assert.deepEqual([state.camera.azimuth_deg, state.camera.elevation_deg, state.camera.distance], [90, 10, 5]);
    assert.deepEqual([state.shown.skeleton, state.shown.axes, state.shown.names, state.shown.meshes], [true, true, false, true]);
    assert.deepEqual(diagnostics, [], 'its texture came from beside it');
    await browser.close(page);
  });

  test('a wrong link reports what was expected', async () => {
    const page = await browser.page('/?model=assets/nobody.x');
    await page.locator('#message').waitFor();
    assert.match(await page.locator('#message').innerText(), /nobody\.x: the server answers 404/);
    await browser.close(page, { quiet: false }); // the browser itself logs the 404
  });

  test('a link with several mistakes reports each of them', async () => {
    const page = await browser.page('/?model=assets/mannequin.x&t=abc&speed=99&loop=zig&camera=1,2&show=foo&clip=wlak&time=3', { wait: 'figure' });
    await page.locator('#message.is-error').waitFor();
    const words = (await page.locator('#message').innerText()).split('\n');
    for (const start of [/^time is not known; expected model, /, /^clip: .*wlak/, /^speed: .*99/, /^loop: .*zig/, /^camera: .*1,2/, /^show: .*foo/, /^t: .*abc/]) assert.equal(words.filter((line) => start.test(line)).length, 1, `${start}: ${words.join('; ')}`);
    await browser.close(page);
    const other = await browser.page('/?file=assets/mannequin.x');
    await other.locator('#welcome-state.bad', { hasText: 'file is not known; expected model' }).waitFor();
    await browser.close(other);
  });

  test('a shared link shows the same again', async () => {
    const page = await browser.page('/?example=mannequin.x&clip=wave&t=1.25&paused&show=skeleton&camera=-40,20,4', { wait: 'figure' });
    await until(page, "report.clip === 'wave' && viewer.paused");
    await page.evaluate(() => { const viewer = document.querySelector('skelter-viewer'); viewer.command('speed 0.5'); viewer.command('select head'); });
    await page.getByRole('button', { name: 'Share' }).first().click();
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
    assert.ok(link.length < 3000, `${link.length} characters`);
    const before = await page.evaluate(() => document.querySelector('skelter-viewer').state);
    const again = await browser.page(link.slice(browser.origin.length), { wait: 'figure' });
    await until(again, "report.clip === 'wave'");
    await until(again, "report.selected?.joint === 'head'");
    const after = await again.evaluate(() => document.querySelector('skelter-viewer').state);
    assert.deepEqual({ ...after, panels: null }, { ...before, panels: null });
    await browser.close(page);
    await browser.close(again);
  });

  test('a link to a local file asks for it', async () => {
    const page = await browser.page();
    await drop(page, mannequin);
    await figure(page, 'mannequin.x');
    await page.evaluate(() => { const viewer = document.querySelector('skelter-viewer'); viewer.pause(); viewer.command('clip sit'); viewer.command('seek 1'); });
    await page.getByRole('button', { name: 'Share' }).first().click();
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
    const again = await browser.page();
    await again.goto('about:blank');
    // The engine loads after the state is read, so the page must keep the link's settings until then.
    await again.route('**/skelter.wasm', async (route) => {
      await new Promise((done) => setTimeout(done, 1500));
      await route.continue();
    });
    await again.goto(link);
    await again.waitForFunction(() => document.querySelector('skelter-viewer')?.viewer !== undefined);
    await again.waitForTimeout(200);
    await again.getByText('This shows mannequin.x').waitFor();
    await drop(again, mannequin);
    await until(again, "report?.clip === 'sit' && report.state.timeline.time_s === 1");
    await browser.close(page);
    await browser.close(again);
  });

  test('a saved view is restored', async () => {
    const page = await browser.page();
    await drop(page, mannequin);
    await figure(page, 'mannequin.x');
    await page.evaluate(() => { const viewer = document.querySelector('skelter-viewer'); viewer.pause(); for (const line of ['clip jump', 'seek 0.9', 'orbit 60 5 4', 'shading unlit']) viewer.command(line); });
    await page.getByRole('tab', { name: 'Save' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#panel-save').getByRole('button', { name: 'File', exact: true }).click()]);
    assert.equal(download.suggestedFilename(), 'mannequin.view.json');
    const chunks = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk);
    await page.evaluate(() => { const viewer = document.querySelector('skelter-viewer'); for (const line of ['clip walk', 'orbit 0 0 9', 'shading lit']) viewer.command(line); });
    await drop(page, [{ name: 'mannequin.view.json', bytes: Buffer.concat(chunks) }]);
    await until(page, "report.clip === 'jump'");
    const state = await page.evaluate(() => document.querySelector('skelter-viewer').state);
    assert.deepEqual([state.timeline.time_s, state.camera.azimuth_deg, state.camera.distance, state.shown.shading], [0.9, 60, 4, 'unlit']);
    await browser.close(page);
  });

  test('tracks blend by hand', async () => {
    const page = await browser.page('/?example=mannequin.x&clip=walk&paused', { wait: 'figure' });
    await page.getByRole('tab', { name: 'Tracks' }).click();
    await page.getByLabel('Play the tracks').check();
    await until(page, 'report.tracks.length === 2');
    assert.equal(await page.locator('#title').innerText(), 'mannequin.x, tracks');
    assert.equal(await page.locator('.clips-panel [aria-current]').count(), 0);
    await page.locator('.track').nth(1).getByLabel('Weight, number').fill('0.25');
    await page.locator('.track').nth(1).getByLabel('Weight, number').press('Enter');
    await until(page, 'report.tracks[1].weight === 0.25');
    await page.getByRole('button', { name: 'Add a track' }).click();
    await until(page, 'report.tracks.length === 3');
    await browser.close(page);
  });

  test('two clips are compared, in millimetres', async () => {
    const page = await browser.page('/?example=mannequin.x&clip=walk&t=0.3&paused', { wait: 'figure' });
    await page.getByRole('tab', { name: 'Compare' }).click();
    await page.getByLabel('Compare with').selectOption('clip run');
    await until(page, "report.state.compare.with === 'clip' && report.comparison?.largest_vertex_mm > 0");
    const { largest_vertex_mm } = (await report(page)).comparison;
    assert.match(await page.locator('#panel-compare .big-number').innerText(), new RegExp(`^${String(Number(largest_vertex_mm.toFixed(1))).replace('.', '\\.')} mm$`));
    await page.getByRole('button', { name: 'Side by side' }).click();
    await until(page, 'report.state.compare.side_by_side');
    assert.ok(await page.locator('.heat').isHidden());
    // The colour scale is fixed, so that a tenth of a millimetre does not look like a metre.
    await page.getByRole('button', { name: 'Heat map' }).click();
    await page.locator('.heat').waitFor();
    const { hot_mm } = (await report(page)).comparison;
    assert.ok(hot_mm >= largest_vertex_mm && hot_mm <= 2.5 * largest_vertex_mm, `${hot_mm} for ${largest_vertex_mm}`);
    assert.match(await page.locator('#panel-compare').innerText(), new RegExp(`red: ${Number(hot_mm.toFixed(4))} mm`));
    await page.getByLabel('Compare with').selectOption('compiled');
    await until(page, "report.state.compare.with === 'compiled'");
    await browser.close(page);
  });

  test('two unrelated models are not compared, and there is no number', async () => {
    const page = await browser.page();
    // The two models have no joint name in common (assets/README.md, docs/course/files/sleeve.x).
    await drop(page, [{ name: 'sleeve.x', bytes: bytes('docs/course/files/sleeve.x') }, ...mannequin]);
    await until(page, 'report.state.files.length === 2');
    await page.getByRole('tab', { name: 'Compare' }).click();
    await page.getByLabel('Compare with').selectOption({ label: (await report(page)).file === 'sleeve.x' ? 'mannequin.x' : 'sleeve.x' });
    await until(page, 'report.comparison !== null');
    const words = 'The models have no joint names in common; nothing can be compared';
    assert.deepEqual((await report(page)).comparison, { problem: words });
    await page.locator('#panel-compare').getByText(words).waitFor();
    assert.doesNotMatch(await page.locator('#panel-compare').innerText(), /mm/);
    assert.equal(await page.locator('#panel-compare .big-number:visible, #panel-compare .heat:visible').count(), 0);
    await browser.close(page);
  });

  test('a graph is played, and its parameters are controls', async () => {
    const page = await browser.page('/?example=Walk and wave&paused', { wait: 'figure' });
    await page.getByRole('tab', { name: 'Graph' }).click();
    await until(page, 'report.graph?.plays === true');
    // The graph plays instead of a clip, whatever the name of the first clip is.
    await until(page, "/^walk_and_wave.x, graph /.test(document.querySelector('#title').textContent)");
    assert.equal(await page.locator('.clips-panel [aria-current]').count(), 0);
    assert.match(await page.evaluate(() => document.querySelector('skelter-viewer').canvas.getAttribute('aria-label')), /walk_and_wave.x, graph/);
    // In the diagram, the active one of the two states is tinted, and the other one has the colour of the
    // panel.
    const tint = (state) => page.evaluate((name) => {
      const canvas = document.querySelector('canvas.states'), { width, nodes } = document.querySelector('skelter-viewer').report.graph.picture;
      const node = nodes.find((entry) => entry.state === name);
      const scale = Math.min(canvas.clientWidth / width, 1.2) * devicePixelRatio;
      const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      pixel.drawImage(canvas, node.x * scale, (node.y - node.height / 2 + 4) * scale, 1, 1, 0, 0, 1, 1);
      const [red, , blue] = pixel.getImageData(0, 0, 1, 1).data;
      return blue - red;
    }, state);
    assert.ok((await tint('walks')) > 60 && (await tint('waves')) < 20);
    const next = page.locator('#panel-graph p', { hasText: 'walks to waves' });
    assert.match(await next.innerText(), /walks to waves when waving\s+waving = 0/);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.locator('#panel-graph').getByLabel('waving').check();
    // Source of the fade time of half a second: walk_and_wave.graph.json.
    await until(page, "Object.values(report.graph.frame.machines)[0].newest === 'waves'");
    await page.locator('#panel-graph .state.newest', { hasText: 'waves' }).waitFor();
    await page.locator('#panel-graph').getByText('walks to waves').waitFor();
    await until(page, "report.graph.picture.nodes.find((node) => node.state === 'waves').weight === 1");
    assert.ok((await tint('waves')) > 60);
    await page.locator('#panel-graph').getByText('waves to walks when not waving').waitFor();
    assert.ok(await page.locator('.bands canvas').isVisible());
    // Bands and scrub bar show the same times at the same positions.
    await page.evaluate(() => ['pause', 'graph restart', 'graph step 300'].forEach((line) => document.querySelector('skelter-viewer').command(line)));
    await until(page, 'report.graph.recording.to_s > 4.9');
    const [bands, bar] = [await page.locator('.bands').boundingBox(), await page.locator('#transport .bar').boundingBox()];
    assert.deepEqual([bands.x, bands.width], [bar.x, bar.width]);
    for (const [part, { y }] of [[0.2, bands], [0.4, bar]]) {
      await page.mouse.click(bands.x + part * bands.width, y + 20);
      await until(page, 'Math.abs(viewer.viewer.now().graph_time_s - argument) < 0.05', 10 * part); // at least ten seconds are shown
    }
    // Root motion is a switch, as on the desktop.
    await page.getByLabel('Root motion moves the model').uncheck();
    await until(page, 'report.state.graph.travels === false');
    await browser.close(page);
  });

  test('the mannequin is steered by sliders', async () => {
    const page = await browser.page();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Mannequin with its graph' }).click();
    await figure(page, 'mannequin.x');
    assert.equal((await report(page)).graph.plays, true);
    const speed = page.locator('#panel-graph').getByLabel('speed, number');
    await speed.fill('3');
    await speed.press('Enter');
    // The speed changes by at most 2 m/s per second (mannequin.graph.json), so it reaches 3 after one and a
    // half seconds.
    await until(page, "report.graph.parameters.find((entry) => entry.name === 'speed').value === 3");
    // The name of a trigger is on its button and in the bands.
    assert.doesNotMatch(await page.locator('#panel-graph').innerText(), /trigger/);
    await page.locator('#panel-graph').getByRole('button', { name: 'jump' }).click();
    await until(page, "Object.values(report.graph.frame.machines).some((machine) => machine.newest === 'jump')");
    await browser.close(page);
  });

  test('images and other formats are written', async () => {
    const page = await browser.page('/?example=mannequin.x&clip=walk&t=0.4&paused', { wait: 'figure' });
    await page.getByRole('tab', { name: 'Save' }).click();
    const saved = async (name) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#panel-save').getByRole('button', { name, exact: true }).click()]);
      const chunks = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk);
      return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) };
    };
    const png = await saved('PNG');
    assert.equal(png.name, 'mannequin.png');
    assert.deepEqual([...png.bytes.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const glb = await saved('.glb');
    assert.doesNotMatch(await page.locator('#message').innerText(), /written\//);
    assert.equal(glb.name, 'mannequin.glb');
    assert.equal(glb.bytes.toString('latin1', 0, 4), 'glTF');
    assert.equal(glb.bytes.readUInt32LE(8), glb.bytes.length);
    const x = await saved('.x');
    assert.match(x.bytes.toString('latin1', 0, 8), /^xof 0303/);
    // The written files can be opened again.
    await drop(page, [{ name: 'again.glb', bytes: glb.bytes }]);
    await figure(page, 'again.glb');
    assert.equal((await report(page)).clips.length, 20);
    await browser.close(page);
  });

  test('a video is written as GIF', async () => {
    const page = await browser.page('/?example=tower.x&paused', { wait: 'figure' });
    await page.getByRole('tab', { name: 'Save' }).click();
    await page.locator('#panel-save').getByLabel('Size').selectOption('480x480');
    await page.evaluate(() => document.querySelector('skelter-viewer').command('range 0 0.4'));
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#panel-save').getByRole('button', { name: 'GIF', exact: true }).click()]);
    const chunks = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk);
    const gif = Buffer.concat(chunks);
    assert.equal(gif.toString('latin1', 0, 6), 'GIF89a');
    assert.deepEqual([gif.readUInt16LE(6), gif.readUInt16LE(8)], [480, 480]);
    // The browser decodes the whole file: 0.4 s at 25 frames per second are ten frames.
    const frames = await page.evaluate(async (text) => {
      const decoder = new ImageDecoder({ type: 'image/gif', data: Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) });
      await decoder.tracks.ready;
      const count = decoder.tracks.selectedTrack.frameCount;
      for (let i = 0; i < count; ++i) (await decoder.decode({ frameIndex: i })).image.close();
      return count;
    }, gif.toString('base64'));
    assert.equal(frames, 10);
    await browser.close(page);
  });

  test('a WebM video has each frame at its time, however long a frame takes', async () => {
    const page = await browser.page('/?example=tower.x&paused', { wait: 'figure' });
    await page.getByRole('tab', { name: 'Save' }).click();
    await page.locator('#panel-save').getByLabel('Size').selectOption('480x480');
    // 0.4 s at 25 frames per second: ten frames of 40 ms, each of which takes 120 ms to draw.
    await page.evaluate(() => {
      const { viewer } = document.querySelector('skelter-viewer'), frame = viewer.frame.bind(viewer);
      viewer.command('range 0 0.4');
      viewer.frame = (...of) => {
        for (const end = performance.now() + 120; performance.now() < end; );
        frame(...of);
      };
    });
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#panel-save').getByRole('button', { name: 'WebM', exact: true }).click()]);
    assert.equal(download.suggestedFilename(), 'tower.webm');
    const chunks = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk);
    const webm = Buffer.concat(chunks);
    // Results of playback in Chromium: the duration, and the time and image of the frame that is shown in the
    // middle of each 40 ms.
    const seen = await page.evaluate(async (text) => {
      const video = document.createElement('video');
      video.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], { type: 'video/webm' }));
      video.muted = true;
      await new Promise((done, fail) => (video.addEventListener('loadeddata', done), video.addEventListener('error', () => fail(new Error(video.error.message)))));
      const { viewer } = document.querySelector('skelter-viewer');
      const paint = new OffscreenCanvas(480, 480).getContext('2d', { willReadFrequently: true });
      const frames = [];
      for (let i = 0; i < 10; ++i) {
        const shown = new Promise((done) => video.requestVideoFrameCallback((_, { mediaTime }) => done(mediaTime)));
        video.currentTime = (i + 0.5) / 25;
        const time = await shown;
        paint.drawImage(video, 0, 0);
        const film = paint.getImageData(0, 0, 480, 480).data;
        const far = (at) => {
          viewer.command(`seek ${at / 25}`);
          const { data } = viewer.pixels(480, 480);
          return data.reduce((sum, value, n) => sum + (value - film[n]) ** 2, 0) / data.length;
        };
        frames.push({ time, far: [i - 3, i, i + 3].map((at) => (at < 0 || at > 9 ? Infinity : far(at))) });
      }
      return { duration: video.duration, width: video.videoWidth, height: video.videoHeight, frames };
    }, webm.toString('base64'));
    assert.deepEqual([seen.width, seen.height], [480, 480]);
    assert.ok(Math.abs(seen.duration - 0.4) < 0.001, `${seen.duration} s`);
    seen.frames.forEach(({ time, far: [before, here, behind] }, i) => {
      assert.ok(Math.abs(time - i / 25) < 0.001, `frame ${i} is at ${time} s`);
      assert.ok(here < 30 && here < before && here < behind, `the picture of ${i / 25} s: ${here}, and of other times ${before}, ${behind}`);
    });
    // The frames that ffprobe finds, if it is installed.
    const probe = spawnSync('ffprobe', ['-v', 'error', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', '-'], { input: webm, encoding: 'utf8' });
    if (!probe.error) assert.deepEqual(probe.stdout.trim().split('\n').map((line) => Number(line.replace(',', ''))), Array.from({ length: 10 }, (_, i) => i / 25));
    assert.equal(probe.stderr ?? '', '');
    await browser.close(page);
  });

  test('without an encoder the page reports that it cannot write WebM', async () => {
    const page = await browser.page('/?example=tower.x&paused', { wait: 'figure' });
    await page.evaluate(() => delete globalThis.VideoEncoder);
    await page.getByRole('tab', { name: 'Save' }).click();
    await page.locator('#panel-save').getByLabel('Size').selectOption('480x480');
    await page.locator('#panel-save').getByRole('button', { name: 'WebM', exact: true }).click();
    await page.getByText('This browser cannot encode a WebM video of 480 x 480 pixels. A GIF works everywhere.').waitFor();
    await browser.close(page);
  });

  test('a lost context is restored with the same image', async () => {
    const page = await browser.page('/?example=mannequin.x&clip=walk&t=0.4&paused', { wait: 'figure' });
    await until(page, 'viewer.paused');
    const differ = await page.evaluate(async () => {
      const viewer = document.querySelector('skelter-viewer');
      viewer.draw(0);
      const before = viewer.viewer.pixels(320, 240).data;
      const lose = viewer.canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
      const event = (name) => new Promise((done) => viewer.addEventListener(name, done, { once: true }));
      const lost = event('contextlost');
      lose.loseContext();
      await lost;
      const words = viewer.shadowRoot.querySelector('.words').textContent;
      if (!words.includes('reappears')) return `says "${words}"`;
      const restored = event('contextrestored');
      await new Promise((done) => setTimeout(done, 50));
      lose.restoreContext();
      await restored;
      viewer.draw(0);
      const after = viewer.viewer.pixels(320, 240).data;
      let count = 0;
      for (let i = 0; i < before.length; ++i) if (before[i] !== after[i]) ++count;
      return count;
    });
    assert.equal(differ, 0);
    // Chromium itself logs that the context was lost.
    await browser.close(page, { quiet: false });
  });

  test('an element accepts commands before it has loaded', async () => {
    const page = await browser.page();
    const values = await page.evaluate(async () => {
      const viewer = document.createElement('skelter-viewer');
      viewer.style.cssText = 'position: fixed; inset: 0 50% 50% 0';
      viewer.pause();
      viewer.clip = 'run';
      viewer.loop = 'once';
      viewer.playbackRate = 0.5;
      viewer.currentTime = 0.3;
      const refused = (() => { try { viewer.crossfade('walk'); } catch (error) { return error.text; } })();
      const loaded = new Promise((done, fail) => (viewer.addEventListener('load', done), viewer.addEventListener('error', ({ detail }) => fail(detail.error))));
      viewer.src = 'assets/mannequin.x';
      document.body.append(viewer);
      await loaded;
      const values = [viewer.clip, viewer.loop, viewer.playbackRate, viewer.currentTime, viewer.paused, refused];
      viewer.remove();
      return values;
    });
    assert.deepEqual(values, ['run', 'once', 0.5, 0.3, true, 'no file is open yet']);
    await browser.close(page);
  });

  test('without its engine the page reports where it looked for it', async () => {
    const context = await browser.chromium.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.route('**/skelter.wasm', (route) => route.fulfill({ status: 404, body: 'nothing here' }));
    await page.goto(browser.origin + '/');
    await page.getByText(/could not be loaded from http.*\/skelter\.wasm: .*served next to/).first().waitFor();
    const error = await page.evaluate(async () => {
      const viewer = document.createElement('skelter-viewer');
      document.body.append(viewer);
      return viewer.start().then(() => null, ({ name, code, text }) => ({ name, code, text }));
    });
    assert.deepEqual([error.name, error.code], ['SkelterError', 'network']);
    assert.doesNotMatch(error.text, /ASSERTIONS|prepare wasm/);
    await context.close();
  });

  test('without WebGL 2 the page reports that', async () => {
    const context = await browser.chromium.newContext({ serviceWorkers: 'block' });
    await context.addInitScript(() => {
      const get = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
        return kind === 'webgl2' ? null : get.call(this, kind, ...more);
      };
    });
    const page = await context.newPage();
    await page.goto(browser.origin + '/');
    await page.getByText('This browser has no WebGL 2').waitFor();
    await context.close();
  });

  test('when the engine stops for good, the next file starts another', async () => {
    const page = await browser.page('/?example=mannequin.x&paused', { wait: 'figure' });
    // Simulates running out of memory in the middle of reading a file.
    await page.evaluate(() => {
      const { engine } = document.querySelector('skelter-viewer').viewer;
      const put = engine.put_file.bind(engine);
      engine.put_file = (path, bytes) => {
        if (path === 'tower.x') throw new WebAssembly.RuntimeError('memory access out of bounds');
        put(path, bytes);
      };
    });
    await drop(page, [{ name: 'tower.x', bytes: bytes('assets/tower.x') }]);
    await page.getByText('The engine stopped: most likely there was not enough memory').first().waitFor();
    await drop(page, mannequin);
    await figure(page, 'mannequin.x');
    assert.ok((await picture_share(page)) > 0.03);
    await browser.close(page);
  });

  test('with reduced motion the model does not play', async () => {
    const page = await browser.page('/?example=mannequin.x&clip=walk', { wait: 'figure', reducedMotion: 'reduce' });
    await until(page, "report.clip === 'walk'");
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.equal((await now(page)).playing, false);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await until(page, '!viewer.paused');
    await browser.close(page);
  });

  test('it works offline, from its own cache', async () => {
    const context = await browser.chromium.newContext();
    const page = await context.newPage();
    await page.goto(browser.origin + '/');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => new Promise((done) => (navigator.serviceWorker.controller ? done() : navigator.serviceWorker.addEventListener('controllerchange', done)))));
    await context.setOffline(true);
    await page.goto(browser.origin + '/?example=mannequin.x');
    await figure(page, 'mannequin.x');
    await drop(page, [{ name: 'grid.glb', bytes: draco_glb() }]);
    await figure(page, 'grid.glb');
    await context.close();
  });

  test('fifty models one after the other do not fill the memory', async () => {
    const page = await browser.page('/?example=mannequin.x&paused', { wait: 'figure' });
    const sizes = await page.evaluate(async () => {
      const viewer = document.querySelector('skelter-viewer');
      const file = new Uint8Array(await (await fetch('assets/mannequin.x')).arrayBuffer());
      const sizes = [];
      for (let i = 0; i < 50; ++i) {
        viewer.command('close-file 0');
        await viewer.open([{ path: 'mannequin.x', bytes: file }]);
        viewer.draw(0);
        sizes.push(viewer.viewer.engine.memory_bytes);
      }
      return sizes;
    });
    assert.equal(sizes.at(-1), sizes[9], 'no growth after the tenth');
    await browser.close(page);
  });
});
