// Every model file gives the same result in WebAssembly as natively: counts, messages, errors, and the bits of all world matrices.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { corpus, figure, filesBelow, native, programs, root, run, wasiDigest } from './common.mjs';

const modelEndings = ['.x', '.gltf', '.glb', '.bvh', '.vrm', '.fbx'];

function whyNoWasi() {
  return !existsSync(wasiDigest) && 'no clang 19 for WebAssembly: ./run.sh test web says which packages are missing';
}

// Returns one text for each file.
function digests(program, files, cwd) {
  const parts = run(program, { input: files.join('\n') + '\n', cwd }).split(/^(?=\S)/m);
  return new Map(parts.map((part) => [part.slice(0, part.indexOf('\n')), part]));
}

function compare(folder, endings = modelEndings, program = join(programs, 'web_digest.js')) {
  const files = filesBelow(folder, endings);
  const expected = digests(join(native, 'web_digest'), files, folder);
  const got = digests(program, files, folder);
  // The WASI program only contains the readers and the reference evaluator.
  if (program === wasiDigest) for (const [file, text] of expected) expected.set(file, text.replace(/^ {2}engine.*\n/gm, ''));
  const different = files.filter((file) => got.get(file) !== expected.get(file));
  const refused = files.filter((file) => /^ {2}error /m.test(expected.get(file) ?? ''));
  const by = program === wasiDigest ? ' by clang 19' : '';
  figure(`${files.length - different.length} of ${files.length} files in ${folder.replace(/.*\//, '')} give the same bits${by} (${refused.length} refused alike)`);
  for (const file of different.slice(0, 20)) console.log(`native ${expected.get(file)}wasm   ${got.get(file)}`);
  assert.deepEqual(different, []);
  return files.length;
}

test('the bundled files give the same bits as natively', () => {
  assert.ok(compare(join(root, 'assets')) > 0);
});

test('the seeds of the fuzz targets give the same bits as natively', () => {
  assert.ok(compare(join(root, 'fuzz/seeds')) > 0);
});

test('the corpus gives the same bits as natively', { skip: !existsSync(corpus) && 'no corpus' }, () => {
  assert.ok(compare(corpus) > 300);
});

// A different compiler and C++ library, with auto-vectorization enabled: the results of reading and posing .x
// files do not depend on Emscripten.
for (const [name, folder] of [['bundled files', join(root, 'assets')], ['seeds of the fuzz targets', join(root, 'fuzz/seeds')], ['corpus', corpus]])
  test(`the .x files of the ${name} give the same bits by clang 19`, { skip: whyNoWasi() || (!existsSync(folder) && `no ${name}`) }, () => {
    assert.ok(compare(folder, ['.x'], wasiDigest) > 0);
  });
