// What the examples share: a light, a camera, and a loop that calls `frame` with the seconds since the last one.
import * as THREE from 'three';

export function show(objects, frame, at = [2, 1.6, 4]) {
  const scene = new THREE.Scene().add(...objects, new THREE.GridHelper(20, 20), new THREE.HemisphereLight(0xffffff, 0x8888aa, 3));
  scene.background = new THREE.Color(0xccd1d9);
  const renderer = new THREE.WebGLRenderer({ canvas: document.querySelector('canvas'), antialias: true });
  renderer.setSize(innerWidth, innerHeight, false);
  const camera = new THREE.PerspectiveCamera(30, innerWidth / innerHeight, 0.1, 100);
  camera.position.set(...at);
  camera.lookAt(0, 0.9, 0);
  let last_ms;
  renderer.setAnimationLoop((ms) => {
    frame(Math.min((ms - (last_ms ?? ms)) / 1000, 0.1));
    last_ms = ms;
    renderer.render(scene, camera);
  });
}
export const text = async (name) => (await fetch(name)).text();
export const say = (words) => (document.querySelector('output').textContent = words);
