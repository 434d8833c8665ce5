// Links to the current view: ?model=...&clip=... is short and can be edited by hand, #state=... contains the entire
// state.

import { apply_camera, apply_show } from '../element.ts';
import { words_of, type App } from './app.ts';
import { kExamples, type Library } from './files.ts';
import { packed, unpacked, type SharedState } from './packed.ts';

const kParameters = ['model', 'src', 'example', 'clip', 't', 'paused', 'speed', 'loop', 'camera', 'show', 'embed'];

export function shared_state(app: App, library: Library): SharedState | undefined {
  const state = app.viewer.state;
  if (!state) return undefined;
  const sources: Record<string, string | null> = {};
  for (const path of state.files) sources[path] = library.entries.get(path)?.url ?? null;
  for (const extra of ['mannequin.json', 'mannequin.graph.json']) if (state.graph.file.endsWith(extra)) sources[extra] = `assets/${extra}`;
  return { ...state, sources, tab: app.tab };
}

export async function link_of(app: App, library: Library): Promise<string> {
  const state = shared_state(app, library);
  const url = new URL(location.href);
  url.search = '';
  url.hash = state ? 'state=' + (await packed(state)) : '';
  return url.href;
}

// Opens the files and settings in the page's URL. Returns true if a model is shown.
export async function follow_address(app: App, library: Library, wait_for: (names: string[], then: () => Promise<void>) => void): Promise<boolean> {
  const hash = new URLSearchParams(location.hash.slice(1));
  const query = new URLSearchParams(location.search);
  for (const name of [...query.keys()]) if (/^utm_|clid$/.test(name)) query.delete(name); // added to links by other pages
  if (hash.has('state')) return restore_shared(app, library, await unpacked(location.hash.slice(location.hash.indexOf('state=') + 6)), wait_for);
  const model = query.get('model') ?? query.get('src');
  const example = query.get('example');
  if (!model && !example) {
    const [unknown] = query.keys();
    if (unknown && !query.has('embed')) throw new Error(`This link shows nothing: it has neither model nor example. ${unknown} is ${kParameters.includes(unknown) ? 'for a model' : 'not known'}; expected ${kParameters.join(', ')}`);
    return false;
  }
  const known = kExamples.find((entry) => entry.name.toLowerCase() === example?.toLowerCase() || entry.main === example);
  if (example && !known) throw new Error(`There is no example "${example}"; expected ${kExamples.map((entry) => entry.name).join(', ')}`);
  const opened = known ? await library.open_example(known) : await library.open_address(model!);
  if (!opened) return false;
  const wrong = [...query.keys()].filter((name) => !kParameters.includes(name)).map((name) => `${name} is not known; expected ${kParameters.join(', ')}`);
  const follow = (name: string, act: (value: string) => void) => {
    const value = query.get(name);
    if (!value) return;
    try {
      act(value);
    } catch (error) {
      wrong.push(`${name}: ${words_of(error)}`);
    }
  };
  const run = (line: string) => app.viewer.command(line);
  follow('clip', (value) => run(`clip ${value}`));
  follow('speed', (value) => run(`speed ${value}`));
  follow('loop', (value) => run(`loop ${value}`));
  if (query.has('paused')) run('pause');
  follow('camera', (value) => apply_camera(run, value));
  follow('show', (value) => apply_show(run, value));
  follow('t', (value) => run(`seek ${value}`));
  if (wrong.length > 0) app.say(`Problems with this link:\n${wrong.join('\n')}`, true);
  return true;
}

export async function restore_shared(app: App, library: Library, shared: SharedState, wait_for: (names: string[], then: () => Promise<void>) => void): Promise<boolean> {
  const { sources = {}, tab, ...state } = shared;
  const missing: string[] = [];
  for (const path of new Set([...(state.files ?? []), ...Object.keys(sources)])) {
    if (library.entries.has(path)) continue;
    const source = sources[path];
    if (!source) {
      missing.push(path);
      continue;
    }
    const example = kExamples.find((entry) => `assets/${entry.main}` === source);
    if (example) await library.open_example({ ...example, clip: undefined, options: undefined });
    else if (!/\.json$/i.test(path)) await library.open_address(source);
    else {
      const answer = await fetch(new URL(source, location.href));
      if (answer.ok) (await app.viewer.start()).engine.put_file(path, new Uint8Array(await answer.arrayBuffer()));
    }
  }
  const restore = async () => {
    await app.viewer.start();
    app.viewer.restore(state);
    if (tab) app.tab = tab;
    app.refresh();
  };
  if (missing.length > 0) wait_for(missing, restore);
  else await restore();
  return missing.length === 0;
}
