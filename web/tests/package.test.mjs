// The package in the form that users get: packed, installed into an empty folder, and used in Node and in a
// page.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { build } from 'esbuild';
import { Browser, bytes, file, missing, moves, picture_share, root, site, web } from './browser.mjs';
import { busy_draco_glb, draco_glb, draco_grid, kDracoStep } from './draco_file.mjs';
import { circle_fbx, corpus_file, expected_fbx, farthest, hand_at_half, hip_fbx, no_corpus } from './fbx_file.mjs';

const without = missing() || (!existsSync(join(site, 'skelter-player.wasm')) && `${site} has no skelter-player.wasm`);

describe('the package', { skip: without }, () => {
  let folder, browser;
  const npm = (args, cwd) => execFileSync('npm', args, { cwd, encoding: 'utf8', env: { ...process.env, SKELTER_SITE: site, npm_config_loglevel: 'error' } });
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'skelter-'));
    const [{ filename, files }] = JSON.parse(npm(['pack', '--json', '--pack-destination', folder], web));
    assert.ok(files.every(({ path }) => /^(dist|docs|examples)\/|^(package\.json|README\.md|LICENSE|NOTICES\.txt)$/.test(path)), files.map(({ path }) => path).join(' '));
    writeFileSync(join(folder, 'package.json'), '{"name": "user", "private": true, "type": "module"}');
    npm(['install', '--no-audit', '--no-fund', '--offline', `./${filename}`], folder);
  });
  after(async () => {
    await browser?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const node = (code, ...args) => {
    writeFileSync(join(folder, 'user.mjs'), code);
    return execFileSync(process.execPath, ['user.mjs', ...args], { cwd: folder, encoding: 'utf8' });
  };

  test('Node reads a figure and evaluates it', () => {
    const out = JSON.parse(node(`
      import { readFileSync } from 'node:fs';
      import { Skelter, SkelterError, SkelterPlayer } from 'skelter';
      const skelter = await Skelter.load();
      const scene = skelter.read(readFileSync(process.argv[2]), 'sleeve.x');
      const rest = scene.evaluate('rest'), world = scene.world('swing', 0.5);
      const bad = (() => { try { skelter.read(new TextEncoder().encode('xof 0303txt 0032\\nMesh {'), 'bad.x'); } catch (error) { return { is: error instanceof SkelterError, code: error.code, line: error.line, text: error.text, file: error.file }; } })();
      const hand = scene.nodes.findIndex((node) => node.name === 'Hand');
      const copy = rest.slice();
      const white = skelter.read(readFileSync(process.argv[3]), 'mannequin.x'); // the memory grows: the returned array is a copy
      const coloured = skelter.read(readFileSync(process.argv[3]), 'mannequin.x', { files: { 'textures/Mannequin.PNG': new Uint8Array(1) } });
      const small = (() => { try { scene.toGlb(); } catch (error) { return error.text; } })();
      const bones = scene.nodes.map((node) => ({ name: node.name, position: { fromArray(n, at) { this.at = [...n.slice(at, at + 3)]; } }, quaternion: { fromArray(n, at) { this.at = [...n.slice(at, at + 4)]; } }, scale: { fromArray() {} } }));
      const player = new SkelterPlayer(scene, { bones });
      player.play('swing'); player.update(0.5);
      const kept = rest.every((value, i) => value === copy[i]);
      const clip = (() => { try { scene.evaluate('fly', 0); } catch (error) { return error.message; } })();
      scene.free();
      const freed = (() => { try { scene.evaluate('rest'); } catch (error) { return error.message; } })();
      console.log(JSON.stringify({ clips: scene.clips, names: scene.nodes.map((node) => node.name), hand: [...rest.slice(10 * hand, 10 * hand + 3)], at: [...world.slice(16 * hand + 12, 16 * hand + 15)], bad, small, pictures: [white, coloured].map(({ diagnostics }) => diagnostics.map(({ code, message }) => [code, message])), kept, bone: bones[hand].position.at, turn: bones[hand].quaternion.at, clip, freed, writes: skelter.writes }));
    `, file('docs/course/files/sleeve.x'), file('assets/mannequin.x')));
    assert.deepEqual(out.clips.map(({ name, duration_s }) => [name, duration_s]), [['swing', 1], ['wave', 0.6]]);
    assert.ok(out.names.includes('Hand'));
    // In sleeve.x, the hand is 5 along the arm. At 0.5 s, the arm is at (0, 10, 0), has a scale of 1.2 along
    // y, and is between 60 degrees at 0.4 s and 20 degrees at 1 s.
    assert.deepEqual(out.hand, [0, 5, 0]);
    const angle = ((60 - 40 / 6) * Math.PI) / 180;
    for (const [i, expected] of [-6 * Math.sin(angle), 10 + 6 * Math.cos(angle), 0].entries()) assert.ok(Math.abs(out.at[i] - expected) < 2e-5, `${out.at} ${expected}`);
    assert.deepEqual(out.bad, { is: true, code: 'x.end-of-file', line: 2, text: 'bad.x:2: Mesh: the file ends inside the data of an object', file: 'bad.x' });
    assert.equal(out.kept, true);
    assert.match(out.small, /small engine.*Skelter\.load\(\{whole: true\}\)/);
    assert.deepEqual(out.pictures, [[['texture.not-given', 'the image mannequin.png is not among "files"']], []]);
    assert.ok(out.bone.every((value, i) => Math.abs(value - [0, 5, 0][i]) < 1e-3), `${out.bone}`);
    // The hand's key at 0.5 s: 0.939692621 -0.342020143 0 0 as w x y z. Rotations in the file have the
    // opposite sign. The engine's clips keep the error of joints below a ten-thousandth of the model's size.
    assert.ok(Math.abs(Math.abs(out.turn[3]) - 0.939692621) < 1e-4 && Math.abs(Math.abs(out.turn[0]) - 0.342020143) < 1e-4, `${out.turn}`);
    assert.match(out.clip, /"fly"; expected rest or one of swing, wave/);
    assert.match(out.freed, /freed/);
    assert.equal(out.writes, false);
  });

  test('all entries but that of three.js are imported without a window, and the version is that of the engine', () => {
    const out = JSON.parse(node(`
      import { readFileSync } from 'node:fs';
      import { Skelter } from 'skelter';
      import { SkelterViewer } from 'skelter/element';
      const skelter = await Skelter.load(), { version } = skelter.engine.about;
      const scene = skelter.read(readFileSync(process.argv[2]), 'sleeve.x'), actor = scene.actor();
      const listeners = process.listenerCount('uncaughtException') + process.listenerCount('unhandledRejection');
      skelter.dispose();
      const refused = [() => skelter.update(0.1), () => actor.play('swing'), () => scene.evaluate('rest'), () => skelter.read(new Uint8Array(), 'a.x')].map((act) => { try { act(); return ''; } catch (error) { return error.message; } });
      actor.dispose(), scene.free(), skelter.dispose();
      console.log(JSON.stringify({ version, element: typeof SkelterViewer, refused, listeners }));
    `, file('docs/course/files/sleeve.x')));
    assert.equal(out.version, JSON.parse(readFileSync(join(web, 'package.json'), 'utf8')).version);
    assert.equal(out.element, 'function');
    assert.deepEqual(out.refused, Array(4).fill('the engine has been disposed of'));
    assert.equal(out.listeners, 0, 'errors of the program stay its own');
  });

  test('Node writes .glb, which is read again', () => {
    const out = JSON.parse(node(`
      import { readFileSync } from 'node:fs';
      import { Skelter } from 'skelter';
      const skelter = await Skelter.load({ whole: true });
      const scene = skelter.read(readFileSync(process.argv[2]), 'mannequin.x', { files: { 'mannequin.png': readFileSync(process.argv[3]) } });
      const glb = scene.toGlb();
      const again = skelter.read(glb, 'again.glb');
      const { files, losses } = scene.convert('m.x');
      const far = (a, b) => Math.max(...a.map((value, i) => Math.abs(value - b[i])));
      const place = new Map(again.nodes.map((node, i) => [node.name, i]));
      const a = scene.world('walk', 0.4), b = again.world('walk', 0.4);
      let worst = 0;
      scene.nodes.forEach((node, i) => { const j = place.get(node.name); if (j !== undefined) worst = Math.max(worst, far([...a.slice(16 * i + 12, 16 * i + 15)], [...b.slice(16 * j + 12, 16 * j + 15)])); });
      console.log(JSON.stringify({ magic: new TextDecoder().decode(glb.slice(0, 4)), clips: again.clips.length, names: Object.keys(files), worst, left: skelter.engine.files() }));
    `, file('assets/mannequin.x'), file('assets/mannequin.png')));
    assert.equal(out.magic, 'glTF');
    assert.equal(out.clips, 20);
    assert.ok(out.names.includes('m.x'));
    assert.ok(out.worst < 1e-4, `joints stay within a tenth of a millimetre: ${out.worst}`);
    assert.deepEqual(out.left, [], 'nothing stays behind');
  });

  test('Node reads Draco after prepare()', () => {
    writeFileSync(join(folder, 'draco.glb'), draco_glb());
    writeFileSync(join(folder, 'busy.glb'), busy_draco_glb());
    const out = JSON.parse(node(`
      import { readFileSync } from 'node:fs';
      import { Skelter } from 'skelter';
      const skelter = await Skelter.load(), bytes = readFileSync('draco.glb');
      const before = (() => { try { skelter.read(bytes, 'draco.glb'); } catch (error) { return [error.code, error.text]; } })();
      await skelter.prepare(bytes);
      const { positions, indices } = skelter.read(bytes, 'draco.glb').part(0, 0);
      // A damaged file is refused, and later ones are still read.
      const cut = Uint8Array.from(bytes); cut.fill(0xff, bytes.length - 60);
      const refused = (file, name) => { try { skelter.read(file, name); } catch (error) { return error.code; } };
      const damaged = [refused(cut, 'cut.glb'), refused(readFileSync('busy.glb'), 'busy.glb')];
      const again = skelter.read(bytes, 'draco.glb').part(0, 0).positions.length;
      console.log(JSON.stringify({ before, positions: [...positions], indices: indices.length, damaged, again }));
    `));
    assert.deepEqual(out.before, ['web.no-draco', 'draco.glb is compressed with Draco; call "await skelter.prepare(bytes)" before read()']);
    assert.equal(out.indices, 24);
    const vertices = Array.from({ length: 9 }, (_, i) => out.positions.slice(3 * i, 3 * i + 3));
    for (const place of draco_grid) assert.ok(vertices.some((vertex) => vertex.every((value, i) => Math.abs(value - place[i]) < kDracoStep)), `${place} of ${out.positions}`);
    assert.deepEqual(out.damaged, ['gltf.draco', 'gltf.draco']);
    assert.equal(out.again, 27);
  });

  test('Node reads FBX after prepare(), and converts it to metres', () => {
    writeFileSync(join(folder, 'hip.fbx'), hip_fbx());
    writeFileSync(join(folder, 'circle.fbx'), circle_fbx());
    const out = JSON.parse(node(`
      import { readFileSync } from 'node:fs';
      import { Skelter } from 'skelter';
      const skelter = await Skelter.load({ whole: true }), bytes = readFileSync('hip.fbx');
      const refused = (file, name) => { try { skelter.read(file, name); } catch (error) { return [error.code, error.text]; } };
      const before = refused(bytes, 'hip.fbx'), no_fbx = refused(new TextEncoder().encode('hello'), 'notes.fbx');
      await skelter.prepare(bytes);
      const scene = skelter.read(bytes, 'hip.fbx');
      const hand = (of) => [...of.world('slide', 0.5).slice(16 * of.nodes.findIndex(({ name }) => name === 'Hand') + 12).slice(0, 3)];
      const glb = scene.toGlb();
      const again = skelter.read(glb, 'hip.glb');
      const circle = refused(readFileSync('circle.fbx'), 'circle.fbx'), cut = refused(bytes.subarray(0, bytes.indexOf('  Model: 2')), 'cut.fbx');
      console.log(JSON.stringify({ before, no_fbx, clips: scene.clips, hand: hand(scene), metres: hand(again), circle, cut, later: hand(skelter.read(bytes, 'hip.fbx')) }));
    `));
    assert.deepEqual(out.before, ['web.no-fbx', 'hip.fbx: FBX needs skelter-fbx.wasm: "await skelter.prepare(bytes)" has to come before the file is read']);
    assert.deepEqual(out.no_fbx, ['fbx.not-fbx', 'notes.fbx: not an FBX file: expected "Kaydara FBX Binary" as its first bytes, or FBXHeaderExtension in a text file']);
    assert.deepEqual(out.clips.map(({ name, duration_s }) => [name, duration_s]), [['slide', 1]]);
    for (const [i, expected] of hand_at_half.entries()) {
      for (const found of [out.hand, out.later]) assert.ok(Math.abs(found[i] - expected) < 1e-5, `${found}`);
      assert.ok(Math.abs(out.metres[i] - 0.1 * expected) < 1e-6, `${out.metres}`);
    }
    assert.deepEqual(out.circle, ['fbx.cycle', 'circle.fbx:12: Model "Hip": is its own ancestor']);
    assert.deepEqual(out.cut, ['fbx.truncated', 'cut.fbx:18: Objects: the file ends inside this record; expected }']);
  });

  test('FBX files of the corpus have the clips and matrices of other readers', { skip: no_corpus }, () => {
    const files = expected_fbx();
    writeFileSync(join(folder, 'files.json'), JSON.stringify(files.map(({ name, clips }) => ({ path: corpus_file(name), moments: clips.map(({ moments }) => moments.map(({ time_s }) => time_s)) }))));
    writeFileSync(join(folder, 'user.mjs'), `
      import { readFileSync, writeFileSync } from 'node:fs';
      import { Skelter } from 'skelter';
      const skelter = await Skelter.load();
      const out = [];
      for (const { path, moments } of JSON.parse(readFileSync('files.json'))) {
        const bytes = readFileSync(path);
        await skelter.prepare(bytes);
        const scene = skelter.read(bytes, 'a.fbx');
        out.push({ names: scene.nodes.map(({ name }) => name), rest: [...scene.world('rest')], clips: scene.clips.map(({ name, duration_s }, i) => ({ name, duration_s, worlds: (moments[i] ?? []).map((time_s) => [...scene.world(i, time_s)]) })) });
        scene.free();
      }
      writeFileSync('out.json', JSON.stringify(out));
    `);
    execFileSync(process.execPath, ['user.mjs'], { cwd: folder, encoding: 'utf8' });
    const out = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8'));
    const off = [];
    let matrices = 0;
    files.forEach(({ name, rest, extent, clips }, f) => {
      const found = out[f], places = new Map();
      found.names.forEach((node, i) => places.has(node) || places.set(node, i));
      const compare = (what, world, expected) => {
        matrices += Object.keys(expected).length;
        const far = farthest(world, places, expected, extent);
        if (!(far < 1e-4)) off.push(`${name}: ${what}: ${far}`);
      };
      compare('rest', found.rest, rest);
      clips.forEach((clip, c) => {
        const made = found.clips[c];
        if (!made || made.name !== clip.name || (clip.duration_s > 0 && Math.abs(made.duration_s - clip.duration_s) > 1e-3)) off.push(`${name}: ${JSON.stringify(made && [made.name, made.duration_s])} | ${clip.name} ${clip.duration_s}`);
        // At its end, a loop is back at its start, so the end itself is not sampled.
        else clip.moments.forEach(({ time_s, world }, m) => time_s < clip.duration_s && compare(`${clip.name} at ${time_s}`, made.worlds[m], world));
      });
    });
    console.log(`figure: ${matrices} matrices of ${files.length} FBX files compared in WebAssembly`);
    assert.deepEqual(off, []);
    assert.ok(matrices > 2000);
  });

  test('the examples run in a page', async () => {
    const at = join(folder, 'node_modules/skelter');
    for (const name of ['mannequin.x', 'mannequin.png', 'mannequin.json', 'mannequin.graph.json']) writeFileSync(join(at, 'examples', name), bytes(`assets/${name}`));
    for (const name of ['three.module.js', 'three.core.js']) cpSync(join(web, 'node_modules/three/build', name), join(at, 'examples', name));
    browser = await Browser.start(at, { policy: null }); // an import map is a script in the page
    const small = { wait: '', viewport: { width: 320, height: 240 } }; // software rendering of large images is slow
    const figure_share = async (path) => {
      const page = await browser.page(path, small);
      await page.waitForFunction(() => {
        const canvas = document.querySelector('canvas') ?? document.querySelector('skelter-viewer')?.canvas;
        return canvas && canvas.width > 300;
      });
      await page.waitForFunction(() => document.querySelector('skelter-viewer')?.report?.clip !== '' || true);
      await page.waitForLoadState('networkidle');
      return page;
    };
    const three = await figure_share('/examples/three.html');
    assert.ok(await moves(three), 'three.html walks');
    await browser.close(three);
    // Results of each example, read from the model that it exports.
    const open = async (name) => {
      const page = await browser.page(`/examples/${name}.html`, small);
      await page.evaluate(async (path) => void (globalThis.example = await import(path)), `/examples/${name}.js`);
      return page;
    };
    const members = await open('crowd'); // three.test.mjs tests the drawing
    await members.waitForFunction(() => example.crowd.now(99).position_s > 99 / 7 && example.crowd.now(0).clip === 'run');
    assert.deepEqual(await members.evaluate(() => [...example.crowd.worlds.slice(16 * 99 + 12, 16 * 99 + 15)]), [4.5, 0, 4.5]);
    await browser.close(members);
    const events = await open('events');
    await events.waitForFunction(() => Math.min(example.steps.left_foot, example.steps.right_foot) > 1);
    assert.match(await events.locator('output').innerText(), /^\d+ steps left, \d+ steps right$/);
    const { left_foot, right_foot } = await events.evaluate(() => example.steps);
    assert.ok(Math.abs(left_foot - right_foot) <= 1, `feet come down in turn: ${left_foot} ${right_foot}`);
    await browser.close(events);
    const walks = await open('root_motion');
    await walks.waitForFunction(() => example.hero.object.position.z > 0.5);
    const [speed] = await walks.evaluate(() => {
      const { actor, object } = example.hero;
      const from = object.position.z;
      for (let i = 0; i < 90; ++i) actor.update(0.01), example.hero.move(); // one cycle of 0.9 s
      return [(object.position.z - from) / 0.9];
    });
    assert.ok(Math.abs(speed - 1.2) < 0.01, `the graph says that walk_ahead goes at 1.2 m/s; ${speed}`);
    await browser.close(walks);
    const layers = await open('layers');
    const heights = await layers.evaluate(() => {
      // The highest position of a hand, and the distance between the hip and its position in the walk without
      // layers.
      const { hero } = example, walk = hero.another().actor;
      hero.actor.update(1);
      let hand = 0, hip = 0, lean = 0;
      for (let i = 0; i < 40; ++i) {
        hero.actor.update(0.05);
        walk.play('walk', { loop: 'loop', restart: true, start_s: hero.actor.now.time_s });
        walk.update(0);
        const of = (actor, name) => actor.joint(name).slice(12, 15);
        hand = Math.max(hand, of(hero.actor, 'left_hand')[1], of(hero.actor, 'right_hand')[1]);
        hip = Math.max(hip, Math.abs(of(hero.actor, 'pelvis')[1] - of(walk, 'pelvis')[1]));
        lean = Math.max(lean, Math.abs(of(hero.actor, 'head')[0] - of(walk, 'head')[0]));
      }
      return { hand, hip, lean };
    });
    assert.ok(heights.hand > 1.4 && heights.hip < 0.05 && heights.lean > 0.03, JSON.stringify(heights));
    await browser.close(layers);
    const graph = await open('graph');
    await graph.locator('input').fill('3');
    await graph.locator('button').click();
    await graph.waitForFunction(() => example.entered.length === 2);
    assert.deepEqual(await graph.evaluate(() => example.entered), ['body/jump', 'body/ground']);
    assert.equal(await graph.locator('output').innerText(), '2: body/ground');
    await browser.close(graph);
    const element = await figure_share('/examples/element.html');
    await element.waitForFunction(() => document.querySelector('skelter-viewer').report?.clip === 'walk');
    assert.ok(await moves(element), 'it walks in the element');
    const seen = await element.evaluate(async () => {
      const viewer = document.querySelector('skelter-viewer');
      const next = (name) => new Promise((done) => viewer.addEventListener(name, done, { once: true }));
      viewer.pause();
      viewer.currentTime = 0.4;
      const values = [viewer.currentTime, viewer.duration, viewer.paused, viewer.availableClips.length, viewer.clip];
      viewer.playbackRate = -2;
      values.push(viewer.playbackRate);
      const change = next('clipchange');
      viewer.clip = 'run';
      values.push((await change).detail.clip);
      viewer.playbackRate = 1;
      viewer.loop = 'once';
      viewer.currentTime = viewer.duration - 0.05;
      const ended = next('ended'), update = next('timeupdate');
      viewer.play();
      await update;
      await ended;
      values.push(viewer.paused, viewer.getAttribute('playing'));
      const wrong = next('error');
      viewer.setAttribute('speed', '99');
      values.push((await wrong).detail.error.message);
      return values;
    });
    assert.deepEqual(seen, [0.4, 1.1, true, 20, 'walk', -2, 'run', true, null, 'playbackRate must be 0.01 to 10, or -0.01 to -10']);
    await browser.close(element, { quiet: false });
    assert.deepEqual(element.said, ['warning: <skelter-viewer> speed="99": playbackRate must be 0.01 to 10, or -0.01 to -10']);
  });

  test('the first lines of the README show the figure in a height of its own', async (t) => {
    const [, lines] = /```html\n([\s\S]*?)```/.exec(readFileSync(join(web, 'README.md'), 'utf8'));
    const at = join(folder, 'node_modules');
    for (const [name, start] of [['index', ''], ['strict', '<!doctype html>\n']]) writeFileSync(join(at, `${name}.html`), `${start}${lines}`);
    writeFileSync(join(at, 'favicon.ico'), ''); // browsers request it where a page names no icon
    writeFileSync(join(at, 'hero.x'), bytes('assets/mannequin.x'));
    writeFileSync(join(at, 'mannequin.png'), bytes('assets/mannequin.png'));
    const readme = await Browser.start(at);
    t.after(() => readme.stop());
    for (const path of ['/', '/strict.html']) {
      const page = await readme.page(path, { wait: 'figure' });
      const box = (style = '') => page.evaluate((css) => {
        const element = document.querySelector('skelter-viewer');
        element.style.cssText = css;
        const { width, height } = element.getBoundingClientRect(), bar = element.shadowRoot.querySelector('.bar').getBoundingClientRect();
        return { width, height, bar: bar.height };
      }, style);
      // The height is three quarters of the width, but at most the window's height and at least the height of
      // <video>.
      const wide = await box();
      assert.deepEqual([wide.width, wide.height], [1264, 800]);
      assert.ok(wide.bar < wide.height / 10, 'the bar leaves the figure free');
      await page.setViewportSize({ width: 656, height: 800 });
      assert.deepEqual(await box().then(({ width, height }) => [width, height]), [640, 480]);
      for (const [style, width, height] of [['width: 100px', 100, 225], ['display: inline-block', 300, 225], ['float: left', 300, 225], ['height: 120px', 640, 120], ['position: fixed; inset: 0', 656, 800]])
        assert.deepEqual(await box(style).then((found) => [found.width, found.height]), [width, height], style);
      await box();
      assert.ok((await picture_share(page)) > 0.03, 'a figure is drawn');
      await readme.close(page);
    }
  });

  // Compiles with strict options. `types` contains packages of types by name.
  const compile = (compiler, code, types, ...options) => {
    rmSync(join(folder, 'node_modules/@types'), { recursive: true, force: true });
    for (const [name, path] of Object.entries(types)) {
      mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
      cpSync(path, join(folder, 'node_modules/@types', name), { recursive: true });
    }
    writeFileSync(join(folder, 'user.ts'), code);
    const flags = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom,dom.iterable', ...options, 'user.ts'];
    const made = spawnSync(process.execPath, [compiler, ...flags], { cwd: folder, encoding: 'utf8' });
    assert.equal(made.stdout, '');
    assert.equal(made.status, 0);
  };
  const without_three = `
    import { Skelter, SkelterError, SkelterPlayer, type ActorEvent, type SkelterScene } from 'skelter';
    import { SkelterViewer } from 'skelter/element';
    const skelter = await Skelter.load();
    const scene: SkelterScene = skelter.read(new Uint8Array(), 'a.x');
    const numbers: Float32Array = scene.evaluate('walk', 0.4);
    const image = new Blob([scene.image(0)!.bytes]);
    const viewer: SkelterViewer = document.querySelector('skelter-viewer')!;
    viewer.currentTime = numbers[0]!;
    viewer.addEventListener('error', (e) => e.detail.error instanceof SkelterError && e.detail.error.line);
    viewer.addEventListener('clipchange', (e) => e.detail.clip.length);
    viewer.addEventListener('load', (e) => e.detail.report.file);
    viewer.addEventListener('click', (e) => e.clientX);
    viewer.addEventListener('ended', () => undefined);
    const actor = scene.actor({ config: { clips: {} }, graph: '{}' });
    actor.play('walk', { fade_s: 0.2, loop: 'loop', layer: 1, same_phase: true });
    actor.set_layer(1, { mode: 'additive', mask: 'upper_body', weight: 0.5 });
    actor.on_event = ({ type, name }: ActorEvent) => type === 'passed' && name;
    const [x, y, z] = actor.root_motion;
    actor.set('speed', 2), actor.fire('jump');
    const crowd = scene.crowd({ count: 5 });
    crowd.play(0, 'walk', { loop: 'loop' });
    new SkelterPlayer(scene, { bones: [] }).play('walk', 0.3);
    // @ts-expect-error: a name or a number
    scene.evaluate({});
    // @ts-expect-error: no such event of a clip
    actor.on_event = ({ type }: ActorEvent) => type === 'nonsense';
    // @ts-expect-error: no such way to loop
    actor.play('walk', { loop: 'twice' });
    // @ts-expect-error: a mask has a name
    actor.set_layer(1, { mask: 3 });
    // @ts-expect-error: no such member
    actor.root_motion.nonsense;
    // @ts-expect-error: members have no layers
    crowd.play(0, 'walk', { layer: 1 });
    // @ts-expect-error: how many?
    scene.crowd({});
    // @ts-expect-error: no skeleton
    new SkelterPlayer(scene, { joints: [] });
    // @ts-expect-error: a clip has no such member
    viewer.addEventListener('clipchange', (e) => e.detail.nonsense);
    // @ts-expect-error: the event of the element has no message of its own
    viewer.addEventListener('error', (e) => e.message);
    // @ts-expect-error: no such call
    viewer.nonsense();
    export { image, x, y, z };`;
  const with_three = `
    import * as THREE from 'three';
    import { Skelter, SkelterPlayer, ThreeCrowd, three_figure } from 'skelter';
    import { SkelterLoader } from 'skelter/three';
    const loader: THREE.Loader = new SkelterLoader(new THREE.LoadingManager()).setPath('models/').setActorOptions({ config: '{}' });
    const figure = await new SkelterLoader().loadAsync('hero.x', (event) => event.loaded);
    new SkelterLoader().load('hero.x', ({ object }) => new THREE.Scene().add(object), undefined, (error) => console.error(error));
    figure.object.position.set(0, 1, 2);
    figure.joint('hand').add(new THREE.Mesh());
    figure.another().actor.play('walk');
    const scene = (await Skelter.load()).read(new Uint8Array(), 'a.x');
    const textures = new THREE.TextureLoader();
    three_figure(THREE, scene, { texture: (name) => textures.load(name) }).dispose();
    new ThreeCrowd(THREE, scene, { count: 3 }).object.add(new THREE.Group());
    new SkelterPlayer(scene, new THREE.SkinnedMesh().skeleton);
    // @ts-expect-error: no such member of a THREE.Group
    figure.object.nonsense.more();
    // @ts-expect-error: a THREE.Object3D is no string
    const hand: string = figure.joint('hand');
    // @ts-expect-error: a texture is no address
    three_figure(THREE, scene, { texture: (name) => name + '.png' });
    // @ts-expect-error: no module of three.js
    three_figure({}, scene);
    // @ts-expect-error: no skeleton
    new SkelterPlayer(scene, new THREE.Mesh());
    // @ts-expect-error: an address is a text
    new SkelterLoader().loadAsync(3);
    // @ts-expect-error: a figure has no clips of its own
    new SkelterLoader().load('hero.x', (loaded) => loaded.animations);
    export { loader, hand };`;
  const newest = join(web, 'node_modules/typescript/bin/tsc'), oldest = join(root, 'tests/web/node_modules/typescript-5.0/bin/tsc');

  test('the newest TypeScript accepts right programs and refuses wrong ones', () => {
    compile(newest, without_three, {});
    compile(newest, with_three, { three: join(web, 'node_modules/@types/three') }, '--skipLibCheck');
  });

  test('TypeScript 5.0 accepts right programs and refuses wrong ones', { skip: !existsSync(oldest) && 'no TypeScript 5.0 in tests/web/node_modules: npm ci' }, () => {
    compile(oldest, without_three, {});
    compile(oldest, with_three, { three: join(root, 'tests/web/node_modules/types-three-0.160') }, '--skipLibCheck');
  });

  test('bundlers accept it', async () => {
    writeFileSync(join(folder, 'bundled.js'), "import { Skelter } from 'skelter'; import 'skelter/element'; console.log(Skelter);");
    const { errors, warnings } = await build({ entryPoints: [join(folder, 'bundled.js')], bundle: true, write: false, format: 'esm', logLevel: 'silent' });
    assert.deepEqual([errors, warnings], [[], []]);
  });
});
