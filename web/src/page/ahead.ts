// Large files are first read in a worker with its own engine. There, a slow file can be stopped, and a file that
// exhausts the memory terminates the worker instead of the page.

import { SkelterError, type ErrorJson } from '../engine.ts';
import type { ViewerFile } from '../viewer_engine.ts';

// Smaller files are read directly, which takes less time than starting a worker.
export const kAhead_bytes = 2e6;

export interface Asked {
  module: string;
  wasm: string;
  files: ViewerFile[];
  main: string;
}
// `reads` is sent first. Without an engine, only `no_engine` is sent.
export type Answer = { reads: true } | { done: true } | { error: ErrorJson } | { stopped: string } | { no_engine: true };

// `read` resolves to true when the file was read, and to false after `stop`. Errors: the errors of the file, and
// limit_exceeded if the worker terminated.
export function read_ahead(asked: Asked): { read: Promise<boolean>; stop: () => void } {
  const worker = new Worker(new URL('./ahead.js', import.meta.url), { type: 'module' });
  let stop = () => {};
  const read = new Promise<boolean>((done, fail) => {
    const ended = (why: string) =>
      fail(new SkelterError({ code: 'limit_exceeded', message: `${asked.main} could not be read: the worker that read it ended (${why}). Most likely there was not enough memory. Open files stay open.` }));
    // In a browser without such workers, the page reads large files directly.
    let reads = false;
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if ('reads' in data) reads = true;
      else if ('error' in data) fail(new SkelterError(data.error));
      else if ('stopped' in data) ended(data.stopped);
      else done(true);
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      if (reads) ended(event.message);
      else done(true);
    });
    stop = () => done(false);
    try {
      worker.postMessage(asked);
    } catch (error) {
      ended(String(error)); // no memory left for a copy
    }
  }).finally(() => worker.terminate());
  return { read, stop: () => stop() };
}
