// The compiler used by Emscripten miscompiles a loop unless two options disable vectorization
// (cmake/emscripten.cmake).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join } from 'node:path';
import { figure, native, programs, run } from './common.mjs';

const keys = '0.998543 0.998601 '.repeat(4).trim(); // as in the file: the loop must not change w

test('rotation keys keep their w natively', () => {
  assert.equal(run(join(native, 'web_wrong_code')).trim(), keys);
});

test('rotation keys keep their w in WebAssembly with the options of our build', () => {
  assert.equal(run(join(programs, 'web_wrong_code.js')).trim(), keys);
});

test('without the options the compiler is still wrong', () => {
  const printed = run(join(programs, 'web_wrong_code_vectorized.js')).trim();
  figure(`vectorized by the compiler itself: w = ${printed}`);
  assert.notEqual(printed, keys, 'this compiler is right: the options may go');
});
