// Right column: view, selection, tracks, comparison, findings.

import type { ViewerReport } from '../report.ts';
import { kParts } from '../report.ts';
import type { App, Part } from './app.ts';
import { painted } from './files.ts';
import { fine_rules, finding_rows } from './findings.ts';
import { button, choice, h, icon, keyed, segments, set_attribute, set_options, set_text, short_number, slider, toggle, type Slider } from './dom.ts';

const kPartNames: Record<string, string> = {
  skeleton: 'Skeleton', names: 'Joint names', axes: 'Joint axes', wireframe: 'Wireframe', normals: 'Normals', bounds: 'Bounds', grid: 'Grid', shadow: 'Shadow', meshes: 'Meshes',
};

function panel(root: HTMLElement, tab: string, title: string, ...content: (Node | string)[]): HTMLElement {
  const section = h('section.panel', { role: 'tabpanel', id: `panel-${tab}`, ariaLabel: title, tabIndex: -1 }, h('h2', null, title), content);
  root.append(section);
  return section;
}

function show_part(app: App, part: string, on: boolean): void {
  if (app.report?.state.shown[part as 'grid'] !== on) app.run(`toggle ${part}`);
}

// The row above the view.
export function chips(app: App, root: HTMLElement): Part {
  const parts = ['skeleton', 'names', 'axes', 'wireframe'] as const;
  const buttons = parts.map((part) => {
    const key = kParts.indexOf(part) + 1;
    return h('button', { type: 'button', 'aria-pressed': 'false', title: `${kPartNames[part]} (${key})`, onclick: () => app.run(`toggle ${part}`) }, { skeleton: 'Skeleton', names: 'Names', axes: 'Axes', wireframe: 'Wireframe' }[part]);
  });
  const weights = h('button', { type: 'button', 'aria-pressed': 'false', title: 'Weights of the chosen joint (W)', onclick: () => app.run(`shading ${app.report?.state.shown.shading === 'weights' ? 'lit' : 'weights'}`) }, 'Weights');
  root.append(...buttons, weights, h('span.gap'),
    h('button', { type: 'button', title: 'Show the whole model (F)', onclick: () => app.run('fit') }, icon('fit'), 'Fit'));
  return {
    update(report) {
      root.hidden = report.file === null;
      parts.forEach((part, i) => set_attribute(buttons[i]!, 'aria-pressed', String(report.state.shown[part])));
      set_attribute(weights, 'aria-pressed', String(report.state.shown.shading === 'weights'));
    },
  };
}

export function view_panel(app: App, root: HTMLElement): Part {
  const parts = kParts.map((part, i) => [part, toggle(kPartNames[part]!, (on) => show_part(app, part, on), String(i + 1))] as const);
  const shading = segments('Shading', [['lit', 'Lit'], ['unlit', 'Unlit'], ['weights', 'Weights']], (value) => void app.run(`shading ${value}`));
  const look = (side: string) => button(side[0]!.toUpperCase() + side.slice(1), () => app.run(`look ${side}`));
  const parallel = toggle('Without perspective', (on) => void app.run(`parallel ${on ? 'on' : 'off'}`), 'O');
  const fov = slider('Field of view', { min: 5, max: 120, step: 1, unit: ' degrees' }, (value) => void app.run(`fov ${value}`));
  const camera = choice('Camera', [['own', 'Free']], (value) => void app.run(`camera ${value}`));
  const lights = choice('Light', [['studio', 'Studio'], ['file', 'From the file']], (value) => void app.run(`lights ${value}`));
  const factor = (value: number) => value.toFixed(4);
  const exposure = slider('Exposure', { min: 1 / 16, max: 16, log: true }, (value) => void app.run(`exposure ${factor(value)}`));
  const strength = slider('Light strength', { min: 0, max: 4, step: 0.05 }, (value) => void app.run(`light strength ${factor(value)}`));
  const surroundings = slider('Sky, ground', { min: 0, max: 4, step: 0.05 }, (value) => void app.run(`environment ${factor(value)}`));
  const from = () => app.report?.state.light;
  const around = slider('From the side', { min: -180, max: 180, step: 1, unit: ' degrees' }, (value) => void app.run(`light from ${value} ${from()?.elevation_deg ?? 35}`));
  const above = slider('From above', { min: -90, max: 90, step: 1, unit: ' degrees' }, (value) => void app.run(`light from ${from()?.azimuth_deg ?? -35} ${value}`));
  const usual = button('Default light', () => app.run('exposure 1') && app.run('environment 1') && app.run('light default'));
  const up = choice('Up in the file', [['y', '+Y'], ['z', '+Z'], ['-z', '-Z']], (value) => void app.run(`up ${value}`));
  const morphs = h('div');
  const morph_part = h('div', { hidden: true }, h('h3', null, 'Morph targets'), morphs, button('As in the clip', () => app.run('morph clip')));
  const sliders = new Map<string, Slider>();
  const size = h('p.quiet');
  panel(root, 'view', 'View',
    h('div.grid-2', null, parts.map(([, part]) => part.root)),
    h('h3', null, 'Shading'), shading.root,
    h('h3', null, 'Camera'), h('div.row', null, ['front', 'back', 'left', 'right', 'top', 'bottom'].map(look), button('Fit', () => app.run('fit'))),
    camera.root, parallel.root, fov.root, up.root,
    h('h3', null, 'Light'), lights.root, exposure.root, strength.root, surroundings.root, around.root, above.root, h('div.row', null, usual), morph_part, h('h3', null, 'Model'), size);
  return {
    update(report) {
      for (const [part, box] of parts) box.update(report.state.shown[part]);
      shading.update(report.state.shown.shading);
      parallel.update(report.state.camera.parallel);
      fov.update(report.state.camera.fov_y_deg);
      up.update(report.state.up);
      const cameras = report.cameras ?? [];
      set_options(camera.select, [['own', 'Free'], ...cameras.map(({ name }, i) => [`#${i + 1}`, name || `camera ${i + 1}`] as const)]);
      camera.root.hidden = cameras.length === 0;
      camera.update(report.state.file_camera === null ? 'own' : `#${report.state.file_camera + 1}`);
      lights.root.hidden = !report.file_lights?.length;
      lights.update(report.state.shown.file_lights ? 'file' : 'studio');
      const light = report.state.light;
      exposure.update(light?.exposure ?? 1);
      strength.update(light?.strength ?? 1);
      surroundings.update(light?.environment ?? 1);
      around.update(light?.azimuth_deg ?? -35);
      above.update(light?.elevation_deg ?? 35);
      const targets = report.morph_targets ?? [];
      morph_part.hidden = targets.length === 0;
      keyed(morphs, targets, ({ name }, i) => `${i} ${name}`, ({ name }) => {
        const made = slider(name, { min: 0, max: 1, step: 0.01 }, (value) => void app.run(`morph ${name} ${value}`));
        sliders.set(name, made);
        return made.root;
      }, (_element, { name, weight }) => sliders.get(name)?.update(weight));
      const count = (name: string, one: string) => {
        const number = report.statistics?.[name];
        return typeof number === 'number' ? [`${number.toLocaleString('en')} ${number === 1 ? one : name.replace('_', ' ')}`] : [];
      };
      set_text(size, [...count('joints', 'joint'), ...count('vertices', 'vertex'), ...count('triangles', 'triangle'), ...count('materials', 'material'), ...count('clips', 'clip'), ...count('keys', 'key')].join(', '));
    },
    // The mouse and the keys also move the camera.
    frame(now) {
      if (!now.camera) return;
      parallel.update(now.camera.parallel);
      fov.update(now.camera.fov_y_deg);
    },
  };
}

function vector(values: readonly number[] | null | undefined): string {
  return values ? values.map((value) => short_number(value)).join('  ') : '-';
}

export function select_panel(app: App, root: HTMLElement): Part {
  const name = h('h3');
  const nothing = h('p.quiet', null, 'Click a joint (with the skeleton shown), a vertex, or a name in the tree.');
  const rows = h('tbody');
  const matrix = h('div.matrix');
  const isolate = toggle('Only this joint and what it moves', (on) => void app.run(`isolate ${on ? 'on' : 'off'}`), 'I');
  const weights = button('Show its weights', () => app.run('shading weights'));
  const joint_part = h('div', null, name, h('table', null, rows), h('details', null, h('summary', null, 'Matrix to the world, for columns'), matrix), isolate.root, h('div.row', null, weights, button('Choose nothing', () => app.run('select none'))));
  const influences = h('tbody');
  const vertex_name = h('h3');
  const vertex_rows = h('tbody');
  const vertex_part = h('div', null, vertex_name, h('table', null, vertex_rows),
    h('table', null, h('thead', null, h('tr', null, h('th', null, 'Joint'), h('th', null, 'Weight'), h('th', null, 'Position from this joint only'))), influences));
  panel(root, 'select', 'Selection', nothing, joint_part, vertex_part);
  const row = (label: string, value: string) => h('tr', null, h('th', { scope: 'row' }, label), h('td.mono', null, value));
  return {
    update(report) {
      const selected = report.selected;
      const vertex = selected?.vertex;
      nothing.hidden = !!(selected?.joint || vertex);
      joint_part.hidden = !selected?.joint;
      vertex_part.hidden = !vertex;
      if (selected?.joint) {
        set_text(name, selected.joint);
        const local = selected;
        rows.replaceChildren(row('Position', vector(selected.position)), ...(local.translation ? [row('Translation', vector(local.translation))] : []),
          ...(local.rotation ? [row('Rotation', vector(local.rotation))] : []), ...(local.scale ? [row('Scale', vector(local.scale))] : []));
        const m = local.matrix;
        matrix.parentElement!.hidden = !m;
        if (m) matrix.replaceChildren(...Array.from({ length: 16 }, (_, i) => h('span', null, short_number(m[(i % 4) * 4 + Math.floor(i / 4)], 5))));
        isolate.update(report.state.selection.isolated);
      }
      if (vertex) {
        set_text(vertex_name, `Vertex ${vertex.source}`);
        vertex_rows.replaceChildren(row('At rest', vector(vertex.rest)), row('Now', vector(vertex.position)), row('Sum of weights', short_number(vertex.weight_sum, 5)));
        influences.replaceChildren(...vertex.influences.map((influence) => {
          const swatch = h('span.swatch');
          swatch.style.background = influence.color;
          return h('tr', null, h('td', null, swatch, influence.joint), h('td.number', null, short_number(influence.weight)), h('td.mono', null, vector(influence.moved)));
        }));
      }
    },
  };
}

export function tracks_panel(app: App, root: HTMLElement): Part {
  const on = toggle('Play the tracks', (value) => void app.run(`mix ${value ? 'on' : 'off'}`));
  const list = h('div');
  const target = h('select', { ariaLabel: 'Clip to fade to' });
  const fade_s = h('input', { type: 'number', min: '0', max: '10', step: '0.1', value: '0.5', ariaLabel: 'Seconds to fade' });
  const fades = h('div', null, h('h3', null, 'Cross-fade to a clip'), h('div.row', null, target, fade_s, h('span.quiet', null, 's'), button('Fade', () => app.run(`crossfade ${target.value} ${fade_s.value}`) && app.viewer.play(), 'primary')));
  const add = button('Add a track', () => {
    const clips = app.report?.clips ?? [];
    const clip = clips[Math.min(app.report?.tracks.length ?? 0, clips.length - 1)];
    if (clip) app.run(`track add ${clip.name}`);
  });
  const why = h('p.quiet');
  panel(root, 'tracks', 'Tracks', h('p.quiet', null, 'Several clips at once. Replacing tracks are mixed in proportion to their weights; additive tracks add the difference from their first pose.'), on.root, list, h('div.row', null, add), fades, why);
  const cards = new Map<string, (report: ViewerReport, at: number) => void>();
  const make = (at: number) => {
    const set = (what: string, value: string | number) => void app.run(`track ${at} ${what} ${value}`);
    const clip = choice('Clip', [], (value) => set('clip', value));
    const weight = slider('Weight', { min: 0, max: 1, step: 0.01 }, (value) => set('weight', value));
    const speed = slider('Speed', { min: -2, max: 2, step: 0.05 }, (value) => set('speed', value));
    const enabled = toggle(`Track ${at + 1}`, (value) => set('enabled', value ? 1 : 0));
    const additive = toggle('Added to the others', (value) => set('additive', value ? 'on' : 'off'));
    const mask = choice('Joints', [['none', 'All']], (value) => set('mask', value));
    const remove = button('Remove', () => app.run(`track ${at} remove`));
    const root = h('div.track', null, h('div.row', null, enabled.root, h('span.fill'), remove), clip.root, weight.root, speed.root, mask.root, additive.root);
    cards.set(String(at), (report) => {
      const track = report.tracks[at]!;
      set_options(clip.select, (report.clips ?? []).map(({ name }) => [name, name]));
      set_options(mask.select, [['none', 'All'], ...(report.nodes ?? []).filter((node) => node.joint !== false && node.name).map(({ name }) => [name, `From ${name} down`] as const)]);
      clip.update(track.clip ?? '');
      weight.update(track.weight);
      speed.update(track.speed);
      enabled.update(track.enabled);
      additive.update(track.additive);
      mask.update(track.mask ?? 'none');
    });
    return root;
  };
  return {
    update(report) {
      on.update(report.state.mix.on);
      set_options(target, (report.clips ?? []).map(({ name }) => [name, name]));
      fades.hidden = (report.clips?.length ?? 0) < 2;
      add.disabled = (report.clips?.length ?? 0) === 0 || report.tracks.length >= 16;
      keyed(list, report.state.mix.on ? report.tracks : [], (_, at) => String(at), (_, at) => make(at), (element, _, at) => cards.get(element.dataset.key!)?.(report, at));
      set_text(why, report.path === 'runtime' || report.file === null ? '' : `Played by the ${report.path}${report.path_reason ? `: ${report.path_reason}` : ''}`);
    },
  };
}

export function compare_panel(app: App, root: HTMLElement): Part {
  const what = choice('Compare with', [['nothing', 'Nothing']], (value) => {
    if (app.run(`compare ${value}`) && value !== 'nothing' && app.report?.state.compare.side_by_side) app.run('compare side-by-side');
  });
  const way = segments('How', [['side-by-side', 'Side by side'], ['colours', 'Heat map']], (value) => void app.run(`compare ${value}`));
  const problem = h('p.bad');
  const number = h('p.big-number'), below = h('p.quiet');
  const rows = h('tbody');
  const curve = h('canvas.curve', { role: 'img', ariaLabel: 'Largest joint difference over the clip' });
  const go = h('div.row', null, button('Worst time', () => app.run('worst')), button('Worst joint', () => app.run('worst joint')));
  const hot = h('span');
  const scale = h('div', null, h('div.heat', { 'aria-hidden': 'true' }), h('div.row', null, h('span', null, '0'), h('span.fill'), hot));
  const result = h('div', null, scale, h('h3', null, 'Largest difference now'), number, below, h('table', null, rows), h('h3', null, 'Over the whole clip'), curve, go);
  panel(root, 'compare', 'Compare', h('p.quiet', null, 'Compares this clip with another clip, another file, or its compiled form.'), what.root, way.root, problem, result);
  curve.addEventListener('click', (event) => {
    const times = (app.report?.comparison?.error_curve as { times_s?: number[] } | null | undefined)?.times_s;
    const box = curve.getBoundingClientRect();
    const end = times?.at(-1) ?? app.viewer.duration;
    app.run(`worst at ${(((event.clientX - box.left) / box.width) * end).toFixed(4)}`);
  });
  const row = (label: string, value: string) => h('tr', null, h('th', { scope: 'row' }, label), h('td.number', null, value));
  return {
    update(report) {
      const state = report.state.compare;
      const others = report.state.files.map((path, i) => [`file ${i}`, path.split('/').at(-1)!] as const).filter((_, i) => i !== report.state.active_file);
      set_options(what.select, [['nothing', 'Nothing'], ['compiled', 'Compiled form'], ...others, ...(report.clips ?? []).filter(({ name }) => name !== report.clip).map(({ name }) => [`clip ${name}`, `Clip ${name}`] as const)]);
      what.update(state.with === 'clip' ? `clip ${report.clips?.[state.clip]?.name ?? ''}` : state.with === 'file' ? `file ${state.file}` : state.with);
      const comparison = report.comparison;
      set_text(problem, comparison?.problem ?? '');
      result.hidden = !comparison || !!comparison.problem;
      way.root.hidden = state.with === 'nothing';
      way.update(state.side_by_side ? 'side-by-side' : 'colours');
      if (!comparison || comparison.problem) return;
      scale.hidden = state.side_by_side || comparison.largest_vertex_mm === null;
      set_text(hot, `red: ${short_number(comparison.hot_mm)} mm`);
      const mm = (value: number | null | undefined) => (value === null || value === undefined ? '-' : `${short_number(value, value < 1 ? 4 : 1)} mm`);
      set_text(number, mm(comparison.largest_vertex_mm ?? comparison.largest_joint_mm));
      set_text(below, comparison.millimetres_assumed ? 'The file does not state its unit: the model is assumed to be 1.8 m tall.' : 'In the unit of the file.');
      rows.replaceChildren(row('Joints compared', String(comparison.joints)), row('Only in this model', String(comparison.joints_only_here)), row('Largest, joints', mm(comparison.largest_joint_mm)),
        ...(comparison.largest_vertex_mm === null ? [] : [row('Largest, vertices', mm(comparison.largest_vertex_mm)), row('Mean, vertices', mm(comparison.mean_vertex_mm))]),
        ...(comparison.error_curve ? [row(`Worst joint, ${comparison.error_curve.worst_joint}`, mm(comparison.error_curve.worst_mm)), row('At', `${short_number(comparison.error_curve.worst_time_s, 3)} s`)] : []));
      draw_curve(curve, comparison.error_curve as never, report.time_s);
    },
  };
}

function draw_curve(canvas: HTMLCanvasElement, curve: { times_s?: number[]; largest_mm?: number[] } | null, time_s: number): void {
  const times = curve?.times_s ?? [], values = curve?.largest_mm ?? [];
  canvas.hidden = times.length < 2;
  if (times.length < 2) return;
  const width = (canvas.width = Math.round(canvas.clientWidth * devicePixelRatio) || 300), height = (canvas.height = Math.round(canvas.clientHeight * devicePixelRatio) || 90);
  const paint = canvas.getContext('2d')!;
  const style = getComputedStyle(canvas);
  const end = times.at(-1)!, highest = Math.max(...values, 1e-12);
  paint.strokeStyle = style.getPropertyValue('--accent');
  paint.lineWidth = 1.5 * devicePixelRatio;
  paint.beginPath();
  times.forEach((time, i) => paint.lineTo((time / end) * width, height - 3 - (values[i]! / highest) * (height - 18 * devicePixelRatio)));
  paint.stroke();
  paint.fillStyle = style.getPropertyValue('--quiet');
  paint.font = `${10 * devicePixelRatio}px system-ui`;
  paint.fillText(`${short_number(highest, 3)} mm`, 4 * devicePixelRatio, 11 * devicePixelRatio);
  paint.fillStyle = style.getPropertyValue('--bad');
  paint.fillRect((time_s / end) * width, 0, devicePixelRatio, height);
}

const kQuickToCheck = 150_000; // total of keys and vertices
const kSeverity: Record<string, string> = { error: 'bad', warning: 'warn', note: 'quiet' };

export function check_panel(app: App, root: HTMLElement, badge: HTMLButtonElement, notices: HTMLElement, open: () => void): Part {
  const list = h('div');
  const fine = h('p.good', null, 'No errors, no warnings.');
  const costs = h('tbody');
  const unchecked = h('div', null, h('p.quiet', null, 'Not checked yet: motion, unused images, engine limits.'), h('div.row', null, button('Check all', () => app.run('check'))));
  const findings = h('div');
  const good = h('p.quiet');
  panel(root, 'check', 'Check', fine, list, unchecked, findings, good, h('h3', null, 'Milliseconds'), h('table', null, costs),
    h('div.row', null, button('Copy the report', () => void copy())));
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(JSON.stringify(app.report, null, 2));
      app.say('The report is on the clipboard, as JSON');
    } catch {
      app.say('This browser does not let pages copy text', true);
    }
  };
  badge.addEventListener('click', open);
  let checking: string | null = null; // file of the last automatic check, which may have failed
  return {
    update(report) {
      // Counts the diagnostics of the shown file, as in this tab. Files that could not be opened are in the file list.
      const count = (severity: string) => report.diagnostics.filter((entry) => entry.severity === severity).length;
      const errors = count('error'), warnings = count('warning');
      badge.hidden = report.file === null;
      badge.className = `badge ${errors > 0 ? 'has-errors' : warnings > 0 ? 'has-warnings' : ''}`;
      const words = errors + warnings === 0 ? 'No problems' : [errors > 0 && `${errors} error${errors > 1 ? 's' : ''}`, warnings > 0 && `${warnings} warning${warnings > 1 ? 's' : ''}`].filter(Boolean).join(', ');
      if (badge.dataset.words !== words) {
        badge.dataset.words = words;
        badge.replaceChildren(icon(errors + warnings > 0 ? 'warn' : 'check'), h('span.words', null, words), errors + warnings > 0 ? h('span.few', { 'aria-hidden': 'true' }, String(errors + warnings)) : '');
        badge.setAttribute('aria-label', words);
      }
      const found = report.lint ?? [];
      fine.hidden = report.file === null || errors + warnings > 0 || found.some(({ ok }) => !ok);
      keyed(list, report.diagnostics, (entry, i) => `${i} ${entry.code} ${entry.spot} ${entry.object} ${entry.message}`, (entry) =>
        h('div.finding', null, h(`b.${kSeverity[entry.severity] ?? 'quiet'}`, null, entry.severity), ' ', entry.object && `${entry.object}: `, entry.message, entry.count > 1 && ` (${entry.count} times)`,
          h('div.quiet', null, [entry.spot, entry.code].filter(Boolean).join(' · '))), () => {});
      unchecked.hidden = report.file === null || !!report.lint;
      keyed(findings, finding_rows(found), ({ at, cells }) => `${report.file} ${at} ${cells}`, ({ finding, at, cells: [verdict, rule, value, unit, limit, place, note] }) =>
        h('div.finding', null, h(finding.ok ? 'b.quiet' : 'b.warn', null, verdict), ` ${rule} `, h('span.mono', null, `${value} ${unit} (${limit})`),
          h('p.quiet', null, place), note && h('p', null, note), finding.advice && !finding.ok && h('p.quiet', null, finding.advice),
          (finding.clip !== null || finding.time_s !== null) && h('div.row', null, button('Show', () => app.run(`finding ${at}`)))), () => {});
      set_text(good, found.length > 0 ? `Fine: ${fine_rules(found).join(', ')}` : '');
      // The full check takes time, especially for large files.
      const { keys, vertices } = report.statistics ?? {};
      if (report.lint) checking = null;
      else if (app.tab === 'check' && report.file !== checking && Number(keys) + Number(vertices) < kQuickToCheck) {
        checking = report.file;
        void painted().then(() => app.run('check'));
      }
      costs.replaceChildren(...Object.entries(report.costs).filter(([name, value]) => name.endsWith('_ms') && typeof value === 'number' && value > 0).map(([name, value]) =>
        h('tr', null, h('th', { scope: 'row' }, name.replace('_ms', '').replace('_', ' ')), h('td.number', null, short_number(value, 2)))));
      keyed(notices, report.notices.banners, (banner) => `${banner.name} ${banner.text}`, (banner) =>
        h('div.notice', null, h('span', null, banner.text), banner.button && banner.name !== 'textures' ? button(banner.button, () => app.run(`answer ${banner.name}`)) : banner.name === 'textures' ? h('span.quiet', null, 'Drop them here.') : '',
          h('button.icon', { type: 'button', ariaLabel: 'Not now', title: 'Not now', onclick: () => app.run(`dismiss ${banner.name}`) }, icon('close'))), () => {});
    },
  };
}
