// Files and scenes without a viewer, in both modules.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skelter, root } from './common.mjs';
import { withPage } from './browser.mjs';

for (const name of ['skelter-player', 'skelter']) {
  test(`${name} reads, poses and gives geometry as the command does`, async (t) => {
    await withPage(t, async (page) => {
      const got = await page.evaluate(async (module) => {
        const engine = await load(module);
        await engine.fetchInto('models/mannequin.x', '/assets/mannequin.x');
        const scene = engine.read('models/mannequin.x');
        const count = scene.nodes.length;
        const world = engine.fill('sk_scene_world', scene.scene, 0, 0.4, count * 16);
        const local = engine.fill('sk_scene_evaluate', scene.scene, 0, 0.4, count * 10);
        const skinned = scene.meshes.findIndex((mesh) => mesh.name === 'mannequin'); // the other mesh is the watch
        const mesh = engine.call('sk_scene_mesh', ['number', 'number', 'number'], [scene.scene, skinned, 0]);
        const skin = engine.call('sk_scene_skin', ['number', 'number'], [scene.scene, 0]);
        const weights = engine.floats(mesh.weights);
        const sums = [];
        for (let i = 0; i < weights.length; i += 4) sums.push(weights[i] + weights[i + 1] + weights[i + 2] + weights[i + 3]);
        const matrices = engine.floats(skin.joint_from_mesh);
        engine.module.ccall('sk_scene_free', null, ['number'], [scene.scene]);
        return {
          about: engine.call('sk_about', [], []),
          scene,
          world,
          local,
          sums: [Math.min(...sums), Math.max(...sums)],
          vertices: mesh.vertices,
          joints: skin.joints,
          matrices: matrices.length,
          freed: engine.fill('sk_scene_world', scene.scene, 0, 0, 16).filled,
          why: engine.call('sk_last_error', [], []),
          files: engine.call('sk_file_list', [], []).files,
        };
      }, name);
      assert.equal(got.about.player, name === 'skelter-player');
      assert.equal(got.scene.nodes.length, 53);
      assert.equal(got.world.filled, 53);
      const native = JSON.parse(skelter(['eval', 'assets/mannequin.x', '--clip', got.scene.clips[0].name, '--time', '0.4', '--json'], root));
      assert.ok(native.nodes.length >= 50);
      for (const node of native.nodes)
        node.world.forEach((number, i) => {
          const off = Math.abs(number - got.world.numbers[node.index * 16 + i]);
          assert.ok(off <= 1e-6 * Math.max(1, Math.abs(number)), `${node.name} ${i}: off by ${off}`); // floats made from the same doubles
        });
      assert.deepEqual(got.sums.map((sum) => sum.toFixed(5)), ['1.00000', '1.00000']);
      assert.equal(got.matrices, got.joints.length * 16);
      assert.equal(got.freed, -1);
      assert.equal(got.why.error.code, 'web.no-such');
      assert.deepEqual(got.files.map((file) => file.path), ['models/mannequin.x']);
    });
  });
}

test('wrong paths, damaged files and files that are too large give errors, and the module continues', async (t) => {
  await withPage(t, async (page) => {
    const got = await page.evaluate(async () => {
      const engine = await load('skelter');
      const text = new TextEncoder();
      const whole = new Uint8Array(await (await fetch('/assets/mannequin.x')).arrayBuffer());
      const bent = whole.slice();
      for (let i = 20; i < bent.length; i += 97) bent[i] ^= 0xff;
      const answers = {
        up: engine.put('../out.x', whole),
        empty_name: engine.put('', whole),
        absolute: engine.put('/etc/passwd', whole),
        cut: (engine.put('cut.x', whole.slice(0, 3000)), engine.read('cut.x')),
        bent: (engine.put('bent.x', bent), engine.read('bent.x')),
        text: (engine.put('text.x', text.encode('xof 0303txt 0032\nFrame Root {\n  Mesh {\n    3;\n 1;2;')), engine.read('text.x')),
        nothing: (engine.put('nothing.x', new Uint8Array(0)), engine.read('nothing.x')),
        unknown: (engine.put('picture.jpg', text.encode('no picture')), engine.read('picture.jpg')),
        missing: engine.read('missing.x'),
        options: engine.text('sk_scene_read', 'cut.x', '[1]'),
        choice: engine.read('cut.x', { absent: 'perhaps' }),
        large: engine.put('large.x', { length: 500_000_000 }),
        ending: engine.call('sk_scene_convert', ['number', 'string'], [1, 'out.obj']),
      };
      const rest = engine.put('whole.x', whole);
      const scene = engine.read('whole.x');
      return { answers, rest, nodes: scene.nodes.length, memory: engine.module.HEAPU8.length };
    });
    for (const [name, answer] of Object.entries(got.answers)) assert.ok(answer.error, `${name}: ${JSON.stringify(answer).slice(0, 200)}`);
    assert.equal(got.answers.up.error.code, 'web.path');
    assert.equal(got.answers.text.error.status, 'bad_data');
    assert.equal(got.answers.text.error.line, 5);
    assert.match(got.answers.text.error.text, /^text\.x:5: /);
    assert.equal(got.answers.missing.error.status, 'not_found');
    assert.equal(got.answers.large.error.status, 'limit_exceeded');
    assert.equal(got.nodes, 53);
    assert.ok(got.memory < 200e6);
  });
});

test('a scene is written as glTF and as .x, and comes back', async (t) => {
  await withPage(t, async (page) => {
    const got = await page.evaluate(async () => {
      const engine = await load('skelter');
      for (const file of ['mannequin.x', 'mannequin.png']) await engine.fetchInto(file, `/assets/${file}`);
      const scene = engine.read('mannequin.x');
      const glb = engine.call('sk_scene_convert', ['number', 'string'], [scene.scene, 'out/mannequin.glb']);
      const back = engine.read('out/mannequin.glb');
      const x = engine.call('sk_scene_convert', ['number', 'string'], [back.scene, 'again/m.x']);
      const again = engine.read('again/m.x');
      return { glb, x, back, again, magic: Array.from(engine.get('out/mannequin.glb').subarray(0, 4)) };
    });
    assert.deepEqual(got.magic, [0x67, 0x6c, 0x54, 0x46]); // glTF
    assert.deepEqual(got.glb.files, ['out/mannequin.glb']);
    assert.equal(got.back.clips.length, 20);
    assert.equal(got.again.clips.length, 20);
    assert.equal(got.back.skins[0].joints, 50);
  });
});
