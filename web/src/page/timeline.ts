// Transport: play, step, speed, loop, exact time, and the bar with the keys and the playback range.

import type { ViewerNow, ViewerReport } from '../report.ts';
import { shown_span, type App, type Part } from './app.ts';
import { choice, h, icon, set_attribute, set_icon, set_text } from './dom.ts';

const kSpeeds = [-1, 0.1, 0.25, 0.5, 1, 1.5, 2, 4] as const; // negative values play backward

// Returns tick marks with a suitable interval in seconds, each with its position in pixels.
export function ticks(from_s: number, to_s: number, width: number): { time_s: number; x: number }[] {
  const long_s = to_s - from_s;
  const unit = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300].find((value) => (value / long_s) * width >= 46 * devicePixelRatio) ?? 600;
  const found = [];
  for (let at = Math.ceil(from_s / unit - 1e-9) * unit; long_s > 0 && at <= to_s + 1e-9; at += unit) found.push({ time_s: at, x: ((at - from_s) / long_s) * width });
  return found;
}

// `between`: element above the bar, with the same time axis.
export function transport(app: App, root: HTMLElement, between: HTMLElement): Part {
  const act = (name: string, label: string, key: string, run: () => void) => h(name === 'first' || name === 'last' ? 'button.icon.narrow-off' : 'button.icon', { type: 'button', ariaLabel: label, title: `${label} (${key})`, onclick: run }, icon(name));
  const range = () => {
    const time = app.report?.state.timeline;
    return { from: time?.from_s ?? 0, to: time?.to_s ?? app.viewer.duration };
  };
  const step = (frames: number) => {
    app.run('pause');
    app.run(`step ${frames}`);
  };
  const play = h('button.icon.play', { type: 'button', ariaLabel: 'Play', title: 'Play, pause (Space)', onclick: () => toggle_play() }, icon('play'));
  const toggle_play = () => (app.viewer.paused ? app.viewer.play() : app.viewer.pause());
  const backward = h('button.icon.narrow-off', { type: 'button', ariaLabel: 'Play backward', title: 'Play backward (B)', 'aria-pressed': 'false', onclick: () => app.run(`backward ${app.report?.state.timeline.backward ? 'off' : 'on'}`) }, icon('reverse'));
  const time = h('input', { type: 'number', step: 'any', min: '0', ariaLabel: 'Time in seconds', title: 'Exact time in seconds' });
  time.addEventListener('change', () => {
    if (Number.isFinite(time.valueAsNumber)) seek(time.valueAsNumber);
    shown_time = '';
    if (app.report) show(app.report, app.viewer.now); // shows the resulting time, which is limited to the range
  });
  let shown_time = '';
  const length = h('span', null, '/ 0.00 s');
  const frame = h('span.quiet.narrow-off.wide-frame');
  const loop = choice('Loop', [['loop', 'Loop'], ['once', 'Once'], ['pingpong', 'There and back']], (value) => void app.run(`loop ${value}`));
  const speed = h('select', { ariaLabel: 'Speed', title: 'Speed ( [ half, ] double, \\ normal )' }, kSpeeds.map((value) => new Option(`${value} x`, String(value))));
  speed.addEventListener('change', () => app.run(`speed ${Math.abs(Number(speed.value))}`) && app.run(`backward ${Number(speed.value) < 0 ? 'on' : 'off'}`));
  const set_range = (from: number | null, to: number | null) =>
    void app.run(from === null && to === null ? 'range all' : `range ${(from ?? 0).toFixed(6)} ${(to ?? app.viewer.duration).toFixed(6)}`);
  const ends = h('span.segments.narrow-off', { role: 'group', ariaLabel: 'Playback range' },
    h('button', { type: 'button', title: 'The playback range begins here', onclick: () => app.run('range in') }, 'In'),
    h('button', { type: 'button', title: 'The playback range ends here', onclick: () => app.run('range out') }, 'Out'),
    h('button', { type: 'button', title: 'Play the whole clip', onclick: () => set_range(null, null) }, 'All'));

  // --- bar ---
  const canvas = h('canvas');
  const scrub = h('input.time', { type: 'range', min: '0', max: '1', step: 'any', value: '0', ariaLabel: 'Time' });
  // While a graph plays, the bar shows its recording.
  const recording = () => (app.report?.graph?.plays ? app.report.graph.recording : undefined);
  const seek = (time_s: number) => {
    app.run('pause');
    const of_graph = recording();
    app.run(of_graph ? `graph seek ${Math.min(time_s, of_graph.to_s)}` : `seek ${time_s}`);
  };
  scrub.addEventListener('input', () => seek(scrub.valueAsNumber));
  // Arrow keys step by frames, as everywhere in the viewer.
  scrub.addEventListener('keydown', (event) => {
    const steps: Record<string, () => void> = {
      ArrowLeft: () => step(event.shiftKey ? -10 : -1), ArrowRight: () => step(event.shiftKey ? 10 : 1),
      ArrowDown: () => step(-1), ArrowUp: () => step(1), PageDown: () => step(-10), PageUp: () => step(10),
      Home: () => seek(recording()?.from_s ?? range().from), End: () => seek(recording()?.to_s ?? range().to), ' ': toggle_play,
    };
    const run = steps[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  });
  const flag = (kind: 'from' | 'to') => {
    const element = h(`button.flag.${kind}`, { type: 'button', role: 'slider', ariaLabel: kind === 'from' ? 'Start of the playback range' : 'End of the playback range', hidden: true });
    const put = (value: number) => {
      const { from, to } = range();
      const clamped = Math.max(0, Math.min(app.viewer.duration, value));
      if (kind === 'from') set_range(Math.min(clamped, to), to);
      else set_range(from, Math.max(clamped, from));
    };
    element.addEventListener('pointerdown', (event) => element.setPointerCapture(event.pointerId));
    element.addEventListener('pointermove', (event) => {
      if (!element.hasPointerCapture(event.pointerId)) return;
      const box = bar.getBoundingClientRect();
      put(((event.clientX - box.left) / Math.max(box.width, 1)) * app.viewer.duration);
    });
    element.addEventListener('keydown', (event) => {
      const by = event.key === 'ArrowLeft' || event.key === 'ArrowDown' ? -1 : event.key === 'ArrowRight' || event.key === 'ArrowUp' ? 1 : 0;
      if (by === 0) return;
      event.preventDefault();
      put(range()[kind] + by / (app.viewer.now.frames_per_second ?? 30));
    });
    return element;
  };
  const from_flag = flag('from'), to_flag = flag('to');
  const bar = h('div.bar', null, canvas, scrub, from_flag, to_flag);

  root.append(
    h('div.row', null,
      h('div.buttons', { role: 'group', ariaLabel: 'Playback' },
        act('first', 'To the start', 'Home', () => seek(recording()?.from_s ?? range().from)),
        act('back', 'One frame back', 'Left', () => step(-1)),
        play,
        act('next', 'One frame forward', 'Right', () => step(1)),
        act('last', 'To the end', 'End', () => seek(recording()?.to_s ?? range().to)),
        backward),
      h('div.clock', null, time, length, frame),
      h('span.fill'),
      ends, speed, h('span.loop', null, loop.select)),
    between, bar);

  let drawn = '';
  const draw = (report: ViewerReport, time_s: number, from_s: number, to_s: number, is_clip: boolean) => {
    const width = Math.round(bar.clientWidth * devicePixelRatio), height = Math.round(bar.clientHeight * devicePixelRatio);
    if (width === 0) return;
    const line = report.state.timeline;
    const looks = `${width} ${height} ${time_s} ${from_s} ${to_s} ${is_clip} ${line.from_s} ${line.to_s} ${report.file} ${report.clip} ${report.clip_key_times_s?.length} ${report.keys?.joint} ${matchMedia('(prefers-color-scheme: dark)').matches}`;
    if (looks === drawn) return;
    drawn = looks;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const paint = canvas.getContext('2d')!;
    const style = getComputedStyle(bar);
    const colour = (name: string) => style.getPropertyValue(name);
    const long_s = to_s - from_s;
    const x = (seconds: number) => (long_s > 0 ? ((seconds - from_s) / long_s) * width : 0);
    paint.clearRect(0, 0, width, height);
    if (is_clip && report.file !== null && (line.from_s !== null || line.to_s !== null)) {
      paint.fillStyle = colour('--soft');
      const from = x(line.from_s ?? 0);
      paint.fillRect(from, 0, x(line.to_s ?? to_s) - from, height);
    }
    paint.font = `${10 * devicePixelRatio}px system-ui, sans-serif`;
    paint.textBaseline = 'top';
    paint.fillStyle = colour('--quiet');
    for (const { time_s: at, x: place } of ticks(from_s, to_s, width)) {
      paint.fillRect(Math.round(place), 0, devicePixelRatio, 5 * devicePixelRatio);
      if (place < width - 26 * devicePixelRatio) paint.fillText(String(Number(at.toFixed(2))), place + 3 * devicePixelRatio, 2 * devicePixelRatio);
    }
    const marks = (keys: number[], top: number, bottom: number) => {
      let last = -10;
      for (const key of keys) {
        const at = Math.round(x(key));
        if (at - last < 2 * devicePixelRatio) continue; // a solid block looks the same
        last = at;
        paint.fillRect(at, height * top, Math.max(1, devicePixelRatio), height * (bottom - top));
      }
    };
    paint.fillStyle = colour('--key');
    if (is_clip) marks(report.clip_key_times_s ?? [], 0.52, 0.72);
    paint.fillStyle = colour('--key-chosen');
    if (is_clip) marks([...new Set((report.keys?.channels ?? []).flatMap((channel) => channel.times_s))].sort((a, b) => a - b), 0.74, 0.94);
    paint.fillStyle = colour('--accent');
    const at = Math.round(x(time_s));
    paint.fillRect(at - devicePixelRatio, 0, 2 * devicePixelRatio, height);
    paint.beginPath();
    paint.arc(at, 7 * devicePixelRatio, 5 * devicePixelRatio, 0, 7);
    paint.fill();
  };

  const show = (report: ViewerReport, now: ViewerNow) => {
    const of_graph = recording();
    const at_s = report.file === null ? 0 : of_graph ? (now.graph_time_s ?? report.graph?.frame?.time_s ?? 0) : now.time_s;
    const { from_s, to_s } = shown_span(report, now);
    const plays = now.playing && report.file !== null;
    const end_s = of_graph ? Math.max(of_graph.to_s, at_s) : to_s;
    set_icon(play, plays ? 'pause' : 'play');
    set_attribute(play, 'aria-label', plays ? 'Pause' : 'Play');
    // Keeps the text while the user types, unless it was invalid.
    if (time !== document.activeElement || shown_time === '') time.value = shown_time = at_s.toFixed(3);
    time.max = String(end_s);
    set_text(length, `/ ${end_s.toFixed(2)} s`);
    const rate = now.frames_per_second ?? 30;
    set_text(frame, of_graph ? `recording, frame ${of_graph.shown + 1} of ${of_graph.frames}` : `frame ${Math.round(at_s * rate)} of ${Math.round(to_s * rate)}`);
    scrub.min = String(from_s);
    scrub.max = String(to_s || 1);
    scrub.value = at_s.toFixed(4);
    set_attribute(scrub, 'aria-valuetext', `${at_s.toFixed(2)} of ${end_s.toFixed(2)} seconds, ${of_graph ? 'of the recording' : `frame ${Math.round(at_s * rate)}`}`);
    draw(report, at_s, from_s, to_s, !of_graph);
  };
  new ResizeObserver(() => app.report && show(app.report, app.viewer.now)).observe(bar);
  return {
    update(report) {
      const line = report.state.timeline;
      set_attribute(backward, 'aria-pressed', String(line.backward));
      loop.update(line.loop);
      const rate = line.backward ? -line.speed : line.speed;
      if (![...speed.options].some((option) => Number(option.value) === rate)) speed.add(new Option(`${Number(rate.toFixed(2))} x`, String(rate)));
      if (Number(speed.value) !== rate) speed.value = String(rate);
      const duration = app.viewer.duration || 1;
      for (const [element, value] of [[from_flag, line.from_s], [to_flag, line.to_s]] as const) {
        element.hidden = value === null || report.file === null || !!recording();
        if (value === null) continue;
        element.style.left = `${(value / duration) * 100}%`;
        for (const [name, number] of [['aria-valuemin', 0], ['aria-valuemax', duration], ['aria-valuenow', value]] as const) set_attribute(element, name, number.toFixed(3));
        set_attribute(element, 'aria-valuetext', `${value.toFixed(2)} seconds`);
      }
      show(report, app.viewer.now);
    },
    frame(now, report) {
      show(report, now);
    },
  };
}
