// The page: assembles its parts, handles drops and keys, and follows its URL.

import { SkelterError, SkelterViewer } from '../element.ts';
import { playing_words } from '../report.ts';
import { App, words_of } from './app.ts';
import { clips_panel, files_panel, tree_panel } from './browse.ts';
import { button, by_id, h, icon, set_attribute } from './dom.ts';
import { entries_of_drop, entry_of, kExamples, Library } from './files.ts';
import { graph_panel } from './graph.ts';
import { Help } from './help.ts';
import { follow_address, link_of, restore_shared } from './links.ts';
import { save_panel } from './save.ts';
import { transport } from './timeline.ts';
import { check_panel, chips, compare_panel, select_panel, tracks_panel, view_panel } from './tools.ts';

SkelterViewer.engine_options = { module: new URL('./skelter.js', import.meta.url), wasm: new URL('../skelter.wasm', import.meta.url) };

const viewer = by_id<SkelterViewer>('viewer');
const starting = viewer.start(); // the engine loads while the page is assembled
starting.catch(() => undefined); // reported in begin()
const app = new App(viewer, by_id('message'));
const library = new Library(app);

// --- tools ---------------------------------------------------------------------------------------------------------------

const kTabs = [
  ['files', 'Files', true], ['clips', 'Clips', true], ['tree', 'Tree', true], ['view', 'View', false], ['select', 'Select', false], ['tracks', 'Tracks', false],
  ['compare', 'Compare', false], ['graph', 'Graph', false], ['check', 'Check', false], ['save', 'Save', false],
] as const;
const rail = by_id('rail');
const right = by_id('right');
const narrow = matchMedia('(max-width: 56.25em)');
const tabs = kTabs.map(([tab, label, narrow_only]) => {
  const element = h('button', { type: 'button', role: 'tab', id: `tab-${tab}`, className: narrow_only ? 'narrow-only' : '', onclick: () => open_tab(tab, 'tap') }, icon(tab), label);
  element.setAttribute('aria-controls', narrow_only ? 'left' : `panel-${tab}`);
  rail.append(element);
  return element;
});
rail.addEventListener('keydown', (event) => {
  const by = event.key === 'ArrowDown' || event.key === 'ArrowRight' ? 1 : event.key === 'ArrowUp' || event.key === 'ArrowLeft' ? -1 : 0;
  if (by === 0) return;
  event.preventDefault();
  const shown = tabs.filter((tab) => tab.offsetParent !== null);
  const next = shown[(shown.indexOf(document.activeElement as HTMLButtonElement) + by + shown.length) % shown.length];
  next?.focus();
  next?.click();
});
// `sheet` applies to phones. It opens, stays closed at the start, or closes at a second tap to show the model.
function open_tab(tab: string, sheet: 'open' | 'closed' | 'tap' = 'open'): void {
  const closes = narrow.matches && (sheet === 'closed' || (sheet === 'tap' && app.tab === tab && !document.body.classList.contains('sheet-closed')));
  document.body.classList.toggle('sheet-closed', closes);
  app.tab = tab;
  document.body.dataset.tab = tab;
  tabs.forEach((element, i) => {
    const chosen = kTabs[i]![0] === tab && !closes;
    set_attribute(element, 'aria-selected', String(chosen));
    element.tabIndex = kTabs[i]![0] === tab ? 0 : -1;
  });
  for (const panel of right.querySelectorAll<HTMLElement>('[role="tabpanel"]')) panel.hidden = panel.id !== `panel-${tab}`;
  app.refresh();
}

const chooser = h('input', { type: 'file', multiple: true, hidden: true, ariaLabel: 'Files' });
const folder_chooser = h('input', { type: 'file', hidden: true, ariaLabel: 'Folder' });
folder_chooser.webkitdirectory = true;
document.body.append(chooser, folder_chooser);
for (const input of [chooser, folder_chooser])
  input.addEventListener('change', () => {
    const entries = [...(input.files ?? [])].map((file) => entry_of(file));
    input.value = '';
    void take(entries);
  });
const choose_files = () => chooser.click();

app.add(files_panel(app, library, by_id('left'), choose_files));
app.add(clips_panel(app, by_id('left')));
app.add(tree_panel(app, by_id('left')));
app.add(chips(app, by_id('chips')));
app.add(view_panel(app, right));
app.add(select_panel(app, right));
app.add(tracks_panel(app, right));
app.add(compare_panel(app, right));
const bands = h('div');
app.add(graph_panel(app, library, right, bands));
app.add(check_panel(app, right, by_id('badge'), by_id('notices'), () => open_tab('check')));
app.add(save_panel(app, library, right, () => void show_link()));
app.add(transport(app, by_id('transport'), bands));

// --- open files ------------------------------------------------------------------------------------------------------------

const welcome = by_id('welcome');
const welcome_state = by_id('welcome-state');
const title = by_id('title');
app.add({
  update(report) {
    const file = report.file?.split('/').at(-1);
    welcome.hidden = file !== undefined;
    document.title = file ? `${file} - Skelter` : 'Skelter';
    const plays = playing_words(report);
    const text = file ? `${file}${plays && `, ${plays}`}` : '';
    if (title.textContent !== text) title.replaceChildren(...(file ? [h('b', null, file), plays && `, ${plays}`] : []));
  },
});
// Shows a vertex or joint immediately after a click on it.
let picked = '';
app.add({
  update(report) {
    const now = JSON.stringify([report.state.selection.node, report.state.selection.vertex]);
    if (picked !== '' && now !== picked && viewer.shadowRoot?.activeElement && report.state.selection.vertex && !narrow.matches) open_tab('select');
    picked = now;
  },
});

const wait_for = (names: string[], then: () => Promise<void>) => {
  waiting = { names, then };
  const text = `This shows ${names.join(', ')}. Drop ${names.length > 1 ? 'these files' : 'this file'} here, because files never leave a device.`;
  if (welcome.hidden) app.say(text, true);
  else welcome_state.textContent = text;
};
library.on_view = (state) => restore_shared(app, library, state, wait_for);
let waiting: { names: string[]; then: () => Promise<void> } | undefined;
async function take(entries: Awaited<ReturnType<typeof entries_of_drop>>): Promise<void> {
  try {
    await library.take(entries);
    if (waiting?.names.every((name) => app.report?.state.files.includes(name))) {
      const { then } = waiting;
      waiting = undefined;
      await then();
      if (!narrow.matches) open_tab(app.tab);
    }
  } catch (error) {
    app.say_error(error);
  }
}

library.open_example_named = async (name) => {
  try {
    const example = kExamples.find((entry) => entry.name === name);
    if (!example) return;
    welcome_state.textContent = `Loading ${name} ...`;
    await library.open_example(example);
    if (example.options?.graph) open_tab('graph');
  } catch (error) {
    app.say_error(error);
  }
  welcome_state.textContent = '';
};

by_id('welcome-buttons').append(button('Choose files', choose_files, 'primary'), button('Choose a folder', () => folder_chooser.click()),
  button('Show the mannequin', () => void library.open_example_named('Mannequin')));

// --- drag and drop, clipboard ------------------------------------------------------------------------------------------------

const cover = by_id('drop-cover');
let depth = 0;
addEventListener('dragenter', (event) => {
  if (!event.dataTransfer?.types.includes('Files') && !event.dataTransfer?.types.includes('text/uri-list')) return;
  event.preventDefault();
  ++depth;
  cover.hidden = false;
});
addEventListener('dragleave', () => {
  if (--depth <= 0) (depth = 0), (cover.hidden = true);
});
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  depth = 0;
  cover.hidden = true;
  const transfer = event.dataTransfer;
  if (!transfer) return;
  const link = transfer.getData('text/uri-list');
  if (transfer.items.length > 0 && [...transfer.items].some((item) => item.kind === 'file')) void entries_of_drop(transfer).then(take);
  else if (link) void open_address(link.split('\n')[0]!);
});
addEventListener('paste', (event) => {
  const files = [...(event.clipboardData?.files ?? [])];
  if (files.length > 0) void take(files.map((file) => entry_of(file)));
});

// --- menu and dialogs ------------------------------------------------------------------------------------------------------------

const open_button = by_id('open-button');
const menu = by_id('open-menu');
const item = (text: string, act: () => void, key?: string) =>
  h('button', { type: 'button', role: 'menuitem', onclick: () => (close_menu(), act()) }, text, key && h('kbd', null, key));
menu.append(item('Files ...', choose_files, 'Ctrl O'), item('Folder ...', () => folder_chooser.click()), item('Address ...', () => ask_address()),
  h('p.group', { role: 'presentation' }, 'Examples'), ...kExamples.map((example) => {
    const entry = item(example.name, () => void library.open_example_named(example.name));
    entry.title = example.note;
    return entry;
  }),
  h('p.group', { role: 'presentation' }, 'More'), item('Share ...', () => void show_link()), item('The course', () => (location.href = 'course.html')), item('The tutorials', () => (location.href = 'tutorials.html')));
function close_menu(): void {
  menu.hidden = true;
  open_button.setAttribute('aria-expanded', 'false');
}
open_button.addEventListener('click', () => {
  menu.hidden = !menu.hidden;
  open_button.setAttribute('aria-expanded', String(!menu.hidden));
  if (!menu.hidden) menu.querySelector('button')?.focus();
});
addEventListener('pointerdown', (event) => {
  if (!menu.hidden && !menu.parentElement!.contains(event.target as Node)) close_menu();
});
menu.addEventListener('keydown', (event) => {
  const items = [...menu.querySelectorAll('button')];
  const at = items.indexOf(document.activeElement as HTMLButtonElement);
  if (event.key === 'Escape') close_menu(), open_button.focus();
  else if (event.key === 'ArrowDown') items[(at + 1) % items.length]?.focus();
  else if (event.key === 'ArrowUp') items[(at - 1 + items.length) % items.length]?.focus();
  else return;
  event.preventDefault();
});

const help = new Help(by_id<HTMLDialogElement>('help'));
by_id('help-button').addEventListener('click', () => help.show());

const address = by_id<HTMLDialogElement>('address');
const address_input = h('input', { type: 'url', placeholder: 'https://example.org/hero.glb', ariaLabel: 'Address of a model', required: true });
const address_form = h('form', { method: 'dialog' }, h('h2', { id: 'address-title' }, 'Open an address'), address_input,
  h('p.quiet', null, 'Its server must let other pages read its files (CORS). Images and buffers next to it are also read; nothing else is requested.'),
  h('div.row', null, h('button.primary', { type: 'submit', value: 'open' }, 'Open'), button('Cancel', () => address.close())));
address.append(address_form);
address.addEventListener('close', () => {
  if (address.returnValue === 'open' && address_input.value) void open_address(address_input.value);
  address.returnValue = '';
});
const ask_address = () => address.showModal();
async function open_address(text: string): Promise<void> {
  try {
    app.say(`Reading ${text} ...`);
    await library.open_address(text);
  } catch (error) {
    app.say_error(error);
  }
}

const share = by_id<HTMLDialogElement>('share');
const link_text = h('textarea', { readOnly: true, ariaLabel: 'Link' });
const share_words = h('p.quiet');
share.append(h('h2', { id: 'share-title' }, 'Share this view'), link_text, share_words,
  h('div.row', null, button('Copy', () => void copy_link(), 'primary'), button('Close', () => share.close())));
async function show_link(): Promise<void> {
  link_text.value = await link_of(app, library);
  const local = (app.report?.state.files ?? []).filter((path) => !library.entries.get(path)?.url);
  share_words.textContent = local.length > 0
    ? `The link does not contain files, because they never leave this device: anyone who opens it is asked for ${local.map((path) => path.split('/').at(-1)).join(', ')}.`
    : 'The link shows the same file at the same time, from the same side, with the same settings.';
  share.showModal();
  link_text.select();
}
async function copy_link(): Promise<void> {
  try {
    await navigator.clipboard.writeText(link_text.value);
    app.say('The link is on the clipboard');
    share.close();
  } catch {
    link_text.select();
    document.execCommand('copy');
  }
}
by_id('share-button').addEventListener('click', () => void show_link());

// --- keys of the page, in addition to those of the viewer --------------------------------------------------------------------------

viewer.addEventListener('keydown', (event) => {
  const control = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  const act = control
    ? { o: choose_files, s: () => void show_link(), e: () => open_tab('save') }[key]
    : { h: () => help.show(), '?': () => help.show(), f1: () => help.show(), w: () => app.report?.selected?.joint ?? app.say('Choose a joint to see its weights') }[key];
  if (!act) return;
  if (key !== 'w') (event.preventDefault(), event.stopImmediatePropagation());
  act();
}, { capture: true });

// Whether the focused element handles the key itself. Otherwise the key goes to the viewer.
function takes_keys(target: EventTarget | null, code: string): boolean {
  const element = target as HTMLElement;
  if (target === viewer || document.querySelector('dialog[open]')) return true;
  if (element.matches('select, textarea, [contenteditable], input:not([type="checkbox"], [type="radio"], [type="range"])')) return true;
  return element !== document.body && /^(Space|Enter|Escape|Arrow|Home|End|Page)/.test(code);
}
for (const type of ['keydown', 'keyup'] as const)
  addEventListener(type, (event) => {
    if (event.defaultPrevented || !help.everywhere || !(event.target instanceof HTMLElement) || takes_keys(event.target, event.code)) return;
    const same = new KeyboardEvent(type, event);
    if (!viewer.canvas.dispatchEvent(same)) event.preventDefault();
  });

const dark = matchMedia('(prefers-color-scheme: dark)');
dark.addEventListener('change', () => app.refresh());
viewer.addEventListener('load', () => (welcome.hidden = true));

// --- start ------------------------------------------------------------------------------------------------------------------------------

// Resolves to true if a model is shown.
async function begin(): Promise<boolean> {
  open_tab('view', 'closed');
  document.body.classList.toggle('embedded', new URLSearchParams(location.search).has('embed'));
  if (document.body.classList.contains('embedded')) document.body.dataset.tab = 'view';
  try {
    const words = (welcome_state.textContent = 'Starting ...');
    const following = follow_address(app, library, wait_for); // requested files load in parallel with the engine
    following.catch(() => undefined);
    await starting;
    if (welcome_state.textContent === words) welcome_state.textContent = ''; // otherwise the link asks for files
    void library.endings('or').then((endings) => (by_id('endings').textContent = `${endings}. `));
    app.refresh();
    const shown = await following;
    if (shown && !narrow.matches) open_tab(app.tab);
    return shown;
  } catch (error) {
    welcome_state.textContent = words_of(error);
    welcome_state.className = 'bad';
    if (!(error instanceof SkelterError) || error.code !== 'no_webgl2') app.say_error(error);
    return false;
  }
}
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#state=')) void follow_address(app, library, wait_for).catch((error) => app.say_error(error));
});
// Stores the offline copy. This downloads every file again, so it waits for the first frame.
function keep_copy(): void {
  if ('serviceWorker' in navigator && location.protocol !== 'file:') void navigator.serviceWorker.register('sw.js').catch(() => undefined);
}
void begin().then((shown) => {
  if (!shown) return keep_copy();
  viewer.addEventListener('frame', () => setTimeout(keep_copy, 500), { once: true });
  viewer.touch();
});
