// Starts the tutorials' programs, which are a module of their own (examples/tutorials/page.cpp). The address names the program.
const keys = {
  tower: 'It sways by itself.',
  skin_mesh: 'Space pauses.',
  blend: '1 left arm, 2 right arm, 3 left leg, 4 right leg, 5 body, Space all on. Keys act when they are released.',
  character: '1 to 9 choose the animation, R restarts it, C moves to the next camera.',
};
const named = { ' ': 32, Escape: 256 };
const at = (id) => document.getElementById(id);
const code_of = (key) => named[key] ?? (/^[a-z0-9]$/i.test(key) ? key.toUpperCase().charCodeAt(0) : 0);

const said = [];
const print = (line) => {
  said.push(line);
  at('message').textContent = said.slice(-3).join('\n');
};

let module = null;
let last_ms = 0;
let canvas = null;
let runs = false;

function start() {
  const name = location.hash.slice(1) in keys ? location.hash.slice(1) : 'tower';
  // A canvas of its own for each program, as a canvas keeps its context.
  canvas = Object.assign(document.createElement('canvas'), { id: 'tutorial', tabIndex: 0 });
  at('place').replaceChildren(canvas);
  runs = module.ccall('tutorial_start', 'number', ['string', 'string', 'string'], [name, '#tutorial', '']) === 0;
  if (!runs) return;
  canvas.width = module.ccall('tutorial_width', 'number');
  canvas.height = module.ccall('tutorial_height', 'number');
  at('title').textContent = module.ccall('tutorial_title', 'string');
  at('keys').textContent = keys[name];
  canvas.focus();
  last_ms = 0;
}

function frame(now_ms) {
  requestAnimationFrame(frame);
  if (!runs) return;
  const step_s = last_ms === 0 ? 0 : (now_ms - last_ms) / 1000;
  last_ms = now_ms;
  runs = module.ccall('tutorial_frame', 'number', ['number', 'number', 'number', 'number'], [step_s, canvas.width, canvas.height, 1]) === 0;
}

function send(event, press) {
  const code = code_of(event.key);
  if (code === 0 || !runs || event.target !== canvas) return;
  event.preventDefault();
  module.ccall('tutorial_key', null, ['number', 'number'], [code, press]);
}

try {
  const { default: create } = await import('./skelter-tutorials.js');
  module = await create({ print, printErr: print });
  addEventListener('hashchange', start);
  addEventListener('keydown', (event) => send(event, event.repeat ? 2 : 0));
  addEventListener('keyup', (event) => send(event, 1));
  start();
  requestAnimationFrame(frame);
} catch (error) {
  print(String(error));
}
