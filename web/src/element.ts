// <skelter-viewer>: an animated model in a page, with an API like that of <video>.
//
//   <skelter-viewer src="hero.x" clip="walk" playing controls></skelter-viewer>
//   viewer.play(); viewer.currentTime = 0.4; viewer.crossfade('run', 0.3);
//
// For more, see README.md.

import { SkelterError, type EngineOptions } from './engine.ts';
import { connect_input } from './input.ts';
import { fetch_model, type FetchedModel } from './fetch_model.ts';
import { draw_marks } from './marks.ts';
import { ViewerEngine, type OpenOptions, type ViewerFile } from './viewer_engine.ts';
import type { LoopMode, ViewerNow, ViewerReport, ViewerState } from './report.ts';
import { kParts, playing_words } from './report.ts';

export { SkelterError, ViewerEngine };
export type { EngineOptions, LoopMode, OpenOptions, ViewerFile, ViewerNow, ViewerReport, ViewerState };

const kStyle = `
:host { display: block; position: relative; overflow: hidden; background: var(--skelter-background, #ccd1d9); color-scheme: light dark; }
:host([hidden]) { display: none; }
/* The size where the page sets none, as <video> has one. It is content, so a height, a grid or a flex box of the page wins. */
.size { width: 300px; min-width: 100%; aspect-ratio: 4 / 3; min-height: 150px; max-height: 100vh; }
canvas { position: absolute; inset: 0; width: 100%; height: 100%; display: block; touch-action: none; cursor: grab; outline: none; }
.marks { pointer-events: none; }
.marks[hidden] { display: none; }
canvas:active { cursor: grabbing; }
canvas:focus-visible { box-shadow: inset 0 0 0 3px var(--skelter-focus, #1a63d8); }
.ring { position: absolute; inset: 0; pointer-events: none; }
canvas:focus-visible + .ring { box-shadow: inset 0 0 0 2px var(--skelter-focus, #1a63d8); }
.words { position: absolute; inset: 0; display: grid; place-content: center; text-align: center; padding: 24px; gap: 8px; font: 15px/1.5 system-ui, sans-serif;
  color: #1a1f27; background: #e3e7edf2; overflow-wrap: anywhere; }
.words:empty { display: none; }
.problems { position: absolute; inset: 8px 8px auto 8px; padding: 6px 10px; border-radius: 6px; font: 13px/1.4 system-ui, sans-serif; color: #5b1210; background: #fde7e5f2; overflow-wrap: anywhere; white-space: pre-line;
  pointer-events: none; }
.problems:empty { display: none; }
.bar { position: absolute; inset: auto 8px 8px 8px; display: none; gap: 8px; align-items: center; padding: 4px 10px 4px 4px; border-radius: 10px;
  background: #14181fd9; color: #fff; font: 13px/1.3 system-ui, sans-serif; }
:host([controls]) .bar { display: flex; }
.bar button { width: 36px; height: 36px; border: 0; border-radius: 8px; background: transparent; color: inherit; cursor: pointer; padding: 0; flex: none; }
.bar button:hover { background: #ffffff29; }
.bar svg { width: 20px; height: 20px; fill: currentColor; display: block; margin: auto; }
.bar input { flex: 1 1 80px; min-width: 60px; height: 24px; accent-color: #7fb2ff; margin: 0; }
.bar output { font-variant-numeric: tabular-nums; white-space: nowrap; }
.bar select { flex: 0 1 140px; min-width: 60px; height: 28px; border-radius: 6px; border: 1px solid #ffffff66; background: #262c36; color: inherit; font: inherit; }
.bar :focus-visible { outline: 2px solid #9cc3ff; outline-offset: 1px; }
`;
const kPlay = 'M7 4.5v15l13-7.5z';
const kPause = 'M6 4h4.5v16H6zM13.5 4H18v16h-4.5z';

let style: CSSStyleSheet | undefined;
function shared_style(): CSSStyleSheet {
  if (!style) (style = new CSSStyleSheet()).replaceSync(kStyle);
  return style;
}

// The same attributes as in src/web/viewer_calls.cpp.
const kContext: WebGLContextAttributes = { alpha: false, depth: true, stencil: true, antialias: true };
// Maximum size of an image in pixels: a 4K screen. More would only heat up phones.
const kMaxPixels = 3840 * 2160;
const kLongestStep_s = 0.25;

// Details of events, in addition to the events of every element.
export interface SkelterViewerEvents {
  load: { report: ViewerReport };
  error: { error: unknown }; // usually a SkelterError
  clipchange: { clip: string };
}
export interface SkelterViewerEventMap extends Omit<HTMLElementEventMap, keyof SkelterViewerEvents> {
  load: CustomEvent<SkelterViewerEvents['load']>;
  error: CustomEvent<SkelterViewerEvents['error']>;
  clipchange: CustomEvent<SkelterViewerEvents['clipchange']>;
  reportchange: CustomEvent<null>;
  frame: CustomEvent<null>;
  contextlost: CustomEvent<null>;
  contextrestored: CustomEvent<null>;
}
type Listener<K extends keyof SkelterViewerEventMap> = (this: SkelterViewer, event: SkelterViewerEventMap[K]) => unknown;
export interface SkelterViewer {
  addEventListener<K extends keyof SkelterViewerEventMap>(type: K, listener: Listener<K>, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<K extends keyof SkelterViewerEventMap>(type: K, listener: Listener<K>, options?: boolean | EventListenerOptions): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}

// Programs that render pages on a server import this module where HTMLElement does not exist.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

export class SkelterViewer extends Base {
  static observedAttributes = ['src', 'clip', 'time', 'playing', 'loop', 'speed', 'camera', 'show', 'alt'];
  // Engine options for elements that are created later, such as {module: '/js/skelter.js'}.
  static engine_options: EngineOptions = {};

  #viewer: ViewerEngine | undefined;
  #starting: Promise<ViewerEngine> | undefined;
  #canvas: HTMLCanvasElement;
  #marks: HTMLCanvasElement;
  #context: WebGL2RenderingContext | undefined;
  #words: HTMLDivElement;
  #problems: HTMLDivElement;
  #wrong = new Map<string, string>(); // message about each attribute with a wrong value
  #settled = false; // whether the attributes have been applied to the open file
  #connected = false; // the attributes in a page's markup change before the element is connected
  #parts: { play: HTMLButtonElement; icon: SVGPathElement; time: HTMLInputElement; output: HTMLOutputElement; clips: HTMLSelectElement };
  #off: (() => void)[] = [];
  #dirty = 0; // number of frames still to draw
  #last_ms = 0;
  #request = 0;
  #visible = true;
  #lost = false;
  #now: ViewerNow = { time_s: 0, duration_s: 0, playing: false, message: null, revision: -1 };
  #clip: string | null = null;
  #loads = 0;
  #untouched = true; // no file has been opened yet, and the canvas shows its background colour
  #reflecting = false;
  // While a video is recorded, only draw() draws.
  held = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    root.adoptedStyleSheets = [shared_style()];
    root.innerHTML = `<div class="size"></div><canvas tabindex="0" role="application" aria-roledescription="3D view" part="canvas"></canvas><div class="ring"></div><canvas class="marks" aria-hidden="true" hidden></canvas>
      <div class="bar" part="bar" role="group" aria-label="Playback"><button type="button" class="play"><svg viewBox="0 0 24 24" aria-hidden="true"><path/></svg></button>
      <input type="range" min="0" max="1" step="any" value="0" aria-label="Time"><output></output><select aria-label="Clip"></select></div>
      <div class="problems" part="problems" role="alert"></div><div class="words" part="words" role="status"></div>`;
    const find = <T extends Element>(selector: string) => root.querySelector(selector) as T;
    this.#canvas = find('canvas');
    this.#marks = find('.marks');
    this.#words = find('.words');
    this.#problems = find('.problems');
    this.#parts = { play: find('.play'), icon: find('path'), time: find('input'), output: find('output'), clips: find('select') };
    this.#parts.play.addEventListener('click', () => (this.paused ? this.play() : this.pause()));
    this.#parts.time.addEventListener('input', () => {
      this.pause();
      this.currentTime = this.#parts.time.valueAsNumber;
    });
    this.#parts.clips.addEventListener('change', () => (this.clip = this.#parts.clips.value));
    this.#show_bar();
  }

  // --- lifecycle ---------------------------------------------------------------------------------------------------

  connectedCallback(): void {
    this.#connected = true;
    this.#connect();
    if (this.hasAttribute('src') && !this.#viewer) void this.#load_source();
  }

  #connect(): void {
    this.#off.push(connect_input(this.#canvas, { engine: () => (this.#lost ? undefined : this.#viewer?.engine), touched: () => this.touch() }));
    const sizes = new ResizeObserver(() => this.touch());
    sizes.observe(this.#canvas);
    const seen = new IntersectionObserver((entries) => {
      this.#visible = entries.at(-1)!.isIntersecting;
      if (this.#visible) this.touch();
    });
    seen.observe(this);
    const lost = (event: Event) => {
      event.preventDefault(); // otherwise the context is never restored
      this.#lost = true;
      this.#viewer?.lose_context();
      this.#say('The graphics context was lost. The model reappears when it is restored.');
      this.#emit('contextlost');
    };
    const found = () => {
      this.#lost = false;
      this.#untouched = false;
      try {
        this.#viewer?.gain_context();
        this.#say('');
        this.#emit('contextrestored');
      } catch (error) {
        this.#fail(error);
      }
      this.touch();
    };
    this.#canvas.addEventListener('webglcontextlost', lost);
    this.#canvas.addEventListener('webglcontextrestored', found);
    this.#off.push(() => sizes.disconnect(), () => seen.disconnect(), () => cancelAnimationFrame(this.#request), () => (this.#request = 0),
      () => this.#canvas.removeEventListener('webglcontextlost', lost), () => this.#canvas.removeEventListener('webglcontextrestored', found));
    this.touch();
  }

  // An element that is moved within the page is immediately connected again, and keeps its state.
  disconnectedCallback(): void {
    this.#connected = false;
    this.#disconnect();
    setTimeout(() => {
      if (!this.#connected) this.release();
    });
  }
  #disconnect(): void {
    for (const undo of this.#off.splice(0)) undo();
  }

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (this.#reflecting || before === value) return;
    if (name === 'src') {
      if (this.#connected && value !== null) void this.#load_source();
    } else if (name === 'alt') {
      this.#name_canvas();
    } else if (this.#viewer?.report().file) {
      this.#apply_attribute(name, value);
    }
  }

  // Starts this element's engine on first use. Errors: no WebGL2, no engine.
  start(): Promise<ViewerEngine> {
    this.#starting ??= (async () => {
      // The context is created here, so that the engine loads while the browser's GPU process prepares the context.
      const loading = ViewerEngine.load(this.#canvas, SkelterViewer.engine_options);
      loading.catch(() => undefined); // reported below
      this.#fit_canvas(); // before creating the context, which would otherwise allocate its buffers twice
      const canvas = this.#canvas;
      const context = (this.#context = canvas.getContext('webgl2', kContext) ?? undefined);
      if (!context)
        throw new SkelterError({ code: 'no_webgl2', message: 'This browser has no WebGL 2, or it is switched off. Models cannot be drawn here. Try a different browser or a newer graphics driver.' });
      context.clearColor(0.8, 0.82, 0.85, 1); // as in the viewer; otherwise the canvas stays black until a file is opened
      context.clear(context.COLOR_BUFFER_BIT);
      const viewer = await loading;
      if (canvas !== this.#canvas) {
        viewer.engine.dispose();
        throw new SkelterError({ code: 'released', message: 'the element was removed while its engine was loading' });
      }
      viewer.start();
      this.#viewer = viewer;
      this.touch();
      return viewer;
    })();
    return this.#starting;
  }

  // Frees the engine and the graphics context, even after a crash. The next open() starts a new engine on a new canvas.
  // An element that is removed from its page calls this itself. If it has the attribute `src`, it loads again when it
  // is put back.
  release(): void {
    this.#disconnect();
    this.#loads += 1; // discards the result of loads that are still running
    try {
      this.#viewer?.stop();
    } catch {
      // The engine cannot stop cleanly. Its memory is freed anyway.
    }
    this.#viewer?.engine.dispose();
    this.#context?.getExtension('WEBGL_lose_context')?.loseContext(); // otherwise the context lasts until garbage collection
    this.#context = undefined;
    this.#viewer = undefined;
    this.#starting = undefined;
    this.#lost = false;
    this.#untouched = true;
    this.#clip = null;
    this.#now = { time_s: 0, duration_s: 0, playing: false, message: null, revision: -1 };
    const fresh = this.#canvas.cloneNode(false) as HTMLCanvasElement;
    this.#canvas.replaceWith(fresh);
    this.#marks.hidden = true;
    this.#canvas = fresh;
    this.#wrong.clear();
    this.#show_problems();
    this.#say('');
    if (this.isConnected) this.#connect();
  }

  async #load_source(): Promise<void> {
    const load = ++this.#loads;
    try {
      this.#say('Loading ...');
      const model = await fetch_model(new URL(this.src, this.baseURI));
      const settings = await this.#settings(model);
      if (load !== this.#loads) return;
      await this.open(model.files, [model.main], settings, model.more);
    } catch (error) {
      if (load === this.#loads) this.#fail(error);
    }
  }

  // Fetches the files in the attributes `config` and `graph`, and graphs that the configuration names.
  async #settings(model: FetchedModel): Promise<OpenOptions> {
    const { files, more } = model;
    const bring = async (path: string, what: string) => {
      if (files.some((file) => file.path === path)) return;
      const bytes = await more(path);
      if (!bytes) throw new SkelterError({ code: 'network', message: `${what} "${path}" could not be read next to ${model.main}` });
      files.push({ path, bytes });
    };
    const config = this.getAttribute('config') || undefined, graph = this.getAttribute('graph') || undefined;
    if (config) {
      await bring(config, 'config');
      const text = new TextDecoder().decode(files.at(-1)!.bytes);
      for (const [, path] of text.matchAll(/"([^"]+\.graph\.json)"/g)) await bring(config.replace(/[^/]*$/, '') + path, 'graph');
    }
    if (graph?.endsWith('.json')) await bring(graph, 'graph'); // otherwise it is the name of a graph in a pack
    return { config, graph };
  }

  // Gives `files` to the engine and opens the ones in `names`. `more` loads missing files that they refer to.
  async open(files: ViewerFile[], names: string[] = files.map((file) => file.path), options: OpenOptions = {},
    more?: (path: string) => Promise<Uint8Array | undefined>): Promise<void> {
    const viewer = await this.start();
    this.#settled = false;
    this.#begin();
    await viewer.engine.prepare(...files.map((file) => file.bytes));
    for (const file of files) viewer.engine.put_file(file.path, file.bytes);
    let problem: unknown;
    try {
      viewer.open(names, options);
    } catch (error) {
      problem = error; // some of the files may be open
    }
    this.#clip = null;
    if (!problem) {
      this.#say('');
      if (options.clip) this.#try(() => viewer.command(`clip ${options.clip}`));
      // With `src`, the attribute `playing` starts playback. Files that the user opens play, unless the user prefers
      // reduced motion.
      const moves = this.hasAttribute('src') ? this.hasAttribute('playing') : viewer.now().playing;
      viewer.command(moves && !prefers_stillness() ? 'play' : 'pause');
      for (const name of ['clip', 'loop', 'speed', 'show', 'camera', 'time']) {
        const value = this.getAttribute(name);
        if (value !== null) this.#apply_attribute(name, value);
      }
      this.#settled = true;
      this.#reflect_clip();
      if (more && (await this.#bring_missing(viewer, more))) viewer.command('reload');
      this.#look();
      this.#emit('load', { report: this.report });
    }
    this.touch();
    if (problem) throw problem;
  }

  async #bring_missing(viewer: ViewerEngine, more: (path: string) => Promise<Uint8Array | undefined>): Promise<boolean> {
    let brought = false;
    for (const path of viewer.missing_files()) {
      const bytes = await more(path);
      if (!bytes) continue;
      viewer.engine.put_file(path, bytes);
      brought = true;
    }
    return brought;
  }

  // --- API of <video> ----------------------------------------------------------------------------------------------

  get src(): string {
    return this.getAttribute('src') ?? '';
  }
  set src(value: string) {
    this.setAttribute('src', value);
  }
  play(): void {
    this.#set_playing(true);
    this.#reflect('playing', '');
    this.#emit('play');
  }
  pause(): void {
    this.#set_playing(false);
    this.#reflect('playing', null);
    this.#emit('pause');
  }
  get paused(): boolean {
    return !this.#now.playing;
  }
  get currentTime(): number {
    return this.#now.time_s;
  }
  set currentTime(seconds: number) {
    if (!Number.isFinite(seconds)) throw new TypeError('currentTime must be a number of seconds');
    if (this.#keeps('time', String(seconds))) return;
    this.#command(`seek ${seconds}`);
    this.#look();
  }
  get duration(): number {
    return this.#now.duration_s;
  }
  get playbackRate(): number {
    const time = this.report?.state.timeline;
    return time ? (time.backward ? -time.speed : time.speed) : 1;
  }
  // From 0.01 to 10; negative values play backward.
  set playbackRate(rate: number) {
    if (!(Math.abs(rate) >= 0.01 && Math.abs(rate) <= 10)) throw new RangeError('playbackRate must be 0.01 to 10, or -0.01 to -10');
    if (this.#keeps('speed', String(rate))) return;
    this.#command(`speed ${Math.abs(rate)}`);
    this.#command(`backward ${rate < 0 ? 'on' : 'off'}`);
  }
  get loop(): LoopMode {
    return this.report?.state.timeline.loop ?? 'loop';
  }
  set loop(mode: LoopMode) {
    if (this.#keeps('loop', mode)) return;
    this.#command(`loop ${mode}`);
    this.#reflect('loop', mode);
  }
  get clip(): string {
    return this.report?.clip ?? '';
  }
  set clip(name: string) {
    if (this.#keeps('clip', name)) return;
    this.#command(`clip ${name}`);
    this.#reflect('clip', name);
    this.#look();
  }
  get availableClips(): { name: string; duration: number }[] {
    return (this.report?.clips ?? []).map((clip) => ({ name: clip.name, duration: clip.duration_s }));
  }
  // Fades from the current pose to a clip.
  crossfade(name: string, seconds = 0.3): void {
    this.#command(`crossfade ${name} ${seconds}`);
    this.play();
  }

  // --- extensions to <video> ---------------------------------------------------------------------------------------

  get report(): ViewerReport | undefined {
    return this.#viewer?.report();
  }
  get state(): ViewerState | undefined {
    return this.#viewer?.state();
  }
  get now(): ViewerNow {
    return this.#now;
  }
  get viewer(): ViewerEngine | undefined {
    return this.#viewer;
  }
  get canvas(): HTMLCanvasElement {
    return this.#canvas;
  }
  restore(state: Partial<ViewerState>): void {
    this.#begin();
    this.#viewer?.restore(state);
    this.#look();
    this.touch();
  }
  // Runs "toggle skeleton", "select Hip" or any other command in docs/viewer.md. Errors: the errors of the command.
  command(line: string): void {
    this.#command(line);
    this.#look();
  }
  // Returns an image of the current time.
  async picture(width = this.#canvas.width, height = this.#canvas.height, kind = 'image/png'): Promise<Blob> {
    const viewer = await this.start();
    const drawn = document.createElement('canvas');
    drawn.width = width;
    drawn.height = height;
    drawn.getContext('2d')!.putImageData(viewer.pixels(width, height), 0, 0);
    this.touch();
    return new Promise((done, fail) => drawn.toBlob((blob) => (blob ? done(blob) : fail(new Error('the image could not be written'))), kind));
  }
  // Advances by step_s and draws one frame immediately.
  draw(step_s = 0): void {
    this.#frame(step_s);
  }
  // Requests a redraw.
  touch(): void {
    this.#dirty = 3;
    if (!this.#request && this.isConnected) this.#request = requestAnimationFrame(this.#tick);
  }

  // --- implementation ----------------------------------------------------------------------------------------------

  #command(line: string): void {
    if (!this.#viewer) throw new SkelterError({ code: 'invalid_argument', message: 'no file is open yet' });
    this.#begin();
    this.#viewer.command(line);
    this.touch();
  }

  // Draws one empty frame, so that the viewer knows its size before it sets a camera.
  #begin(): void {
    if (!this.#untouched) return;
    this.#untouched = false;
    this.#frame(0);
  }

  // Before a model is open, stores settings as attributes, which are applied after loading.
  #keeps(name: string, value: string): boolean {
    if (this.#viewer?.report().file) return false;
    this.#reflect(name, value);
    return true;
  }

  // Applies an attribute. A wrong value is shown in the element until it is corrected, and logged to the console.
  #apply_attribute(name: string, value: string | null): void {
    try {
      this.#wrong.delete(name);
      this.#apply(name, value);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#wrong.set(name, `${name}="${value ?? ''}": ${message}`);
      console.warn(`<skelter-viewer> ${this.#wrong.get(name)}`);
      this.#emit('error', { error });
    }
    this.#show_problems();
  }
  #show_problems(): void {
    const text = [...this.#wrong.values()].join('\n');
    if (this.#problems.textContent !== text) this.#problems.textContent = text;
  }

  #apply(name: string, value: string | null): void {
    if (name === 'clip') {
      if (value === '') throw new SkelterError({ code: 'invalid_argument', message: 'expected the name of a clip, or rest' });
      this.#command(`clip ${value ?? 'rest'}`);
    }
    if (name === 'loop') this.#command(`loop ${value || 'loop'}`);
    if (name === 'speed') this.playbackRate = Number(value ?? 1);
    if (name === 'time') this.currentTime = Number(value ?? 0);
    if (name === 'camera' && value) apply_camera((line) => this.#command(line), value);
    if (name === 'show') apply_show((line) => this.#command(line), value ?? '');
    if (name === 'playing') this.#set_playing(value !== null);
  }

  // Applied immediately, so that an event also fires if the clip ends in the very next frame.
  #set_playing(on: boolean): void {
    if (!this.#viewer?.report().file) return; // play() and pause() keep the attribute
    this.#command(on ? 'play' : 'pause');
    this.#now = { ...this.#now, playing: on };
  }

  #tick = (ms: number): void => {
    this.#request = 0;
    if (!this.isConnected) return;
    const step_s = this.#last_ms ? Math.min((ms - this.#last_ms) / 1000, kLongestStep_s) : 0;
    this.#last_ms = ms;
    if (!this.#viewer || this.#lost || !this.#visible || this.held) {
      this.#last_ms = 0;
      return;
    }
    this.#frame(step_s);
    if (this.#dirty > 0) --this.#dirty;
    if (this.#now.playing || this.#now.busy || this.#dirty > 0) this.#request = requestAnimationFrame(this.#tick);
    else this.#last_ms = 0;
  };

  // Matches the canvas resolution to its layout size. `scale`: number of pixels per CSS pixel.
  #fit_canvas(): { width: number; height: number; scale: number } {
    const box = this.#canvas.getBoundingClientRect();
    const scale = Math.min(devicePixelRatio || 1, Math.sqrt(kMaxPixels / Math.max(box.width * box.height, 1)));
    const width = Math.max(1, Math.round(box.width * scale));
    const height = Math.max(1, Math.round(box.height * scale));
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    return { width, height, scale };
  }

  #frame(step_s: number): void {
    const viewer = this.#viewer;
    if (!viewer || this.#lost || this.#untouched) return;
    const { width, height, scale } = this.#fit_canvas();
    try {
      viewer.frame(step_s, width, height, scale);
    } catch (error) {
      if (!this.#lost) this.#fail(error);
      return;
    }
    this.#look();
    draw_marks(this.#marks, this.#now, width, height, scale);
    this.#emit('frame');
  }

  // Updates the time and the clip, and fires events.
  #look(): void {
    const viewer = this.#viewer;
    if (!viewer) return;
    const before = this.#now;
    const now = (this.#now = viewer.now());
    now.playing &&= viewer.report(now).file !== null; // the viewer's clock also runs without a model
    now.busy ??= now.export_progress != null;
    if (now.revision !== before.revision) {
      const clip = this.report?.clip ?? '';
      if (clip !== this.#clip) {
        const first = this.#clip === null;
        this.#clip = clip;
        if (this.#settled) this.#reflect_clip();
        if (!first) this.#emit('clipchange', { clip });
      }
      this.#name_canvas();
      this.#emit('reportchange');
    }
    if (now.time_s !== before.time_s) this.#emit('timeupdate');
    if (!before.playing && now.playing) this.#reflect('playing', '');
    if (before.playing && !now.playing) {
      this.#reflect('playing', null);
      const at_end = now.time_s <= 0 || now.time_s >= now.duration_s - 1e-9;
      if (this.loop === 'once' && at_end) this.#emit('ended');
    }
    if (this.hasAttribute('controls')) this.#show_bar();
  }

  #show_bar(): void {
    const { play, icon, time, output, clips } = this.#parts;
    const now = this.#now;
    play.setAttribute('aria-label', now.playing ? 'Pause' : 'Play');
    icon.setAttribute('d', now.playing ? kPause : kPlay);
    time.max = String(now.duration_s || 1);
    if (time !== this.shadowRoot!.activeElement || now.playing) time.value = now.time_s.toFixed(4);
    time.setAttribute('aria-valuetext', `${now.time_s.toFixed(2)} of ${now.duration_s.toFixed(2)} seconds`);
    output.value = `${now.time_s.toFixed(2)} / ${now.duration_s.toFixed(2)} s`;
    const names = (this.report?.clips ?? []).map((clip) => clip.name);
    if (clips.options.length !== names.length || names.some((name, i) => clips.options[i]!.value !== name))
      clips.replaceChildren(...names.map((name) => new Option(name, name)));
    if (clips.value !== (this.#clip ?? '')) clips.value = this.#clip ?? '';
    clips.hidden = names.length < 2;
  }

  #name_canvas(): void {
    const report = this.#viewer?.report();
    const plays = report && playing_words(report);
    const name = this.getAttribute('alt') ?? (report?.file ? `${report.file.split('/').at(-1)}${plays && `, ${plays === report.clip ? 'clip ' : ''}${plays}`}` : 'no model yet');
    if (this.#canvas.getAttribute('aria-label') !== name) this.#canvas.setAttribute('aria-label', name);
  }

  // The attribute `clip` always names the shown clip, also after a click or when a different file is opened.
  #reflect_clip(): void {
    const shown = this.clip;
    if (shown !== '' && this.hasAttribute('clip') && this.getAttribute('clip') !== shown) this.#reflect('clip', shown);
  }

  #reflect(name: string, value: string | null): void {
    this.#reflecting = true;
    if (value === null) this.removeAttribute(name);
    else this.setAttribute(name, value);
    this.#reflecting = false;
  }

  #say(text: string): void {
    this.#words.textContent = text;
  }

  #try(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#emit('error', { error });
    }
  }

  #fail(error: unknown): void {
    if (!this.#viewer?.report().file) this.#say(error instanceof Error ? error.message : String(error));
    this.#emit('error', { error });
  }

  #emit(name: string, detail?: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

// Sets the camera: "25,12,5" means degrees around the model, degrees up, and distance in metres, optionally followed by
// the target point.
export function apply_camera(command: (line: string) => void, value: string): void {
  const numbers = value.split(',').map(Number);
  if ((numbers.length !== 3 && numbers.length !== 6) || numbers.some((number) => !Number.isFinite(number)))
    throw new SkelterError({ code: 'invalid_argument', message: `camera "${value}"; expected 3 or 6 numbers, such as 25,12,5` });
  const [azimuth, elevation, distance, ...target] = numbers as [number, number, number, number?, number?, number?];
  if (target.length === 0) return command(`orbit ${azimuth} ${elevation} ${distance}`);
  const [x, y, z] = target as [number, number, number];
  const around = (azimuth * Math.PI) / 180, up = (elevation * Math.PI) / 180;
  command(`place ${x + distance * Math.sin(around) * Math.cos(up)} ${y + distance * Math.sin(up)} ${z + distance * Math.cos(around) * Math.cos(up)} ${x} ${y} ${z}`);
}

// Shows parts: "skeleton,names" adds them to the model, grid and shadow; "skeleton only" shows nothing else.
export function apply_show(command: (line: string) => void, value: string): void {
  const words = value.split(/[\s,]+/).filter(Boolean);
  for (const word of words)
    if (!(kParts as readonly string[]).includes(word) && word !== 'only')
      throw new SkelterError({ code: 'invalid_argument', message: `show "${word}"; expected ${kParts.join(', ')} or only` });
  for (const part of kParts) {
    const usual = !words.includes('only') && ['meshes', 'grid', 'shadow'].includes(part);
    command(`show ${part} ${usual || words.includes(part) ? 'on' : 'off'}`);
  }
}

export function prefers_stillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

if (typeof customElements !== 'undefined' && !customElements.get('skelter-viewer')) customElements.define('skelter-viewer', SkelterViewer);

declare global {
  interface HTMLElementTagNameMap {
    'skelter-viewer': SkelterViewer;
  }
}
