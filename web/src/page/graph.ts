// Animation graph: parameters as controls, active clips as bands over time, and the states.

import type { GraphParameterReport, GraphPictureReport, GraphReport, ViewerReport } from '../report.ts';
import { shown_span, type App, type Part } from './app.ts';
import { button, h, keyed, set_attribute, set_options, set_text, short_number, slider, toggle, type Slider } from './dom.ts';
import type { Library } from './files.ts';
import { parameter_ranges, type ParameterRange } from './graph_file.ts';
import { ticks } from './timeline.ts';

interface Sample {
  time_s: number;
  bands: { layer: string; clip: string; path: string; weight: number }[];
}
// A transition, labelled with its target state, or a trigger.
interface Mark {
  time_s: number;
  text: string;
}
const kColours = ['#2e6fd8', '#c9632c', '#2f8f5b', '#9a4fb5', '#b0862a', '#287f92', '#c04868', '#6d6f3a', '#5b62c4', '#8a5a44'];

export function graph_panel(app: App, library: Library, root: HTMLElement, bands_place: HTMLElement): Part {
  const none = h('p.quiet', null, 'No graph is open. Drop a *.graph.json on a model, or open the mannequin with its graph.');
  const why = h('p.bad');
  const on = toggle('Play the graph', (value) => void app.run(`graph ${value ? 'on' : 'off'}`));
  const travel = toggle('Root motion moves the model', (value) => void app.run(`graph travel ${value ? 'on' : 'off'}`));
  const parameters = h('div');
  const slots = h('div');
  const picture = h('canvas.states', { role: 'img', ariaLabel: 'States and transitions' });
  const states = h('div');
  const next = h('div');
  const past = h('div');
  const messages = h('div');
  const branch = h('div.notice', { hidden: true }, h('span', null, 'This run differs from the recording.'), button('Back to the recording', () => app.run('graph return')));
  const body = h('div', null, on.root, travel.root, branch, h('h3', null, 'Parameters'), parameters, slots, h('h3', null, 'States'), picture, states,
    h('h3', null, 'Possible transitions'), next, h('h3', null, 'Just happened'), past,
    h('div.row', null, button('Restart', () => app.run('graph restart')), button('Read again', () => app.run('graph reload')), button('Close', () => app.run('graph close'))));
  const offer = h('div.row', null, button('Open the mannequin with its graph', () => void library.open_example_named('Mannequin with its graph')));
  root.append(h('section.panel', { role: 'tabpanel', id: 'panel-graph', ariaLabel: 'Graph', tabIndex: -1 }, h('h2', null, 'Graph'), none, offer, why, messages, body));

  let ranges = new Map<string, ParameterRange>();
  const controls = new Map<string, (parameter: GraphParameterReport) => void>();
  const make = (parameter: GraphParameterReport): HTMLElement => {
    const set = (value: number | boolean) => void app.run(`graph set ${quoted(parameter.name)} ${value}`);
    if (parameter.type === 'trigger') {
      const fire = button(parameter.name, () => app.run(`graph fire ${parameter.name}`) && marks.push({ time_s: app.viewer.now.graph_time_s ?? 0, text: parameter.name }));
      fire.title = 'Trigger';
      controls.set(parameter.name, (now) => set_attribute(fire, 'aria-pressed', String((now.value ?? 0) > 0)));
      return h('div.row', null, fire);
    }
    if (parameter.type === 'bool') {
      const box = toggle(parameter.name, set);
      controls.set(parameter.name, (now) => box.update(now.set > 0.5));
      return box.root;
    }
    const range = ranges.get(parameter.name);
    const min = parameter.min ?? range?.min ?? Math.min(0, parameter.set), max = parameter.max ?? range?.max ?? Math.max(4, parameter.set);
    const reached = h('span.quiet');
    const bar: Slider = slider(parameter.name, { min, max, step: parameter.type === 'int' ? 1 : 0.01 }, set, reached);
    controls.set(parameter.name, (now) => {
      bar.update(now.set);
      // With a maximum rate, the current value lags behind the requested one.
      set_text(reached, now.value !== null && Math.abs(now.value - now.set) > 1e-3 ? `now at ${short_number(now.value, 2)}` : '');
    });
    return bar.root;
  };

  // --- bands ---
  const canvas = h('canvas', { role: 'img', ariaLabel: 'Active clips over time' });
  const bands = h('div.bands', { hidden: true }, canvas);
  bands_place.append(bands);
  const samples: Sample[] = [];
  const marks: Mark[] = [];
  const colours = new Map<string, string>();
  const colour_of = (clip: string) => {
    let colour = colours.get(clip);
    if (!colour) colours.set(clip, (colour = kColours[colours.size % kColours.length]!));
    return colour;
  };
  const drag = (event: PointerEvent) => {
    if (event.buttons === 0 || samples.length === 0) return;
    const box = canvas.getBoundingClientRect();
    const report = app.report;
    if (!report) return;
    const { from_s, to_s } = shown_span(report, app.viewer.now);
    const at_s = from_s + ((event.clientX - box.left) / box.width) * (to_s - from_s);
    app.run('pause');
    app.run(`graph seek ${Math.max(from_s, Math.min(report.graph?.recording?.to_s ?? to_s, at_s)).toFixed(3)}`);
  };
  canvas.addEventListener('pointerdown', drag);
  canvas.addEventListener('pointermove', drag);
  const take = (frame: NonNullable<GraphReport['frame']>) => {
    const known = samples.findIndex((sample) => sample.time_s >= frame.time_s - 1e-9);
    const sample = { time_s: frame.time_s, bands: frame.bands };
    if (known < 0) samples.push(sample);
    else samples[known] = sample;
    while (samples.length > 0 && samples[0]!.time_s < frame.time_s - 60) samples.shift();
  };
  const draw = (now_s: number, from: number, to: number) => {
    const width = (canvas.width = Math.round(canvas.clientWidth * devicePixelRatio)), height = (canvas.height = Math.round(canvas.clientHeight * devicePixelRatio));
    if (width === 0) return;
    const paint = canvas.getContext('2d')!;
    const style = getComputedStyle(canvas);
    const x = (time_s: number) => ((time_s - from) / (to - from)) * width;
    const layers = [...new Set(samples.flatMap((sample) => sample.bands.map((band) => band.layer)))].slice(0, 6);
    const each = height / Math.max(layers.length, 1);
    const seen = new Set<string>();
    paint.font = `${10 * devicePixelRatio}px system-ui`;
    paint.fillStyle = style.getPropertyValue('--line');
    for (const tick of ticks(from, to, width)) paint.fillRect(Math.round(tick.x), 0, devicePixelRatio, height);
    layers.forEach((layer, row) => {
      const base = (row + 1) * each - 2;
      samples.forEach((sample, i) => {
        const next_s = samples[i + 1]?.time_s ?? sample.time_s + 0.1;
        if (next_s < from || next_s - sample.time_s > 1) return;
        let y = base;
        for (const band of sample.bands) {
          if (band.layer !== layer || !(band.weight > 0)) continue;
          const tall = Math.min(band.weight, 1) * (each - 6);
          paint.fillStyle = colour_of(band.clip);
          paint.fillRect(x(sample.time_s), y - tall, Math.max(1, x(next_s) - x(sample.time_s) + 0.6), tall);
          y -= tall;
        }
      });
      paint.fillStyle = style.getPropertyValue('--text');
      paint.fillText(layer, 4 * devicePixelRatio, row * each + 11 * devicePixelRatio);
    });
    let free = 0; // x to the right of the last label
    for (const { time_s, text } of marks) {
      const at = Math.round(x(time_s));
      paint.fillStyle = style.getPropertyValue('--text');
      paint.fillRect(at, 0, devicePixelRatio, height);
      const wide = paint.measureText(text).width + 6 * devicePixelRatio;
      if (at < free) continue;
      free = at + wide;
      paint.fillStyle = style.getPropertyValue('--panel');
      paint.fillRect(at + devicePixelRatio, height - 14 * devicePixelRatio, wide, 14 * devicePixelRatio);
      paint.fillStyle = style.getPropertyValue('--text');
      paint.fillText(text, at + 4 * devicePixelRatio, height - 4 * devicePixelRatio);
    }
    const last = samples.at(-1);
    let right = width - 6 * devicePixelRatio;
    for (const band of last?.bands ?? []) {
      if (seen.has(band.clip) || band.weight < 0.02) continue;
      seen.add(band.clip);
      const words = `${band.clip} ${band.weight.toFixed(2)}`;
      const wide = paint.measureText(words).width + 16 * devicePixelRatio;
      if (right - wide < 60 * devicePixelRatio) break;
      paint.fillStyle = style.getPropertyValue('--panel');
      paint.fillRect(right - wide, 3 * devicePixelRatio, wide, 15 * devicePixelRatio);
      paint.fillStyle = colour_of(band.clip);
      paint.fillRect(right - wide + 3 * devicePixelRatio, 7 * devicePixelRatio, 7 * devicePixelRatio, 7 * devicePixelRatio);
      paint.fillStyle = style.getPropertyValue('--text');
      paint.fillText(words, right - wide + 13 * devicePixelRatio, 14 * devicePixelRatio);
      right -= wide + 4 * devicePixelRatio;
    }
    paint.fillStyle = style.getPropertyValue('--accent');
    paint.fillRect(x(now_s) - devicePixelRatio, 0, 2 * devicePixelRatio, height);
  };

  let of_graph = '';
  const newest_of = new Map<string, string>();
  let happened: { time_s: number; words: string }[] = [];
  return {
    update(report: ViewerReport) {
      const graph = report.graph;
      const open = graph !== null;
      none.hidden = open;
      offer.hidden = open;
      body.hidden = !open || !graph?.parameters;
      bands.hidden = !(open && graph?.plays);
      set_text(why, graph?.why_not ?? '');
      keyed(messages, graph?.diagnostics ?? [], (entry, i) => `${i} ${entry.message}`, (entry) => h('div.finding', null, h(`b.${entry.severity === 'error' ? 'bad' : 'warn'}`, null, entry.severity), ` ${entry.spot}: ${entry.message}`), () => {});
      if (!graph) return;
      const identity = `${report.file} ${graph.file} ${graph.name}`;
      if (identity !== of_graph) {
        of_graph = identity;
        samples.length = marks.length = 0;
        happened = [];
        newest_of.clear();
        parameters.replaceChildren();
        const file = graph.file ? app.viewer.viewer?.engine.file(graph.file) : undefined;
        ranges = file ? parameter_ranges(new TextDecoder().decode(file)) : new Map();
        controls.clear();
      }
      on.update(report.state.graph.on);
      travel.update(report.state.graph.travels !== false);
      keyed(parameters, graph.parameters ?? [], ({ name }) => name, make, (_, parameter) => controls.get(parameter.name)?.(parameter));
      keyed(slots, graph.slots ?? [], ({ name }) => name, ({ name }) => {
        const clip = h('select', { ariaLabel: `Clip for the slot ${name}` });
        return h('div.row', null, h('span.label', null, name), clip, button('Play', () => app.run(`graph play ${quoted(name)} ${quoted(clip.value)}`)), button('Stop', () => app.run(`graph stop ${name}`)));
      }, (element) => set_options(element.querySelector('select')!, (report.clips ?? []).map(({ name }) => [name, name])));
      branch.hidden = graph.recording?.branch_s == null;
      const frame = graph.frame;
      if (!frame) return;
      // After a branch or a restart, later samples and marks are dropped.
      const { from_s, to_s } = shown_span(report, app.viewer.now);
      const end_s = Math.max(graph.recording?.to_s ?? frame.time_s, frame.time_s) + 1e-6;
      while (samples.length > 0 && samples.at(-1)!.time_s > end_s) samples.pop();
      while (marks.length > 0 && marks.at(-1)!.time_s > end_s) marks.pop();
      while (marks.length > 0 && marks[0]!.time_s < from_s) marks.shift();
      take(frame);
      const rows = Object.entries(frame.machines).flatMap(([machine, { newest, stack }]) => [
        { key: machine, machine, state: '', weight: 0, newest: false },
        ...stack.map((entry, i) => ({ key: `${machine} ${entry.state} ${i}`, machine, state: entry.state, weight: entry.weight, newest: entry.state === newest && i === stack.length - 1 })),
      ]);
      keyed(states, rows, ({ key }) => key, (row) => (row.state ? h('div.state', null, h('span.name', null, row.state), h('span.meter', null, h('i')), h('span.mono')) : h('p.quiet', null, row.machine || 'machine')), (element, row) => {
        if (!row.state) return;
        element.classList.toggle('newest', row.newest);
        element.querySelector('i')!.style.width = `${Math.round(Math.min(1, row.weight) * 100)}%`;
        set_text(element.querySelector('.mono')!, row.weight.toFixed(2));
      });
      const mark = (time_s: number, text: string) => {
        if (!marks.some((entry) => entry.text === text && Math.abs(entry.time_s - time_s) < 0.5)) marks.push({ time_s, text });
        marks.sort((a, b) => a.time_s - b.time_s);
      };
      for (const { time_s, machine, from, to, when } of frame.transitions) {
        mark(time_s, to);
        if (!happened.some((entry) => entry.time_s === time_s && entry.words.startsWith(`${machine ? machine + ': ' : ''}${from}`))) happened.unshift({ time_s, words: `${machine ? machine + ': ' : ''}${from} to ${to}${when ? ` (${when})` : ''}` });
      }
      // Transitions between two updates are detected by their target state.
      for (const [machine, { newest }] of Object.entries(frame.machines)) {
        const before = newest_of.get(machine);
        newest_of.set(machine, newest);
        const words = `${machine ? machine + ': ' : ''}${before} to ${newest}`;
        if (before !== undefined && before !== newest && app.viewer.now.playing) mark(frame.time_s, newest);
        if (before !== undefined && before !== newest && !happened.some((entry) => entry.words.startsWith(words) && frame.time_s - entry.time_s < 0.5)) happened.unshift({ time_s: frame.time_s, words });
      }
      for (const { time_s, name, clip } of frame.events)
        if (!happened.some((entry) => entry.time_s === time_s && entry.words === `${name} of ${clip}`)) happened.unshift({ time_s, words: `${name} of ${clip}` });
      happened = happened.slice(0, 8);
      past.replaceChildren(...happened.map(({ time_s, words }) => h('p', null, h('span.mono', null, `${time_s.toFixed(2)} s `), words)));
      keyed(next, graph.next ?? [], ({ machine, from, to, when }, i) => `${i} ${machine} ${from} ${to} ${when}`, ({ machine, from, to, when }) => h('p', null, `${machine ? machine + ': ' : ''}${from} to ${to}`, h('span.quiet', null, ` when ${when}`), h('br'), h('span.quiet')), (element, { now, holds }) => {
        set_text(element.lastElementChild!, now);
        element.classList.toggle('good', holds === true);
      });
      if (graph.picture) draw_states(picture, graph.picture);
      draw(frame.time_s, from_s, to_s);
    },
  };
}

function draw_states(canvas: HTMLCanvasElement, { width, height, boxes, nodes, edges }: GraphPictureReport): void {
  const room = canvas.parentElement!.clientWidth;
  if (room === 0 || width === 0) return;
  const scale = Math.min(room / width, 1.2);
  canvas.style.height = `${scale * height}px`;
  canvas.width = Math.round(room * devicePixelRatio);
  canvas.height = Math.round(scale * height * devicePixelRatio);
  const paint = canvas.getContext('2d')!, style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(`--${name}`);
  paint.scale(scale * devicePixelRatio, scale * devicePixelRatio);
  paint.font = '13px system-ui';
  paint.textAlign = 'center';
  paint.textBaseline = 'middle';
  for (const box of boxes) {
    paint.fillStyle = colour('raised');
    paint.fillRect(box.x, box.y, box.width, box.height);
    paint.fillStyle = colour('quiet');
    paint.fillText(box.path, box.x + box.width / 2, box.y + 12);
  }
  for (const { fade, curve } of edges) {
    paint.strokeStyle = paint.fillStyle = colour(fade > 0 ? 'accent' : 'quiet');
    paint.lineWidth = fade > 0 ? 3 : 1;
    paint.beginPath();
    paint.moveTo(curve[0]!, curve[1]!);
    for (let i = 2; i + 5 < curve.length; i += 6) paint.bezierCurveTo(...(curve.slice(i, i + 6) as [number, number, number, number, number, number]));
    paint.stroke();
    const [from_x, from_y, x, y] = curve.slice(-4) as [number, number, number, number];
    const angle = Math.atan2(y - from_y, x - from_x);
    paint.beginPath();
    for (const turn of [0, 2.7, -2.7]) paint.lineTo(x + (turn && 9 * Math.cos(angle + turn)), y + (turn && 9 * Math.sin(angle + turn)));
    paint.fill();
  }
  for (const node of nodes) {
    paint.beginPath();
    paint.rect(node.x - node.width / 2, node.y - node.height / 2, node.width, node.height);
    paint.fillStyle = colour('panel');
    paint.fill();
    paint.globalAlpha = Math.min(1, node.weight) / 2;
    paint.fillStyle = colour('accent');
    paint.fill();
    paint.globalAlpha = 1;
    paint.strokeStyle = colour(node.newest ? 'accent' : 'quiet');
    paint.lineWidth = node.newest ? 2 : 1;
    paint.stroke();
    paint.fillStyle = colour('text');
    paint.fillText(node.state ?? 'any', node.x, node.y);
  }
}

function quoted(name: string): string {
  return name.includes(' ') ? `"${name}"` : name;
}
