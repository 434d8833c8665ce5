// The engine's viewer on a canvas: opens files, runs commands, draws frames, and frees all resources.

import { Engine, type EngineOptions } from './engine.ts';
import type { ViewerNow, ViewerReport, ViewerState } from './report.ts';

export interface ViewerFile {
  path: string; // with '/' between folders
  bytes: Uint8Array;
}

export interface OpenOptions {
  config?: string; // settings of `skelter compile`: masks, loops, events
  graph?: string; // path of a *.graph.json file, or the name of a graph in the pack
  clip?: string; // initial clip
}

export class ViewerEngine {
  readonly engine: Engine;
  #report: ViewerReport | undefined;
  #report_number = -1;

  private constructor(engine: Engine) {
    this.engine = engine;
  }

  static async load(canvas: HTMLCanvasElement, options: EngineOptions = {}): Promise<ViewerEngine> {
    return new ViewerEngine(await Engine.load({ ...options, canvas }));
  }
  // Errors: no WebGL2, and the errors of the engine.
  start(): this {
    this.engine.ask('sk_viewer_start', '{}');
    return this;
  }
  static async start(canvas: HTMLCanvasElement, options: EngineOptions = {}): Promise<ViewerEngine> {
    return (await ViewerEngine.load(canvas, options)).start();
  }

  stop(): void {
    this.engine.ask('sk_viewer_stop');
  }

  // Opens files as if they were dropped. They must already be in the engine's memory.
  open(files: string[], options: OpenOptions = {}): void {
    try {
      const { config, graph } = options;
      this.engine.ask('sk_viewer_open', JSON.stringify({ files, config, graph }));
    } finally {
      this.#report_number = -1;
    }
  }

  command(line: string): void {
    try {
      this.engine.ask('sk_viewer_command', line);
    } finally {
      this.#report_number = -1;
    }
  }

  // Advances by step_s and draws. Errors: GPU errors.
  frame(step_s: number, width: number, height: number, pixels_per_point: number): void {
    const failed = this.engine.call('sk_viewer_frame', step_s, width, height, pixels_per_point);
    if (failed !== 0) this.engine.fail();
  }

  now(): ViewerNow {
    return this.engine.ask<ViewerNow>('sk_viewer_now');
  }

  report(now: ViewerNow = this.now()): ViewerReport {
    if (!this.#report || now.revision !== this.#report_number) {
      this.#report = this.engine.ask<ViewerReport>('sk_viewer_report');
      this.#report_number = now.revision;
    }
    return this.#report;
  }

  // Makes the next report new, even if only the time changed.
  forget_report(): void {
    this.#report_number = -1;
  }

  // Returns the images that the shown file refers to but that are missing.
  missing_files(): string[] {
    const textures = (this.report().materials ?? []).flatMap((material) => material.textures ?? []);
    return [...new Set(textures.filter(({ width, name }) => width === null && name !== '').map(({ name }) => name))];
  }

  state(): ViewerState {
    return this.engine.ask<ViewerState>('sk_viewer_state');
  }

  restore(state: Partial<ViewerState>): void {
    try {
      this.engine.ask('sk_viewer_restore', JSON.stringify(state));
    } finally {
      this.#report_number = -1;
    }
  }

  lose_context(): void {
    this.engine.ask('sk_viewer_lose_context');
  }
  gain_context(): void {
    this.engine.ask('sk_viewer_gain_context');
  }

  // Starts a video of the playback. Each later frame() produces one frame, which video_frame() returns.
  video(settings: { width: number; height: number; fps: number; turntable_deg?: number }): void {
    this.engine.ask('sk_viewer_video', JSON.stringify(settings));
  }
  video_frame(width: number, height: number): ImageData | undefined {
    const pointer = this.engine.call('sk_viewer_video_frame');
    return pointer === 0 ? undefined : new ImageData(new Uint8ClampedArray(this.engine.bytes_at(pointer, width * height * 4).buffer), width, height);
  }
  get video_is_complete(): boolean {
    return this.engine.call('sk_viewer_video_is_complete') !== 0;
  }

  // Returns an RGBA image of the current time in the given size.
  pixels(width: number, height: number): ImageData {
    const pointer = this.engine.call('sk_viewer_pixels', width, height);
    if (pointer === 0) this.engine.fail();
    return new ImageData(new Uint8ClampedArray(this.engine.bytes_at(pointer, width * height * 4).buffer), width, height);
  }
}
