// Code shared by all parts of the page: the viewer, its report, and running viewer commands.

import type { SkelterViewer } from '../element.ts';
import { SkelterError } from '../engine.ts';
import { button, by_id, h } from './dom.ts';
import type { ViewerNow, ViewerReport } from '../report.ts';

export interface Part {
  // Called after a change: a click, a key, a new file.
  update?(report: ViewerReport): void;
  // Called after every frame.
  frame?(now: ViewerNow, report: ViewerReport): void;
}

// Update interval for numbers that change while a clip plays (joint positions, differences).
const kLiveEvery_ms = 120;
const kLongestWait_ms = 500;

// Folder for written files in the engine's memory. It is omitted from the names of downloads.
export const kOut = 'written';

export class App {
  readonly viewer: SkelterViewer;
  tab = 'view';
  #parts: Part[] = [];
  #waiting = false;
  #live_at = 0;
  #message: HTMLElement;
  #message_timer = 0;
  #last_message: string | null = null;
  #pictured = false; // whether the first model has been drawn
  #then: () => void = () => {};

  constructor(viewer: SkelterViewer, message: HTMLElement) {
    this.viewer = viewer;
    this.#message = message;
    viewer.addEventListener('reportchange', () => this.refresh());
    viewer.addEventListener('frame', () => this.#frame());
    viewer.addEventListener('error', (event) => this.say_error(event.detail.error));
  }

  add(part: Part): void {
    this.#parts.push(part);
  }

  get report(): ViewerReport | undefined {
    return this.viewer.report;
  }

  // Runs a command in docs/viewer.md. Errors are shown over the view.
  run(line: string): boolean {
    try {
      this.viewer.command(line);
      return true;
    } catch (error) {
      this.say_error(error);
      return false;
    }
  }

  say(text: string, is_error = false): void {
    this.#message.textContent = text;
    this.#message.classList.toggle('is-error', is_error);
    this.#message.hidden = text === '';
    clearTimeout(this.#message_timer);
    this.#message_timer = window.setTimeout(() => (this.#message.hidden = true), is_error ? 12_000 : 4_000);
  }

  // Shows a progress message with a stop button. Returns a function that removes it.
  going_on(text: string, stop: () => void): () => void {
    const line = h('div.message', null, h('span', null, text), button('Stop', stop));
    by_id('going-on').append(line);
    return () => line.remove();
  }

  say_error(error: unknown): void {
    this.say(words_of(error), true);
  }

  // Updates every part with the newest report, at most once per event loop turn. For the first model, updates after its
  // first frame.
  refresh(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    const update = () => {
      this.#waiting = false;
      const report = this.report;
      if (!report) return;
      for (const part of this.#parts) part.update?.(report);
    };
    if (this.#pictured || !this.report?.file) return queueMicrotask(update);
    const timer = setTimeout(update, kLongestWait_ms); // because hidden windows draw no frames
    this.#then = () => (clearTimeout(timer), update());
  }

  #frame(): void {
    if (!this.#pictured && this.report?.file) {
      this.#pictured = true;
      setTimeout(this.#then); // after the frame
    }
    const now = this.viewer.now;
    if (now.message !== this.#last_message) {
      this.#last_message = now.message;
      if (now.message) this.say(now.message.replaceAll(`${kOut}/`, ''), now.message_is_error);
    }
    const report = this.report;
    if (!report) return;
    for (const part of this.#parts) part.frame?.(now, report);
    const at = performance.now();
    const live = ['select', 'compare', 'graph', 'tracks'].includes(this.tab) || report.graph?.plays;
    if (live && now.playing && at - this.#live_at > kLiveEvery_ms) {
      this.#live_at = at;
      this.viewer.viewer?.forget_report();
      this.refresh();
    }
  }
}

// Returns the times at both ends of the bar: for a clip, its range; for a graph, its recording with spare space.
const kMinOfGraph_s = 10;
export function shown_span(report: ViewerReport, now: ViewerNow): { from_s: number; to_s: number } {
  const recording = report.graph?.plays ? report.graph.recording : undefined;
  if (!recording) return { from_s: 0, to_s: now.duration_s };
  return { from_s: recording.from_s, to_s: Math.max(recording.to_s, now.graph_time_s ?? 0, recording.from_s + kMinOfGraph_s) };
}

export function words_of(error: unknown): string {
  if (error instanceof SkelterError) return error.text;
  if (error instanceof WebAssembly.RuntimeError || (error instanceof Error && /abort|unreachable|out of memory/i.test(error.message)))
    return 'The engine stopped: most likely there was not enough memory for this file. It starts again with the next file.';
  return error instanceof Error ? error.message : String(error);
}
