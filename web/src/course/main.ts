// The course page: the text of docs/course next to a model, and editable numbers.

import { SkelterViewer, prefers_stillness } from '../element.ts';
import { fetch_bytes } from '../fetch_model.ts';
import { parameter_ranges } from '../page/graph_file.ts';
import { App, words_of } from '../page/app.ts';
import { button, by_id, h, keyed, segments, set_text, short_number, slider, toggle } from '../page/dom.ts';
import type { ViewerReport } from '../report.ts';
import type { OpenOptions } from '../viewer_engine.ts';

SkelterViewer.engine_options = { module: new URL('./skelter.js', import.meta.url), wasm: new URL('../skelter.wasm', import.meta.url) };
const viewer = by_id<SkelterViewer>('viewer');
const app = new App(viewer, by_id('message'));
const lab = by_id('lab');

interface Chapter {
  name: string;
  files?: string[]; // the first one is opened
  options?: OpenOptions;
  lines?: string[]; // viewer commands to run after opening
  lab?: (root: HTMLElement) => ((report: ViewerReport) => void) | void;
}

const run = (line: string) => app.run(line);
const title = (text: string) => h('h2', null, text);
const vector = (values: readonly number[] | null | undefined) => (values ? `(${values.map((value) => short_number(value, 5)).join(', ')})` : '-');

// --- editable examples -----------------------------------------------------------------------------------------------

// Chapter 1: a product of matrices and a point.
function matrix_lab(expression: string, point: [number, number, number]) {
  return (root: HTMLElement) => {
    const text = h('input.expression', { type: 'text', value: expression, ariaLabel: 'Product of matrices', spellcheck: false });
    const numbers = point.map((value, i) => h('input', { type: 'number', value: String(value), step: 'any', ariaLabel: `Point, ${'xyz'[i]}` }));
    const apply = () => run(`matrix "${text.value.replaceAll('"', '')}" point ${numbers.map((input) => Number(input.value) || 0).join(' ')} rows show`);
    for (const input of [text, ...numbers]) input.addEventListener('input', apply);
    const body = h('tbody'), image = h('p'), problem = h('p.bad');
    const angle = slider('rotate_z', { min: -180, max: 180, step: 1, unit: ' degrees' }, (value) => {
      text.value = /rotate_z\([^)]*\)/.test(text.value) ? text.value.replace(/rotate_z\([^)]*\)/, `rotate_z(${value})`) : `${text.value} * rotate_z(${value})`;
      apply();
    });
    angle.update(Number(/rotate_z\(([^)]*)\)/.exec(expression)?.[1] ?? 0));
    root.append(title('Row vectors: the left matrix acts first'), text, angle.root, h('div.numbers', null, 'Point', numbers), h('table.rows', null, body), image, problem);
    apply();
    run('fit');
    return (report: ViewerReport) => {
      const matrix = report.matrix;
      set_text(problem, matrix.problem ?? '');
      if (!matrix.matrix) return;
      // Stored as columns, but displayed as rows, as in the course.
      body.replaceChildren(...[0, 1, 2, 3].map((row) => h('tr', null, [0, 1, 2, 3].map((column) => h('td', null, matrix.matrix![row * 4 + column]!.toFixed(6))))));
      set_text(image, `${vector(report.state.matrix.point)} goes to ${vector(matrix.image)}`);
    };
  };
}

// The file itself, with editable numbers.
function file_lab(name: string) {
  return (root: HTMLElement) => {
    const text = h('textarea', { ariaLabel: name, spellcheck: false });
    const problem = h('p.bad');
    let original = '', timer = 0;
    const put = () => {
      try {
        viewer.viewer?.engine.put_file(name, new TextEncoder().encode(text.value));
        viewer.command('reload');
        set_text(problem, '');
      } catch (error) {
        set_text(problem, words_of(error));
      }
    };
    text.addEventListener('input', () => {
      clearTimeout(timer);
      timer = window.setTimeout(put, 250);
    });
    root.append(title(`${name}: change a number`), text, problem, h('div.row', null, button('Reset', () => ((text.value = original), put()))));
    const bytes = viewer.viewer?.engine.file(name);
    text.value = original = bytes ? new TextDecoder().decode(bytes) : '';
  };
}

const time_lab = (root: HTMLElement, more?: HTMLElement) => {
  const bar = slider('Time', { min: 0, max: Math.max(viewer.duration, 0.01), step: 0.001, unit: ' s' }, (value) => (run('pause'), run(`seek ${value}`)));
  root.append(bar.root, ...(more ? [more] : []));
  return () => bar.update(viewer.currentTime);
};

// Chapter 3: bones and their weights.
function weights_lab(root: HTMLElement) {
  const rows = h('tbody');
  const words = h('p.quiet', null, 'Choose a bone: red vertices follow it completely, blue ones not at all. Or click a vertex of the strip.');
  const bones = h('div.row');
  root.append(title('Which bone moves what'), words, bones);
  const follow = time_lab(root);
  root.append(h('table', null, h('thead', null, h('tr', null, ['Bone', 'Weight', 'Alone', 'Share'].map((text) => h('th', null, text)))), rows));
  return (report: ViewerReport) => {
    follow();
    const joints = (report.nodes ?? []).filter((node) => node.joint !== false && node.name);
    keyed(bones, joints, ({ name }) => name, ({ name }) => button(name, () => (run(`select ${name}`), run('shading weights'))), (element, { name }) => element.setAttribute('aria-pressed', String(report.selected?.joint === name)));
    const vertex = report.selected?.vertex;
    rows.parentElement!.hidden = !vertex;
    if (vertex)
      rows.replaceChildren(...vertex.influences.map(({ joint, weight, moved }) => h('tr', null, h('td', null, joint), h('td.number', null, short_number(weight)), h('td.mono', null, vector(moved)), h('td.mono', null, vector(moved.map((value) => value * weight))))),
        h('tr', null, h('th', null, 'Sum'), h('td.number', null, short_number(vertex.weight_sum)), h('td'), h('td.mono', null, vector(vertex.position))));
  };
}

// Chapter 7: two clips.
function blend_lab(first: string, second: string) {
  return (root: HTMLElement) => {
    run('mix on');
    run(`track 0 clip ${first}`);
    run(`track 1 clip ${second}`);
    const set = (part: number) => (run(`track 0 weight ${1 - part}`), run(`track 1 weight ${part}`));
    const part = slider(`${first} to ${second}`, { min: 0, max: 1, step: 0.01 }, set);
    const fade = button(`Fade to ${second} in a second`, () => (run(`fade 0 0 1`), run(`fade 1 1 1`)));
    const back = button(`and back to ${first}`, () => (run(`fade 0 1 1`), run(`fade 1 0 1`)));
    root.append(title('Two clips at once'), part.root, h('div.row', null, fade, back));
    set(0.5);
    return (report: ViewerReport) => {
      const [a, b] = report.tracks;
      if (a && b && a.weight + b.weight > 0) part.update(b.weight / (a.weight + b.weight));
    };
  };
}

// The blending demo: the parts of a walk, one by one.
function parts_lab(root: HTMLElement) {
  const parts = ['body', 'left_leg', 'right_leg', 'left_arm', 'right_arm'];
  run('mix on');
  parts.forEach((part, i) => (run(`track ${i} clip ${part}`), run(`track ${i} weight 1`)));
  const boxes = parts.map((part, i) => toggle(part.replace('_', ' '), (on) => void run(`track ${i} enabled ${on ? 1 : 0}`)));
  const wave = toggle('wave with the left arm instead', (on) => void run(`track 3 clip ${on ? 'wave_left_arm' : 'left_arm'}`));
  root.append(title('The walk, split by body part'), ...boxes.map((box) => box.root), wave.root);
  return (report: ViewerReport) => {
    boxes.forEach((box, i) => box.update(report.tracks[i]?.enabled ?? false));
    wave.update(report.tracks[3]?.clip === 'wave_left_arm');
  };
}

// Chapter 11: the parameters of the graph.
function graph_lab(root: HTMLElement) {
  const controls = h('div'), states = h('p.quiet');
  const file = viewer.viewer?.engine.file(app.report?.graph?.file || 'mannequin.graph.json');
  const ranges = parameter_ranges(new TextDecoder().decode(file));
  root.append(title('Steer it'), controls, states);
  return (report: ViewerReport) => {
    const graph = report.graph;
    if (graph?.why_not || !graph) set_text(states, graph?.why_not || 'The graph does not play.');
    keyed(controls, graph?.parameters ?? [], ({ name }) => name, (parameter) => {
      const set = (value: number | boolean) => void run(`graph set ${parameter.name} ${value}`);
      if (parameter.type === 'trigger') return h('div.row', null, button(parameter.name, () => run(`graph fire ${parameter.name}`)));
      if (parameter.type === 'bool') {
        const box = toggle(parameter.name, set);
        box.update(parameter.set > 0.5);
        return box.root;
      }
      const bar = slider(parameter.name, { min: parameter.min ?? ranges.get(parameter.name)?.min ?? 0, max: parameter.max ?? ranges.get(parameter.name)?.max ?? 4, step: 0.01 }, set);
      bar.update(parameter.set);
      return bar.root;
    }, () => {});
    if (graph?.frame) set_text(states, Object.values(graph.frame.machines).map(({ stack }) => stack.map((entry) => `${entry.state} ${entry.weight.toFixed(2)}`).join(', ')).join(' | '));
  };
}

function clips_lab(root: HTMLElement) {
  const clips = h('div.row');
  const speed = slider('Speed', { min: 0.1, max: 3, log: true }, (value) => void run(`speed ${value.toFixed(3)}`));
  const fade = slider('Fade', { min: 0, max: 1, step: 0.05, unit: ' s' }, (value) => (fade_s = value));
  let fade_s = 0.3;
  fade.update(fade_s);
  root.append(title('Play, fade, go faster'), clips, speed.root, fade.root);
  return (report: ViewerReport) => {
    keyed(clips, (report.clips ?? []).slice(0, 9), ({ name }) => name, ({ name }) => button(name, () => run(`crossfade ${name} ${fade_s}`)), () => {});
    speed.update(report.state.timeline.speed);
  };
}

function compare_lab(root: HTMLElement) {
  const words = h('p');
  const way = segments('Shown', [['side-by-side', 'Side by side'], ['colours', 'Heat map']], (value) => void run(`compare ${value}`));
  run('compare compiled');
  root.append(title('The file, and what the game gets'), way.root, words, h('div.row', null, button('Worst time', () => run('worst'))));
  return (report: ViewerReport) => {
    way.update(report.state.compare.side_by_side ? 'side-by-side' : 'colours');
    const comparison = report.comparison;
    set_text(words, comparison?.problem ?? (comparison ? `Largest difference now: ${short_number(comparison.largest_vertex_mm ?? comparison.largest_joint_mm, 3)} mm` : ''));
  };
}

const kTower = ['tower.x'], kMannequin = ['mannequin.x', 'mannequin.png'];
const kGraph = { files: [...kMannequin, 'mannequin.json', 'mannequin.graph.json'], options: { config: 'mannequin.json', graph: 'mannequin.graph.json' } };
const kChapters: Record<string, Chapter> = {
  0: { name: 'The course', files: kTower, lines: ['play'] },
  1: { name: '1. Points, matrices', files: ['keys.x'], lines: ['pause', 'clip rest'], lab: matrix_lab('translate(4,-3,8) * rotate_z(45)', [-3, 2, -8]) },
  2: { name: '2. A chain of bones', files: kTower, lines: ['clip tower', 'show skeleton on', 'show axes on'], lab: (root) => { root.append(title('The time')); return time_lab(root); } },
  3: { name: '3. Weights', files: kTower, lines: ['clip tower', 'pause', 'seek 0.1', 'show skeleton on'], lab: weights_lab },
  4: { name: '4. The tower by hand', files: kTower, lines: ['clip tower', 'pause', 'seek 0.1', 'show skeleton on'], lab: weights_lab },
  5: { name: '5. Offsets', files: ['sleeve.x'], lines: ['show skeleton on', 'play'], lab: file_lab('sleeve.x') },
  6: { name: '6. Keys, turns, time', files: ['keys.x'], lines: ['show skeleton on', 'show axes on', 'play'], lab: file_lab('keys.x') },
  7: { name: '7. Blending', files: kMannequin, lines: ['clip walk', 'play'], lab: blend_lab('walk', 'run') },
  8: { name: '8. Palettes, shaders', files: kMannequin, lines: ['clip walk', 'select spine1', 'shading weights', 'play'], lab: (root) => { root.append(title('The weights of a joint')); return weights_lab(root); } },
  9: { name: '9. Control', files: kMannequin, lines: ['clip idle', 'play'], lab: clips_lab },
  10: { name: '10. From file to game', files: kMannequin, lines: ['clip walk', 'play'], lab: compare_lab },
  11: { name: '11. Control as data', files: ['walk_and_wave.x', 'walk_and_wave.graph.json'], options: { graph: 'walk_and_wave.graph.json' }, lines: ['show skeleton on', 'play'], lab: graph_lab },
  tower: { name: 'Demo: tower', files: kTower, lines: ['clip tower', 'play'], lab: (root) => { root.append(title('Four bones and a strip')); return time_lab(root, toggle('skeleton', (on) => void run(`show skeleton ${on ? 'on' : 'off'}`)).root); } },
  skinmesh: { name: 'Demo: skin mesh', files: kMannequin, lines: ['clip walk', 'show skeleton on', 'play'], lab: weights_lab },
  blend: { name: 'Demo: blend', files: kMannequin, lines: ['play'], lab: parts_lab },
  character: { name: 'Demo: character', files: kMannequin, lines: ['clip idle', 'play'], lab: clips_lab },
  graph: { name: 'Demo: graph', ...kGraph, lines: ['play'], lab: graph_lab },
  glossary: { name: 'Glossary' },
};
// Each demo shows the text of the chapter about it.
const kTextOf: Record<string, string> = { tower: '4', skinmesh: '5', blend: '7', character: '9', graph: '11' };

// --- the chapters ------------------------------------------------------------------------------------------------------

const chapters = by_id('chapters');
for (const [name, chapter] of Object.entries(kChapters)) chapters.append(h('a', { href: `#${name}` }, chapter.name));
let update: ((report: ViewerReport) => void) | undefined;
app.tab = 'graph'; // the tab with numbers that change during playback
app.add({ update: (report) => update?.(report), frame: (_, report) => update?.(report) });

const fetched = new Map<string, Promise<Uint8Array>>();
const asset = (name: string) => {
  if (!fetched.has(name)) fetched.set(name, fetch_bytes(new URL(`assets/${name}`, location.href)));
  return fetched.get(name)!;
};

let turn = 0;
async function show(name: string): Promise<void> {
  const mine = ++turn;
  const chapter = kChapters[name] ?? kChapters[0]!;
  for (const link of chapters.querySelectorAll('a')) link.toggleAttribute('aria-current', link.hash === `#${name}`);
  for (const link of chapters.querySelectorAll('a[aria-current]')) link.setAttribute('aria-current', 'page');
  const text = by_id('text');
  const answer = await fetch(new URL(`course/${kTextOf[name] ?? name}.html`, location.href));
  const html = answer.ok ? await answer.text() : '<p>This chapter does not exist.</p>';
  if (mine !== turn) return;
  text.innerHTML = html; // safe, because the text comes from the page's own files
  text.scrollTop = 0;
  document.title = `${chapter.name} - Skelter`;
  lab.replaceChildren();
  app.say(''); // clears the message of the previous chapter
  update = undefined;
  if (!chapter.files) return;
  try {
    const files = await Promise.all(chapter.files.map(async (path) => ({ path, bytes: await asset(path) })));
    if (mine !== turn) return;
    // Only one chapter's model is open at a time.
    while ((app.report?.state.files.length ?? 0) > 0) viewer.command('close-file 0');
    await viewer.open(files, [chapter.files[0]!], chapter.options);
    if (chapter.options?.graph && app.report?.graph === null) run(`graph open ${chapter.options.graph}`);
    for (const line of ['show skeleton off', 'show axes off', 'shading lit', 'matrix hide', ...(chapter.lines ?? [])]) {
      if (line === 'play' && prefers_stillness()) continue;
      run(line);
    }
    update = chapter.lab?.(lab) ?? undefined;
    app.refresh();
  } catch (error) {
    app.say_error(error);
  }
}
addEventListener('hashchange', () => void show(location.hash.slice(1) || '0'));
void show(location.hash.slice(1) || '0');
