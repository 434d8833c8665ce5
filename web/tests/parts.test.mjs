// Tests of modules that need neither a browser nor the engine.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { html_of } from '../course.mjs';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
let folder;
const load = async (path) => {
  const outfile = join(folder, path.replaceAll('/', '-').replace('.ts', '.mjs'));
  await build({ entryPoints: [join(web, 'src', path)], bundle: true, format: 'esm', outfile, logLevel: 'silent', external: ['./skelter*.js'] });
  return import(pathToFileURL(outfile).href);
};
before(() => void (folder = mkdtempSync(join(tmpdir(), 'skelter-parts-'))));
after(() => rmSync(folder, { recursive: true }));

test('files that a .gltf names are found, URLs and absolute paths are not', async () => {
  const { gltf_files, name_of } = await load('fetch_model.ts');
  const json = { buffers: [{ uri: 'a%20b.bin' }, { uri: 'data:application/octet-stream;base64,AA==' }, {}], images: [{ uri: 'https://example.org/a.png' }, { uri: '/etc/a.png' }, { uri: 'textures/a.png' }] };
  assert.deepEqual(gltf_files(new TextEncoder().encode(JSON.stringify(json))), ['a%20b.bin', 'textures/a.png']);
  assert.deepEqual(gltf_files(new TextEncoder().encode('{')), []);
  assert.equal(name_of(new URL('https://example.org/a/b%2Fc.glb?x=1#y')), 'b_c.glb');
});

test('ranges of parameters are read from a file with comments', async () => {
  const { parameter_ranges } = await load('page/graph_file.ts');
  const text = '// a "graph"\n{"skelter_graph": 1, /* the walk */ "parameters": {"speed": {"type": "float", "max": 4}, "a // b": {"min": -1, "max": 1,}, "go": {"type": "trigger"}},}';
  assert.deepEqual([...parameter_ranges(text)], [['speed', { min: 0, max: 4 }], ['a // b', { min: -1, max: 1 }]]);
  assert.equal(parameter_ranges('{').size, 0);
});

test('a state survives a link; a damaged one is reported', async () => {
  const { packed, unpacked } = await load('page/packed.ts');
  const state = { files: ['walk ä.x'], timeline: { time_s: 0.1 }, sources: { 'walk ä.x': null } };
  const text = await packed(state);
  assert.match(text, /^[\w-]+$/);
  assert.deepEqual(await unpacked(text), state);
  assert.deepEqual(await unpacked(encodeURIComponent(JSON.stringify(state))), state);
  await assert.rejects(unpacked(text.slice(0, -9)), /damaged/);
});

test('the course becomes HTML, and page text is not taken for HTML', () => {
  const html = html_of('# A < B\n\nText with **bold**, `a < b` and [two](02-a-chain-of-bones.md).\n\n| a | b |\n|---|---|\n| 1 | `x\\|y` |\n\n```console\n$ a <b>\n```\n\n1. one\n   more\n2. two\n\n    v = 1\n');
  assert.equal(
    html,
    '<h2>A &lt; B</h2>\n<p>Text with <strong>bold</strong>, <code>a &lt; b</code> and <a href="#2">two</a>.</p>\n' +
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><code>x|y</code></td></tr></tbody></table>\n' +
      '<pre tabindex="0"><code>$ a &lt;b&gt;</code></pre>\n<ol><li>one more</li><li>two</li></ol>\n<pre tabindex="0"><code>v = 1</code></pre>\n',
  );
});
