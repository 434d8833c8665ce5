// Helpers that create and change HTML.

type Child = Node | string | number | false | null | undefined | Child[];
type Props = Record<string, unknown>;

// Creates an element: h('button.small', {onclick, ariaLabel: 'Play'}, 'Play'). The members of `props` set properties
// or, if there is no such property, attributes.
export function h<K extends keyof HTMLElementTagNameMap>(name: K | `${K}.${string}`, props?: Props | null, ...children: Child[]): HTMLElementTagNameMap[K] {
  const [tag, ...classes] = name.split('.') as [K, ...string[]];
  const element = document.createElement(tag!);
  if (classes.length > 0) element.className = classes.join(' ');
  for (const [key, value] of Object.entries(props ?? {})) set(element, key, value);
  add(element, children);
  return element;
}

function set(element: HTMLElement, key: string, value: unknown): void {
  if (value === undefined || value === false) return;
  if (key === 'data') Object.assign(element.dataset, value);
  else if (key in element && key !== 'list' && key !== 'form') (element as unknown as Props)[key] = value;
  else element.setAttribute(key, value === true ? '' : String(value));
}

function add(parent: Node, children: Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) add(parent, child);
    else if (child instanceof Node) parent.appendChild(child);
    else if (child !== false && child !== null && child !== undefined) parent.appendChild(document.createTextNode(String(child)));
  }
}

export function by_id<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found as T;
}

// Sets text only if it differs, because screen readers and selections react to every change.
export function set_text(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
export function set_attribute(element: Element, name: string, value: string | null): void {
  if (value === null) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
// Sets a value, but not while the user edits it.
export function set_value(input: HTMLInputElement | HTMLSelectElement, value: string): void {
  if (input.value !== value && (input !== document.activeElement || (input instanceof HTMLInputElement && input.type === 'range' && !input.matches(':active')))) input.value = value;
}

const kIcons: Record<string, string> = {
  play: 'M7 4.5v15l12.5-7.5z',
  pause: 'M6 4h4.5v16H6zM13.5 4H18v16h-4.5z',
  first: 'M5 4h2.5v16H5zM20 4.5v15L9 12z',
  last: 'M16.5 4H19v16h-2.5zM4 4.5v15L15 12z',
  back: 'M14.5 5.5v13L7 12z',
  next: 'M9.5 5.5v13L17 12z',
  reverse: 'M17 4.5v15L4.5 12z',
  close: 'M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6L5 6.4z',
  eye: 'M12 5c5 0 9 4 10.5 7C21 15 17 19 12 19S3 15 1.5 12C3 9 7 5 12 5m0 2.2A4.8 4.8 0 1 0 12 16.800a4.800 4.800 0 0 0 0-9.600m0 2.300a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5',
  hidden: 'M3.300 2 22 20.700 20.700 22l-3.600-3.600c-1.600.6-3.300 1-5.100 1-5 0-9-4-10.500-7C2.300 10.800 3.700 8.900 5.600 7.300L2 3.300zM12 5c5 0 9 4 10.500 7-.6 1.200-1.600 2.600-2.900 3.800l-3-3A4.800 4.800 0 0 0 11 7.300L9 5.300c1-.2 2-.3 3-.3',
  open: 'M3 5h6l2 2h10v3H5.500L3 18zm3.200 7H23l-3 8H3.500z',
  files: 'M6 2h8l5 5v15H6zm7 1.800V8h4.200z',
  clips: 'M3 5h18v14H3zm2 2v2h2V7zm0 4v2h2v-2zm0 4v2h2v-2zm12-8v2h2V7zm0 4v2h2v-2zm0 4v2h2v-2zM9 7v4h6V7zm0 6v4h6v-4z',
  tree: 'M4 3h6v5H8v3h6V9.500h6v5h-6V13H8v5h6v-1.500h6v5h-6V20H6V8H4z',
  view: 'M12 3 21 8v8l-9 5-9-5V8zm0 2.300L6 8.600l6 3.300 6-3.300zM5 10.300V14.800l6 3.300v-4.500zm14 0-6 3.300v4.500l6-3.300z',
  select: 'M5 3l14 8-6 1.500L9.500 19zM15 14l5 5-1.500 1.500-5-5z',
  tracks: 'M4 6h10v2H4zm12-1h3v4h-3zM4 11h4v2H4zm6-1h3v4h-3zm5 1h5v2h-5zM4 16h9v2H4zm11-1h3v4h-3z',
  compare: 'M3 5h8v14H3zm2 2v10h4V7zm8-2h8v14h-8z',
  graph: 'M5 4h6v5H9v3h4v-2h6v5h-6v-1.500H9V17h2v5H5v-5h2V9H5z',
  check: 'M12 2l9 4v6c0 5-4 8.500-9 10-5-1.500-9-5-9-10V6zm-1.200 13.400 6-6L15.400 8l-4.600 4.600-2.200-2.200L7.200 11.800z',
  save: 'M11 3h2v9l3.500-3.500 1.400 1.400L12 15.800 6.100 9.900l1.400-1.400L11 12zM4 17h2v2h12v-2h2v4H4z',
  share: 'M17 3a3 3 0 1 1-2.300 5L9.500 11a3 3 0 0 1 0 2l5.200 3a3 3 0 1 1-1 1.700l-5.200-3a3 3 0 1 1 0-5.400l5.200-3A3 3 0 0 1 17 3',
  help: 'M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20m-1.200 14v2.300h2.400V16zM12 5.600a3.800 3.800 0 0 0-3.900 3.700h2.200A1.700 1.700 0 0 1 12 7.600c1 0 1.700.6 1.700 1.600 0 1.700-2.800 1.900-2.800 5h2.200c0-2.200 2.900-2.400 2.900-5.200A3.700 3.700 0 0 0 12 5.600',
  camera: 'M8 5l1.500-2h5L16 5h5v15H3V5zm4 3a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9',
  fit: 'M3 3h7v2H5v5H3zm11 0h7v7h-2V5h-5zM3 14h2v5h5v2H3zm16 0h2v7h-7v-2h5zM9 9h6v6H9z',
  caret: 'M9 6l6 6-6 6z',
  warn: 'M12 3 22.500 21h-21zm-1 6.500v6h2v-6zm0 7.300V19h2v-2.200z',
  flag: 'M6 3h12l-3 4 3 4H8v10H6z',
};

export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', kIcons[name] ?? '');
  path.setAttribute('fill-rule', 'evenodd');
  svg.append(path);
  return svg;
}
export function set_icon(button: Element, name: string): void {
  const path = button.querySelector('path')!;
  const d = kIcons[name] ?? '';
  if (path.getAttribute('d') !== d) path.setAttribute('d', d);
}

// Synchronises the children of `parent` with `items`, reusing existing elements. Data that `make` uses but `update`
// does not must be part of the key.
export function keyed<T>(parent: HTMLElement, items: readonly T[], key: (item: T, at: number) => string, make: (item: T, at: number) => HTMLElement, update: (element: HTMLElement, item: T, at: number) => void): void {
  const old = new Map<string, HTMLElement>();
  for (const child of [...parent.children] as HTMLElement[]) if (child.dataset.key !== undefined) old.set(child.dataset.key, child);
  let next = parent.firstElementChild as HTMLElement | null;
  items.forEach((item, at) => {
    const name = key(item, at);
    let element = old.get(name);
    if (element) old.delete(name);
    else {
      element = make(item, at);
      element.dataset.key = name;
    }
    update(element, item, at);
    if (element !== next) parent.insertBefore(element, next);
    else next = next.nextElementSibling as HTMLElement | null;
  });
  for (const element of old.values()) element.remove();
}

export function seconds(value: number): string {
  return `${value.toFixed(2)} s`;
}
export function short_number(value: number | null | undefined, digits = 4): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '-';
  return String(Number(value.toFixed(digits)));
}
export function size_text(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const units = ['kB', 'MB', 'GB'];
  let value = bytes / 1000, at = 0;
  while (value >= 1000 && at < 2) (value /= 1000), ++at;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[at]}`;
}

// A slider with a label and an editable number.
export interface Slider {
  root: HTMLElement;
  update(value: number): void;
}
export function slider(name: string, options: { min: number; max: number; step?: number; unit?: string; log?: boolean }, changed: (value: number) => void, extra?: HTMLElement): Slider {
  const { min, max, log } = options;
  const to = (value: number) => (log ? Math.log(value / min) / Math.log(max / min) : value);
  const from = (value: number) => (log ? min * (max / min) ** value : value);
  const range = h('input', { type: 'range', min: String(log ? 0 : min), max: String(log ? 1 : max), step: String(log ? 0.005 : options.step ?? 'any'), ariaLabel: name });
  const number = h('input', { type: 'number', min: String(min), max: String(max), step: 'any', ariaLabel: `${name}, number` });
  const show = (value: number) => {
    number.value = String(Number(value.toPrecision(4)));
    range.setAttribute('aria-valuetext', `${number.value}${options.unit ?? ''}`);
  };
  range.addEventListener('input', () => {
    const value = from(range.valueAsNumber);
    show(value);
    changed(value);
  });
  number.addEventListener('change', () => {
    const value = number.valueAsNumber;
    if (!Number.isFinite(value)) return;
    range.value = String(to(Math.max(min, Math.min(max, value))));
    changed(Math.max(min, Math.min(max, value)));
  });
  range.value = String(to(Math.max(min, Math.min(max, 0))));
  show(from(range.valueAsNumber));
  const root = h('div.slider', null, h('span.label', { title: name }, name), range, number, extra);
  return {
    root,
    update(value) {
      if (!range.matches(':active')) range.value = String(to(value));
      if (number !== document.activeElement) show(value);
    },
  };
}

export function toggle(name: string, changed: (on: boolean) => void, key?: string): { root: HTMLElement; update(on: boolean): void } {
  const box = h('input', { type: 'checkbox' });
  box.addEventListener('change', () => changed(box.checked));
  return {
    root: h('label.check', null, box, h('span', null, name), key && h('kbd', null, key)),
    update(on) {
      if (box.checked !== on) box.checked = on;
    },
  };
}

export function choice(name: string, choices: readonly (readonly [value: string, label: string])[], changed: (value: string) => void): { root: HTMLElement; select: HTMLSelectElement; update(value: string): void } {
  const select = h('select', { ariaLabel: name }, choices.map(([value, label]) => new Option(label, value)));
  select.addEventListener('change', () => changed(select.value));
  return { root: h('label.field', null, h('span.label', null, name), select), select, update: (value) => set_value(select, value) };
}

// Synchronises the options of a select with a list.
export function set_options(select: HTMLSelectElement, options: readonly (readonly [value: string, label: string])[]): void {
  const same = select.options.length === options.length && options.every(([value, label], i) => select.options[i]!.value === value && select.options[i]!.text === label);
  if (same) return;
  const value = select.value;
  select.replaceChildren(...options.map(([option, label]) => new Option(label, option)));
  if (options.some(([option]) => option === value)) select.value = value;
}

// Buttons, of which one is pressed at a time.
export function segments(name: string, choices: readonly (readonly [value: string, label: string])[], changed: (value: string) => void): { root: HTMLElement; update(value: string): void } {
  const buttons = choices.map(([value, label]) => h('button', { type: 'button', 'aria-pressed': 'false', data: { value }, onclick: () => changed(value) }, label));
  return {
    root: h('div.segments', { role: 'group', ariaLabel: name }, buttons),
    update(value) {
      for (const button of buttons) set_attribute(button, 'aria-pressed', String(button.dataset.value === value));
    },
  };
}

export function button(text: string, act: () => void, kind = ''): HTMLButtonElement {
  return h(kind ? `button.${kind}` : 'button', { type: 'button', onclick: act }, text);
}

// Downloads bytes as a file.
export function download(name: string, data: Blob | Uint8Array<ArrayBuffer>): void {
  const url = URL.createObjectURL(data instanceof Blob ? data : new Blob([data]));
  const link = h('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
