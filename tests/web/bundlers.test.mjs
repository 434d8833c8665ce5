// Tests the package as a web developer uses it: packed from a fresh copy of the sources with the documented
// command, installed into an empty folder, bundled with bundlers from npm, and opened under a strict policy.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Browser, bytes, missing, moves, picture_share, root, site, web } from '../../web/tests/browser.mjs';

const small = { wait: '', viewport: { width: 320, height: 240 } }; // software rendering of large images is slow
const kPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src 'self'; worker-src 'self'";
const sources = process.env.SKELTER_WEB_SOURCES ?? join(root, 'build/web/sources');
const [vite, vite_7, webpack] = await Promise.all(['vite', 'vite-7', 'webpack'].map((name) => import(name).catch(() => undefined)));
const without = missing() || (!existsSync(sources) && `${sources} is missing`) || ((!vite || !vite_7 || !webpack) && 'no vite or webpack in tests/web/node_modules: npm ci');
const esbuild = without ? undefined : await import(pathToFileURL(createRequire(join(web, 'package.json')).resolve('esbuild')).href);

const readme = readFileSync(join(web, 'README.md'), 'utf8');
const [program] = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code);
const [, markup] = /```html\n<script[^\n]*\n([\s\S]*?)```/.exec(readme);

// Copies the files that git tracks or would add, which equals a fresh clone after a commit.
function fresh_copy(to) {
  const names = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'web', 'docs', 'LICENSE', 'include/skelter/version.h'], { cwd: root, encoding: 'utf8' }).split('\n').filter((name) => name !== '' && existsSync(join(root, name)));
  for (const name of names) {
    mkdirSync(dirname(join(to, name)), { recursive: true });
    cpSync(join(root, name), join(to, name));
  }
}
const pack = (copy, to, env = {}) =>
  spawnSync('npm', ['pack', '--json', '--pack-destination', to], { cwd: join(copy, 'web'), encoding: 'utf8', env: { ...process.env, SKELTER_SITE: site, SKELTER_WEB_SOURCES: sources, ...env } });

describe('the package and bundlers', { skip: without }, () => {
  let folder, app, packed, browser;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'skelter-bundlers-'));
    fresh_copy(join(folder, 'clone'));
    symlinkSync(join(web, 'node_modules'), join(folder, 'clone/web/node_modules'));
    packed = pack(join(folder, 'clone'), folder);
    assert.equal(packed.status, 0, packed.stderr);
    app = join(folder, 'app');
    mkdirSync(join(app, 'public'), { recursive: true });
    writeFileSync(join(app, 'package.json'), '{"name": "app", "private": true, "type": "module"}');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--offline', join(folder, JSON.parse(packed.stdout)[0].filename)], { cwd: app, stdio: 'pipe' });
    symlinkSync(join(web, 'node_modules/three'), join(app, 'node_modules/three'));
    writeFileSync(join(app, 'public/hero.x'), bytes('assets/mannequin.x'));
    writeFileSync(join(app, 'public/mannequin.png'), bytes('assets/mannequin.png'));
    writeFileSync(join(app, 'public/favicon.ico'), '');
    writeFileSync(join(app, 'main.js'), program);
    writeFileSync(join(app, 'element.js'), "import 'skelter/element';\n");
    writeFileSync(join(app, 'working.js'), "const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });\nworker.onmessage = ({ data }) => (document.title = data);\n");
    writeFileSync(join(app, 'worker.js'), `import { Skelter } from 'skelter';
const skelter = await Skelter.load();
const scene = skelter.read(await (await fetch(new URL('/hero.x', location.origin))).arrayBuffer(), 'hero.x');
postMessage(typeof window + ' ' + scene.clips.length);\n`);
  });
  after(async () => {
    await browser?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  // Writes pages with the scripts main, element and working in their folder.
  function write_pages(to, type = ' type="module"') {
    for (const [page, script, body] of [['index', 'main', ''], ['element', 'element', markup], ['working', 'working', '']])
      writeFileSync(join(to, `${page}.html`), `<!doctype html>\n<title></title>\n<body>\n${body}<script${type} defer src="/${script}.js"></script>\n`);
  }
  async function check_pages(to, options = { policy: kPolicy }) {
    browser = await Browser.start(to, options);
    const main = await browser.page('/', small);
    assert.ok(await moves(main), `the figure of the first program plays; ${main.said}`);
    const asked = main.asked.map((url) => new URL(url).pathname);
    assert.equal(asked.filter((path) => path.endsWith('.wasm')).length, 1, `one engine: ${asked}`);
    for (const name of ['hero.x', 'mannequin.png']) assert.equal(asked.filter((path) => path.endsWith(name)).length, 1, `${name} is asked for once`);
    await browser.close(main);
    const element = await browser.page('/element.html', { wait: 'figure' });
    assert.ok((await picture_share(element)) > 0.03, 'a figure is drawn');
    await browser.close(element);
    const working = await browser.page('/working.html', { wait: '' });
    await working.waitForFunction(() => document.title !== '');
    assert.equal(await working.title(), 'undefined 20');
    await browser.close(working);
    await browser.stop();
    browser = undefined;
  }

  test('npm pack makes the whole package from a fresh copy', () => {
    const [{ files, version }] = JSON.parse(packed.stdout);
    const names = files.map(({ path }) => path);
    const { exports: entries, version: written } = JSON.parse(readFileSync(join(web, 'package.json'), 'utf8'));
    for (const entry of Object.values(entries).flatMap((to) => (typeof to === 'string' ? [to] : Object.values(to)))) if (!entry.includes('*')) assert.ok(names.includes(entry.slice(2)), entry);
    for (const name of ['LICENSE', 'NOTICES.txt', 'README.md', ...['skelter', 'skelter-actors', 'skelter-player'].flatMap((engine) => [`dist/${engine}.js`, `dist/${engine}.wasm`]), 'dist/skelter-draco.wasm', 'dist/skelter-fbx.wasm'])
      assert.ok(names.includes(name), name);
    assert.equal(version, written);
    const notices = readFileSync(join(app, 'node_modules/skelter/NOTICES.txt'), 'utf8');
    for (const words of ['Jean-loup Gailly', 'Arseny Kapoulkine', 'Google Inc.', 'Additional IP Rights Grant (Patents)', 'Eric S. Raymond', 'Victor Zverovich', 'Sean Barrett', 'Niels Lohmann', 'Yann Collet', '2019-2022 Google LLC', 'The Emscripten Authors', 'Rich Felker', 'TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION'])
      assert.ok(notices.includes(words), `the notices have ${words}`);
    // Every link in the README must be valid for readers who only have the package.
    for (const [, to] of readme.matchAll(/\]\(([^)\s]+)\)/g)) assert.ok(/^https:|^#/.test(to), to);
    for (const [, path] of readme.matchAll(/`((?:docs|examples)\/[\w.]+)`/g)) assert.ok(names.includes(path), path);
  });

  test('npm pack fails without the engine or its tools, and makes no package', () => {
    const copy = join(folder, 'clone'), to = join(folder, 'none'), bare = join(folder, 'bare');
    mkdirSync(to);
    const engine = pack(copy, to, { SKELTER_SITE: join(folder, 'empty') });
    assert.notEqual(engine.status, 0);
    assert.match(engine.stderr, /skelter: \S+\/empty has no skelter\.js, skelter\.wasm, .*: build the engine with \.\/run\.sh web first/);
    const notices = pack(copy, to, { SKELTER_WEB_SOURCES: join(folder, 'empty') });
    assert.notEqual(notices.status, 0);
    assert.match(notices.stderr, /skelter: \S+\/empty has no zlib, so its notices cannot be written: \.\/run\.sh web fetches the sources/);
    fresh_copy(bare);
    const tools = pack(bare, to);
    assert.notEqual(tools.status, 0);
    assert.match(tools.stderr, /skelter: esbuild is not installed: run "npm ci" in web\/ first/);
    assert.deepEqual(readdirSync(to), []);
  });

  test('the first program of the README is short', () => {
    assert.match(program, /from 'skelter\/three'/);
    assert.ok(program.trimEnd().split('\n').length <= 15, program);
  });

  test('Vite builds it', async () => {
    write_pages(app);
    const outDir = join(folder, 'vite');
    const warned = [];
    const warn = (text) => text.includes('PLUGIN_TIMINGS') || warned.push(text); // these depend on the machine
    const logger = { info() {}, warn, warnOnce: warn, error: (text) => warned.push(text), clearScreen() {}, hasErrorLogged: () => false, hasWarned: false };
    const input = ['index', 'element', 'working'].map((name) => join(app, `${name}.html`));
    // three.js alone exceeds the size at which Vite warns.
    await vite.build({ root: app, configFile: false, customLogger: logger, build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 2000, rollupOptions: { input } }, worker: { format: 'es' } });
    assert.deepEqual(warned, []);
    await check_pages(outDir);
  });

  // Before version 8, the server moved scripts of packages without the files next to them.
  for (const [version, { createServer }] of Object.entries({ 8: vite ?? {}, 7: vite_7 ?? {} })) test(`the development server of Vite ${version} serves it`, async () => {
    write_pages(app);
    rmSync(join(app, 'node_modules/.vite'), { recursive: true, force: true });
    const server = await createServer({ root: app, configFile: false, logLevel: 'silent', server: { port: 0, host: '127.0.0.1', hmr: false, ws: false, watch: null }, cacheDir: join(app, 'node_modules/.vite') });
    await server.listen();
    browser = await Browser.start(app);
    const own = browser.origin;
    try {
      browser.origin = `http://127.0.0.1:${server.httpServer.address().port}`;
      const main = await browser.page('/', small);
      assert.ok(await moves(main), `the figure of the first program plays; ${main.said}`);
      await main.context().close();
      const element = await browser.page('/element.html', { wait: 'figure' });
      assert.ok((await picture_share(element)) > 0.03, 'a figure is drawn');
      await element.context().close();
    } finally {
      browser.origin = own;
      await browser.stop();
      browser = undefined;
      await server.close();
    }
  });

  test('webpack builds it', async () => {
    const to = join(folder, 'webpack');
    const entry = Object.fromEntries(['main', 'element', 'working'].map((name) => [name, `./${name}.js`]));
    const stats = await new Promise((done, fail) => webpack.default({ context: app, mode: 'production', entry, output: { path: to }, performance: { hints: false } }, (error, result) => (error ? fail(error) : done(result))));
    const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
    assert.deepEqual([...errors, ...warnings].map(({ message }) => message), []);
    cpSync(join(app, 'public'), to, { recursive: true });
    write_pages(to, '');
    await check_pages(to);
  });

  test('esbuild builds it, with the engine copied beside', async () => {
    const to = join(folder, 'esbuild');
    const { errors, warnings } = await esbuild.build({ absWorkingDir: app, entryPoints: ['main.js', 'element.js', 'working.js', 'worker.js'], bundle: true, minify: true, format: 'esm', outdir: to, logLevel: 'silent' });
    assert.deepEqual([errors, warnings], [[], []]);
    cpSync(join(app, 'public'), to, { recursive: true });
    for (const name of readdirSync(join(app, 'node_modules/skelter/dist'))) if (name.endsWith('.wasm')) cpSync(join(app, 'node_modules/skelter/dist', name), join(to, name));
    write_pages(to);
    await check_pages(to);
  });

  test('a page without a bundler plays it', async () => {
    const to = join(folder, 'plain');
    cpSync(join(app, 'public'), to, { recursive: true });
    cpSync(join(app, 'node_modules/skelter'), join(to, 'skelter'), { recursive: true });
    for (const name of ['three.module.js', 'three.core.js']) cpSync(join(web, 'node_modules/three/build', name), join(to, name));
    writeFileSync(join(to, 'main.js'), program);
    writeFileSync(join(to, 'index.html'), `<!doctype html>\n<script type="importmap">{"imports": {"skelter/three": "/skelter/dist/three.js", "three": "/three.module.js"}}</script>\n<body>\n<script type="module" src="main.js"></script>\n`);
    browser = await Browser.start(to, { policy: null }); // an import map is an inline script
    const page = await browser.page('/', small);
    assert.ok(await moves(page), `the figure plays; ${page.said}`);
    await browser.close(page);
    await browser.stop();
    browser = undefined;
  });
});
