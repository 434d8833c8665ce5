// Downloads: images, videos, other formats, the view itself.

import { kOut, type App, type Part } from './app.ts';
import { button, choice, download, h, set_text, size_text } from './dom.ts';
import { painted, type Library } from './files.ts';
import { shared_state } from './links.ts';
import { SkelterError } from '../engine.ts';
import type { ViewerEngine } from '../viewer_engine.ts';
import { WebmVideo } from './webm.ts';

export function save_panel(app: App, library: Library, root: HTMLElement, share: () => void): Part {
  const name = () => (app.report?.file ?? 'figure').split('/').at(-1)!.replace(/\.\w+$/, '');
  const size = choice('Size', [['1', 'As shown'], ['2', 'Twice as large'], ['1920x1080', '1920 x 1080'], ['1080x1080', '1080 x 1080'], ['480x480', '480 x 480']], () => {});
  const wanted = (): [number, number] => {
    const canvas = app.viewer.canvas;
    const value = size.select.value;
    if (!value.includes('x')) return [Math.min(4096, canvas.width * Number(value)), Math.min(4096, canvas.height * Number(value))];
    return value.split('x').map(Number) as [number, number];
  };
  const picture = async () => {
    try {
      download(`${name()}.png`, await app.viewer.picture(...wanted()));
    } catch (error) {
      app.say_error(error);
    }
  };

  // --- videos ---
  const rate = choice('Frames per second', [['25', '25'], ['12.5', '12.5'], ['50', '50']], () => {});
  const turn = choice('Camera', [['0', 'Fixed'], ['360', 'Turns once']], () => {});
  const progress = h('progress', { max: 1, value: 0, hidden: true, ariaLabel: 'Video' });
  let stopped = false;
  const stop = button('Stop', () => (stopped = true));
  stop.hidden = true;
  const busy = (on: boolean) => {
    progress.hidden = stop.hidden = !on;
    webm.disabled = gif.disabled = webp.disabled = on;
    stopped = false;
  };
  // Draws until the video is complete, one frame at a time. Frame times are exact, regardless of the rendering speed.
  // Returns false if it was stopped.
  const video = async (begin: (viewer: ViewerEngine, width: number, height: number, rate: number, turn: number) => Promise<() => unknown>) => {
    busy(true);
    app.viewer.held = true;
    try {
      const viewer = await app.viewer.start();
      const [width, height] = wanted();
      const each = await begin(viewer, width, height, Number(rate.select.value), Number(turn.select.value));
      do {
        app.viewer.draw(0);
        await each();
        progress.value = app.viewer.now.export_progress ?? 0;
        await painted();
      } while (app.viewer.now.busy && !stopped);
      if (stopped) viewer.command('stop-export');
      app.viewer.draw(0);
      return !stopped;
    } finally {
      app.viewer.held = false;
      app.viewer.touch();
      busy(false);
    }
  };
  // Encodes with the engine.
  const write_video = async (ending: string) => {
    const path = `${kOut}/${name()}${ending}`;
    try {
      const made = await video(async (viewer, width, height, rate, turn) => {
        const less = Math.min(1, 1280 / Math.max(width, height));
        viewer.engine.put_file(`${kOut}/.keep`, new Uint8Array(1)); // creates the folder
        viewer.command(`export ${path} ${Math.round(width * less)}x${Math.round(height * less)} fps ${rate}${turn ? ` turntable ${turn}` : ''}`);
        return () => {};
      });
      const engine = app.viewer.viewer!.engine;
      const bytes = engine.file(path);
      if (made && bytes) download(`${name()}${ending}`, bytes);
      engine.remove_file(kOut);
    } catch (error) {
      app.say_error(error);
    }
  };
  // Encodes with the browser.
  const write_webm = async () => {
    let encoder: WebmVideo | undefined;
    try {
      const made = await video(async (viewer, width, height, fps, turntable_deg) => {
        const encoding = (encoder = await WebmVideo.start(width, height, fps));
        if (!encoding) throw new SkelterError({ code: 'unsupported', message: `This browser cannot encode a WebM video of ${width} x ${height} pixels. A GIF works everywhere.` });
        viewer.video({ width, height, fps, turntable_deg });
        return () => {
          const frame = viewer.video_frame(width, height);
          return frame && encoding.add(frame);
        };
      });
      if (made && app.viewer.viewer!.video_is_complete) download(`${name()}.webm`, await encoder!.finish());
    } catch (error) {
      app.viewer.viewer?.command('stop-export');
      app.say_error(error);
    }
    encoder?.close();
  };
  const webm = button('WebM', () => void write_webm());
  const gif = button('GIF', () => void write_video('.gif'));
  const webp = button('WebP', () => void write_video('.webp'));

  // --- other formats ---
  const losses = h('div');
  const convert = async (ending: string) => {
    const path = `${kOut}/${name()}${ending}`;
    const viewer = await app.viewer.start();
    app.say(`Writing ${name()}${ending} ...`);
    await painted();
    // Losses are shown next to the file, so that the user can still discard it.
    viewer.engine.put_file(`${kOut}/.keep`, new Uint8Array(1)); // creates the folder
    if (!app.run(`losses ${path}`)) return;
    const lost = app.report?.conversion?.losses ?? [];
    if (!app.run('convert')) return;
    losses.replaceChildren(h('h3', null, `${name()}${ending}`), lost.length === 0 ? h('p.good', null, 'Nothing is lost.') : h('ul', null, lost.map((loss) => h('li.finding', null, h(loss.lost ? 'b.warn' : 'b.quiet', null, loss.lost ? 'lost ' : 'changed '), loss.text))));
    for (const file of viewer.engine.files().filter((entry) => entry.path.startsWith(`${kOut}/`) && !entry.path.endsWith('.keep'))) {
      const bytes = viewer.engine.file(file.path);
      if (bytes) download(file.path.split('/').at(-1)!, bytes);
      losses.append(h('p.quiet', null, `${file.path.split('/').at(-1)}: ${size_text(file.size)}`));
    }
    viewer.engine.remove_file(kOut);
    app.say(`${name()}${ending} is written`);
  };
  const saved_view = () => {
    const state = shared_state(app, library);
    if (state) download(`${name()}.view.json`, new Blob([JSON.stringify(state, null, 2)], { type: 'application/json' }));
  };
  const formats = h('div.row');
  const all = h('div', null,
    h('h3', null, 'Image'), size.root, h('div.row', null, button('PNG', () => void picture(), 'primary'), button('To the clipboard', () => void copy())),
    h('h3', null, 'Video of the playback range'), rate.root, turn.root, h('div.row', null, webm, gif, webp, stop), progress,
    h('h3', null, 'Other formats'), h('p.quiet', null, 'Anything that the format cannot store is listed.'),
    formats, losses,
    h('h3', null, 'This view'), h('p.quiet', null, 'Files, clip, time, camera and all settings.'),
    h('div.row', null, button('Link ...', share), button('File', saved_view)));
  const copy = async () => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': app.viewer.picture(...wanted()) })]);
      app.say('The image is on the clipboard');
    } catch {
      app.say('This browser does not let pages copy images', true);
    }
  };
  const none = h('p.quiet', null, 'Open a model first.');
  root.append(h('section.panel', { role: 'tabpanel', id: 'panel-save', ariaLabel: 'Save', tabIndex: -1 }, h('h2', null, 'Save'), none, all));
  set_text(none, 'Open a model first.');
  return {
    update(report) {
      if (formats.childElementCount === 0) formats.append(...(app.viewer.viewer?.engine.about.writes ?? []).map((ending) => button(ending, () => void convert(ending))));
      none.hidden = report.file !== null;
      all.hidden = report.file === null;
    },
  };
}
