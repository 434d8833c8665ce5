// Large files are read in a worker first, with an engine of its own: a file that takes too long can be stopped there, and one that takes all
// memory ends the worker and not the page.

import { SkelterError, type ErrorJson } from '../engine.ts';
import type { ViewerFile } from '../viewer_engine.ts';

// From here on. Smaller files are read at once, in less time than a worker takes to start.
export const kAhead_bytes = 2e6;

export interface Asked {
  module: string;
  wasm: string;
  files: ViewerFile[];
  main: string;
}
// `reads` comes first; without an engine there is only `no_engine`.
export type Answer = { reads: true } | { done: true } | { error: ErrorJson } | { stopped: string } | { no_engine: true };

// Whether it was read to its end; else `stop` was called. Errors: those of the file, and limit_exceeded when the worker ended.
export function read_ahead(asked: Asked): { read: Promise<boolean>; stop: () => void } {
  const worker = new Worker(new URL('./ahead.js', import.meta.url), { type: 'module' });
  let stop = () => {};
  const read = new Promise<boolean>((done, fail) => {
    const ended = (why: string) =>
      fail(new SkelterError({ code: 'limit_exceeded', message: `${asked.main} could not be read: the worker that read it ended (${why}). Most likely there was not enough memory. What was open stays open.` }));
    // In a browser without such workers the page reads the file as it reads small ones.
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
      ended(String(error)); // there is no room for a copy
    }
  }).finally(() => worker.terminate());
  return { read, stop: () => stop() };
}
