import * as THREE from 'three';
import { Skelter, three_figure } from 'skelter';

const read = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());
const skelter = await Skelter.load();
const character = skelter.read(await read('mannequin.x'), 'mannequin.x');
const textures = new THREE.TextureLoader();
const { object, actor } = three_figure(THREE, character, { texture: (name) => textures.load(name) });
actor.play('walk');

const scene = new THREE.Scene().add(object, new THREE.HemisphereLight(0xffffff, 0x8888aa, 3));
scene.background = new THREE.Color(0xccd1d9);
const canvas = document.querySelector('canvas');
const renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
renderer.setSize(innerWidth, innerHeight, false);
const camera = new THREE.PerspectiveCamera(30, innerWidth / innerHeight, 0.1, 100);
camera.position.set(2, 1.6, 4);
camera.lookAt(0, 0.9, 0);
let last_ms;
renderer.setAnimationLoop((ms) => {
  skelter.update((ms - (last_ms ?? ms)) / 1000);
  last_ms = ms;
  renderer.render(scene, camera);
});
