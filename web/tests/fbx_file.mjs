// FBX data for tests: a file with numbers worked out by hand, and the files of the corpus with numbers from
// independent readers.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './browser.mjs';

const kSecond = 46186158000; // ticks

const property = (name, ...values) => `P: "${name}", "", "", "", ${values.join(', ')}\n`;

// A hip that moves from x = 0 to 4 within a second and is turned by 90 degrees about z, with a hand 3 above
// it. Units are decimetres.
export function hip_fbx() {
  const curve = (id, values) => `AnimationCurve: ${id}, "AnimCurve::", "" {
    KeyVer: 4008
    KeyTime: *2 { a: 0,${kSecond} }
    KeyValueFloat: *2 { a: ${values} }
    KeyAttrFlags: *1 { a: 4 }
    KeyAttrDataFloat: *4 { a: 0,0,0,0 }
    KeyAttrRefCount: *1 { a: 2 }
  }
`;
  return Buffer.from(`; FBX 7.4.0 project file
FBXHeaderExtension:  {
  FBXVersion: 7400
}
GlobalSettings:  {
  Properties70:  {
    ${property('UnitScaleFactor', 10)}
  }
}
Objects:  {
  Model: 1, "Model::Hip", "Null" {
    Properties70:  {
      ${property('Lcl Rotation', 0, 0, 90)}
    }
  }
  Model: 2, "Model::Hand", "Null" {
    Properties70:  {
      ${property('Lcl Translation', 0, 3, 0)}
    }
  }
  AnimationStack: 3, "AnimStack::slide", "" {
    Properties70:  {
      ${property('LocalStop', kSecond)}
    }
  }
  AnimationLayer: 4, "AnimLayer::base", "" {
  }
  AnimationCurveNode: 5, "AnimCurveNode::T", "" {
    Properties70:  {
      ${property('d|X', 0)}${property('d|Y', 0)}${property('d|Z', 0)}
    }
  }
  ${curve(6, '0,4')}
}
Connections:  {
  C: "OO", 1, 0
  C: "OO", 2, 1
  C: "OO", 4, 3
  C: "OO", 5, 4
  C: "OP", 5, 1, "Lcl Translation"
  C: "OP", 6, 5, "d|X"
}
`);
}

// Position of the hand in the middle of the clip. The hip is at x = 2, and its y axis points to -x.
export const hand_at_half = [-1, 0, 0];

// A node that is its own parent, and the command's output about it.
export const circle_fbx = () => Buffer.from(hip_fbx().toString().replace('C: "OO", 1, 0', 'C: "OO", 1, 2'));

const corpus = join(process.env.SKELTER_CORPUS ?? join(root, '../shared/corpus'), 'fbx');
export const no_corpus = !existsSync(join(corpus, 'expected.json')) && 'no corpus';
export const corpus_file = (name) => join(corpus, name);

// Files of the corpus with those of their clips that have curves, and with node matrices by name. A matrix is
// 12 numbers: three axes and the position.
export function expected_fbx() {
  const { files } = JSON.parse(readFileSync(join(corpus, 'expected.json'), 'utf8'));
  return Object.entries(files)
    .filter(([, { handedness = 'right' }]) => handedness === 'right')
    .map(([name, { nodes, clips, rest }]) => {
      const once = nodes.flatMap(({ name }, i) => (name && nodes.filter((node) => node.name === name).length === 1 ? [i] : []));
      const world = ({ ours, file }) => Object.fromEntries(once.map((i) => [nodes[i].name, (ours ?? file).world[i]]));
      const places = [rest, ...clips.flatMap(({ moments = [] }) => moments)].flatMap((pose) => Object.values(world(pose)).map((numbers) => numbers.slice(9))).filter((place) => !place.includes(null));
      const middle = [0, 1, 2].map((i) => places.reduce((sum, place) => sum + place[i], 0) / places.length);
      return {
        name, rest: world(rest),
        extent: Math.max(...places.map((place) => Math.hypot(...place.map((value, i) => value - middle[i])))) || 1,
        clips: clips.filter(({ curves }) => curves > 0).map(({ name, duration_s, moments = [] }) => ({ name, duration_s, moments: moments.map((moment) => ({ time_s: moment.time_s, world: world(moment) })) })),
      };
    });
}

// Largest distance between matrices and those of expected_fbx(). Distances of positions are relative to the
// file's extent. `places` contains the index of each node by name.
export function farthest(world, places, expected, extent) {
  const entries = Object.entries(expected).filter(([, numbers]) => !numbers.includes(null));
  let worst = 0;
  for (const [name, numbers] of entries) {
    const index = places.get(`${name} scale`) ?? places.get(name);
    assert.notEqual(index, undefined, name);
    for (const [i, row] of [12, 13, 14].entries()) worst = Math.max(worst, Math.abs(world[16 * index + row] - numbers[9 + i]) / extent);
    for (const [axis, first] of [0, 4, 8].entries()) {
      const length = Math.hypot(...numbers.slice(3 * axis, 3 * axis + 3)) || 1;
      for (let i = 0; i < 3; ++i) worst = Math.max(worst, Math.abs(world[16 * index + first + i] - numbers[3 * axis + i]) / length);
    }
  }
  return worst;
}
