import * as THREE from 'three';
import { Skelter, ThreeCrowd } from 'skelter';

const read = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());
const skelter = await Skelter.load();
const model = skelter.read(await read('mannequin.x'), 'mannequin.x');
const textures = new THREE.TextureLoader();
export const { object, crowd } = new ThreeCrowd(THREE, model, { count: 100, texture: (name) => textures.load(name) });
for (let i = 0; i < crowd.count; ++i) {
  new THREE.Matrix4().setPosition((i % 10) - 4.5, 0, Math.floor(i / 10) - 4.5).toArray(crowd.worlds, 16 * i);
  crowd.play(i, i % 3 ? 'walk' : 'run', { loop: 'loop', start_s: i / 7 });
}

const scene = new THREE.Scene().add(object, new THREE.HemisphereLight(0xffffff, 0x8888aa, 3));
scene.background = new THREE.Color(0xccd1d9);
const canvas = document.querySelector('canvas');
const renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
renderer.setSize(innerWidth, innerHeight, false);
const camera = new THREE.PerspectiveCamera(40, innerWidth / innerHeight, 0.1, 100);
camera.position.set(5, 5, 11);
camera.lookAt(0, 0, 0);
let last_ms;
renderer.setAnimationLoop((ms) => {
  skelter.update((ms - (last_ms ?? ms)) / 1000);
  last_ms = ms;
  renderer.render(scene, camera);
});
