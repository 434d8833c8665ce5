// Converts canvas input to engine events (for keys and drags, see docs/viewer.md).

import type { Engine } from './engine.ts';

const kButtons = ['left', 'middle', 'right'] as const;

function modifiers(event: MouseEvent | KeyboardEvent) {
  return { shift: event.shiftKey, control: event.ctrlKey || event.metaKey, alt: event.altKey };
}

export interface InputTarget {
  engine(): Engine | undefined;
  // Called when the view may have changed.
  touched(): void;
}

// Sends pointer, wheel and key events of `canvas` to the engine. Returns a function that removes all listeners.
export function connect_input(canvas: HTMLCanvasElement, target: InputTarget): () => void {
  const off = new AbortController();
  const listening = { signal: off.signal };
  const send = (event: object) => {
    const engine = target.engine();
    if (!engine) return;
    engine.ask('sk_viewer_event', JSON.stringify(event));
    target.touched();
  };
  const place = (event: { clientX: number; clientY: number }) => {
    const box = canvas.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) * canvas.width) / Math.max(box.width, 1),
      y: ((event.clientY - box.top) * canvas.height) / Math.max(box.height, 1),
    };
  };
  const move = (at: { x: number; y: number }) => send({ type: 'move', ...at });
  const button = (name: string, press: 'down' | 'up', at: { x: number; y: number }, held: object = {}) =>
    send({ type: 'button', button: name, press, ...at, ...held });

  // --- touch: one finger rotates, two pan and zoom ---
  const fingers = new Map<number, { x: number; y: number }>();
  let pinch: { x: number; y: number; apart: number } | undefined;
  const middle = () => {
    const [a, b] = [...fingers.values()] as [{ x: number; y: number }, { x: number; y: number }];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.hypot(a.x - b.x, a.y - b.y) };
  };
  // Ends a drag without a click: the detour exceeds the movement that a click allows.
  const end_turn = (at: { x: number; y: number }) => {
    move({ x: at.x + 40, y: at.y });
    move(at);
    button('left', 'up', at);
  };

  canvas.addEventListener('pointerdown', (event) => {
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
    const at = place(event);
    if (event.pointerType !== 'touch') {
      button(kButtons[event.button] ?? 'left', 'down', at, modifiers(event));
      event.preventDefault();
      return;
    }
    fingers.set(event.pointerId, at);
    if (fingers.size === 1) button('left', 'down', at);
    if (fingers.size === 2) {
      end_turn([...fingers.values()][0]!);
      pinch = middle();
      button('right', 'down', pinch);
    }
  }, listening);

  canvas.addEventListener('pointermove', (event) => {
    const at = place(event);
    if (event.pointerType !== 'touch') return move(at);
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, at);
    if (fingers.size === 1 && !pinch) move(at);
    if (fingers.size >= 2 && pinch) {
      const now = middle();
      move(now);
      // One wheel step changes the distance by a tenth.
      if (now.apart > 1 && pinch.apart > 1) send({ type: 'wheel', steps: Math.log(now.apart / pinch.apart) / Math.log(1.1) });
      pinch = now;
    }
  }, listening);

  const lift = (event: PointerEvent) => {
    const at = place(event);
    if (event.pointerType !== 'touch') return button(kButtons[event.button] ?? 'left', 'up', at, modifiers(event));
    if (!fingers.has(event.pointerId)) return;
    if (pinch && fingers.size === 2) button('right', 'up', pinch);
    if (!pinch && fingers.size === 1) event.type === 'pointercancel' ? end_turn(at) : button('left', 'up', at);
    fingers.delete(event.pointerId);
    if (fingers.size === 0) pinch = undefined; // after a pinch, the remaining finger does not rotate the view
  };
  canvas.addEventListener('pointerup', lift, listening);
  canvas.addEventListener('pointercancel', lift, listening);
  canvas.addEventListener('contextmenu', (event) => event.preventDefault(), listening);

  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY / 100 : event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY / 3 : event.deltaY;
    send({ type: 'wheel', steps: -Math.max(-4, Math.min(4, lines)) });
  }, { ...listening, passive: false });

  // --- keys ---
  canvas.addEventListener('keydown', (event) => {
    // Tab moves the focus. F5, F12 and all keys that are not handled below are left to the browser.
    const held = modifiers(event);
    if (held.alt || ['Tab', 'F5', 'F11', 'F12'].includes(event.code)) return;
    if (held.control && !/^Numpad/.test(event.code)) return;
    const typed = [...event.key];
    const taken = /^(Space|Arrow|Page|Home|End|Key|Digit|Numpad|Escape)/.test(event.code);
    if (taken) {
      event.preventDefault();
      send({ type: 'key', key: event.code, press: event.repeat ? 'repeat' : 'down', ...held });
    }
    if (typed.length === 1 && !held.control) send({ type: 'text', text: typed[0] });
  }, listening);
  canvas.addEventListener('keyup', (event) => {
    send({ type: 'key', key: event.code, press: 'up', ...modifiers(event) });
  }, listening);

  return () => off.abort();
}
