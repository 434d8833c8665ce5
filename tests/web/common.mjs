// Shared code for the tests of the browser engine: folders, programs, the corpus, a server for pages and a
// browser.
import { execFileSync, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const site = join(root, 'build/web/site');
export const programs = join(root, 'build/web/bin');
export const wasiDigest = join(root, 'build/wasi/bin/wasi_digest.wasm');
export const native = join(root, 'build/release/bin');
export const corpus = process.env.SKELTER_CORPUS ?? join(root, '../shared/corpus');

// Returns all files in a folder and its subfolders with one of the extensions, sorted, with relative paths.
export function filesBelow(folder, endings) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => endings.includes(extname(name).toLowerCase()))
    .sort();
}

// Runs one of our programs: natively, compiled for Node.js, or for WASI. Node.js needs an option so that
// programs can access files.
export function run(program, { input = '', cwd = root } = {}) {
  const wasi = ['--no-warnings', join(root, 'tests/web/wasi/run.mjs'), program, cwd];
  const [command, before] = program.endsWith('.js') ? ['node', ['--no-experimental-fetch', '--stack-size=8000', program]] : program.endsWith('.wasm') ? ['node', wasi] : [program, []];
  const done = spawnSync(command, before, { input, cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (done.status !== 0) throw new Error(`${program} ended with ${done.status ?? done.signal}: ${done.stderr.slice(-2000)}`);
  return done.stdout;
}

export function skelter(args, cwd = root) {
  return execFileSync(join(native, 'skelter'), args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] });
}

// Reports a number that the summary of ./run.sh test web shows.
export function figure(text) {
  console.log(`figure: ${text}`);
}

const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm', '.css': 'text/css' };
// Content security policy of a page: load only from its own origin, and compile WebAssembly.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'self'; img-src 'self' blob: data:";

// Serves folders under URL prefixes: {'/site/': folder}. The first matching prefix is used.
export async function serve(folders) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    const name = Object.keys(folders).find((start) => path.startsWith(start));
    const file = name && join(folders[name], path.slice(name.length));
    if (!file || relative(folders[name], file).startsWith('..') || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream', 'Content-Security-Policy': policy });
    response.end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

// Rasterizers without a GPU: Chromium's SwiftShader, or Mesa, which also draws the images of the desktop.
const rasterizers = {
  swiftshader: { args: ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'], env: {} },
  mesa: { args: ['--use-gl=angle', '--use-angle=gl-egl', '--ignore-gpu-blocklist'], env: { EGL_PLATFORM: 'surfaceless', LIBGL_ALWAYS_SOFTWARE: '1' } },
};

// Starts a headless browser without a GPU; returns null, with the reason in `why`, if there is none.
export async function launchBrowser(rasterizer = 'swiftshader') {
  if (!chromium) return { browser: null, why: 'no Chromium (Debian: apt-get install --no-install-recommends chromium)' };
  let playwright;
  try {
    playwright = await import('playwright-core');
  } catch {
    return { browser: null, why: 'no playwright-core (npm ci --prefix tests/web)' };
  }
  const browser = await playwright.chromium.launch({
    executablePath: chromium,
    headless: true,
    chromiumSandbox: false,
    args: rasterizers[rasterizer].args,
    env: { ...process.env, ...rasterizers[rasterizer].env },
  });
  return { browser, why: '' };
}
