"""What the figure keeps to: `/usr/bin/python3 docs/notes/character/measure.py`. Volumes and triangles over the ranges of joints; in all clips feet that
are down, seams, knees, hands."""
import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "art/helter"))
import clips
import figure
import skeleton as sk
from pose import Pose, matrix, skin, world

RANGES = {  # what bends, by how much at most, and the parts whose volume is measured, between planes across a bone (mm)
    "elbow": (lambda a: Pose().arm(("left_",), outward=45, elbow=a, curl=0, twist=0), 140, "upper arm and forearm",
              ("left_upper_arm", "left_elbow", "left_forearm")),
    "twist": (lambda a: Pose().arm(("left_",), outward=45, elbow=0, curl=0, twist=a), 90, "forearm", ("left_forearm", "left_wrist")),
    "wrist": (lambda a: Pose().arm(("left_",), outward=45, elbow=0, curl=0, wrist=a), 70, "wrist", ("left_wrist",)),
    "knee": (lambda a: Pose().leg(("left_",), knee=a), 130, "thigh and shin", ("left_thigh", "left_knee", "left_shin")),
    "ankle": (lambda a: Pose().leg(("left_",), foot=a), 40, "ankle", ("left_ankle",)),
    "toes": (lambda a: Pose().leg(("left_",), toes=-a), 45, "foot", ("left_foot", "left_toe_gap", "left_toes")),
    "curl": (lambda a: Pose().arm(("left_",), outward=45, elbow=0, curl=a), 95, "fingers",
             tuple(f"left_{f}_{p}" for f in ("index", "middle", "ring", "little", "thumb") for p in ("ball", "first", "middle", "second"))),
    "trunk": (lambda a: Pose().trunk(lean=a), 60, "trunk", ("waist", "abdomen", "chest", "pelvis"))}

def part_volume(mesh, p, start, end):
    """The volume that a part encloses; its open ends are closed by a fan around the centre of the rim."""
    inside = (mesh.tri[:, 0] >= start) & (mesh.tri[:, 0] < end)
    tri = mesh.tri[inside]
    edges = np.concatenate((tri[:, [0, 1]], tri[:, [1, 2]], tri[:, [2, 0]]))
    seen = set(map(tuple, edges))
    rim = np.array([e for e in edges if (e[1], e[0]) not in seen])
    o = p[start:end].mean(0)
    volume = np.einsum("ka,ka->k", p[tri[:, 0]] - o, np.cross(p[tri[:, 1]] - o, p[tri[:, 2]] - o)).sum() / 6
    if len(rim):
        # each loop of the rim apart
        follow = {a: b for a, b in rim}
        while follow:
            loop = [next(iter(follow))]
            while loop[-1] in follow:
                loop.append(follow.pop(loop[-1]))
            q = p[loop[:-1]] - o
            c = q.mean(0)
            volume += np.einsum("a,ka->k", c, np.cross(np.roll(q, -1, 0), q)).sum() / 6
    return volume

def joints(mesh):
    lines = []
    for name, (pose_at, limit, what, parts) in RANGES.items():
        ranges = [(n, a, b) for n, a, b in mesh.parts if n in parts]
        rest = {n: part_volume(mesh, mesh.p, a, b) for n, a, b in ranges}
        normals = mesh.face_normals(mesh.p)
        sizes = np.linalg.norm(normals, axis=1)
        for method in (True, False):
            worst, turned = (0.0, "", 0), 0
            for angle in np.linspace(limit / 4, limit, 4):
                pose = pose_at(angle)
                p = skin(mesh, pose, method)
                for n, a, b in ranges:
                    change = part_volume(mesh, p, a, b) / rest[n] - 1
                    if abs(change) > abs(worst[0]):
                        worst = (change, n, angle)
                # against the normal carried along by the weights of its vertices
                m = np.array([matrix(x) for x in world(pose)[0]])
                carried = np.einsum("vj,jab->vab", mesh.w[mesh.tri[:, 0]] + mesh.w[mesh.tri[:, 1]] + mesh.w[mesh.tri[:, 2]], m)
                carried = np.einsum("vab,vb->va", carried, normals)
                over = (np.einsum("va,va->v", carried, mesh.face_normals(p)) < 0) & (sizes > 1e-9)
                turned = max(turned, int(over.sum()))
            lines.append(f"{name:6} to {limit:3} degrees, {'dual quaternions' if method else 'linear':16}: volume {worst[0] * 100:+6.1f} % "
                         f"({worst[1]} at {worst[2]:.0f}), triangles turned over {turned}")
    return lines

NAMES = [name for name, _, _ in sk.skeleton()]
TREADMILL = {"walk": 1.05, "run": 2.9}
PARTS = ("left_arm", "right_arm", "left_leg", "right_leg", "body", "wave_left_arm")
LOOPS = {"walk", "run", "idle", "fall", "lean_left", "lean_right"} | {t[0] for t in clips.TRAVEL}

def at(keys, t):
    times = [k[0] for k in keys]
    k = min(max(int(np.searchsorted(times, t)) - 1, 0), len(keys) - 2) if len(keys) > 1 else 0
    if len(keys) == 1:
        return np.asarray(keys[0][1])
    u = min(max((t - times[k]) / (times[k + 1] - times[k]), 0), 1)
    return np.asarray(keys[k][1]) * (1 - u) + np.asarray(keys[k + 1][1]) * u

def pose_at(clip, t):
    pose = Pose()
    for joint, keys in clip[1].items():
        q = at(keys, t)
        pose[joint] = q / np.linalg.norm(q)
    pose.move = at(clip[2]["pelvis"], t) - sk.PELVIS
    return pose

def motion(clip, mesh, hands, body, rate=120):
    """Slip of feet (mm), the least bend of a knee (degrees), how near a hand comes to trunk and legs (mm)."""
    name, end = clip[0], max(k[-1][0] for k in clip[1].values())
    slip, bend, near, since = 0.0, 180.0, 1e9, {}
    for k in range(round(end * rate) + 1):
        t = k / rate
        pose = pose_at(clip, t)
        q, move = world(pose)
        for side, sign in (("left_", 1), ("right_", -1)):
            shin = pose.get(side + "shin", np.array((0, 0, 0, 1.0)))
            bend = min(bend, np.degrees(2 * np.arctan2(shin[0] * np.sign(shin[3]), abs(shin[3]))))
            for what, joint, point, height in (("heel", "foot", clips.HEEL, 0), ("toes", "toes", sk.TOES, sk.TOES[1])):
                j = NAMES.index(side + joint)
                p = matrix(q[j]) @ (point * (sign, 1, 1)) + move[j] + (0, 0, TREADMILL.get(name, 0) * t)
                if abs(p[1] - height) > 0.0003:  # in the air
                    since.pop((side, what), None)
                else:
                    first = since.setdefault((side, what), p)
                    slip = max(slip, 1e3 * np.hypot(p[0] - first[0], p[2] - first[2]))
        if k % 6 == 0:
            p = skin(mesh, pose, False)
            gap = np.linalg.norm(p[hands][:, None] - p[body][None], axis=2)
            close = gap.argmin(1)
            away = np.einsum("va,va->v", p[hands] - p[body[close]], np.einsum("vj,jab,vb->va", mesh.w[body[close]], np.array([matrix(x) for x in q]), mesh.n[body[close]]))
            near = min(near, 1e3 * float((gap.min(1) * np.where(away < 0, -1, 1)).min()))
    return slip, bend, near, end

def main():
    mesh = figure.build(0.80)
    print("\n".join(joints(mesh)))
    part = np.empty(len(mesh.p), object)
    for n, a, b in mesh.parts:
        part[a:b] = n
    hands = np.nonzero([("palm" in n or any(f in n for f in sk.FINGERS)) for n in part])[0][::10]
    body = np.nonzero([any(x in n for x in ("pelvis", "waist", "abdomen", "chest", "thigh", "hip_ball")) for n in part])[0]
    for clip in clips.make():
        if clip[0] in PARTS:
            continue
        slip, bend, near, end = motion(clip, mesh, hands, body)
        a, b = (skin(mesh, pose_at(clip, t), False) for t in (0.0, end))
        ahead = (pose_at(clip, end).move - pose_at(clip, 0.0).move) * (0, 0, 1)
        seam = f"{1e3 * np.linalg.norm(b - ahead - a, axis=1).max():.3f} mm" if clip[0] in LOOPS else "no loop"
        print(f"{clip[0]:11}: slip of feet {slip:4.1f} mm, seam {seam}, knees at least {bend:+5.1f} degrees, hands {near:5.1f} mm away")

main()
