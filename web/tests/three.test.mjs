// Models in three.js: the same image as that of three.js' own loader and mixer, which share no code with ours.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Browser, bytes, missing, root, site, web } from './browser.mjs';
import { morphed_glb } from './keyed_gltf.mjs';

const corpus = process.env.SKELTER_CORPUS ?? join(root, '../shared/corpus');
const figures = {
  'gltf/KayKit_Knight.glb': 'Walking_A', 'gltf/RobotExpressive.glb': 'Walking', 'wild/quaternius/Leela.glb': 0, 'gltf/Fox.glb': 'Run',
};
// Fox has no normals. three.js uses those of the drawn triangles; ours are those of the triangles at rest, skinned.
const most_different = { 'gltf/Fox.glb': 0.05 };
const without = missing() || (!existsSync(join(site, 'skelter-actors.wasm')) && `${site} has no skelter-actors.wasm`);

describe('models in three.js', { skip: without }, () => {
  let folder, browser;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skelter-three-'));
    for (const name of ['three.module.js', 'three.core.js']) cpSync(join(web, 'node_modules/three/build', name), join(folder, name));
    mkdirSync(join(folder, 'jsm'));
    for (const path of ['loaders', 'utils']) cpSync(join(web, 'node_modules/three/examples/jsm', path), join(folder, 'jsm', path), { recursive: true });
    cpSync(join(site, 'js'), join(folder, 'js'), { recursive: true });
    for (const name of ['skelter-actors.js', 'skelter-actors.wasm']) cpSync(join(site, name), join(folder, 'js', name));
    for (const path of Object.keys(figures)) if (existsSync(join(corpus, path))) cpSync(join(corpus, path), join(folder, path.split('/').at(-1)));
    for (const name of ['mannequin.x', 'mannequin.png']) writeFileSync(join(folder, name), bytes(`assets/${name}`));
    writeFileSync(join(folder, 'face.glb'), morphed_glb());
    writeFileSync(join(folder, 'favicon.ico'), '');
    writeFileSync(join(folder, 'index.html'), '<!doctype html><script type="importmap">{"imports": {"three": "./three.module.js"}}</script>');
    browser = await Browser.start(folder, { policy: null });
  });
  after(async () => {
    await browser?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const [path, clip] of Object.entries(figures))
    test(`${path.split('/').at(-1)} looks as three.js' own loader shows it`, { skip: !existsSync(join(corpus, path)) && 'no corpus' }, async (t) => {
      const page = await browser.page('/index.html', { wait: '' });
      const found = await page.evaluate(async ([file, clip]) => {
        const THREE = await import('three');
        const { GLTFLoader } = await import('/jsm/loaders/GLTFLoader.js');
        const { Skelter, three_figure } = await import('/js/api.js');
        const kSide = 512, kTime_s = 0.4;
        const file_bytes = await (await fetch(file)).arrayBuffer();
        const gltf = await new GLTFLoader().parseAsync(file_bytes.slice(0), '');
        const mixer = new THREE.AnimationMixer(gltf.scene);
        const animation = typeof clip === 'number' ? gltf.animations[clip] : THREE.AnimationClip.findByName(gltf.animations, clip);
        mixer.clipAction(animation).play();
        mixer.update(kTime_s);
        gltf.scene.traverse((child) => void (child.frustumCulled = false));

        const skelter = await Skelter.load({ module: '/js/skelter-actors.js' });
        const scene = skelter.read(new Uint8Array(file_bytes), file);
        const figure = three_figure(THREE, scene);
        await figure.ready;
        figure.actor.play(typeof clip === 'number' ? clip : animation.name, { loop: 'loop' });
        skelter.update(kTime_s);

        const renderer = new THREE.WebGLRenderer({ antialias: false, preserveDrawingBuffer: true });
        renderer.setSize(kSide, kSide, false);
        const box = new THREE.Box3().setFromObject(gltf.scene, true);
        const center = box.getCenter(new THREE.Vector3()), size = box.getSize(new THREE.Vector3()).length();
        const camera = new THREE.PerspectiveCamera(30, 1, size / 100, size * 10);
        camera.position.copy(center).add(new THREE.Vector3(0.5, 0.3, 1).normalize().multiplyScalar(2 * size));
        camera.lookAt(center);
        const draw = (object) => {
          const world = new THREE.Scene().add(object, new THREE.HemisphereLight(0xffffff, 0x445566, 3));
          world.background = new THREE.Color(0x808080);
          renderer.render(world, camera);
          const pixels = new Uint8Array(4 * kSide * kSide);
          const gl = renderer.getContext();
          gl.readPixels(0, 0, kSide, kSide, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
          return pixels;
        };
        const [theirs, ours] = [draw(gltf.scene), draw(figure.object)];
        let drawn = 0, different = 0;
        for (let i = 0; i < theirs.length; i += 4) {
          const far = Math.max(...[0, 1, 2].map((k) => Math.abs(theirs[i + k] - ours[i + k])));
          if ([0, 1, 2].some((k) => Math.abs(theirs[i + k] - theirs[k]) > 2)) ++drawn;
          if (far > 8) ++different;
        }
        return { drawn, different, diagnostics: figure.diagnostics.map(({ message }) => message), pictures: [theirs, ours].map((pixels) => [...pixels]) };
      }, [path.split('/').at(-1), clip]);
      t.diagnostic(`${found.different} of ${found.drawn} pixels differ`);
      if (process.env.SKELTER_PICTURES)
        found.pictures.forEach((pixels, i) => writeFileSync(join(process.env.SKELTER_PICTURES, `${path.split('/').at(-1)}_${i ? 'ours' : 'theirs'}.rgba`), Uint8Array.from(pixels)));
      assert.ok(found.drawn > 5000, `a figure is drawn: ${found.drawn}`);
      assert.ok(found.different < (most_different[path] ?? 0.005) * found.drawn, `${found.different} of ${found.drawn} pixels differ by more than 8`);
      assert.deepEqual(found.diagnostics, []);
      await browser.close(page);
    });

  test("morph weights are those of three.js' own loader and mixer", async () => {
    const page = await browser.page('/index.html', { wait: '' });
    const found = await page.evaluate(async () => {
      const THREE = await import('three');
      const { GLTFLoader } = await import('/jsm/loaders/GLTFLoader.js');
      const { Skelter, three_figure } = await import('/js/api.js');
      const file_bytes = await (await fetch('face.glb')).arrayBuffer();
      const gltf = await new GLTFLoader().parseAsync(file_bytes.slice(0), '');
      const theirs = gltf.scene.getObjectByProperty('isMesh', true);
      const mixer = new THREE.AnimationMixer(gltf.scene);
      const skelter = await Skelter.load({ module: '/js/skelter-actors.js' });
      const figure = three_figure(THREE, skelter.read(new Uint8Array(file_bytes), 'face.glb'));
      const ours = figure.object.getObjectByProperty('isMesh', true);
      const rows = [];
      const compare = (clip, time_s) => {
        figure.object.updateMatrixWorld();
        rows.push({ clip, time_s, theirs: [...theirs.morphTargetInfluences], ours: [...ours.morphTargetInfluences], read: [...figure.actor.morph_weights(0)] });
      };
      compare('rest', 0);
      for (const animation of gltf.animations) {
        mixer.stopAllAction();
        mixer.clipAction(animation).play();
        for (const time_s of [0, 0.2, 0.75, 1.25, 1.9]) {
          mixer.setTime(time_s);
          figure.actor.play(animation.name, { loop: 'loop', start_s: time_s, restart: true });
          skelter.update(0);
          compare(animation.name, time_s);
        }
      }
      return { rows, why: figure.actor.why_reference };
    });
    assert.equal(found.why, null);
    assert.equal(found.rows.length, 16);
    for (const { clip, time_s, theirs, ours, read } of found.rows)
      for (const weights of [ours, read])
        assert.ok(weights.length === 2 && weights.every((weight, i) => Math.abs(weight - theirs[i]) <= 1e-4), `${clip} at ${time_s} s: ${weights}; three.js has ${theirs}`);
    await browser.close(page);
  });

  test('a crowd looks as figures do, and frees what it has', async (t) => {
    const page = await browser.page('/index.html', { wait: '' });
    const found = await page.evaluate(async (files) => {
      const THREE = await import('three');
      const { Skelter, ThreeCrowd, three_figure } = await import('/js/api.js');
      const kSide = 512, kCount = 5;
      const skelter = await Skelter.load({ module: '/js/skelter-actors.js' });
      const renderer = new THREE.WebGLRenderer({ antialias: false, preserveDrawingBuffer: true });
      renderer.setSize(kSide, kSide, false);
      const camera = new THREE.PerspectiveCamera(40, 1, 0.1, 100);
      camera.position.set(0, 2, 7);
      camera.lookAt(0, 0.9, 0);
      const draw = (objects) => {
        const world = new THREE.Scene().add(...objects, new THREE.HemisphereLight(0xffffff, 0x445566, 3));
        world.background = new THREE.Color(0x808080);
        renderer.render(world, camera);
        world.clear();
        const pixels = new Uint8Array(4 * kSide * kSide);
        const gl = renderer.getContext();
        gl.readPixels(0, 0, kSide, kSide, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
        return pixels;
      };
      const count = () => ({ geometries: renderer.info.memory.geometries, textures: renderer.info.memory.textures });
      const rows = [];
      for (const { file, clips } of files) {
        const scene = skelter.read(new Uint8Array(await (await fetch(file)).arrayBuffer()), file);
        const texture = () => new THREE.Texture();
        const first = three_figure(THREE, scene, { texture });
        const many = new ThreeCrowd(THREE, scene, { count: kCount, texture });
        await Promise.all([first.ready, many.ready]);
        const figures = [first, ...Array.from({ length: kCount - 1 }, () => first.another())];
        figures.forEach(({ object, actor }, i) => {
          object.position.set(i - 2, 0, 0);
          object.rotation.y = i;
          object.updateMatrix();
          object.matrix.toArray(many.crowd.worlds, 16 * i);
          for (const play of [(...args) => actor.play(...args), (...args) => many.crowd.play(i, ...args)]) play(clips[i % 2], { loop: 'loop', start_s: i / 5 });
        });
        skelter.update(0.4);
        const expected = draw(figures.map(({ object }) => object)), ours = draw([many.object]);
        let drawn = 0, different = 0;
        for (let i = 0; i < ours.length; i += 4) {
          if ([0, 1, 2].some((k) => Math.abs(expected[i + k] - expected[k]) > 2)) ++drawn;
          if ([0, 1, 2].some((k) => Math.abs(expected[i + k] - ours[i + k]) > 8)) ++different;
        }
        const used = count();
        for (const made of [many, ...figures]) made.dispose();
        rows.push({ file, drawn, different, used, left: count(), diagnostics: many.diagnostics.map(({ message }) => message) });
      }
      return rows;
    }, [{ file: 'mannequin.x', clips: ['walk', 'run'] }, ...(existsSync(join(corpus, 'gltf/KayKit_Knight.glb')) ? [{ file: 'KayKit_Knight.glb', clips: ['Idle', 'Walking_A'] }] : [])]);
    for (const { file, drawn, different, used, left, diagnostics } of found) {
      t.diagnostic(`${file}: ${different} of ${drawn} pixels differ`);
      assert.ok(drawn > 3000 && different < 0.002 * drawn, `${file}: ${different} of ${drawn} pixels differ by more than 8`);
      assert.ok(used.geometries > left.geometries && left.geometries === 0 && left.textures === found[0].left.textures, JSON.stringify([used, left]));
      assert.deepEqual(diagnostics, []);
    }
    await browser.close(page);
  });

  test('figures share geometry, follow joints, and free what they have', async () => {
    const page = await browser.page('/index.html', { wait: '' });
    const found = await page.evaluate(async () => {
      const THREE = await import('three');
      const { Skelter, three_figure } = await import('/js/api.js');
      const skelter = await Skelter.load({ module: '/js/skelter-actors.js' });
      const scene = skelter.read(new Uint8Array(await (await fetch('mannequin.x')).arrayBuffer()), 'mannequin.x');
      const renderer = new THREE.WebGLRenderer();
      const camera = new THREE.PerspectiveCamera(40, 1, 0.1, 100);
      camera.position.set(0, 1, 6);
      const world = new THREE.Scene();
      const count = () => ({ geometries: renderer.info.memory.geometries, textures: renderer.info.memory.textures });
      const first = three_figure(THREE, scene, { texture: () => undefined });
      const draw = (figures) => {
        for (const { object } of figures) world.add(object);
        skelter.update(0);
        renderer.render(world, camera);
        return count();
      };
      // three.js keeps some resources for any such material; these exist before the test.
      const box = new THREE.Mesh(new THREE.BoxGeometry(), new THREE.MeshStandardMaterial());
      world.add(box);
      renderer.render(world, camera);
      box.removeFromParent();
      box.geometry.dispose();
      box.material.dispose();
      const none = count(), one = draw([first]);
      const figures = [first, ...Array.from({ length: 9 }, () => first.another())];
      figures.forEach((figure, i) => figure.object.position.setX(i / 4 - 1));
      const ten = draw(figures);
      // A box in the hand follows it: the matrix of the reference evaluator, transformed by the model's position.
      figures[3].actor.play('walk', { loop: 'loop' });
      const hand = figures[3].joint('right_hand');
      skelter.update(0.4);
      world.updateMatrixWorld();
      const node = scene.nodes.findIndex(({ name }) => name === 'right_hand');
      const expected = scene.world('walk', 0.4).slice(16 * node + 12, 16 * node + 15);
      const at = hand.matrixWorld.elements.slice(12, 15);
      const ray = new THREE.Raycaster(new THREE.Vector3(figures[0].object.position.x, 1.2, 5), new THREE.Vector3(0, 0, -1)).intersectObject(figures[0].object, true);
      for (const figure of figures) figure.dispose();
      renderer.render(world, camera);
      return { none, one, ten, end: count(), far: Math.hypot(at[0] - expected[0] + 0.25, at[1] - expected[1], at[2] - expected[2]), hit: ray.length > 0, diagnostics: first.diagnostics.map(({ message }) => message) };
    });
    assert.equal(found.ten.geometries, found.one.geometries, 'ten figures have the geometries of one');
    assert.ok(found.one.geometries > found.none.geometries);
    assert.deepEqual(found.end, found.none, 'nothing stays on the graphics card');
    assert.ok(found.far < 1e-3, `the hand is ${found.far} away`);
    assert.equal(found.hit, true, 'a ray meets the figure');
    assert.deepEqual(found.diagnostics, ['the picture mannequin.png was not given: "texture" gives pictures beside the file']);
    await browser.close(page);
  });
});
