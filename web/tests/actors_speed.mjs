// Prints the cost of characters in a page, compared with three.js' AnimationMixer and with the same work
// natively: node tests/actors_speed.mjs. This is not a test, because times depend on the machine. Both sides
// are measured alternately, in one page, on the same models.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser, bytes, root, site, web } from './browser.mjs';

const corpus = process.env.SKELTER_CORPUS ?? join(root, '../shared/corpus');
const folder = mkdtempSync(join(tmpdir(), 'skelter-speed-'));
const figures = { 'KayKit_Knight.glb': ['Idle', 'Walking_A'], 'RobotExpressive.glb': ['Walking', 'Running'] };
for (const name of ['three.module.js', 'three.core.js']) cpSync(join(web, 'node_modules/three/build', name), join(folder, name));
mkdirSync(join(folder, 'jsm'));
for (const path of ['loaders', 'utils']) cpSync(join(web, 'node_modules/three/examples/jsm', path), join(folder, 'jsm', path), { recursive: true });
for (const name of ['js', 'skelter-actors.js', 'skelter-actors.wasm']) cpSync(join(site, name), join(folder, name === 'js' ? 'js' : `js/${name}`), { recursive: true });
for (const name of Object.keys(figures)) cpSync(join(corpus, 'gltf', name), join(folder, name));
for (const name of ['mannequin.x']) writeFileSync(join(folder, name), bytes(`assets/${name}`));
writeFileSync(join(folder, 'index.html'), '<!doctype html><script type="importmap">{"imports": {"three": "./three.module.js"}}</script><script type="module">window.ready = true;</script>');

// Cross-origin isolated pages have a finer clock.
const headers = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
const browser = await Browser.start(folder, { policy: null, headers });
try {
  const page = await browser.page('/index.html', { wait: '' });
  for (const [name, clips] of Object.entries(figures)) {
    const found = await page.evaluate(async ([file, [one, other]]) => {
      const THREE = await import('three');
      const { GLTFLoader } = await import('/jsm/loaders/GLTFLoader.js');
      const { clone } = await import('/jsm/utils/SkeletonUtils.js');
      const { Skelter, three_figure } = await import('/js/api.js');
      const kCount = 200, kFrames = 240, kStep = 1 / 60;
      const file_bytes = await (await fetch(file)).arrayBuffer();
      const timed = (work) => {
        const begin = performance.now();
        const made = work();
        return [performance.now() - begin, made];
      };
      const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

      const gltf = await new GLTFLoader().parseAsync(file_bytes.slice(0), '');
      const action = (mixer, name) => mixer.clipAction(THREE.AnimationClip.findByName(gltf.animations, name));
      const skelter = await Skelter.load({ module: '/js/skelter-actors.js' });
      const figure = three_figure(THREE, skelter.read(new Uint8Array(file_bytes), file));
      await figure.ready;
      figure.actor.play(one, { loop: 'loop' });
      skelter.update(0);
      figure.actor.play(other, { loop: 'loop' });
      skelter.update(0); // all clips are compiled

      for (let i = 0; i < 50; ++i) { // warms up until the browser has compiled both sides
        clone(gltf.scene);
        figure.another().dispose();
      }
      const [clone_ms, clones] = timed(() => Array.from({ length: kCount }, () => clone(gltf.scene)));
      const [figures_ms, figures] = timed(() => Array.from({ length: kCount }, () => figure.another()));
      figure.dispose();
      const skeletons = (objects) => objects.map((object) => {
        const found = new Set();
        object.traverse((child) => void (child.isSkinnedMesh && found.add(child.skeleton)));
        return [...found];
      });
      const theirs = { objects: clones, skeletons: skeletons(clones), mixers: clones.map((object) => new THREE.AnimationMixer(object)) };
      const ours = { objects: figures.map(({ object }) => object), skeletons: skeletons(figures.map(({ object }) => object)) };
      const draw_is_near = ({ objects, skeletons }) => {
        for (let i = 0; i < objects.length; ++i) {
          objects[i].updateMatrixWorld();
          for (const skeleton of skeletons[i]) skeleton.update();
        }
      };
      const their_frame = () => {
        for (const mixer of theirs.mixers) mixer.update(kStep);
        draw_is_near(theirs);
      };
      const our_frame = () => {
        skelter.update(kStep);
        draw_is_near(ours);
      };
      const measure = () => {
        const times = [[], []];
        for (let i = 0; i < kFrames; ++i)
          [their_frame, our_frame].forEach((frame, side) => {
            const [ms] = timed(frame);
            if (i >= kFrames / 4) times[side].push(ms / kCount);
          });
        return times.map(median);
      };
      theirs.mixers.forEach((mixer, i) => { action(mixer, one).play().time = i / kCount; });
      figures.forEach(({ actor }, i) => actor.play(one, { loop: 'loop', start_s: i / kCount }));
      const [their_clip, our_clip] = measure();
      // A fade that is longer than the measurement.
      for (const mixer of theirs.mixers) action(mixer, other).play().crossFadeFrom(action(mixer, one), 1000, false);
      for (const { actor } of figures) actor.play(other, { loop: 'loop', fade_s: 1000 });
      const [their_fade, our_fade] = measure();
      return { clone_ms, figures_ms, their_clip, our_clip, their_fade, our_fade };
    }, [name, clips]);
    const row = (what, theirs, ours, unit) => console.log(`${name}, ${what}: ${ours.toFixed(4)} ${unit}, three.js ${theirs.toFixed(4)}, ratio ${(theirs / ours).toFixed(1)}`);
    row('making 200', found.clone_ms, found.figures_ms, 'ms');
    row('one clip, a character and frame', found.their_clip, found.our_clip, 'ms');
    row('a fade of two', found.their_fade, found.our_fade, 'ms');
  }

  // The mannequin in a fade between two clips, in the page and natively (bench/actor.cpp): the same clips at
  // the same times, up to model matrices and palettes. The page also copies its palettes into one array. Runs
  // alternate.
  const native = join(root, 'build/release/bin/bench_actor');
  const middle = (values) => values.sort((a, b) => a - b)[values.length >> 1];
  for (const [what, count, is_crowd] of [['actor', 1, false], ['actors', 200, false], ['members of a crowd', 200, true]]) {
    await page.evaluate(async ([count, is_crowd]) => {
      const { Skelter } = await import('/js/api.js');
      const skelter = await Skelter.load({ module: '/js/skelter-actors.js' });
      const scene = skelter.read(new Uint8Array(await (await fetch('mannequin.x')).arrayBuffer()), 'mannequin.x');
      const start = (play, i) => {
        play('walk', { loop: 'loop', start_s: i / count });
        play('run', { loop: 'loop', fade_s: 1000 });
      };
      if (is_crowd) {
        const crowd = scene.crowd({ count });
        for (let i = 0; i < count; ++i) start((...args) => crowd.play(i, ...args), i);
      } else {
        const first = scene.actor();
        [first, ...Array.from({ length: count - 1 }, () => first.another())].forEach((actor, i) => start((...args) => actor.play(...args), i));
      }
      // A sample is 200 updates, which is so short that few samples are interrupted. The clock has steps of 5
      // us.
      window.samples = (length) => Array.from({ length }, () => {
        const begin = performance.now();
        for (let frame = 0; frame < 200 / count; ++frame) skelter.update(1 / 60);
        return ((performance.now() - begin) * 1000) / 200;
      });
      for (let i = 0; i < 40; ++i) { // until other threads of the browser have compiled the code
        window.samples(100);
        await new Promise((done) => setTimeout(done, 50));
      }
    }, [count, is_crowd]);
    const in_page_us = [], native_us = [], sse4_us = [];
    for (let run = 0; run < 5; ++run) {
      in_page_us.push(middle(await page.evaluate(() => window.samples(2000))));
      if (!existsSync(native)) continue;
      const text = execFileSync(native, ['--characters', String(count)], { encoding: 'utf8' });
      const found = /character: ([\d.]+) .*SSE4 ([\d.]+)/.exec(text);
      native_us.push(Number(found[1]));
      sse4_us.push(Number(found[2]));
    }
    const [ours, theirs, narrow] = [in_page_us, native_us, sse4_us].map(middle);
    console.log(`${count} ${what} in a fade of two clips of the mannequin, us each: ${ours.toFixed(3)} in the page, natively ${
      theirs ? `${theirs.toFixed(3)}, ratio ${(ours / theirs).toFixed(2)}; by SSE4 ${narrow.toFixed(3)}, ratio ${(ours / narrow).toFixed(2)}` : `not measured: ${native} is not built (-DSKELTER_BENCH=ON)`}`);
  }
} finally {
  await browser.stop();
  rmSync(folder, { recursive: true, force: true });
}
