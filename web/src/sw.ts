// Caches the page's own files for offline use. Models are never cached.

/// <reference lib="webworker" />
export {};
declare const __FILES__: string[];
declare const __CACHE__: string;
const worker = self as unknown as ServiceWorkerGlobalScope;

worker.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(__CACHE__);
      await cache.addAll(__FILES__.map((path) => new Request(path, { cache: 'no-cache' })));
      await worker.skipWaiting();
    })(),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith('skelter-') && name !== __CACHE__) await caches.delete(name);
      await worker.clients.claim();
    })(),
  );
});

worker.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== worker.location.origin) return;
  const scope = new URL(worker.registration.scope).pathname;
  if (!url.pathname.startsWith(scope)) return;
  const path = url.pathname.slice(scope.length) || 'index.html';
  if (!__FILES__.includes(path)) return;
  event.respondWith(
    (async () => {
      const cache = await caches.open(__CACHE__);
      return (await cache.match(new URL(path, worker.registration.scope).href)) ?? fetch(event.request);
    })(),
  );
});
