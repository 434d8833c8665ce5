// The Check tab runs the checks of `skelter check` and shows its lines. Expected results come from the natively built command.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { Browser, bytes, drop, figure, missing, root, until } from './browser.mjs';
import { serve } from '../serve.mjs';

const skelter = process.env.SKELTER_COMMAND ?? join(root, 'build/release/bin/skelter');
const corpus = process.env.SKELTER_CORPUS ?? join(root, '../shared/corpus');
const kModels = /\.(x|gltf|glb|vrm|vrma|bvh|fbx|skelter)$/i;
const without = missing() || (!existsSync(skelter) && `${skelter} is not built`);

// Messages without their file name, because the page uses a different path.
const messages = (list) => list.map(({ severity, code, message, object, count }) => [severity, code, message, object ?? '', count]);
const findings = (list) => list.map(({ rule, ok, value, threshold, time_s, object, note, confidence }) => [rule, ok, rounded(value), threshold, rounded(time_s), object, note, confidence]);
// The two C++ libraries may round the last digit of a cosine differently.
const rounded = (value) => (value === null ? null : Number(value.toPrecision(5)));
// Notes about rendering, such as a part outside the view. `check` does not render, so it reports none.
const of_drawing = (code) => code.startsWith('render.');
const files_below = (at) => readdirSync(at, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? files_below(join(at, entry.name)) : [join(at, entry.name)]));

describe('the tab Check', { skip: without }, () => {
  let browser;
  before(async () => void (browser = await Browser.start()));
  after(() => browser?.stop());
  afterEach(() => browser?.close_all());

  // Each line of the command's output must be a line of the tab, cell by cell.
  const same_lines = async (page, path) => {
    const { stdout, stderr } = spawnSync(skelter, ['check', '--ticks-per-second', 'auto', path], { encoding: 'utf8' });
    const told = stderr.trim().split('\n').filter(Boolean).map((line) => /: (error|warning|note): (.*)$/.exec(line).slice(1));
    const table = stdout.split('\n').filter((line) => /^ {2}(note|FAILED) /.test(line)).map((line) => line.trim().split(/ {2,}/));
    await until(page, 'report.lint !== null');
    const shown = await page.locator('#panel-check .finding').evaluateAll((rows) => rows.map((row) => row.textContent));
    assert.equal(shown.length, told.length + table.length, `${path}: ${shown.join(' | ')}`);
    // The command puts the most common findings first; the tab uses file order.
    const left = shown.slice(0, told.length);
    for (const [severity, text] of told) {
      // For "Mesh body: no material", the tab shows the location below the message.
      const at = left.findIndex((line) => line.startsWith(severity) && text.split(': ').every((part) => line.includes(part)));
      assert.ok(at >= 0, `${severity}: ${text} | ${left.join(' | ')}`);
      left.splice(at, 1);
    }
    table.forEach((cells, i) => assert.ok(cells.every((cell) => shown[told.length + i].includes(cell)), `${cells} | ${shown[told.length + i]}`));
    const fine = /^ {2}fine: (.*)$/m.exec(stdout)?.[1];
    if (fine) assert.ok((await page.locator('#panel-check').innerText()).includes(`Fine: ${fine}`), fine);
    return { told, table };
  };

  test('the mannequin has the lines of the command, and no warnings', async () => {
    const page = await browser.page('/?example=mannequin.x&paused', { wait: 'figure' });
    await page.locator('#badge[aria-label="No problems"]').waitFor();
    await page.locator('#tab-check').click();
    const { told, table } = await same_lines(page, join(root, 'assets/mannequin.x'));
    assert.ok(told.length > 0 && table.length > 0, 'notes on palettes and keys');
    assert.ok(await page.getByText('No errors, no warnings.').isVisible());
    await browser.close(page);
  });

  test('unchecked parts are reported until they are checked', async () => {
    const page = await browser.page();
    // More keys than `check` examines by default.
    const keys = Array.from({ length: 160_000 }, (_, i) => `${i};3;0,${i % 7},0;;`).join(',');
    await drop(page, [{ name: 'long.x', bytes: Buffer.from(`xof 0303txt 0032\nFrame a { }\nAnimationSet s { Animation { {a} AnimationKey { 2; 160000; ${keys}; } AnimationKey { 1; 160000; ${keys}; } } }\n`) }]);
    await figure(page, 'long.x');
    await page.locator('#tab-check').click();
    assert.match(await page.locator('#panel-check').innerText(), /Not checked yet: motion, unused images, engine limits\./);
    await page.getByRole('button', { name: 'Check all' }).click();
    await until(page, 'report.lint !== null');
    assert.doesNotMatch(await page.locator('#panel-check').innerText(), /Not checked yet/);
    await browser.close(page);
  });

  for (const name of ['hostile/check_accessor_beyond_view.gltf', 'hostile/check_bin_chunk_too_short.glb', 'hostile/check_buffer_longer_than_its_data.gltf', 'hostile/check_image_is_no_image.gltf', 'hostile/check_view_of_no_buffer.gltf', 'findings/gltf_12_influences.gltf'])
    test(`${name} has its warnings in the badge, and the lines of the command`, { skip: !existsSync(join(corpus, name)) && 'no corpus' }, async () => {
      const page = await browser.page();
      const base = name.split('/').at(-1);
      await drop(page, [{ name: base, bytes: bytes(relative(root, join(corpus, name))) }]);
      await figure(page, base);
      const counted = /^\S+: \w+ \(.*?(\d+ warnings?)\b/.exec(spawnSync(skelter, ['check', join(corpus, name)], { encoding: 'utf8' }).stdout)?.[1];
      await page.locator(`#badge[aria-label="${counted}"]`).click();
      await same_lines(page, join(corpus, name));
      assert.ok(await page.getByText('No errors, no warnings.').isHidden());
      await browser.close(page);
    });

  test('every file of the corpus has the messages and findings of the command', { skip: !existsSync(corpus) && 'no corpus' }, async (t) => {
    const all = files_below(corpus).filter((path) => statSync(path).size < 20e6);
    // The page allows more memory per file than the command, so it keeps more of an endless motion.
    const models = all.filter((path) => kModels.test(path) && !path.includes('odd_repeat_forever')).sort();
    // The page plays keys that look like frame numbers at 30 per second, as `skelter view` does. The command runs in the corpus folder, because some
    // messages name another file by its path from there.
    const names = models.map((path) => relative(corpus, path));
    const { stdout } = spawnSync(skelter, ['check', '--json', '--ticks-per-second', 'auto', ...names], { cwd: corpus, encoding: 'utf8', maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'ignore'] });
    const expected = JSON.parse(stdout);
    assert.equal(expected.length, models.length);
    const server = await serve(corpus, 0, { headers: { 'access-control-allow-origin': '*' } });
    t.after(() => new Promise((done) => (server.closeAllConnections(), server.close(done))));
    const origin = `http://127.0.0.1:${server.address().port}`;
    const page = await browser.page();
    const checked = await page.evaluate(async ({ origin, paths, models }) => {
      const element = document.querySelector('skelter-viewer'), { viewer } = element;
      element.held = true; // disables drawing
      for (const path of paths) viewer.engine.put_file(path, new Uint8Array(await (await fetch(`${origin}/${path.split('/').map(encodeURIComponent).join('/')}`)).arrayBuffer()));
      await viewer.engine.prepare(...viewer.engine.files().filter(({ path }) => /draco|\.fbx$/i.test(path)).map(({ path }) => viewer.engine.file(path)));
      const checked = [];
      for (const path of models) {
        try {
          viewer.open([path]);
          viewer.command('check');
          const { diagnostics, lint } = viewer.report();
          checked.push({ diagnostics, lint });
          viewer.command('close-file 0');
        } catch (error) {
          checked.push({ error: { code: error.code, message: error.message, name: error.name } });
        }
      }
      return checked;
    }, { origin, paths: all.map((path) => relative(corpus, path)), models: names });
    await browser.close(page, { elsewhere: [origin] });
    const differ = [];
    names.forEach((name, i) => {
      const wanted = expected[i], { error, diagnostics = [], lint = [] } = checked[i];
      const stopped = wanted.diagnostics.find(({ severity }) => severity === 'error');
      if (error || stopped) {
        if (error?.code !== stopped?.code) differ.push(`${name}: ${JSON.stringify(error)} | ${JSON.stringify(stopped)}`);
        return;
      }
      const told = messages(diagnostics).filter(([, code]) => !of_drawing(code));
      for (const [what, seen, should] of [['messages', told, messages(wanted.diagnostics)], ['findings', findings(lint), findings(wanted.lint)]])
        if (JSON.stringify(seen) !== JSON.stringify(should)) differ.push(`${name}: ${what}: ${JSON.stringify(seen)} | ${JSON.stringify(should)}`);
    });
    assert.deepEqual(differ, []);
    assert.ok(checked.filter(({ error }) => !error).length > 100);
  });
});
