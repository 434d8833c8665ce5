// Actors in Node: playback, reports, and freed memory. Expected numbers are worked out from the keys.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { short_glue } from '../glue.mjs';
import { bytes, site, web } from './browser.mjs';
import { keyed_gltf } from './keyed_gltf.mjs';

const module = join(site, 'skelter-actors.js');

describe('actors', { skip: !existsSync(module) && `${site} has no skelter-actors.js` }, () => {
  let folder, skelter, SkelterError, SkelterPlayer;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skelter-actors-'));
    const outfile = join(folder, 'index.mjs');
    await build({ entryPoints: [join(web, 'src/index.ts')], bundle: true, format: 'esm', outfile, logLevel: 'silent', external: ['./skelter*.js'] });
    writeFileSync(join(folder, 'skelter-actors.js'), await short_glue(readFileSync(module, 'utf8')));
    for (const name of ['skelter-actors.wasm', 'skelter-draco.wasm', 'skelter-fbx.wasm']) cpSync(join(site, name), join(folder, name));
    let Skelter;
    ({ Skelter, SkelterError, SkelterPlayer } = await import(pathToFileURL(outfile).href));
    skelter = await Skelter.load();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  // Node "a" moves along x by 10 in 1 s ("go"), along y by 10 in 2 s ("up"), and turns by 90 degrees about z
  // in 1 s ("turn"). "hips", its parent, moves along z by 2 in 1 s ("walk").
  const scene = () => skelter.read(keyed_gltf(), 'keyed.gltf');
  const place = (actor, joint = 'a') => [...actor.joint(joint).slice(12, 15)];
  const near = (found, expected, within = 2e-4) =>
    assert.ok(found.length === expected.length && found.every((value, i) => Math.abs(value - expected[i]) <= within), `${found}; expected ${expected}`);

  test('a clip continues during a fade, and both count', () => {
    const actor = scene().actor();
    near(place(actor), [0, 0, 0]);
    actor.play('go', { loop: 'loop' });
    actor.update(0.25);
    near(place(actor), [2.5, 0, 0]);
    actor.play('up', { fade_s: 0.5, curve: 'linear', loop: 'loop' });
    actor.update(0.25);
    near(place(actor), [2.5, 0.625, 0]); // half of 5 and half of 1.25
    assert.equal(actor.now.in_transition, true);
    actor.update(0.25);
    near(place(actor), [0, 2.5, 0]);
    assert.deepEqual([actor.now.clip, actor.now.in_transition], ['up', false]);
    actor.dispose();
  });

  test('a playing clip restarts only on request', () => {
    const actor = scene().actor();
    actor.play('go', { loop: 'loop' });
    actor.update(0.4);
    actor.play('go', { loop: 'loop' });
    actor.update(0.1);
    near(place(actor), [5, 0, 0]);
    actor.play('go', { loop: 'loop', restart: true });
    actor.update(0.1);
    near(place(actor), [1, 0, 0]);
    actor.play('up', { loop: 'loop', same_phase: true }); // a tenth of the cycle of 2 s
    actor.update(0);
    near(place(actor), [0, 1, 0]);
    actor.dispose();
  });

  test('loops, reverses, plays backward, stops at the end and reports it', () => {
    const actor = scene().actor();
    const heard = [];
    actor.on_event = ({ type, clip, rounds }) => heard.push(rounds === undefined ? `${type} ${clip}` : `${type} ${clip} ${rounds}`);
    actor.play('go', { loop: 'loop' });
    actor.update(2.25);
    near(place(actor), [2.5, 0, 0]);
    assert.deepEqual(heard.splice(0), ['started go', 'looped go 2']);
    actor.speed = -1;
    actor.update(0.5);
    near(place(actor), [7.5, 0, 0]);
    assert.deepEqual(heard.splice(0), ['looped go -1']);
    actor.speed = 1;
    actor.play('go', { loop: 'pingpong', restart: true });
    actor.update(1.25);
    near(place(actor), [7.5, 0, 0]);
    heard.length = 0;
    actor.play('go', { loop: 'once', restart: true });
    actor.update(0.5);
    assert.deepEqual([heard.splice(0), actor.now.finished], [['started go'], false]);
    actor.update(5);
    near(place(actor), [10, 0, 0]);
    assert.deepEqual([heard.splice(0), actor.now.finished], [['finished go'], true]);
    actor.play('up', { queue: true, loop: 'once' });
    actor.update(0.5);
    near(place(actor), [0, 2.5, 0]);
    actor.dispose();
  });

  test('layers: half of a clip over another', () => {
    const actor = scene().actor();
    actor.play('go', { loop: 'loop' });
    actor.set_layer(1, { weight: 0.5 });
    actor.play('up', { layer: 1, loop: 'loop' });
    actor.update(0.4);
    near(place(actor), [2, 1, 0]);
    actor.stop(1, 0);
    actor.update(0);
    near(place(actor), [4, 0, 0]);
    assert.throws(() => actor.set_layer(1, { mask: 'no such' }), /no mask "no such"/);
    actor.dispose();
  });

  test('root motion is extracted from a clip and returned to the program', () => {
    const actor = scene().actor({ config: { clips: { walk: { root_motion: { joint: 'hips', translation: 'z' } } } } });
    actor.play('walk', { loop: 'loop' });
    actor.update(0.25);
    near([...actor.root_motion], [0, 0, 0.5, 0, 0, 0, 1]);
    near(place(actor, 'hips'), [0, 0, 0]);
    actor.update(1);
    near([...actor.root_motion].slice(0, 3), [0, 0, 2]);
    actor.dispose();
  });

  test('a graph plays, takes parameters, and reports events', () => {
    const graph = {
      skelter_graph: 1,
      parameters: { speed: { type: 'float', max: 4 }, jump: { type: 'trigger' } },
      layers: [{ name: 'body', motion: { machine: { entry: 'stands', states: {
        stands: { motion: { clip: 'up', loop: true }, transitions: [{ to: 'goes', when: 'speed > 1', fade_s: 0.5, curve: 'linear' }] },
        goes: { motion: { clip: 'go', loop: true }, transitions: [{ to: 'stands', when: 'jump', fade_s: 0 }] },
      } } } }],
    };
    const actor = scene().actor({ graph });
    assert.deepEqual(actor.parameters.map(({ name, type, max }) => [name, type, max]), [['speed', 'number', 4], ['jump', 'trigger', actor.parameters[1].max]]);
    actor.update(0.5);
    near(place(actor), [0, 2.5, 0]);
    actor.set('speed', 2);
    actor.update(0.25);
    near(place(actor), [1.25, 1.875, 0]); // half of go at 0.25 s and half of up at 0.75 s
    assert.deepEqual(actor.events.filter(({ type }) => type === 'entered').map(({ state }) => state), ['body/goes']);
    actor.update(0.5);
    near(place(actor), [7.5, 0, 0]);
    actor.set('speed', 0);
    actor.fire('jump');
    actor.update(0.1);
    assert.deepEqual(actor.events.filter(({ type }) => type === 'entered').map(({ state }) => state), ['body/stands']);
    const second = actor.another();
    skelter.update(0.2);
    near(place(second), [0, 1, 0]);
    assert.throws(() => actor.set('sped', 1), /no parameter "sped": the graph has speed, jump/);
    assert.throws(() => actor.play('go'), SkelterError);
    assert.throws(() => scene().actor({ graph: { ...graph, layers: [{ name: 'body', motion: { clip: 'fly' } }] } }), /no clip.*"fly"|"fly"/);
    for (const each of [actor, second]) each.dispose();
    assert.deepEqual(skelter.engine.files(), [], 'nothing stays behind');
  });

  test('palettes and joints are those of the reference evaluator', () => {
    const mannequin = skelter.read(bytes('assets/mannequin.x'), 'mannequin.x');
    const actor = mannequin.actor();
    actor.play('walk', { loop: 'loop' });
    actor.update(0.4);
    const world = mannequin.world('walk', 0.4);
    let worst = 0, compared = 0;
    actor.joints.forEach(({ node }, j) => {
      const matrix = actor.joint(j);
      for (let i = 0; i < 16; ++i) worst = Math.max(worst, Math.abs(matrix[i] - world[16 * node + i]));
    });
    actor.skins.forEach(({ node, instance, size }, s) => {
      const { skin } = mannequin.nodes[node].meshes[instance];
      if (skin < 0) return;
      const { joints, inverse_bind } = mannequin.skins[skin];
      const palette = actor.palette(s);
      assert.ok(size >= joints.length);
      joints.forEach((joint, j) => {
        for (let column = 0; column < 4; ++column)
          for (let row = 0; row < 4; ++row, ++compared) {
            let sum = 0;
            for (let k = 0; k < 4; ++k) sum += world[16 * joint + 4 * k + row] * inverse_bind[16 * j + 4 * column + k];
            worst = Math.max(worst, Math.abs(sum - palette[16 * j + 4 * column + row]));
          }
      });
    });
    assert.ok(compared > 500 && worst < 1e-3, `${compared} elements, the worst ${worst} off`);
    actor.dispose();
  });

  test('one call moves all actors; each has its own pose, and frees it', () => {
    const keyed = scene();
    const first = keyed.actor();
    const actors = [first, ...Array.from({ length: 199 }, () => first.another())];
    actors.forEach((actor, i) => actor.play('go', { loop: 'loop', start_s: i / 400 }));
    const kept = first.local_transforms.length;
    skelter.update(0.25);
    actors.forEach((actor, i) => near(place(actor), [2.5 + i / 40, 0, 0]));
    assert.equal(kept, 0);
    for (const actor of actors) actor.dispose();
    const before_bytes = skelter.engine.memory_bytes;
    for (let round = 0; round < 20; ++round) {
      const made = Array.from({ length: 200 }, () => keyed.actor());
      for (const actor of made) actor.dispose();
    }
    assert.equal(skelter.engine.memory_bytes, before_bytes, 'what was freed is used again');
    assert.throws(() => first.play('go'), /disposed of/);
    keyed.free();
    assert.throws(() => keyed.actor(), /freed/);
  });

  // An actor needs 122 kB without sharing. The memory grows in steps of a fifth.
  test('actors of one model share scratch memory', () => {
    const mannequin = skelter.read(bytes('assets/mannequin.x'), 'mannequin.x');
    const first = mannequin.actor();
    const before_bytes = skelter.engine.memory_bytes;
    const actors = Array.from({ length: 1000 }, () => first.another());
    const each = (skelter.engine.memory_bytes - before_bytes) / actors.length;
    assert.ok(each < 30_000, `${each} bytes for each`);
    for (const actor of [first, ...actors]) actor.dispose();
    mannequin.free();
  });

  test('a scene may be freed before its actors', () => {
    const keyed = scene();
    const actor = keyed.actor();
    actor.play('go', { loop: 'loop' });
    keyed.free();
    actor.update(0.5);
    near(place(actor), [5, 0, 0]);
    actor.dispose();
  });

  // Row r of a crowd matrix consists of the numbers 4 r to 4 r + 3.
  const crowd_place = (crowd, member, joint) => [3, 7, 11].map((i) => crowd.rows[12 * (member * crowd.matrices + joint) + i]);

  test('one call moves a crowd; each member has its own clip, fade and speed', () => {
    const keyed = scene();
    const crowd = keyed.crowd({ count: 4, joints: true });
    const a = crowd.joints.findIndex(({ name }) => name === 'a');
    assert.deepEqual([crowd.count, crowd.matrices, crowd.width], [4, crowd.joints.length, 768]);
    assert.equal(crowd.rows.length, 4 * crowd.width * crowd.height);
    const places = () => [0, 1, 2, 3].map((member) => crowd_place(crowd, member, a));
    places().forEach((place) => near(place, [0, 0, 0]));
    crowd.play(0, 'go', { loop: 'loop' });
    crowd.play(1, 'go', { loop: 'loop', start_s: 0.5 });
    crowd.play(2, 'go', { loop: 'once', speed: 2 });
    skelter.update(0.25); // updates all crowds and actors
    near(places().flat(), [2.5, 0, 0, 7.5, 0, 0, 5, 0, 0, 0, 0, 0]);
    near([...crowd.matrix(1, a)], [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7.5, 0, 0, 1]);
    crowd.play(0, 'up', { fade_s: 0.5, curve: 'linear', loop: 'loop' });
    crowd.set_speed(1, -1);
    crowd.update(0.25);
    near(places().flat(), [2.5, 0.625, 0, 5, 0, 0, 10, 0, 0, 0, 0, 0]); // half of 5 and half of 1.25
    assert.deepEqual(crowd.now(0), { clip: 'up', position_s: 0.25, in_transition: true, finished: false });
    assert.equal(crowd.now(2).finished, true);
    assert.equal(crowd.now(3).clip, null);
    crowd.dispose();
  });

  test('the palettes of a crowd are those of actors, bit by bit', () => {
    for (const [file, clip, other] of [['assets/mannequin.x', 'walk', 'run'], ['assets/tower.x', 0, 0]]) {
      const model = skelter.read(bytes(file), file.split('/').at(-1));
      const crowd = model.crowd({ count: 11 });
      const first = model.actor();
      const actors = [first, ...Array.from({ length: 10 }, () => first.another())];
      actors.forEach((actor, i) => {
        for (const play of [(...args) => actor.play(...args), (...args) => crowd.play(i, ...args)]) play(clip, { loop: 'loop', start_s: i / 10, speed: 1 + i / 7 });
      });
      skelter.update(0.3);
      actors.forEach((actor, i) => {
        if (i % 2) for (const play of [(...args) => actor.play(...args), (...args) => crowd.play(i, ...args)]) play(other, { loop: 'loop', fade_s: 0.4 });
      });
      skelter.update(0.1);
      let compared = 0;
      actors.forEach((actor, i) => actor.skins.forEach(({ first: begin, size }, s) => {
        const palette = actor.palette(s);
        for (let j = 0; j < size; ++j, ++compared) assert.deepEqual(crowd.matrix(i, begin + j), palette.slice(16 * j, 16 * j + 16));
      }));
      assert.ok(compared >= 11 * crowd.matrices, `${compared} matrices`);
      for (const made of [crowd, ...actors]) made.dispose();
    }
  });

  test('root motion moves the members of a crowd, from where the page puts them', () => {
    const crowd = scene().crowd({ count: 2, moves: true, config: { clips: { walk: { root_motion: { joint: 'hips', translation: 'z' } } } } });
    crowd.worlds.set([0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 5, 6, 7, 1], 16); // turned by 90 degrees about y
    for (const member of [0, 1]) crowd.play(member, 'walk', { loop: 'loop' });
    crowd.update(0.5);
    crowd.update(0.75);
    near([...crowd.worlds.slice(12, 15)], [0, 0, 2.5]);
    near([...crowd.worlds.slice(28, 31)], [7.5, 6, 7]);
    crowd.dispose();
  });

  test('a crowd frees its memory, and invalid calls are refused', () => {
    const keyed = scene();
    const crowd = keyed.crowd({ count: 2 });
    const says = (message) => (error) => error instanceof SkelterError && (error.text === message || assert.equal(error.text, message));
    assert.throws(() => keyed.crowd({ count: 0 }), says('a crowd of 0 members; expected 1 to 65536'));
    assert.throws(() => keyed.crowd({ count: 2.5 }), says('a crowd of 2.5 members; expected 1 to 65536'));
    assert.throws(() => keyed.crowd({ count: 65537 }), says('a crowd of 65537 members; expected 1 to 65536'));
    assert.throws(() => crowd.play(2, 'go'), says('no member 2; the crowd has 2'));
    assert.throws(() => crowd.play(-1, 'go'), says('no member -1; the crowd has 2'));
    assert.throws(() => crowd.play(0, 'fly'), says('clip "fly"; expected rest or one of go, up, turn, walk'));
    assert.throws(() => crowd.play(0, 'rest'), says('there is no such clip; expected one of go, up, turn, walk'));
    assert.throws(() => crowd.play(0, 'go', { loop: 'twice' }), says('loop "twice"; expected as_made, once, loop or pingpong'));
    assert.throws(() => crowd.play(0, 'go', { layer: 1 }), says('there is no such layer'));
    assert.throws(() => crowd.set_speed(0, NaN), says('a speed must be from -1000000 to 1000000'));
    assert.throws(() => crowd.update(-1), says('a step of -1.000000 s; expected 0 or more'));
    assert.throws(() => crowd.matrix(2, 0), says(`no matrix 0 of member 2; the crowd has ${crowd.matrices} of each of 2 members`));
    crowd.dispose();
    crowd.dispose();
    assert.throws(() => crowd.rows, says('the crowd has been disposed of'));
    keyed.crowd({ count: 5000 }).dispose();
    const before_bytes = skelter.engine.memory_bytes;
    for (let round = 0; round < 20; ++round) keyed.crowd({ count: 5000 }).dispose();
    assert.equal(skelter.engine.memory_bytes, before_bytes, 'what was freed is used again');
    const kept = keyed.crowd({ count: 1, joints: true });
    keyed.free();
    kept.play(0, 'go', { loop: 'loop' });
    kept.update(0.5);
    near(crowd_place(kept, 0, kept.joints.findIndex(({ name }) => name === 'a')), [5, 0, 0]);
    kept.dispose();
  });

  test('invalid calls are refused', () => {
    const actor = scene().actor();
    assert.throws(() => actor.play('fly'), /clip "fly"; expected rest or one of go, up, turn, walk/);
    assert.throws(() => actor.play('go', { loop: 'twice' }), /loop "twice"; expected as_made, once, loop or pingpong/);
    assert.throws(() => actor.play('go', { layer: 7 }), SkelterError);
    assert.throws(() => actor.set('speed', 1), /no parameter "speed": no graph plays/);
    assert.throws(() => actor.update(-1), /expected 0 or more/);
    assert.throws(() => skelter.update(NaN), /expected 0 or more/);
    assert.throws(() => actor.joint('tail'), /no joint "tail"; the model has hips, a/);
    actor.play('go', { loop: 'loop' });
    actor.update(0.5);
    near(place(actor), [5, 0, 0]); // rejected calls changed nothing
    actor.dispose();
  });

  test('SkelterPlayer moves bones of other skeletons by name', () => {
    const settable = () => ({ fromArray(numbers, at) { this.values = [...numbers.slice(at, at + 4)]; } });
    const bone = (name) => ({ name, position: settable(), quaternion: settable(), scale: settable() });
    const [a, tail] = [bone('a'), bone('tail')];
    const player = new SkelterPlayer(scene(), { bones: [a, tail] });
    assert.deepEqual(player.unmatched, ['tail']);
    player.play('go');
    player.update(1.25);
    near(a.position.values.slice(0, 3), [2.5, 0, 0]);
    near([player.time, player.duration], [0.25, 1]);
    player.play('turn', { fade_s: 0 });
    player.update(0.5);
    near(a.quaternion.values, [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)]);
    player.loop = 'once';
    player.play('go', { restart: true });
    player.update(5);
    near(a.position.values.slice(0, 3), [10, 0, 0]);
    assert.equal(player.paused, true);
    player.seek(0.3);
    near(a.position.values.slice(0, 3), [3, 0, 0]);
    player.speed = -1;
    player.play('go', { restart: true });
    player.update(0.25);
    near(a.position.values.slice(0, 3), [7.5, 0, 0]);
    assert.throws(() => new SkelterPlayer(scene(), { bones: [tail] }), /no bone of the skeleton has the name of a node of the scene/);
    player.dispose();
  });
});
