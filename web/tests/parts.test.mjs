// Parts that need neither browser nor engine.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { html_of } from '../course.mjs';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
let folder;
const load = async (path) => {
  const outfile = join(folder, path.replaceAll('/', '-').replace('.ts', '.mjs'));
  await build({ entryPoints: [join(web, 'src', path)], bundle: true, format: 'esm', outfile, logLevel: 'silent' });
  return import(pathToFileURL(outfile).href);
};
before(() => void (folder = mkdtempSync(join(tmpdir(), 'skelter-parts-'))));
after(() => rmSync(folder, { recursive: true }));

describe('SkelterPlayer', () => {
  // A joint that goes from x = 0 to x = 10 within one second, and turns by 90 degrees about z.
  const scene = (duration_s = 1) => ({
    clips: [{ name: 'go', duration_s }, { name: 'stay', duration_s: 2 }],
    nodes: [{ name: 'a', parent: -1 }],
    clip_number: (name) => ['go', 'stay'].indexOf(name),
    evaluate: (clip, t) => {
      if (clip !== 0) return Float32Array.from([0, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
      const half = (t * Math.PI) / 4;
      return Float32Array.from([10 * t, 0, 0, 0, 0, Math.sin(half), Math.cos(half), 1, 1, 1]);
    },
  });
  const bone = () => {
    const of = () => ({ fromArray(numbers, at) { this.values = numbers.slice(at, at + 4); } });
    return { name: 'a', position: of(), quaternion: of(), scale: of() };
  };
  const x = (a) => Number(a.position.values[0].toFixed(4));

  test('goes on, loops, turns round, stops', async () => {
    const { SkelterPlayer } = await load('three_player.ts');
    const a = bone();
    const player = new SkelterPlayer(scene(), { bones: [a] });
    player.play('go');
    player.update(0.25);
    assert.equal(x(a), 2.5);
    player.update(1);
    assert.equal(x(a), 2.5, 'one round later');
    player.speed = -1;
    player.update(0.5);
    assert.equal(x(a), 7.5, 'backward through the start');
    player.speed = 1;
    player.loop = 'pingpong';
    player.update(0.5);
    assert.equal(x(a), 7.5, 'a quarter to the end and back');
    player.update(0.5);
    assert.equal(x(a), 2.5, 'on the way back');
    player.loop = 'once';
    player.play('go');
    player.update(5);
    assert.equal(x(a), 10);
    assert.equal(player.paused, true);
    player.seek(-3);
    assert.equal(x(a), 0);
  });

  test('fades from what is shown, turns the short way', async () => {
    const { SkelterPlayer, mixed } = await load('three_player.ts');
    const a = bone();
    const player = new SkelterPlayer(scene(), { bones: [a] });
    player.play('go');
    player.seek(1);
    player.play('stay', 0.4);
    assert.equal(x(a), 10, 'begins where it was');
    player.update(0.1);
    assert.equal(x(a), 7.5);
    player.update(0.3);
    assert.equal(x(a), 0);
    // Half way between no turn and 90 degrees about z, given with the other sign: 45 degrees.
    const s = Math.SQRT1_2;
    const half = mixed(Float32Array.from([0, 0, 0, 0, 0, 0, 1, 1, 1, 1]), Float32Array.from([0, 0, 0, 0, 0, -s, -s, 1, 1, 1]), 0.5);
    assert.ok(Math.abs(Math.abs(half[5]) - Math.sin(Math.PI / 8)) < 1e-6 && Math.abs(Math.abs(half[6]) - Math.cos(Math.PI / 8)) < 1e-6);
  });

  test('says which bones it does not know', async () => {
    const { SkelterPlayer } = await load('three_player.ts');
    const other = { ...bone(), name: 'tail' };
    assert.deepEqual(new SkelterPlayer(scene(), { bones: [bone(), other] }).unmatched, ['tail']);
    assert.throws(() => new SkelterPlayer(scene(), { bones: [other] }), /no bone of the skeleton has a name of the scene/);
  });
});

test('files that a .gltf names are found, addresses and paths from the root are not', async () => {
  const { gltf_files, name_of } = await load('fetch_model.ts');
  const json = { buffers: [{ uri: 'a%20b.bin' }, { uri: 'data:application/octet-stream;base64,AA==' }, {}], images: [{ uri: 'https://example.org/a.png' }, { uri: '/etc/a.png' }, { uri: 'textures/a.png' }] };
  assert.deepEqual(gltf_files(new TextEncoder().encode(JSON.stringify(json))), ['a%20b.bin', 'textures/a.png']);
  assert.deepEqual(gltf_files(new TextEncoder().encode('{')), []);
  assert.equal(name_of(new URL('https://example.org/a/b%2Fc.glb?x=1#y')), 'b_c.glb');
});

test('ranges of parameters come from a file with comments', async () => {
  const { parameter_ranges } = await load('page/graph_file.ts');
  const text = '// a "graph"\n{"skelter_graph": 1, /* the walk */ "parameters": {"speed": {"type": "float", "max": 4}, "a // b": {"min": -1, "max": 1,}, "go": {"type": "trigger"}},}';
  assert.deepEqual([...parameter_ranges(text)], [['speed', { min: 0, max: 4 }], ['a // b', { min: -1, max: 1 }]]);
  assert.equal(parameter_ranges('{').size, 0);
});

test('a state goes through a link and back; a damaged one says so', async () => {
  const { packed, unpacked } = await load('page/packed.ts');
  const state = { files: ['walk ä.x'], timeline: { time_s: 0.1 }, sources: { 'walk ä.x': null } };
  const text = await packed(state);
  assert.match(text, /^[\w-]+$/);
  assert.deepEqual(await unpacked(text), state);
  assert.deepEqual(await unpacked(encodeURIComponent(JSON.stringify(state))), state);
  await assert.rejects(unpacked(text.slice(0, -9)), /damaged/);
});

test('the course becomes HTML, and nothing of a page is taken for HTML', () => {
  const html = html_of('# A < B\n\nText with **bold**, `a < b` and [two](02-a-chain-of-bones.md).\n\n| a | b |\n|---|---|\n| 1 | `x\\|y` |\n\n```console\n$ a <b>\n```\n\n1. one\n   more\n2. two\n\n    v = 1\n');
  assert.equal(
    html,
    '<h2>A &lt; B</h2>\n<p>Text with <strong>bold</strong>, <code>a &lt; b</code> and <a href="#2">two</a>.</p>\n' +
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><code>x|y</code></td></tr></tbody></table>\n' +
      '<pre tabindex="0"><code>$ a &lt;b&gt;</code></pre>\n<ol><li>one more</li><li>two</li></ol>\n<pre tabindex="0"><code>v = 1</code></pre>\n',
  );
});
