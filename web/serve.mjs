// A small server for the page: node serve.mjs [--port N] [FOLDER]. Port 0, the default, takes a free one.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const kinds = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.glb': 'model/gltf-binary',
  '.gltf': 'model/gltf+json',
};

// The page's own files, and models from wherever a person points it. Nothing is evaluated but wasm.
export const content_security_policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "connect-src 'self' blob: https: http://localhost:* http://127.0.0.1:*",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

// Resolves to the server; its address has the port.
export function serve(folder, port = 0, { headers = {}, policy = content_security_policy } = {}) {
  const root = resolve(folder);
  const server = createServer((request, response) => {
    const answer = (code, text) => {
      response.writeHead(code, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(text);
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, 'only GET');
    let path;
    try {
      path = join(root, normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname)));
    } catch {
      return answer(400, 'not an address');
    }
    if (path !== root && !path.startsWith(root + '/')) return answer(403, 'outside of the folder');
    try {
      if (statSync(path).isDirectory()) path = join(path, 'index.html');
      const { size } = statSync(path);
      response.writeHead(200, {
        'content-type': kinds[extname(path)] ?? 'application/octet-stream',
        'content-length': size,
        'cache-control': 'no-cache',
        ...(policy ? { 'content-security-policy': policy } : {}),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        ...headers,
      });
      if (request.method === 'HEAD') response.end();
      else createReadStream(path).pipe(response);
    } catch {
      answer(404, 'not here');
    }
    return undefined;
  });
  return new Promise((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', () => done(server)));
}

if (process.argv[1] && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  const words = process.argv.slice(2);
  const at = words.indexOf('--port');
  const port = at < 0 ? 0 : Number(words.splice(at, 2)[1]);
  const web = dirname(fileURLToPath(import.meta.url));
  const server = await serve(words[0] ?? process.env.SKELTER_SITE ?? join(web, '../build/web/site'), port);
  console.log(`http://127.0.0.1:${server.address().port}/`);
}
