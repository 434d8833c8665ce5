// An animation graph: the slider sets how fast the figure goes, the button makes it jump.
import { SkelterLoader } from 'skelter/three';
import { say, show, text } from './stage.js';

const graph = new TextEncoder().encode(await text('mannequin.graph.json'));
const loader = new SkelterLoader().setActorOptions({ config: await text('mannequin.json'), files: { 'mannequin.graph.json': graph } });
export const hero = await loader.loadAsync('mannequin.x');
const { actor } = hero;
const [speed, jump] = [document.querySelector('input'), document.querySelector('button')];
speed.addEventListener('input', () => actor.set('speed', speed.valueAsNumber));
jump.addEventListener('click', () => actor.fire('jump'));
export const entered = []; // states, as "layer/state"
actor.on_event = ({ type, state }) => {
  if (type === 'entered') say(`${entered.push(state)}: ${state}`);
};
show([hero.object], (step_s) => actor.update(step_s));
