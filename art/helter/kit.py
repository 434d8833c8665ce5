"""The modelling kit: tubes of swept rings, shells with rims and panel lines, plates, balls, normals, a .glb writer.

Tables are in millimetres, points in metres. A ring is given by four radii (front, back, out, in) around its centre, so
that every cross-section is made of four quarters of a superellipse.
"""
import json
import struct

import numpy as np

LIGHT, DARK = 0, 1

def unit(v):
    v = np.asarray(v, float)
    return v / np.linalg.norm(v)

def smooth(a, b, x):
    x = np.clip((x - a) / (b - a), 0, 1)
    return x * x * (3 - 2 * x)

def spline(t, y):
    """A natural cubic spline through the rows of y at t; straight beyond its ends."""
    t, y = np.asarray(t, float), np.asarray(y, float)
    n, h = len(t), np.diff(t)
    a, r = np.eye(n), np.zeros_like(y)
    for k in range(1, n - 1):
        a[k, k - 1:k + 2] = h[k - 1], 2 * (h[k - 1] + h[k]), h[k]
        r[k] = 6 * ((y[k + 1] - y[k]) / h[k] - (y[k] - y[k - 1]) / h[k - 1])
    m = np.linalg.solve(a, r)

    def at(x):
        x = np.asarray(x, float)
        k = np.clip(np.searchsorted(t, x) - 1, 0, n - 2)
        u, hk = (x - t[k])[..., None], h[k][..., None]
        slope = (y[k + 1] - y[k]) / hk - hk * (2 * m[k] + m[k + 1]) / 6
        inside = y[k] + u * (slope + u * (m[k] / 2 + u * (m[k + 1] - m[k]) / (6 * hk)))
        end = (y[k + 1] - y[k]) / hk + hk * (m[k] + 2 * m[k + 1]) / 6
        return np.where(u < 0, y[k] + u * slope, np.where(u > hk, y[k + 1] + (u - hk) * end, inside))
    return at

def dive(base, deep, part=0.25):
    """How far a soft part lies below the shells: deeper towards its ends, so that it does not come through them."""
    return lambda u: base - deep * (1 - smooth(0, part, u) * smooth(1, 1 - part, u))

def station(t, f, b, o, i, cf=0, cs=0, n=2, nb=None, a=None):
    return (t, t if a is None else a, f, b, o, i, cf, cs, n, n if nb is None else nb)

def dome(last, length, sign=1, steps=6, shrink=0):
    """Stations that close a tube after (or, with sign -1, before) `last` with a quarter of an ellipse."""
    t, a, f, b, o, i, cf, cs, n, nb = last
    out = []
    for k in range(1, steps + 1):
        angle = np.pi / 2 * k / steps
        c = max(np.cos(angle), 1e-3)
        out.append((t + sign * length * 1.4 * k / steps, a + sign * length * np.sin(angle), f * c, b * c, o * c, i * c, cf + shrink * (1 - c), cs, n, nb))
    return out[::sign]

class Tube:
    """A surface around an axis. t runs along it, phi around it: 0 front, 90 degrees out, 180 back, 270 in."""

    def __init__(self, origin, axis, front, side, stations, bumps=()):
        self.origin, self.axis, self.front, self.side = (np.asarray(v, float) for v in (origin, axis, front, side))
        table = np.array(stations, float)
        self.t0, self.t1 = table[0, 0], table[-1, 0]
        self.curve = spline(table[:, 0], table[:, 1:])
        self.bumps = bumps
        self.hand = np.sign(np.dot(np.cross(self.front, self.side), self.axis))

    def radius(self, t, phi):
        v = self.curve(t)
        c, s = np.cos(phi), np.sin(phi)
        ra = np.maximum(np.where(c >= 0, v[..., 1], v[..., 2]), 1e-3)
        rb = np.maximum(np.where(s >= 0, v[..., 3], v[..., 4]), 1e-3)
        n = np.where(c >= 0, v[..., 7], v[..., 8])
        r = (np.abs(c / ra) ** n + np.abs(s / rb) ** n) ** (-1 / n)
        for t0, phi0, st, sp, amount in self.bumps:
            d = (phi - phi0 + np.pi) % (2 * np.pi) - np.pi
            r = r + amount * np.exp(-((t - t0) / st) ** 2 - (d / sp) ** 2)
        return r, v

    def plain(self, t, phi, scale=1.0):
        t, phi = np.broadcast_arrays(np.asarray(t, float), np.asarray(phi, float))
        r, v = self.radius(t, phi)
        r = r * scale
        return self.origin + 1e-3 * (v[..., 0, None] * self.axis + (v[..., 5] + r * np.cos(phi))[..., None] * self.front
                                     + (v[..., 6] + r * np.sin(phi))[..., None] * self.side)

    def normal(self, t, phi):
        dt, dp = 0.4, 0.01
        n = np.cross(self.plain(t, phi + dp) - self.plain(t, phi - dp), self.plain(t + dt, phi) - self.plain(t - dt, phi))
        return n * self.hand / np.maximum(np.linalg.norm(n, axis=-1, keepdims=True), 1e-12)

    def point(self, t, phi, off=0.0, scale=1.0):
        off = np.broadcast_to(np.asarray(off, float), np.broadcast(t, phi).shape)
        return self.plain(t, phi, scale) + 1e-3 * off[..., None] * self.normal(t, phi)

class Mesh:
    def __init__(self, joints, quality=1.0):
        self.joints, self.quality = joints, quality
        self.index = {name: k for k, name in enumerate(joints)}
        self.p, self.w, self.faces, self.kinds, self.count, self.parts = [], [], [], [], 0, []
        self.shade = []

    def fine(self):
        return self.quality > 0.7

    def columns(self, n):
        return 2 * round(n * self.quality / 2) if self.fine() else 10 if n >= 28 else 8 if n >= 14 else 6

    def shares(self, shape, **parts):
        w = np.zeros(shape + (len(self.joints),))
        for name, value in parts.items():
            w[..., self.index[name]] += value
        return w

    def grid(self, name, p, w, kinds, hand, pole0=False, pole1=False, closed=True, shade=None):
        """Rows of rings; kinds: the material of every quad. A pole is a row drawn together to one vertex."""
        rows, cols = p.shape[:2]
        ids = np.arange(rows * cols).reshape(rows, cols)
        p, w = p.reshape(-1, 3), w.reshape(rows * cols, -1)
        shade = np.ones((rows * cols, 3)) if shade is None else shade.reshape(-1, 3)
        keep = np.ones(rows * cols, bool)
        for pole, row in ((pole0, 0), (pole1, rows - 1)):
            if pole:
                p[ids[row, 0]], w[ids[row, 0]] = p[ids[row]].mean(0), w[ids[row]].mean(0)
                keep[ids[row, 1:]] = False
                ids[row] = ids[row, 0]
        renumber = np.cumsum(keep) - 1 + self.count
        ids = renumber[ids]
        for r in range(rows - 1):
            for c in range(cols if closed else cols - 1):
                d = (c + 1) % cols
                q = [ids[r, c], ids[r, d], ids[r + 1, d], ids[r + 1, c]]
                q = q if hand > 0 else q[::-1]
                q = [v for k, v in enumerate(q) if v != q[k - 1]]
                self.faces.append(q)
                self.kinds.append(kinds[r, c] if np.ndim(kinds) == 2 else kinds)
        self.p.append(p[keep])
        self.w.append(w[keep])
        self.shade.append(shade[keep])
        self.parts.append((name, self.count, self.count + int(keep.sum())))
        self.count += int(keep.sum())

    def shell(self, name, tube, weights, rim0, rim1, rows, cols, kind=LIGHT, thick=4.0, bevel=1.3, off=0.0,
              ends=("lip", "lip"), lines=(), seams=(), phase=0.0, cap=0.9, warp=None, under=None, tint=1.0, cut=None):
        """A part of a tube between two rim curves.

        ends: `lip` turns the rim inwards, `open` stops, `cap` closes flat, `pole` closes in a point.
        lines: panel lines across, (u, width, depth, phi from, phi to). seams: lines along, (phi, width, depth, u from, u to).
        """
        fixed = [f if callable(f) else (lambda phi, f=f: f + 0 * phi) for f in (rim0, rim1)]
        if np.ndim(rows) == 0:
            rows = np.linspace(0, 1, int(rows) + 2)[1:-1]
        rows = list(rows)
        if self.quality < 1:
            rows = rows or [0.5]
            want = max(0 if len(rows) < 2 else 1, round(len(rows) * self.quality))
            rows = np.concatenate(([0], rows, [1]))
            rows = list(np.interp(np.linspace(0, len(rows) - 1, want + 2)[1:-1], range(len(rows)), rows))
            lines, seams = (lines, seams) if self.fine() else ((), ())
        spec = []  # u, dt, off, scale, line
        for u in rows:
            if all(abs(u - line[0]) > 1e-6 for line in lines):
                spec.append((u, 0, 0, 1, None))
        for line in lines:
            for dt, d in ((-1, 0), (0, 1), (1, 0)):
                spec.append((line[0], dt * line[1], d, 1, line))
        spec.sort(key=lambda s: (s[0], s[1]))
        ends_spec = []
        for end, u, s in ((ends[0], 0, 1), (ends[1], 1, -1)):
            if end == "lip":
                e = [(u, 0, -thick, 1, None), (u, s * bevel, 0, 1, None)]
                e = e if self.fine() and bevel else [e[0], (u, 0, 0, 1, None)]
            elif end == "cap":
                e = [(u, 0, 0, 1e-3, None), (u, 0, 0, 0.55, None), (u, 0, 0, cap, None), (u, s * 1.1, 0, 0.3 + 0.7 * cap, None), (u, s * 3.6, 0, 1, None)]
                e = e if self.fine() else [e[0], (u, 0, 0, 1, None)]
            else:
                e = [(u, 0, 0, 1, None)]
            ends_spec.append(e if s > 0 else e[::-1])
        spec = ends_spec[0] + spec + ends_spec[1]
        off = np.array([off(x[0]) if callable(off) else off for x in spec], float)[:, None]
        if not self.fine() and (kind == DARK or "open" in ends):
            off = off - 5 * (off < -1.5)  # coarse shells cut corners: what lies below them keeps away
        n = self.columns(cols)
        around = np.linspace(0, 2 * np.pi, 721)  # columns are evenly spaced on the middle ring
        middle = tube.plain((np.mean(fixed[0](around)) + np.mean(fixed[1](around))) / 2, around)
        length = np.append(0, np.cumsum(np.linalg.norm(np.diff(middle, axis=0), axis=1)))
        base = np.interp((np.arange(n) + phase) / n * length[-1], length, around) if self.fine() else 2 * np.pi * np.arange(n) / n
        columns = []  # phi, side, depth, seam
        for phi in base:
            if all(abs((phi - s[0] + np.pi) % (2 * np.pi) - np.pi) > 0.55 * 2 * np.pi / n for s in seams):
                columns.append((phi, 0, 0, None))
        for s in seams:
            for side, d in ((-1, 0), (0, 1), (1, 0)):
                columns.append((s[0] % (2 * np.pi), side * s[1], d, s))
        columns.sort(key=lambda c: (c[0], c[1]))
        phi0 = np.array([c[0] for c in columns])
        u = np.array([s[0] for s in spec])[:, None]
        t = fixed[0](phi0) + (fixed[1](phi0) - fixed[0](phi0)) * u + np.array([s[1] for s in spec])[:, None]
        t = t + (warp(u, phi0) if warp else 0)
        keep = np.array([s[3] for s in spec])[:, None]
        t = np.where(keep < cap - 1e-6, t.mean(1, keepdims=True) * (1 - keep) + t * keep, t)
        phi = np.broadcast_to(phi0, t.shape)
        side = np.array([c[1] for c in columns])
        phi = phi + side / np.maximum(tube.radius(t, phi)[0], 6)
        depth = np.array([0.0 if s[4] else s[2] for s in spec])[:, None] + np.zeros(t.shape) + off
        groove = np.zeros(t.shape)
        for r, s in enumerate(spec):
            if s[4] and s[2]:
                a, b = s[4][3:5] if len(s[4]) > 3 else (-9, 99)
                groove[r] = [s[4][2] * (a <= x <= b or a <= x - 2 * np.pi <= b) for x in phi0]
        for c, s in enumerate(columns):
            if s[2]:
                a, b = s[3][3:5] if len(s[3]) > 3 else (0, 1)
                within = (u[:, 0] >= a - 1e-9) & (u[:, 0] <= b + 1e-9)
                groove[:, c] = np.where(within, np.maximum(groove[:, c], s[3][2]), groove[:, c])
        shade = np.where(groove > 0, 0.06, 1.0) * np.array([0.04 if s[2] <= -thick and s[4] is None else 1 for s in spec])[:, None]
        depth = depth - np.where(depth < off - 0.01, np.minimum(groove, 0.3), groove)
        scale = np.array([s[3] for s in spec])[:, None] + np.zeros(t.shape)
        p = tube.point(t, phi, depth, scale)
        w = weights(t, phi, tube.plain(t, phi))
        shade = shade[..., None] * (tint(phi)[..., None] * np.ones(3) if callable(tint) else np.broadcast_to(tint, 3))
        if under:  # quads between these angles are of the other material
            between = phi0 + (np.append(phi0[1:], 2 * np.pi) - phi0) / 2
            kind = np.where((between > under[0]) & (between < under[1]), 1 - kind, kind) + np.zeros((len(spec) - 1, 1), int)
        if cut:  # what another part hides
            kind = np.where(cut(t[:-1], phi[:-1]) & cut(t[1:], phi[1:]) & np.roll(cut(t[:-1], phi[:-1]) & cut(t[1:], phi[1:]), -1, 1), -1, kind)
        if "cap" in ends:  # a flat end is a socket of the other material
            kind = np.where((s_cap := np.array([x[3] for x in spec]))[1:, None] * s_cap[:-1, None] < cap - 1e-6, DARK, kind) + np.zeros((1, len(phi0)), int)
        self.grid(name, p, w, kind, tube.hand, ends[0] in ("cap", "pole"), ends[1] in ("cap", "pole"), shade=shade)

    def plate(self, name, tube, weights, t0, phi0, dt, dphi, kind=LIGHT, rings=3, cols=20, rise=3.0, sink=3.0, power=2.4,
              dome_rise=0.0, bevel=1.0, shape=None, tint=1.0, inner=0.0):
        """A raised patch over a tube: an oval in (t, phi), with a bevelled rim."""
        cols = self.columns(cols)
        rings, rise = (round(rings * self.quality), rise) if self.fine() else (2 if rings > 3 else 1, rise + 1.5)
        def outline(theta):
            c, s = np.cos(theta), np.sin(theta)
            r = (np.abs(c) ** power + np.abs(s) ** power) ** (-1 / power)
            return r * c, r * s
        around = np.linspace(0, 2 * np.pi, 721)  # columns are evenly spaced on the rim
        c, s = outline(around)
        length = np.append(0, np.cumsum(np.hypot(np.diff(c) * dt, np.diff(s) * dphi * tube.radius(np.array(float(t0)), np.array(phi0))[0])))
        c, s = outline(np.interp(np.arange(cols) / cols * length[-1], length, around))
        rho = list(np.linspace(inner, 1, rings + 1))
        inset = bevel / max(dt, 1e-6)
        rows = [(k * (1 - inset), rise + dome_rise * (1 - k * k)) for k in rho]
        rows += [(1, rise - bevel), (1, -sink)] if self.fine() else [(1, -sink)]
        k, off = (np.array(x)[:, None] for x in zip(*rows))
        t, phi = t0 + dt * k * c, phi0 + dphi * k * s
        if shape:
            t, phi = shape(t, phi)
        p = tube.point(t, phi, off + 0 * t)
        self.grid(name, p, weights(t, phi, p), kind, tube.hand * np.sign(dt * dphi), inner == 0, False, shade=np.broadcast_to(tint, t.shape + (3,)))

    def lathe(self, name, centre, axis, profile, weights, cols=24, kind=LIGHT, tint=1.0):
        """A surface of revolution: profile rows (radius, height along the axis) in millimetres."""
        axis = unit(axis)
        u = unit(np.cross(axis, (0.3, 0.5, 0.8)))
        v = np.cross(axis, u)
        phi = np.arange(self.columns(cols)) / self.columns(cols) * 2 * np.pi
        r, h = (np.array(x, float)[:, None, None] for x in zip(*profile))
        p = np.asarray(centre) + 1e-3 * (h * axis + r * (np.cos(phi)[:, None] * u + np.sin(phi)[:, None] * v))
        self.grid(name, p, weights(*np.broadcast_arrays(h[..., 0], phi), p), kind, 1, profile[0][0] == 0, profile[-1][0] == 0, shade=np.broadcast_to(tint, p.shape))

    def mirror(self, rename):
        """Adds the mirror image of everything there is; rename gives the joint of the other side."""
        p, w = np.concatenate(self.p), np.concatenate(self.w)
        swap = [self.index[rename(name)] for name in self.joints]
        self.p.append(p * (-1, 1, 1))
        self.shade += list(self.shade)
        self.w.append(w[:, swap])
        n = self.count
        self.faces += [[v + n for v in reversed(f)] for f in self.faces]
        self.kinds += list(self.kinds)
        self.parts += [(rename(name), a + n, b + n) for name, a, b in self.parts]
        self.count += n

    def finish(self):
        """Triangles by material, normals weighted by area, at most four weights of a vertex."""
        self.p, self.w, self.shade = (np.concatenate(x) for x in (self.p, self.w, self.shade))
        tri, kind = [], []
        for face, k in zip(self.faces, self.kinds):
            if len(face) == 4:
                a, b, c, d = face
                if np.sum((self.p[a] - self.p[c]) ** 2) <= np.sum((self.p[b] - self.p[d]) ** 2):
                    tri += [(a, b, c), (a, c, d)]
                else:
                    tri += [(b, c, d), (b, d, a)]
                kind += [k, k]
            elif len(face) == 3:
                tri.append(tuple(face))
                kind.append(k)
        self.tri, self.kind = np.array(tri)[np.array(kind) >= 0], np.array(kind)[np.array(kind) >= 0]
        area = self.face_normals(self.p)
        good = np.linalg.norm(area, axis=1) > 1e-12
        self.tri, self.kind, area = self.tri[good], self.kind[good], area[good]
        self.set_normals()
        order = np.argsort(-self.w, axis=1)[:, :4]
        top = np.take_along_axis(self.w, order, 1)
        top[top < 0.004] = 0
        self.bone, self.share = np.where(top > 0, order, 0), top / top.sum(1, keepdims=True)
        self.w = np.zeros_like(self.w)
        np.put_along_axis(self.w, order, self.share, 1)

    def set_normals(self):
        area = self.face_normals(self.p)
        self.n = np.zeros_like(self.p)
        for k in range(3):
            np.add.at(self.n, self.tri[:, k], area)
        self.n /= np.maximum(np.linalg.norm(self.n, axis=1, keepdims=True), 1e-20)

    def face_normals(self, p):
        a, b, c = (p[self.tri[:, k]] for k in range(3))
        return np.cross(b - a, c - a) / 2

def occlusion(mesh, directions=64, cell=0.005, reach=0.09, samples=240000):
    """How open each vertex is to light from all sides, 0 to 1, by depth maps of evenly spread surface points."""
    k = np.arange(samples)
    area = np.linalg.norm(mesh.face_normals(mesh.p), axis=1)
    face = np.searchsorted(np.cumsum(area), (k + 0.5) / samples * area.sum())
    r = np.stack((k * 0.7548776662 % 1, k * 0.5698402910 % 1))
    r = np.where(r.sum(0) > 1, 1 - r, r)
    a, b, c = (mesh.p[mesh.tri[face, j]] for j in range(3))
    points = a + (b - a) * r[0][:, None] + (c - a) * r[1][:, None]
    eye = mesh.p + 0.002 * mesh.n
    hidden, total = np.zeros(len(eye)), np.zeros(len(eye))
    for j in range(directions):
        z = 1 - 2 * (j + 0.5) / directions
        turn = j * np.pi * (3 - np.sqrt(5))
        d = np.array((np.sqrt(1 - z * z) * np.cos(turn), z, np.sqrt(1 - z * z) * np.sin(turn)))
        u = unit(np.cross(d, (0.31, 0.52, 0.79)))
        v = np.cross(d, u)
        low, size = np.array((-2.2, -2.2)), int(4.4 / cell)

        def place(p):
            x = ((np.stack((p @ u, p @ v), 1) - low) / cell).astype(int)
            return x[:, 0] * size + x[:, 1]
        depth = points @ d
        order = np.argsort(depth, kind="stable")
        front = np.full(size * size, -9.0)
        front[place(points)[order]] = depth[order]
        gap = front[place(eye)] - eye @ d - 0.006
        light = np.maximum(mesh.n @ d, 0)
        hidden += light * np.where(gap > 0, np.exp(-gap / reach), 0)
        total += light
    open_ = 1 - hidden / np.maximum(total, 1e-9)
    for _ in range(2):  # smoothed over the edges
        near, count = np.zeros(len(eye)), np.zeros(len(eye))
        for p, q in ((0, 1), (1, 2), (2, 0)):
            np.add.at(near, mesh.tri[:, p], open_[mesh.tri[:, q]])
            np.add.at(count, mesh.tri[:, p], 1)
        open_ = 0.5 * open_ + 0.5 * near / np.maximum(count, 1)
    return open_

def write_glb(path, mesh, skeleton, materials, name, colors=None, clips=(), morphs=(), dark_colors=False, props=()):
    """skeleton: (name, parent, position) in order. clips: (name, {joint: [(time, quaternion xyzw)]}, {joint: [(time, place)]}) and
    perhaps the weights of the morphs, [(time, weights)]. The dark material has no colours, unless a format needs them everywhere.
    props: (name, mesh, place, joint or None, clip or None), rigid things; one with a clip is there in that clip only, and elsewhere too small to be seen."""
    blob, views, accessors, known = bytearray(), [], [], {}

    def accessor(data, kind, component, target=None, bounds=False):
        data = np.ascontiguousarray(data)
        key = (data.tobytes(), kind, component, target)
        if key in known:  # clips share their times, split clips also their keys
            return known[key]
        known[key] = len(accessors)
        while len(blob) % 4:
            blob.append(0)
        views.append({"buffer": 0, "byteOffset": len(blob), "byteLength": data.nbytes} | ({"target": target} if target else {}))
        blob.extend(data.tobytes())
        entry = {"bufferView": len(views) - 1, "componentType": component, "count": len(data), "type": kind}
        if bounds:
            flat = data.reshape(len(data), -1)
            entry |= {"min": flat.min(0).tolist(), "max": flat.max(0).tolist()}
        accessors.append(entry)
        return len(accessors) - 1

    f32 = np.float32
    def sparse(data):  # of a morph, only the vertices that it moves
        data = np.where(np.abs(data) < 4e-4, 0, data).astype(f32)
        moved = np.nonzero(np.abs(data).max(1))[0]
        entry = {"componentType": 5126, "count": len(data), "type": "VEC3", "min": data.min(0).tolist(), "max": data.max(0).tolist()}
        if len(moved):
            accessor(moved.astype(np.uint16), "SCALAR", 5123)
            accessor(data[moved], "VEC3", 5126)
            del accessors[-2:]
            known.clear()
            entry["sparse"] = {"count": len(moved), "indices": {"bufferView": len(views) - 2, "componentType": 5123}, "values": {"bufferView": len(views) - 1}}
        accessors.append(entry)
        return len(accessors) - 1

    def primitives(mesh, colors, morphs):  # each with vertices of its own, so that nobody stores the others' for it
        for k in sorted(set(mesh.kind)):
            used, tri = np.unique(mesh.tri[mesh.kind == k], return_inverse=True)
            attributes = {"POSITION": accessor(mesh.p[used].astype(f32), "VEC3", 5126, 34962, True), "NORMAL": accessor(mesh.n[used].astype(f32), "VEC3", 5126, 34962)}
            if mesh is figure:
                attributes |= {"JOINTS_0": accessor(mesh.bone[used].astype(np.uint8), "VEC4", 5121, 34962), "WEIGHTS_0": accessor(mesh.share[used].astype(f32), "VEC4", 5126, 34962)}
            if colors is not None and (k == LIGHT or dark_colors):
                attributes["COLOR_0"] = accessor(colors[used].astype(f32), "VEC3", 5126, 34962)
            yield ({"attributes": attributes, "material": int(k), "indices": accessor(tri.ravel().astype(np.uint16), "SCALAR", 5123, 34963)}
                   | ({"targets": [{"POSITION": sparse(d[used])} for _, d in morphs]} if morphs else {}))
    figure = mesh
    meshes = [{"name": name, "primitives": list(primitives(mesh, colors, morphs))}
              | ({"weights": [0] * len(morphs), "extras": {"targetNames": [m[0] for m in morphs]}} if morphs else {})]
    at = {n: k for k, (n, _, _) in enumerate(skeleton)}
    nodes = [{"name": n} for n, _, _ in skeleton]
    for n, parent, p in skeleton:
        origin = skeleton[at[parent]][2] if parent else np.zeros(3)
        nodes[at[n]]["translation"] = np.round(np.asarray(p) - origin, 9).tolist()
        if parent:
            nodes[at[parent]].setdefault("children", []).append(at[n])
    bind = np.tile(np.eye(4), (len(skeleton), 1, 1))
    bind[:, 3, :3] = [-np.asarray(p) for _, _, p in skeleton]
    skin = {"name": name, "joints": list(range(len(skeleton))), "inverseBindMatrices": accessor(bind.astype(f32).reshape(-1, 16), "MAT4", 5126)}
    nodes.append({"name": name, "mesh": 0, "skin": 0})
    loose, only = [len(skeleton)], {}
    for prop, shape, place, joint, clip in props:
        (nodes[at[joint]].setdefault("children", []) if joint else loose).append(len(nodes))
        only |= {clip: len(nodes)} if clip else {}
        origin = skeleton[at[joint]][2] if joint else np.zeros(3)
        nodes.append({"name": prop, "mesh": len(meshes), "translation": np.round(place - origin, 9).tolist()} | ({"scale": [1e-3] * 3} if clip else {}))
        meshes.append({"name": prop, "primitives": list(primitives(shape, None, ()))})
    animations = []
    for clip, turns, moves, *weights in clips:
        samplers, channels = [], []
        for kind, tracks in (("rotation", turns), ("translation", moves)):
            for joint, keys in tracks.items():
                times = accessor(np.array([k[0] for k in keys], f32), "SCALAR", 5126, None, True)
                values = accessor(np.array([k[1] for k in keys], f32), "VEC4" if kind == "rotation" else "VEC3", 5126)
                channels.append({"sampler": len(samplers), "target": {"node": at[joint], "path": kind}})
                samplers.append({"input": times, "output": values})
        if clip in only:
            channels.append({"sampler": len(samplers), "target": {"node": only[clip], "path": "scale"}})
            samplers.append({"input": accessor(np.zeros(1, f32), "SCALAR", 5126, None, True), "output": accessor(np.ones((1, 3), f32), "VEC3", 5126)})
        for keys in weights if morphs else ():
            channels.append({"sampler": len(samplers), "target": {"node": len(skeleton), "path": "weights"}})
            samplers.append({"input": accessor(np.array([k[0] for k in keys], f32), "SCALAR", 5126, None, True),
                             "output": accessor(np.array([k[1] for k in keys], f32).ravel(), "SCALAR", 5126)})
        animations.append({"name": clip, "samplers": samplers, "channels": channels})
    root = [at[n] for n, parent, _ in skeleton if not parent]
    doc = {"asset": {"version": "2.0", "generator": "art/helter/make.py"}, "scene": 0, "scenes": [{"nodes": root + loose}],
           "nodes": nodes, "skins": [skin], "materials": materials, "accessors": accessors, "bufferViews": views, "meshes": meshes,
           "buffers": [{"byteLength": len(blob)}]}
    if animations:
        doc["animations"] = animations
    text = json.dumps(doc, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    blob += b"\0" * (-len(blob) % 4)
    with open(path, "wb") as out:
        out.write(struct.pack("<III", 0x46546C67, 2, 28 + len(text) + len(blob)))
        out.write(struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(blob), 0x004E4942) + bytes(blob))
