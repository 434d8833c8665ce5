// Encodes a state as text for links: JSON, deflated, in base64url.

import type { ViewerState } from '../report.ts';

export interface SharedState extends Partial<ViewerState> {
  // Locations of the state's files; null: only on the device of the link's author.
  sources?: Record<string, string | null>;
  tab?: string;
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

export async function packed(state: SharedState): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream('deflate-raw'));
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

// Decodes a state. Also accepts plain JSON. Errors: a readable message.
export async function unpacked(text: string): Promise<SharedState> {
  try {
    const plain = decodeURIComponent(text);
    if (plain.startsWith('{')) return JSON.parse(plain) as SharedState;
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')))) as SharedState;
  } catch {
    throw new Error('The state in this link is damaged; perhaps the end of the link is missing.');
  }
}
