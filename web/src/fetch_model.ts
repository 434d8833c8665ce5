// Fetches a model by URL, with the files that it refers to, and no other files.

import { SkelterError } from './engine.ts';
import type { ViewerFile } from './viewer_engine.ts';

export interface FetchedModel {
  main: string;
  files: ViewerFile[];
  // Fetches a file of the model by the path that the model uses.
  more: (path: string) => Promise<Uint8Array | undefined>;
}

export async function fetch_bytes(url: URL): Promise<Uint8Array> {
  let answer: Response;
  try {
    answer = await fetch(url, { credentials: 'same-origin', referrerPolicy: 'no-referrer' });
  } catch {
    const elsewhere = typeof location !== 'undefined' && url.origin !== location.origin;
    throw new SkelterError({
      code: 'network',
      message: elsewhere
        ? `${url.href} could not be read. Either there is no network, or ${url.host} does not let other pages read its files (it must send "Access-Control-Allow-Origin"). Download the file and drop it here instead.`
        : `${url.href} could not be read: there is no network, or the server does not answer.`,
    });
  }
  if (!answer.ok) throw new SkelterError({ code: 'network', message: `${url.href}: the server answers ${answer.status} ${answer.statusText}`.trim() });
  return new Uint8Array(await answer.arrayBuffer());
}

// Returns the last part of a URL as a file name.
export function name_of(url: URL): string {
  const last = url.pathname.split('/').at(-1) || 'model';
  try {
    return decodeURIComponent(last).replace(/[\\/]/g, '_');
  } catch {
    return last;
  }
}

// Returns the files that a .gltf refers to: buffers and images.
export function gltf_files(bytes: Uint8Array, with_images = true): string[] {
  try {
    const json = JSON.parse(new TextDecoder().decode(bytes)) as { buffers?: { uri?: unknown }[]; images?: { uri?: unknown }[] };
    return [...(json.buffers ?? []), ...((with_images && json.images) || [])].flatMap(({ uri }) => {
      if (typeof uri !== 'string' || /^[a-z][a-z0-9+.-]*:/i.test(uri) || uri.startsWith('/')) return [];
      return [uri];
    });
  } catch {
    return []; // the engine reports the error
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export async function fetch_model(url: URL): Promise<FetchedModel> {
  const main = name_of(url);
  const bytes = await fetch_bytes(url);
  const files: ViewerFile[] = [{ path: main, bytes }];
  const beside = async (path: string): Promise<Uint8Array | undefined> => {
    const clean = path.replaceAll('\\', '/');
    if (clean.startsWith('/') || /^[a-z]:/i.test(clean) || clean.split('/').includes('..')) return undefined;
    if (url.protocol === 'blob:' || url.protocol === 'data:') return undefined;
    try {
      return await fetch_bytes(new URL(clean.split('/').map(encodeURIComponent).join('/'), url));
    } catch {
      return undefined; // the viewer reports the missing file
    }
  };
  if (/\.gltf$/i.test(main))
    await Promise.all(
      [...new Set(gltf_files(bytes))].map(async (uri) => {
        const found = await beside(decoded(uri));
        if (found) files.push({ path: decoded(uri).replaceAll('\\', '/'), bytes: found });
      }),
    );
  return { main, files, more: beside };
}
