// The worker of ahead.ts: reads a file like the page's engine, and discards the result.

import { Engine, SkelterError } from '../engine.ts';
import type { Answer, Asked } from './ahead.ts';

const answer = (of: Answer) => postMessage(of);

addEventListener('message', async ({ data }: MessageEvent<Asked>) => {
  const { module, wasm, files, main } = data;
  let engine: Engine;
  try {
    engine = await Engine.load({ module, wasm });
  } catch {
    return answer({ no_engine: true });
  }
  answer({ reads: true });
  try {
    await engine.prepare(...files.map(({ bytes }) => bytes));
    for (let file = files.pop(); file; file = files.pop()) engine.put_file(file.path, file.bytes); // frees the bytes of each file
    engine.ask('sk_scene_read', main, '{"frame_numbers": true}'); // the same options as in src/web/viewer_calls.cpp
    answer({ done: true });
  } catch (error) {
    answer(error instanceof SkelterError ? { error: { ...error, message: error.message } } : { stopped: error instanceof Error ? error.message : String(error) });
  }
});
