// Sizes of the files that a page loads, compressed like by servers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { figure, site } from './common.mjs';

const budgets = { 'skelter.wasm': 950_000, 'skelter-player.wasm': 450_000, 'skelter-actors.wasm': 650_000, 'skelter-draco.wasm': 100_000, 'skelter-fbx.wasm': 130_000, 'skelter-tutorials.wasm': 1_350_000, 'skelter.js': 40_000, 'skelter-player.js': 40_000, 'skelter-actors.js': 40_000 };

for (const [name, most] of Object.entries(budgets))
  test(`${name} has at most ${most} bytes when compressed`, { skip: !existsSync(join(site, name)) && 'not built' }, () => {
    const bytes = readFileSync(join(site, name));
    const packed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
    figure(`${name}: ${packed.length} bytes (brotli) of ${bytes.length}; at most ${most}`);
    assert.ok(packed.length <= most);
  });
