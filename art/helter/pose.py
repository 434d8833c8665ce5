"""Poses by what people do, and skinning by both methods."""
import numpy as np

import skeleton as sk

I = np.array((0.0, 0, 0, 1))

def turn(axis, degrees):
    a = np.radians(degrees) / 2
    return np.append(np.asarray(axis, float) / np.linalg.norm(axis) * np.sin(a), np.cos(a))

def mul(a, b):
    return np.append(a[3] * b[:3] + b[3] * a[:3] + np.cross(a[:3], b[:3]), a[3] * b[3] - a[:3] @ b[:3])

def arc(a, b):
    """The shortest rotation of one direction to the other."""
    return turn(np.cross(a, b), np.degrees(np.arctan2(np.linalg.norm(np.cross(a, b)), a @ b)))

def half(q):
    q = q + I
    return q / np.linalg.norm(q)

def matrix(q):
    x, y, z, w = q
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)], [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                     [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])

class Pose(dict):
    """Local rotations by joint; `moves` are offsets of the pelvis."""

    def __init__(self):
        super().__init__()
        self.move = np.zeros(3)

    def put(self, side, joint, q):
        self[side + joint] = q if side == "left_" else q * (1, -1, -1, 1)

    def arm(self, sides=("left_", "right_"), forward=0, outward=8, roll=0, elbow=15, twist=0, wrist=0, curl=18, thumb=None, oppose=(), shrug=0, spread=0):
        x, z = (1, 0, 0), (0, 0, 1)
        clavicle = shrug + 0.25 * max(0, outward - 45)
        flex = np.cross(sk.ARM, sk.FRONT)
        upper = mul(mul(mul(turn(z, -clavicle), turn(x, -forward)), turn(z, outward - 45)), turn(sk.ARM, roll))
        for side in sides:
            self.put(side, "clavicle", turn(z, clavicle))
            self.put(side, "upper_arm", upper)
            self.put(side, "forearm", turn(flex, elbow))
            self.put(side, "elbow", turn(flex, elbow / 2))
            self.put(side, "forearm_twist", turn(sk.ARM, 0.6 * twist))
            self.put(side, "hand", mul(turn(sk.ARM, twist), turn(sk.FRONT, -wrist)))
            for k, finger in enumerate(sk.FINGERS):
                amount = curl * 0.35 if finger == "thumb" and thumb is None else thumb if finger == "thumb" else curl
                self.put(side, finger + "1", mul(turn(sk.OUT, spread * (2 - k)), turn(sk.FRONT, -amount)))
                self.put(side, finger + "2", turn(sk.FRONT, -amount))
            if oppose:  # the thumb lies over the bent fingers
                first = arc(sk.hand_axes(40, 32, -10), sk.hand_axes(*oppose[0]))
                self.put(side, "thumb1", first)
                self.put(side, "thumb2", arc(sk.hand_axes(30, 10, -6), matrix(first).T @ sk.hand_axes(*oppose[1])))
        return self

    def leg(self, sides=("left_", "right_"), hip=0, knee=0, foot=0, toes=0, out=0):
        for side in sides:
            thigh = mul(turn((0, 1, 0), out), turn((1, 0, 0), -hip))
            self.put(side, "thigh", thigh)
            self.put(side, "hip", half(thigh))
            self.put(side, "shin", turn((1, 0, 0), knee))
            self.put(side, "knee", turn((1, 0, 0), knee / 2))
            self.put(side, "foot", turn((1, 0, 0), foot))
            self.put(side, "toes", turn((1, 0, 0), toes))
        return self

    def trunk(self, lean=0, bend=0, yaw=0, head=0):
        for joint in ("spine1", "spine2", "spine3"):
            self[joint] = mul(mul(turn((0, 1, 0), yaw / 3), turn((1, 0, 0), lean / 3)), turn((0, 0, 1), bend / 3))
        self["neck"] = self["head"] = turn((1, 0, 0), head / 2)
        return self

def world(pose):
    """Rotation (as a quaternion) and translation of each joint against its rest pose."""
    rest, q, at = {}, {}, {}
    for name, parent, p in sk.skeleton():
        rest[name] = p
        local = pose.get(name, I)
        q[name] = mul(q[parent], local) if parent else local
        at[name] = at[parent] + matrix(q[parent]) @ (p - rest[parent]) if parent else p + pose.move
    return np.array([q[n] for n in rest]), np.array([at[n] - matrix(q[n]) @ rest[n] for n in rest])

def skin(mesh, pose, dual=True):
    q, t = world(pose)
    if not dual:
        m = np.array([matrix(x) for x in q])
        return np.einsum("vj,jab,vb->va", mesh.w, m, mesh.p, optimize=True) + mesh.w @ t
    d = np.array([0.5 * mul(np.append(b, 0), a) for a, b in zip(q, t)])
    pivot = q[mesh.bone[:, 0]]
    sign = np.where(np.einsum("vka,va->vk", q[mesh.bone], pivot) < 0, -1.0, 1.0) * mesh.share
    r, e = np.einsum("vk,vka->va", sign, q[mesh.bone]), np.einsum("vk,vka->va", sign, d[mesh.bone])
    n = np.linalg.norm(r, axis=1, keepdims=True)
    r, e = r / n, e / n
    v, w = r[:, :3], r[:, 3:]
    p = mesh.p + 2 * np.cross(v, np.cross(v, mesh.p) + w * mesh.p)
    return p + 2 * (w * e[:, :3] - e[:, 3:] * v + np.cross(v, e[:, :3]))

POSES = {"stand": Pose().arm(outward=12, elbow=18, curl=22), "fist": Pose().arm(outward=45, elbow=0, curl=95, oppose=((34, 12, -37), (2, -33, -9))),
    "open": Pose().arm(outward=45, elbow=0, curl=-8, thumb=-10, spread=6), "half": Pose().arm(outward=45, elbow=0, curl=45),
    "elbow": Pose().arm(outward=45, elbow=130, curl=30), "raise": Pose().arm(("left_",), outward=165, elbow=12).arm(("right_",), outward=90, elbow=0),
    "forward": Pose().arm(("left_",), forward=90, outward=10, elbow=5).arm(("right_",), forward=-40, outward=10, elbow=40),
    "knee": Pose().arm().leg(("left_",), hip=20, knee=130).leg(("right_",)),
    "crouch": Pose().arm(forward=60, outward=12, elbow=60).leg(hip=112, knee=128, foot=-16, out=20).trunk(lean=38, head=-30),
    "sit": Pose().arm(forward=20, elbow=50, outward=10).leg(hip=90, knee=90, foot=0),
    "back": Pose().arm().leg(("left_",), hip=-30, knee=20).leg(("right_",)).trunk(lean=-25, bend=15)}
POSES["crouch"].move = np.array((0, -0.59, -0.17))

def clips():
    """Every pose as a clip of two equal keys, for previews."""
    out = []
    for name, pose in POSES.items():
        move = {"pelvis": [(t, np.add(sk.PELVIS, pose.move)) for t in (0.0, 1.0)]} if pose.move.any() else {}
        out.append(("pose_" + name, {j: [(0.0, q), (1.0, q)] for j, q in pose.items()}, move))
    return out

def fist(mesh):
    """Moves the fingers of a closed, linearly skinned hand to where dual quaternions would have them; in rest space."""
    pose = POSES["fist"]
    part = np.zeros(len(mesh.p), bool)
    for name, a, b in mesh.parts:
        part[a:b] = name.split("_")[-1] == "middle" and name.count("_") == 2
    m = np.einsum("vj,jab->vab", mesh.w[part], np.array([matrix(q) for q in world(pose)[0]]))
    out = np.zeros_like(mesh.p)
    out[part] = np.linalg.solve(m, (skin(mesh, pose, True) - skin(mesh, pose, False))[part][..., None])[..., 0]
    return out
