// Models in three.js: the image must match that of three.js' own loader and mixer, which share no code with
// ours.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { build } from 'esbuild';
import { short_glue } from '../glue.mjs';
import { Browser, bytes, missing, root, site, web } from './browser.mjs';
import { morphed_glb } from './keyed_gltf.mjs';

const corpus = process.env.SKELTER_CORPUS ?? join(root, '../shared/corpus');
const figures = {
  'gltf/KayKit_Knight.glb': 'Walking_A', 'gltf/RobotExpressive.glb': 'Walking', 'wild/quaternius/Leela.glb': 0, 'gltf/Fox.glb': 'Run',
};
// Fox has no normals. three.js computes normals of the deformed triangles; ours are computed at rest and then
// skinned.
const most_different = { 'gltf/Fox.glb': 0.05 };
const without = missing() || (!existsSync(join(site, 'skelter-actors.wasm')) && `${site} has no skelter-actors.wasm`);

// A triangle with a texture for every map, a colour and morph targets. Images are embedded, external, or
// missing.
function textured_gltf(picture) {
  const floats = [0, 0, 0, 1, 0, 0, 0, 1, 0, /* normals */ 0, 0, 1, 0, 0, 1, 0, 0, 1, /* uv */ 0, 0, 1, 0, 0, 1, /* colours */ 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, /* morph */ 0, 0, 1, 0, 0, 1, 0, 0, 1];
  const buffer = Buffer.from(new Float32Array(floats).buffer);
  const view = (byteOffset, byteLength) => ({ buffer: 0, byteOffset, byteLength });
  const accessor = (bufferView, type, more = {}) => ({ bufferView, type, componentType: 5126, count: 3, ...more });
  const json = (buffer_uri, images) => JSON.stringify({
    asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ name: 'leaf', mesh: 0 }],
    buffers: [{ byteLength: buffer.length, uri: buffer_uri }],
    bufferViews: [view(0, 36), view(36, 36), view(72, 24), view(96, 48), view(144, 36)],
    accessors: [accessor(0, 'VEC3', { min: [0, 0, 0], max: [1, 1, 0] }), accessor(1, 'VEC3'), accessor(2, 'VEC2'), accessor(3, 'VEC4'), accessor(4, 'VEC3', { min: [0, 0, 1], max: [0, 0, 1] })],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1, TEXCOORD_0: 2, COLOR_0: 3 }, targets: [{ POSITION: 4 }], material: 0 }], weights: [0.25] }],
    materials: [{ alphaMode: 'MASK', alphaCutoff: 0.3, emissiveFactor: [1, 1, 1], emissiveTexture: { index: 3 }, normalTexture: { index: 1, scale: 0.5 }, occlusionTexture: { index: 2, strength: 0.7 }, pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicRoughnessTexture: { index: 2 } } }],
    textures: images.map((_, source) => ({ source })), images: images.map((uri) => ({ uri })),
  });
  const inside = `data:application/octet-stream;base64,${buffer.toString('base64')}`;
  return { 'inside.gltf': json(inside, Array(4).fill(picture)), 'beside.gltf': json('a%20b/leaf.bin', Array(4).fill('a%20b/mannequin.png')), 'missing.gltf': json(inside, [picture, picture, picture, 'gone.png']), 'a b/leaf.bin': buffer };
}

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
    // Bundles the loader and the engine into one folder, as in the package.
    await build({ entryPoints: [join(web, 'src/three.ts'), join(web, 'src/index.ts')], bundle: true, splitting: true, format: 'esm', outdir: join(folder, 'dist'), logLevel: 'silent', external: ['three', './skelter*.js'] });
    writeFileSync(join(folder, 'dist/skelter-actors.js'), await short_glue(readFileSync(join(site, 'skelter-actors.js'), 'utf8')));
    cpSync(join(site, 'skelter-actors.wasm'), join(folder, 'dist/skelter-actors.wasm'));
    mkdirSync(join(folder, 'models/a b'), { recursive: true });
    cpSync(join(folder, 'mannequin.x'), join(folder, 'models/a b/hero.x'));
    cpSync(join(folder, 'mannequin.png'), join(folder, 'models/a b/mannequin.png'));
    const picture = `data:image/png;base64,${bytes('assets/mannequin.png').toString('base64')}`;
    for (const [name, gltf] of Object.entries(textured_gltf(picture))) writeFileSync(join(folder, 'models', name), gltf);
    writeFileSync(join(folder, 'models/wrong.gltf'), '{');
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
      // three.js keeps some resources for any material of this type. They are created before the test counts.
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
      // A box in the hand follows the hand: its position is that of the reference evaluator, transformed by
      // the model's position.
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
    assert.deepEqual(found.diagnostics, ['the image mannequin.png was not given; use "texture" for images next to the file']);
    await browser.close(page);
  });

  test('SkelterLoader loads what the file names, reports what is missing, and frees it', async () => {
    const page = await browser.page('/index.html', { wait: '' });
    const found = await page.evaluate(async () => {
      const THREE = await import('three');
      const { SkelterLoader } = await import('/dist/three.js');
      const { Skelter } = await import('/dist/index.js');
      const calls = [];
      const manager = new THREE.LoadingManager(() => calls.push('all'), (url) => calls.push(url), (url) => calls.push(`failed ${url}`));
      const progress = [];
      const loader = new SkelterLoader(manager).setPath('models/');
      const is_loader = loader instanceof THREE.Loader;
      const hero = await loader.loadAsync('a b/hero.x', ({ loaded, total }) => progress.push(loaded === total));
      await new Promise((done) => setTimeout(done));
      const hero_calls = calls.splice(0);
      const mesh_of = (figure) => figure.object.getObjectByProperty('isMesh', true);
      const looks = {};
      for (const name of ['inside.gltf', 'beside.gltf', 'missing.gltf']) {
        const figure = await loader.loadAsync(name);
        const mesh = mesh_of(figure), { material, geometry } = mesh;
        figure.actor.update(0);
        figure.object.updateMatrixWorld();
        const width = (map) => map?.image?.width ?? 0;
        looks[name] = {
          maps: [material.map, material.normalMap, material.aoMap, material.metalnessMap, material.emissiveMap].map(width),
          spaces: [material.map, material.normalMap, material.emissiveMap].map((map) => map?.colorSpace),
          numbers: [material.alphaTest, material.normalScale.x, material.aoMapIntensity], colors: material.vertexColors && [...geometry.attributes.color.array.slice(0, 4)],
          morph: [...mesh.morphTargetInfluences], diagnostics: figure.diagnostics.map(({ message }) => message), notes: figure.scene.diagnostics.map(({ message }) => message),
        };
        figure.dispose();
      }
      const failed = [];
      for (const name of ['gone.x', 'wrong.gltf']) await loader.loadAsync(name).catch((error) => failed.push(error.name, error.message));
      await new Promise((done) => loader.load('gone.x', () => failed.push('?'), undefined, () => done(failed.push('called'))));

      // Loads the same model again and again with a separate engine. Its memory must not grow.
      const skelter = await Skelter.load(), sizes = [];
      loader.setEngine(skelter);
      const renderer = new THREE.WebGLRenderer(), world = new THREE.Scene(), camera = new THREE.PerspectiveCamera(40, 1, 0.1, 100);
      camera.position.set(0, 1, 6);
      let used, left;
      for (let i = 0; i < 12; ++i) {
        const figure = await loader.loadAsync('a b/hero.x');
        const figures = [figure, figure.another(), figure.another()];
        figures.forEach(({ object, actor }) => (world.add(object), actor.play('walk', { loop: 'loop' })));
        skelter.update(0.1);
        renderer.render(world, camera);
        used = { ...renderer.info.memory, scenes: 1 };
        const meshes = figures.map(mesh_of);
        if (meshes.some(({ geometry, material }) => geometry !== meshes[0].geometry || material !== meshes[0].material)) throw new Error('not shared');
        figures[0].dispose();
        figures[1].dispose();
        if (figures[2].scene.evaluate('rest').length === 0) throw new Error('freed too early');
        figures[2].dispose();
        renderer.render(world, camera);
        left = { ...renderer.info.memory };
        sizes.push(skelter.engine.memory_bytes);
        let freed = false;
        try { figure.scene.evaluate('rest'); } catch { freed = true; }
        if (!freed || world.children.length > 0) throw new Error('not freed');
      }
      const walks = hero.actor.joint('right_hand');
      hero.dispose();
      return { is_loader, hero_calls, progress: progress.at(-1), hero: [hero.diagnostics.length, hero.scene.diagnostics.length, hero.object.isGroup, walks.length], looks, failed, sizes, used, left };
    });
    assert.equal(found.is_loader, true);
    assert.equal(found.hero_calls.at(-1), 'all', 'the manager is done when the figure is there');
    assert.equal(found.hero_calls.filter((url) => url === 'all').length, 1);
    for (const name of ['a b/hero.x', 'mannequin.png']) assert.ok(found.hero_calls.some((url) => decodeURIComponent(url).endsWith(name)), `${name} of ${found.hero_calls}`);
    assert.equal(found.progress, true);
    assert.deepEqual(found.hero, [0, 0, true, 16]);
    const { 'missing.gltf': lacking, ...complete } = found.looks;
    const width = complete['inside.gltf'].maps[0];
    assert.ok(width > 0);
    for (const look of Object.values(complete))
      assert.deepEqual({ ...look, numbers: look.numbers.map((value) => Math.round(value * 1e5) / 1e5) }, { maps: Array(5).fill(width), spaces: ['srgb', '', 'srgb'], numbers: [0.3, 0.5, 0.7], colors: [1, 0, 0, 1], morph: [0.25], diagnostics: [], notes: [] });
    assert.deepEqual(lacking.maps, [width, width, width, width, 0]);
    assert.deepEqual(lacking.diagnostics, ['the image gone.png could not be loaded from models/gone.png']);
    assert.equal(found.failed.length, 5, found.failed.join(' | '));
    assert.match(found.failed[1], /404/);
    assert.deepEqual([found.failed[2], found.failed[4]], ['SkelterError', 'called']);
    assert.match(found.failed[3], /^wrong\.gltf/);
    assert.equal(found.sizes.at(-1), found.sizes[2], `the engine's memory: ${found.sizes}`);
    assert.ok(found.used.geometries > 0 && found.left.geometries === 0 && found.left.textures <= 1, JSON.stringify([found.used, found.left]));
    await browser.close(page, { quiet: false }); // the browser logs the missing files
  });
});
