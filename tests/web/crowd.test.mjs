// A crowd in a page has the same poses as natively, although the kernels use a different instruction set.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { figure, native, root } from './common.mjs';
import { withPage } from './browser.mjs';

test('a crowd in a page has the same poses as natively', async (t) => {
  const [joints, sum] = execFileSync(join(native, 'web_crowd'), ['assets/mannequin.x', '100'], { cwd: root, encoding: 'utf8' }).split(' ').map(Number);
  assert.ok(joints > 5000 && sum > joints / 2);
  await withPage(t, async (page) => {
    const got = await page.evaluate(async () => {
      const { default: create } = await import('/programs/web_crowd.js');
      const module = await create({ locateFile: (file) => `/programs/${file}` });
      module.FS.writeFile('/mannequin.x', new Uint8Array(await (await fetch('/assets/mannequin.x')).arrayBuffer()));
      const count = module.ccall('crowd_make', 'number', ['string', 'number'], ['/mannequin.x', 100]);
      return { count, run: module.ccall('crowd_run', 'number', [], []), sum: module.ccall('crowd_sum', 'number', [], []) };
    });
    assert.equal(got.run, 0);
    assert.equal(got.count, joints);
    const off = Math.abs(got.sum - sum) / joints;
    figure(`a crowd of 100: its joints are off by ${off.toExponential(1)} m in the mean`);
    // Positions are floats in a model of 2 m; natively, a multiplication and an addition may be fused.
    assert.ok(off < 1e-6, `${got.sum} and natively ${sum}`);
  });
});
