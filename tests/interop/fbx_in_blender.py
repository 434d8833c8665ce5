"""Converts FBX files of the corpus to .glb, imports these into Blender, and compares the heads of all bones and the
origins of all objects with the numbers of other readers (expected.json), at rest and at five times per clip.

    blender -b --factory-startup --python-exit-code 1 --python fbx_in_blender.py -- SKELTER CORPUS/fbx OUT [PART_OF_NAME]

The .glb files stay in the folder OUT. Prints one line per file: the largest distance, relative to the size of the file.
Fails above 1e-4.
"""
import contextlib
import io
import json
import os
import struct
import subprocess
import sys

import bpy
import numpy

numpy.bool = bool  # removed in numpy 1.24 and still used by the importer of Blender 3.4

BOUND = 1e-4
FEWEST_FILES = 40
FRAMES_PER_SECOND = 1000

skelter, corpus, out, *part = sys.argv[sys.argv.index('--') + 1:]


def side(moment):
    """Right-handed with +Y up."""
    return moment.get('ours') or moment['file']


def points(moment):
    yield from (matrix[9:12] for matrix in side(moment)['world'])
    for vertices in side(moment).get('vertices', {}).values():
        yield from vertices


def size_of(file):
    """The longest edge of the box around everything."""
    found = list(points(file['rest']))
    for clip in file['clips']:
        for moment in clip.get('moments', []):
            found += points(moment)
    edges = [max(p[i] for p in found) - min(p[i] for p in found) for i in range(3)] if found else [0]
    return max(edges) or 1


def without_animations(glb):
    length = struct.unpack_from('<I', glb, 12)[0]
    scene = json.loads(glb[20:20 + length])
    names = [animation.get('name') for animation in scene.pop('animations', [])]
    text = json.dumps(scene).encode()
    text += b' ' * (-len(text) % 4)
    body = struct.pack('<I', len(text)) + b'JSON' + text + glb[20 + length:]
    return b'glTF' + struct.pack('<II', 2, 12 + len(body)) + body, names


def load(path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = FRAMES_PER_SECOND
    with contextlib.redirect_stdout(io.StringIO()):
        bpy.ops.import_scene.gltf(filepath=path)
    return bpy.context.scene


def places(scene):
    """By name; bones win over objects of the same name."""
    found = {o.name: o.matrix_world.translation.copy() for o in scene.objects}
    for armature in armatures(scene):
        for bone in armature.pose.bones:
            found[bone.name] = armature.matrix_world @ bone.head
    return found


def armatures(scene):
    return [o for o in scene.objects if o.type == 'ARMATURE']


class Check:
    def __init__(self, file):
        self.file = file
        self.size = size_of(file)
        self.worst, self.where, self.seen = 0, '', set()
        names = [node['name'] for node in file['nodes']]
        self.nodes = {name: i for i, name in enumerate(names) if name and names.count(name) == 1}

    def compare(self, found, moment, when):
        for name in self.nodes.keys() & found.keys():
            x, y, z = side(moment)['world'][self.nodes[name]][9:12]
            metres = self.file['metres_per_unit']
            want = (x * metres, -z * metres, y * metres)  # Blender's +Z is up
            error = max(abs(a - b) for a, b in zip(found[name], want)) / (self.size * metres)
            self.seen.add(name)
            if not error <= self.worst:
                self.worst, self.where = error, f'{name} {when}'


def check_clips(scene, rest, check, names):
    animated = [o for o in scene.objects if o.animation_data]
    for o in animated:
        o.animation_data.action = None
        for track in o.animation_data.nla_tracks:
            track.mute = True
    compared = 0
    for clip in check.file['clips']:
        moments = clip.get('moments', [])[1:6]
        if clip['name'] not in names or not moments:
            continue
        for o in scene.objects:
            o.matrix_basis = rest[o.name]
        for armature in armatures(scene):
            for bone in armature.pose.bones:
                bone.matrix_basis = rest[armature.name, bone.name]
        for o in animated:
            actions = {track.name: track.strips[0].action for track in o.animation_data.nla_tracks}
            o.animation_data.action = actions.get(clip['name'])
        for moment in moments:
            frame = moment['time_s'] * FRAMES_PER_SECOND
            scene.frame_set(int(frame // 1), subframe=frame % 1)
            check.compare(places(scene), moment, f"in {clip['name']} at {moment['time_s']:g} s")
        compared += 1
    return compared


def check_file(name, file):
    glb = os.path.join(out, os.path.basename(name) + '.glb')
    subprocess.run([skelter, 'convert', os.path.join(corpus, name), glb, '--force', '--quiet'], check=True)
    with open(glb, 'rb') as stream:
        rest_bytes, clips = without_animations(stream.read())
    rest_glb = os.path.join(out, 'rest.tmp')
    with open(rest_glb, 'wb') as stream:
        stream.write(rest_bytes)
    check = Check(file)
    scene = load(rest_glb)
    os.remove(rest_glb)
    rest = {o.name: o.matrix_basis.copy() for o in scene.objects}
    for armature in armatures(scene):
        for bone in armature.pose.bones:
            rest[armature.name, bone.name] = bone.matrix_basis.copy()
    check.compare(places(scene), file['rest'], 'at rest')
    bones = sum(len(armature.pose.bones) for armature in armatures(scene))
    compared = check_clips(load(glb), rest, check, clips)
    verdict = 'ok' if check.worst <= BOUND else 'FAR'
    print(f'{verdict:4} {check.worst:.1e}  {name}: {len(check.seen)} of {len(file["nodes"])} nodes, {bones} bones, '
          f'{compared} clips  {check.where}', flush=True)
    return check.worst <= BOUND, bones > 0


def main():
    with open(os.path.join(corpus, 'expected.json')) as stream:
        files = json.load(stream)['files']
    files = {n: f for n, f in files.items() if f.get('handedness') != 'left' and (not part or part[0] in n)}
    os.makedirs(out, exist_ok=True)
    results = [check_file(name, file) for name, file in files.items()]
    good = sum(fine for fine, _ in results)
    print(f'{good} of {len(results)} files within {BOUND:g} in Blender {bpy.app.version_string}, '
          f'{sum(has_bones for _, has_bones in results)} with bones', flush=True)
    if good < len(results) or (not part and good < FEWEST_FILES):
        raise SystemExit(1)


main()
