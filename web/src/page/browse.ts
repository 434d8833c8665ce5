// Left column: files, clips, and the node tree.

import { plays_of, type NodeReport, type ViewerReport } from '../report.ts';
import type { App, Part } from './app.ts';
import { h, icon, keyed, seconds, set_attribute, set_icon, set_text, size_text } from './dom.ts';
import type { Entry, Library } from './files.ts';

const base = (path: string) => path.split('/').at(-1) ?? path;
const passes = (text: string, filter: string) => text.toLowerCase().includes(filter.toLowerCase());
const kind_of = (node: NodeReport) => (!node.joint && node.meshes?.length ? 'mesh' : '');
const kManyEntries = 9;

function search(label: string, changed: () => void): HTMLInputElement {
  const input = h('input.search', { type: 'search', placeholder: label, ariaLabel: label, hidden: true, autocomplete: 'off', spellcheck: false });
  input.addEventListener('input', changed);
  return input;
}

// --- files -------------------------------------------------------------------------------------------------------------

interface Row {
  path: string;
  open: number; // index in the viewer; -1: not open
  entry?: Entry;
  error?: string;
}

export function files_panel(app: App, library: Library, root: HTMLElement, choose: () => void): Part {
  const list = h('ul.list');
  const count = h('span.count');
  const filter = search('Find a file', () => update());
  root.append(h('section.panel.files-panel', { ariaLabel: 'Files' }, h('div.head', null, h('h2', null, 'Files ', count), h('button.icon', { type: 'button', ariaLabel: 'Open files', title: 'Open files (Ctrl+O)', onclick: choose }, icon('open'))), filter, list));
  const closed = new Set<string>(); // files that could not be opened, which the viewer still lists
  const update = () => {
    const report = app.report;
    const rows = new Map<string, Row>();
    report?.state.files.forEach((path, open) => rows.set(path, { path, open, entry: library.entries.get(path) }));
    for (const entry of library.models()) if (!rows.has(entry.path)) rows.set(entry.path, { path: entry.path, open: -1, entry, error: entry.note });
    for (const failed of report?.notices.failed_files ?? []) {
      const row = rows.get(failed.file);
      if (row && row.open < 0) row.error = failed.error;
      else if (!row && !closed.has(failed.file)) rows.set(failed.file, { path: failed.file, open: -1, error: failed.error });
    }
    filter.hidden = rows.size < kManyEntries;
    const shown = [...rows.values()].filter((row) => filter.hidden || passes(row.path, filter.value));
    set_text(count, rows.size > 1 ? String(rows.size) : '');
    keyed(list, shown, (row) => `${row.path} ${row.entry?.size}`, (row) => {
      const name = h('span.name', null, base(row.path));
      const size = h('span.length', null, row.entry ? size_text(row.entry.size) : '');
      const item = h('li.file', null,
        h('button', { type: 'button', title: row.path, onclick: () => void show(row.path) }, name, size),
        h('button.icon', { type: 'button', ariaLabel: `Close ${base(row.path)}`, title: 'Close', onclick: () => close(row.path) }, icon('close')),
        h('p.bad', { hidden: true }));
      return item;
    }, (element, row) => {
      set_attribute(element, 'aria-current', report && row.open >= 0 && row.open === report.state.active_file ? 'true' : null);
      const words = element.querySelector('p')!;
      words.hidden = !row.error;
      set_text(words, row.error ?? '');
    });
  };
  const show = async (path: string) => {
    const open = app.report?.state.files.indexOf(path) ?? -1;
    if (open >= 0) app.run(`file ${open}`);
    else {
      const entry = library.entries.get(path);
      if (entry) await library.open(entry);
    }
    update();
  };
  const close = (path: string) => {
    const open = app.report?.state.files.indexOf(path) ?? -1;
    if (open >= 0) app.run(`close-file ${open}`);
    closed.add(path);
    library.forget(path);
    app.refresh();
    update();
  };
  library.on_change = update;
  return { update };
}

// --- clips -------------------------------------------------------------------------------------------------------------

export function clips_panel(app: App, root: HTMLElement): Part {
  const list = h('ul.list');
  const count = h('span.count');
  const filter = search('Find a clip', () => app.report && update(app.report));
  const none = h('p.quiet', { role: 'status' });
  root.append(h('section.panel.clips-panel', { ariaLabel: 'Clips' }, h('div.head', null, h('h2', null, 'Clips ', count)), filter, none, list));
  // Up and down move through the list, as in a list box.
  list.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const buttons = [...list.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
    event.preventDefault();
  });
  // The list is one Tab stop: the button that last had the focus, or the clip that plays.
  list.addEventListener('focusin', (event) => {
    for (const button of list.querySelectorAll('button')) button.tabIndex = button === event.target ? 0 : -1;
  });
  function update(report: ViewerReport): void {
    const clips = report.clips ?? [], plays = plays_of(report);
    filter.hidden = clips.length < kManyEntries;
    const rows = clips.map((clip, number) => ({ clip, number })).filter(({ clip }) => filter.hidden || passes(clip.name, filter.value));
    set_text(count, clips.length === 0 ? '' : rows.length < clips.length ? `${rows.length} of ${clips.length}` : String(clips.length));
    set_text(none, rows.length === 0 && clips.length > 0 ? `No clip has "${filter.value}" in its name.` : '');
    const items = [...rows, ...(report.file === null ? [] : [{ clip: { name: 'rest', duration_s: NaN, channels: undefined }, number: -1 }])];
    keyed(list, items, ({ clip, number }) => `${report.file} ${number} ${JSON.stringify(clip)}`, ({ clip, number }) =>
      h('li', null, h('button', { type: 'button', tabIndex: -1, title: clip.channels === undefined ? clip.name : `${clip.name}: ${clip.channels} channels`, onclick: () => app.run(number < 0 ? 'clip rest' : `clip ${clip.name}`) },
        h('span.name', null, number < 0 ? 'Rest pose' : clip.name), h('span.length', null, number < 0 ? '' : seconds(clip.duration_s)))),
    (element, { number }) => set_attribute(element, 'aria-current', plays === (number < 0 ? 'rest' : 'clip') && (report.state.clip ?? -1) === number ? 'true' : null));
    if (!list.contains(document.activeElement) || !list.querySelector('[tabindex="0"]')) {
      const stop = list.querySelector('[aria-current] button') ?? list.querySelector('button');
      for (const button of list.querySelectorAll('button')) button.tabIndex = button === stop ? 0 : -1;
    }
  }
  return { update };
}

// --- node tree -----------------------------------------------------------------------------------------------------------

export function tree_panel(app: App, root: HTMLElement): Part {
  const tree = h('div', { role: 'tree', ariaLabel: 'Nodes of the model' });
  const count = h('span.count');
  const filter = search('Find a joint', () => app.report && update(app.report));
  const empty = h('p.quiet', null, 'No model is open.');
  root.append(h('section.panel.tree-panel', { ariaLabel: 'Skeleton' }, h('div.head', null, h('h2', null, 'Skeleton ', count)), filter, tree, empty));
  let closed = new Set<number>();
  let of_file: string | null = null;
  let focused = 0; // node that Tab focuses

  const children = (nodes: NodeReport[]) => {
    const below = new Map<number, number[]>();
    nodes.forEach((node, i) => {
      const parent = node.parent ?? -1;
      below.set(parent, [...(below.get(parent) ?? []), i]);
    });
    return below;
  };
  const hides = (report: ViewerReport, node: number) => report.state.hidden?.includes(node) ?? false;
  const chosen = (report: ViewerReport) => report.state.selection.node ?? -1;

  function update(report: ViewerReport): void {
    const nodes = report.nodes ?? [];
    if (report.file !== of_file) {
      of_file = report.file;
      closed = new Set();
      focused = 0;
    }
    empty.hidden = nodes.length > 0;
    filter.hidden = nodes.length < kManyEntries;
    set_text(count, nodes.length > 0 ? String(nodes.length) : '');
    const below = children(nodes);
    const rows: { node: number; depth: number; leaf: boolean }[] = [];
    const wanted = filter.hidden ? '' : filter.value;
    const walk = (parent: number, depth: number) => {
      for (const node of below.get(parent) ?? []) {
        const leaf = !below.has(node);
        if (!wanted || passes(nodes[node]!.name, wanted)) rows.push({ node, depth: wanted ? 0 : depth, leaf: leaf || !!wanted });
        if (wanted || !closed.has(node)) walk(node, depth + 1);
      }
    };
    walk(-1, 0);
    const picked = chosen(report);
    keyed(tree, rows.slice(0, 3000), ({ node }) => `${report.file} ${node} ${nodes[node]!.name} ${kind_of(nodes[node]!)}`, ({ node }) => {
      const name = nodes[node]!.name || `node ${node}`;
      const element = h('div.node', { role: 'treeitem', tabIndex: -1, data: { node: String(node) } },
        h('span.twist', null, icon('caret')), h('span.name', { title: name }, name), h('span.kind', null, kind_of(nodes[node]!)),
        h('button.eye', { type: 'button', tabIndex: -1, ariaLabel: `Hide ${name}`, 'aria-pressed': 'false' }, icon('eye')));
      return element;
    }, (element, { node, depth, leaf }) => {
      element.className = `node spacer-${Math.min(depth, 9)}`;
      set_attribute(element, 'aria-level', String(depth + 1));
      set_attribute(element, 'aria-expanded', leaf ? null : String(!closed.has(node)));
      set_attribute(element, 'aria-selected', String(node === picked));
      element.querySelector<HTMLElement>('.twist svg')!.style.visibility = leaf ? 'hidden' : '';
      element.tabIndex = node === (picked >= 0 ? picked : focused) ? 0 : -1;
      const eye = element.querySelector<HTMLElement>('.eye')!;
      const hidden = hides(report, node);
      element.classList.toggle('is-hidden', nodes[node]!.hidden === true);
      set_attribute(eye, 'aria-pressed', String(hidden));
      set_icon(eye, hidden ? 'hidden' : 'eye');
    });
    if (!tree.querySelector('[tabindex="0"]')) (tree.firstElementChild as HTMLElement | null)?.setAttribute('tabindex', '0');
    if (picked >= 0 && picked !== last_picked && !tree.contains(document.activeElement)) row_of(picked)?.scrollIntoView({ block: 'nearest' });
    last_picked = picked;
  }
  let last_picked = -1;
  const row_of = (node: number) => tree.querySelector<HTMLElement>(`[data-node="${node}"]`);
  const select = (node: number) => {
    const name = app.report?.nodes?.[node]?.name;
    if (name) app.run(`select ${name}`);
  };
  const fold = (node: number, close: boolean) => {
    if (close) closed.add(node);
    else closed.delete(node);
    if (app.report) update(app.report);
  };
  const toggle_eye = (node: number) => {
    const entry = app.report?.nodes?.[node];
    if (entry && app.report) app.run(`${hides(app.report, node) ? 'unhide' : 'hide'} ${entry.name}`);
  };
  const node_of = (target: EventTarget | null) => Number((target as Element | null)?.closest<HTMLElement>('.node')?.dataset.node ?? -1);
  tree.addEventListener('click', (event) => {
    const node = node_of(event.target);
    if (node < 0) return;
    const target = event.target as Element;
    if (target.closest('.eye')) toggle_eye(node);
    else if (target.closest('.twist') && target.closest('.node')!.hasAttribute('aria-expanded')) fold(node, !closed.has(node));
    else {
      focused = node;
      select(node);
      row_of(node)?.focus();
    }
  });
  tree.addEventListener('keydown', (event) => {
    const node = node_of(event.target);
    if (node < 0) return;
    const rows = [...tree.querySelectorAll<HTMLElement>('.node')];
    const at = rows.findIndex((row) => Number(row.dataset.node) === node);
    const go = (to: number) => {
      const row = rows[Math.max(0, Math.min(rows.length - 1, to))];
      for (const other of rows) other.tabIndex = -1;
      if (row) (row.tabIndex = 0), row.focus(), (focused = Number(row.dataset.node));
    };
    const parent = app.report?.nodes?.[node]?.parent ?? -1;
    const open = rows[at]?.getAttribute('aria-expanded');
    const keys: Record<string, () => void> = {
      ArrowDown: () => go(at + 1), ArrowUp: () => go(at - 1), Home: () => go(0), End: () => go(rows.length - 1),
      ArrowRight: () => (open === 'false' ? (fold(node, false), row_of(node)?.focus()) : go(at + 1)),
      ArrowLeft: () => (open === 'true' ? (fold(node, true), row_of(node)?.focus()) : parent >= 0 && go(rows.findIndex((row) => Number(row.dataset.node) === parent))),
      Enter: () => select(node), ' ': () => select(node), h: () => toggle_eye(node),
    };
    const run = keys[event.key];
    if (!run || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    run();
  });
  return { update };
}
