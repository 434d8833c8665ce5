// Every model file gives the same in WebAssembly as natively: the same counts, messages and errors, and the same bits of all world matrices.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpus, figure, filesBelow, native, programs, root, run } from './common.mjs';

const endings = ['.x', '.gltf', '.glb', '.bvh', '.vrm'];

// Natively meshoptimizer's octahedral filter asks the processor for an estimate of a square root, of which Intel and AMD have their own.
function hasEstimatedNormals(path) {
  return readFileSync(path).includes('OCTAHEDRAL');
}

// One text for each file.
function digests(program, files, cwd) {
  const parts = run(program, { input: files.join('\n') + '\n', cwd }).split(/^(?=\S)/m);
  return new Map(parts.map((part) => [part.slice(0, part.indexOf('\n')), part]));
}

function compare(folder) {
  const files = filesBelow(folder, endings);
  const expected = digests(join(native, 'web_digest'), files, folder);
  const got = digests(join(programs, 'web_digest.js'), files, folder);
  const plain = (file, text) => (hasEstimatedNormals(join(folder, file)) ? text?.replace(/normals [0-9a-f]+/, '') : text);
  const different = files.filter((file) => plain(file, got.get(file)) !== plain(file, expected.get(file)));
  const refused = files.filter((file) => /^ {2}error /m.test(expected.get(file) ?? ''));
  figure(`${files.length - different.length} of ${files.length} files in ${folder.replace(/.*\//, '')} give the same bits (${refused.length} refused alike)`);
  for (const file of different.slice(0, 20)) console.log(`native ${expected.get(file)}wasm   ${got.get(file)}`);
  // Draco is not built for the browser: its files are refused there with a sentence of their own.
  const known = different.filter((file) => /draco/i.test(got.get(file) ?? ''));
  assert.deepEqual(different.filter((file) => !known.includes(file)), []);
  return files.length;
}

test('the bundled files give the same bits as natively', () => {
  assert.ok(compare(join(root, 'assets')) > 0);
});

test('the seeds of the fuzz targets give the same bits as natively', () => {
  assert.ok(compare(join(root, 'fuzz/seeds')) > 0);
});

test('the data of the tests gives the same bits as natively', () => {
  assert.ok(compare(join(root, 'tests/data')) > 0);
});

test('the corpus gives the same bits as natively', { skip: !existsSync(corpus) && 'no corpus' }, () => {
  assert.ok(compare(corpus) > 300);
});
