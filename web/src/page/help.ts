// Key bindings, which are the same as on the desktop.

import { button, h, toggle } from './dom.ts';

const kKeys: [keys: string, what: string][] = [
  ['Space', 'play, pause'], ['B', 'play backward'], ['Left, Right', 'one frame; with Shift ten'], ['Home, End', 'start and end'], ['L', 'once, loop, there and back'],
  ['[ ] \\', 'half, double, normal speed'], ['Page Up, Page Down', 'previous and next clip'], ['1 to 9', 'skeleton, names, axes, wireframe, normals, bounds, grid, shadow, meshes'],
  ['W, U, N', 'weights of the chosen joint, unlit, lit'], ['I', 'only the chosen joint'], ['click', 'choose a joint (skeleton shown) or a vertex'], ['Escape', 'choose nothing'],
  ['drag, right drag, wheel', 'turn, move, zoom'], ['one finger, two fingers', 'turn; move and zoom'], ['F', 'show the whole model'], ['O', 'perspective on or off'],
  ['Pad 1, Pad 3, Pad 7', 'front, right, top; with Ctrl the other side'], ['Ctrl+O', 'open files'], ['Ctrl+S', 'share this view'], ['Ctrl+E', 'save images, videos, other formats'], ['H, ?', 'this help'],
];

const kOnlyFocused = 'keys-only-focused';

export class Help {
  // Whether keys work anywhere in the page. Single-letter keys must be optional for users of speech input (WCAG 2.1.4).
  everywhere = read() !== 'yes';
  #dialog: HTMLDialogElement;

  constructor(dialog: HTMLDialogElement) {
    this.#dialog = dialog;
    const only = toggle('Only while the model has the focus', (on) => {
      this.everywhere = !on;
      write(on ? 'yes' : '');
    });
    only.update(!this.everywhere);
    dialog.append(h('h2', { id: 'help-title' }, 'Keys'), h('p.quiet', null, 'They work anywhere on the page, except while you are typing.'), only.root,
      h('div.keys', null, kKeys.map(([keys, what]) => h('div', null, h('span', null, keys.split(', ').map((key, i) => [i > 0 && ' ', h('kbd', null, key)])), h('span.quiet', null, what)))),
      h('p.quiet', null, 'Files are read on this device and never sent anywhere. After the first visit, the page works without a network. ', h('a', { href: 'notices.txt' }, 'Licences of its libraries')),
      h('div.row', null, button('Close', () => dialog.close(), 'primary')));
  }

  show(): void {
    this.#dialog.showModal();
  }
}

// Storage may be blocked by the browser.
function read(): string | null {
  try {
    return localStorage.getItem(kOnlyFocused);
  } catch {
    return null;
  }
}
function write(value: string): void {
  try {
    localStorage.setItem(kOnlyFocused, value);
  } catch {
    // In this case the setting only applies to this visit.
  }
}
