"""The figure itself: tables of cross-sections, and the shells, balls and plates cut from them. Millimetres."""
import numpy as np

import skeleton as sk
from kit import DARK, LIGHT, Mesh, Tube, dive, dome, smooth, spline, station, unit

X, Y, Z = np.eye(3)
TAU = 2 * np.pi
ACCENT = (1.0, 0.36, 0.11)  # of the base colour: plates of knees, elbows and ears

def deg(a):
    return np.radians(a)

# ---------------------------------------------------------------------------------------------------------- trunk
# height, front, back, side; centre to the front; exponent
TRUNK = [(846, 14, 20, 16, -8, 2.0), (856, 36, 46, 34, -8, 2.0), (875, 62, 70, 66, -8, 2.1),
    (900, 79, 97, 104, -6, 2.2), (930, 89, 110, 140, -4, 2.3), (960, 93, 116, 154, -3, 2.4),
    (995, 91, 110, 149, -2, 2.4), (1035, 87, 101, 137, 0, 2.4), (1080, 84, 92, 125, 0, 2.35),
    (1120, 83, 88, 119.5, 0, 2.35), (1165, 88, 94, 122.5, 0, 2.35), (1220, 98, 107, 135, 0, 2.4),
    (1270, 106, 116, 147, 0, 2.4), (1320, 112, 123, 158, 0, 2.45), (1365, 112, 127, 163, 0, 2.5),
    (1400, 106, 126, 158, 0, 2.5), (1425, 96, 121, 153, -1, 2.45), (1447, 84, 113, 150, -4, 2.35),
    (1466, 72, 103, 148, -9, 2.2), (1485, 62, 92, 142, -14, 2.0), (1503, 56, 82, 114, -18, 1.85),
    (1515, 54, 74, 88, -20, 1.9), (1527, 52, 68, 72, -21, 2.0), (1546, 50, 64, 63, -21, 2.0)]

def trunk_bumps():
    bumps = []
    for s in (1, -1):
        bumps += [
            (1362, s * deg(38), 48, 0.42, 11),          # chest
            (935, s * deg(180 - 32), 46, 0.42, 10),     # seat
            (1370, s * deg(180 - 36), 60, 0.30, 7),     # shoulder blades
            (1290, s * deg(180 - 62), 90, 0.35, 6),     # back
        ]
    bumps += [(1330, 0.0, 60, 0.12, -5), (1250, np.pi, 190, 0.13, -6), (930, np.pi, 60, 0.10, -7)]
    return bumps

def trunk():
    rows = [station(t, f, b, s, s, c, 0, n) for t, f, b, s, c, n in TRUNK]
    return Tube((0, 0, 0), Y, Z, X, rows, trunk_bumps())

def build_trunk(m):
    tube = trunk()
    fold = lambda phi: np.abs((phi + np.pi) % TAU - np.pi)          # 0 front, pi back

    def weights(t, phi, p):
        y, x = p[..., 1] * 1e3, p[..., 0] * 1e3
        s1, s2, s3 = smooth(995, 1150, y), smooth(1060, 1225, y), smooth(1125, 1320, y)
        neck = 0.5 * smooth(1470, 1500, y)
        w = {"pelvis": 1 - s1, "spine1": s1 * (1 - s2), "spine2": s2 * (1 - s3), "neck": s3 * neck}
        high = smooth(1345, 1425, y) * (1 - neck)
        for side, sign in (("left_", 1), ("right_", -1)):
            w[side + "clavicle"] = s3 * high * smooth(52, 132, sign * x)
        w["spine3"] = 1 - sum(w.values())
        return m.shares(t.shape, **w)

    def chest_low(phi):
        return 1172 + 26 * smooth(deg(75), 0, fold(phi)) - 16 * smooth(deg(90), deg(180), fold(phi))

    # The pelvis: its lower rim follows the cuts of the legs.
    def cut(phi):
        side = np.abs(np.sin(phi))
        back = smooth(deg(80), deg(180), fold(phi))
        return 853 + (955 - 853) * smooth(0.12, 1.0, side) - 26 * back * smooth(0.1, 0.6, side)

    waist_low = lambda phi: 1068 - 22 * smooth(deg(70), 0, fold(phi)) + 0 * phi
    m.shell("pelvis", tube, weights, cut, waist_low, 9, 36, thick=9, seams=[(deg(62), 1.5, 2.3, 0.0, 1.0), (deg(-62), 1.5, 2.3, 0.0, 1.0)])
    m.shell("pelvis_floor", tube, weights, 847, lambda phi: cut(phi) + 12, 2, 24, kind=DARK, off=-8, ends=("pole", "open"))
    m.shell("waist", tube, weights, 1030, lambda phi: chest_low(phi) + 10, 6, 22, kind=DARK, off=-6, ends=("open", "open"))

    m.shell("abdomen", tube, weights, lambda phi: waist_low(phi) + 14 + 12 * np.sin(phi) ** 2, lambda phi: chest_low(phi) - 13 - 12 * np.sin(phi) ** 2, 2, 32,
            thick=5, off=-1.5, tint=0.7, seams=[(0.0, 1.2, 2.0, 0.0, 1.0)])

    def chest_warp(u, phi):  # the panel line runs below the chest, up to the armpits and across the back
        d = fold(phi)
        return (-13 * smooth(0, deg(36), d) + 62 * smooth(deg(28), deg(108), d) - 30 * smooth(deg(105), deg(175), d)) * np.sin(np.pi * np.minimum(u / 0.4, (1 - u) / 0.6) / 2) ** 2

    m.shell("chest", tube, weights, chest_low, lambda phi: 1520 + 12 * smooth(deg(40), deg(180), fold(phi)) - 13 * smooth(deg(60), 0, fold(phi)) + 9 * np.sin(phi) ** 2,
            15, 36, thick=6, seams=[(0.0, 1.4, 2.1, 0.0, 0.98), (np.pi, 1.4, 2.1, 0.0, 0.98)], lines=[(0.40, 1.5, 2.3)], warp=chest_warp)

    neck = Tube(sk.NECK, unit(np.subtract(sk.HEAD, sk.NECK)), unit(np.cross(X, unit(np.subtract(sk.HEAD, sk.NECK)))), X,
                [station(-50, 84, 62, 96, 96), station(-24, 66, 60, 68, 68), station(0, 58, 58, 61, 61), station(40, 54, 55.5, 57, 57), station(80, 52, 54.5, 55.5, 55.5),
                 station(130, 53, 57, 57, 57)])
    m.shell("neck", neck, lambda t, phi, p: m.shares(t.shape, spine3=0.6 * (1 - smooth(-25, 20, t)), neck=1 - 0.6 * (1 - smooth(-25, 20, t)) - smooth(55, 115, t),
            head=smooth(55, 115, t)), -48, 122, 5, 20, kind=DARK, ends=("open", "open"))

# ----------------------------------------------------------------------------------------------------------- head
HEAD = [  # parameter, height, front, back, side, exponent
    (0, 1557, 64, 56, 34, 2.0), (12, 1565, 82, 58, 43, 2.1), (30, 1584, 93, 65, 54, 2.15),
    (52, 1612, 97, 77, 62.5, 2.2), (80, 1642, 98, 90, 69, 2.25), (110, 1674, 97, 100, 74.5, 2.25),
    (140, 1704, 97, 105, 77.5, 2.2), (165, 1729, 94, 105, 77.5, 2.15), (188, 1752, 87, 100, 73.5, 2.1),
    (212, 1774, 74, 87, 61, 2.0), (236, 1791, 54, 66, 45, 2.0), (256, 1800, 32, 40, 27, 2.0), (276, 1804, 1, 1, 1, 2.0)]

def build_head(m):
    rows = [station(t, f, b, s, s, 14, 0, n, a=y) for t, y, f, b, s, n in HEAD]
    bumps = [(126, 0.0, 14, 0.75, 1.2), (92, 0.0, 36, 0.20, 3.2), (24, 0.0, 14, 0.32, 2.5)]    # brow, ridge of the face, chin
    bumps += [(104, s * 0.62, 20, 0.30, -1.4) for s in (1, -1)] + [(56, s * 0.75, 26, 0.32, -3.0) for s in (1, -1)]  # temples, cheeks
    tube = Tube((0, 0, 0), Y, Z, X, rows, bumps)
    fold = lambda phi: np.abs((phi + np.pi) % TAU - np.pi)
    weights = lambda t, phi, p: m.shares(t.shape, head=np.ones(t.shape))
    jaw = lambda phi: 12 + 54 * smooth(deg(58), deg(140), fold(phi))
    behind = lambda t, phi: ((np.abs(t - 91) / 58) ** 2.8 + (np.abs((phi + np.pi) % TAU - np.pi) / 0.7 / (0.80 + 0.30 * smooth(20, 130, t))) ** 2.8 < 1)
    m.shell("head", tube, weights, jaw, 276, (0.04, 0.09, 0.15, 0.21, 0.28, 0.35, 0.42, 0.49, 0.56, 0.62, 0.68, 0.74, 0.79, 0.84, 0.885, 0.925, 0.96, 0.985), 46, thick=14, ends=("lip", "pole"), cut=behind if m.fine() else None,
            seams=[(0.0, 1.0, 1.6, 0.6, 1.0), (np.pi, 1.0, 1.6, 0.0, 1.0)])
    m.shell("head_floor", tube, weights, 22, lambda phi: jaw(phi) + 6, 2, 18, kind=DARK, off=-9, ends=("pole", "open"))
    # The face: a calm plate that stands a little before the skull, in a dark joint.
    wide = lambda t, phi: (t, phi * (0.80 + 0.30 * smooth(20, 130, t)))
    m.plate("face_joint", tube, weights, 91, 0.0, 70.5, 0.82, rings=1, cols=44, kind=DARK, rise=1.0, sink=1, power=2.8, bevel=0.4, inner=0.9, shape=wide)
    m.plate("face", tube, weights, 91, 0.0, 67.5, 0.79, rings=3, cols=44, rise=2.6, sink=0, power=2.8, shape=wide, bevel=1.2)
    for s in (1, -1):
        axis = np.array((s, -0.12, -0.06))
        m.lathe("ear", np.array((s * 0.0715, 1.668, 0.004)), axis, [(24, -8), (24, 1.5), (23, 3.0), (19, 4.0), (17.4, 3.0)], weights, 25)
        m.lathe("ear_disc", np.array((s * 0.0715, 1.668, 0.004)), axis, [(17.5, 1), (17, 3.2), (15.5, 4.2), (0, 5.0)], weights, 19, LIGHT, ACCENT)

# ------------------------------------------------------------------------------------------------------------ arm
ARM = [  # along, front, back, out, in, exponent
    (-55, 1, 1, 1, 1, 2), (-53.4, 14, 14, 14, 14, 2), (-48, 27, 27, 27, 27, 2), (-40, 38, 38, 38, 38, 2), (-25, 49, 49, 49.5, 49, 2), (-8, 55, 54, 56, 54, 2),
    (12, 58, 56, 60, 55, 2), (36, 58.5, 56.5, 64, 53, 2), (66, 55, 54, 62.5, 48, 2), (100, 50, 50, 54.5, 44, 2),
    (140, 49, 47, 46, 42, 2), (180, 49, 47, 42.5, 41, 2), (225, 43, 44, 40, 39, 2), (262, 34.5, 40, 37.5, 37, 2),
    (295, 31.5, 42, 41, 40.5, 2), (328, 35, 39.5, 40.5, 40, 2), (355, 41.5, 39, 43.5, 42, 2), (400, 40, 36, 40, 38, 2.05),
    (450, 35, 31, 33, 33, 2.1), (500, 31, 28, 26, 27, 2.2), (535, 29, 27, 22.5, 23.5, 2.3), (552, 29, 27, 21.5, 22, 2.3), (580, 31, 29, 20, 21, 2.3)]

def arm():
    return Tube(sk.SHOULDER, sk.ARM, sk.FRONT, sk.OUT, [station(t, f, b, o, i, 0, 0, n) for t, f, b, o, i, n in ARM])

def build_arm(m):
    tube = arm()

    def weights(t, phi, p):
        s = (p - sk.SHOULDER) @ sk.ARM * 1e3
        flat = 13 * smooth(0.5, -0.5, np.cos(phi))          # the tip of the elbow keeps to the helper
        wide = 45 + 16 * smooth(-0.4, 0.6, np.cos(phi))      # and the crook folds over a longer way
        h0, h1 = smooth(-wide, -flat, s - 295), smooth(flat, wide, s - 295)
        twist, hand = smooth(372, 512, s), smooth(528, 572, s)
        return m.shares(t.shape, left_upper_arm=1 - h0, left_elbow=h0 - h1, left_forearm=h1 * (1 - twist), left_forearm_twist=twist * (1 - hand), left_hand=hand)

    whole = lambda joint: lambda t, phi, p: m.shares(t.shape, **{joint: np.ones(t.shape)})
    # The deltoid ends in a ball that turns in a dark ring of the chest.
    m.lathe("left_socket", sk.SHOULDER, (-1, 0.05, 0.1), [(53, 13), (59.6, 14.5), (60.6, 20), (57, 36), (43, 56)], whole("left_clavicle"), 30, DARK)
    m.shell("left_upper_arm", tube, weights, tube.t0, lambda phi: 263 - 17 * np.cos(phi), (0.014, 0.04, 0.08, 0.13, 0.2, 0.28, 0.37, 0.46, 0.66, 0.80, 0.90, 0.95, 0.985), 26, thick=6,
            ends=("pole", "lip"), lines=[(0.55, 1.4, 2.1)])
    m.shell("left_elbow", tube, weights, lambda phi: 250 - 14 * np.cos(phi), lambda phi: 342 + 18 * np.cos(phi), 9, 22, kind=DARK, off=dive(-3.5, 4.5), ends=("open", "open"))
    m.shell("left_forearm", tube, weights, lambda phi: 329 + 21 * np.cos(phi), 536, (0.05, 0.1, 0.17, 0.28, 0.44, 0.62, 0.9), 24, thick=5, lines=[(0.80, 1.3, 1.9)])
    if m.fine():
        m.plate("left_elbow_plate", tube, whole("left_elbow"), 296, np.pi, 25, 0.62, rings=2, cols=18, rise=2.6, sink=5, power=2.2, dome_rise=2.2, tint=ACCENT)
    m.shell("left_wrist", tube, weights, 522, 576, 5, 16, kind=DARK, off=-3, ends=("open", "open"))

# ----------------------------------------------------------------------------------------------------------- hand
PALM = [  # along from the wrist, front (thumb), back, out, in, exponent
    (4, 30, 27, 20, 20, 2.4), (18, 33, 30, 19, 21, 2.5), (38, 37, 36, 17.5, 20, 2.6), (60, 39.5, 40, 16, 17.5, 2.7),
    (78, 40.5, 41, 14.5, 14, 2.8), (92, 40, 40, 13, 12, 2.8)]
RADII = {"thumb": (14.4, 11.6, 9.2), "index": (10.0, 8.8, 7.0), "middle": (10.2, 9.0, 7.2), "ring": (9.8, 8.6, 6.9), "little": (9.0, 7.8, 6.2)}

def build_hand(m):
    palm = Tube(sk.WRIST, sk.ARM, sk.FRONT, sk.OUT, [station(t, f, b, o, i, 0, 0, n) for t, f, b, o, i, n in PALM], [(38, deg(-40), 25, 0.55, 12)])
    hand = lambda t, phi, p: m.shares(t.shape, left_hand=np.ones(t.shape))

    arc = spline((-48, -31, -12, 9, 30, 48), np.array([[70], [78.5], [87.5], [90.5], [87.5], [83]]))

    def knuckles(phi):
        return arc(palm.radius(85 + 0 * phi, phi)[0] * np.cos(phi))[..., 0] + 1.5 * np.sin(phi)

    m.shell("left_palm", palm, hand, lambda phi: 10 + 0 * phi, knuckles, 5, 21, thick=5, ends=("lip", "cap"), lines=[(0.22, 0.8, 1.4)])
    for name, (base, middle, tip) in sk.FINGERS.items():
        build_finger(m, "left_" + name, base, middle, tip, RADII[name], name == "thumb")

def build_finger(m, name, base, middle, tip, radii, thumb):
    axis = unit(tip - base)
    front = unit(sk.FRONT - axis * (sk.FRONT @ axis))
    side = np.cross(axis, front)
    side = side if side @ sk.OUT > 0 else -side
    at = lambda p: np.array(((p - base) @ axis, (p - base) @ front, (p - base) @ side)) * 1e3
    (l1, f1, o1), l2 = at(middle), at(tip)[0]
    r0, r1, r2 = radii
    half = lambda k: (f1 * k, o1 * k)
    rows = [station(0, r0, r0, r0, r0), station(l1 * 0.5, r0 * 0.93, r0 * 0.93, r0 * 0.92, r0 * 0.98, *half(0.5)),
            station(l1, r1, r1, r1, r1 * 0.95, *half(1)), station(l1 + (l2 - l1) * 0.3, r1 * 0.97, r1 * 0.97, r1 * 0.92, r1 * 0.98, *half(0.7)),
            station(l1 + (l2 - l1) * 0.6, r1 * 0.91, r1 * 0.91, r1 * 0.85, r1 * 0.95, *half(0.4)), station(l2 - 4, r2, r2, r2 * 0.88, r2, *half(0.1))]
    first = (-r0 * 0.15,) + rows[0][1:]
    rows = dome(rows[0], r0, -1) + rows + dome(rows[-1], r2 * 1.25)
    tube = Tube(base, axis, front, side, rows)
    end = tube.t1
    n1, n2 = name + "1", name + "2"

    def weights(t, phi, p):  # the back of a joint turns on a short way, so that shells stay rigid; the palm's side folds
        reach = 11.0 if thumb else 5.0 + 6.5 * smooth(0.4, -0.8, np.sin(phi))
        k = smooth(l1 - reach, l1 + reach, t)
        return m.shares(t.shape, **{n1: 1 - k, n2: k})
    if m.fine():
        m.shell(name + "_ball", tube, weights, tube.t0, r0 * 0.9, 3 if thumb else 2, 12, kind=DARK, off=-0.8, ends=("pole", "open"))
    m.shell(name + "_first", tube, weights, (lambda phi: (0.1 if thumb else 0.5) * r0 + 1.2 * np.sin(phi)) if m.fine() else 0.0,
            lambda phi: l1 - 6.4 + 1.6 * np.sin(phi), 1 if m.fine() else 0, 15, thick=2, bevel=0, ends=("lip" if m.fine() else "open", "lip"))
    m.shell(name + "_middle", tube, weights, l1 - 9.5, l1 + 9.5, 6, 12, kind=DARK, off=-1.6 if thumb else -1.0, ends=("open", "open"))
    m.shell(name + "_second", tube, weights, lambda phi: l1 + 6.4 - 1.6 * np.sin(phi), end, (0.3, 0.58, 0.76, 0.88, 0.955), 15, thick=2, bevel=0, ends=("lip", "pole"))

# ------------------------------------------------------------------------------------------------------------ leg
LEG = [  # down from the hip, front, back, out, in, centre front, centre out, exponent
    (-82, 16, 16, 16, 16, 0, 0, 2), (-72, 40, 40, 40, 38, 0, 0, 2), (-50, 64, 66, 60, 60, 0, 0, 2), (-25, 76, 82, 71, 72, 0, 0, 2),
    (0, 81, 96, 76, 77, 0, 0, 2.05), (50, 86, 98, 79, 80, 1, 0, 2.1), (105, 88, 89, 78.5, 79, 2, 1, 2.1), (175, 84, 78, 73.5, 73, 4, 2, 2.1),
    (250, 75, 67, 65, 62, 6, 3, 2.1), (320, 64, 56, 57, 53, 7, 4, 2.1), (368, 55, 48, 50, 46.5, 8, 4, 2.1), (418, 54, 46, 51.5, 49, 8, 4, 2.1),
    (462, 48, 48, 49, 48, 7, 4, 2.1), (500, 44, 62, 54.5, 54, 4, 5, 2.1), (540, 41, 71, 57, 56, 1, 5, 2.1), (585, 39, 69, 54, 52, -3, 6, 2.1),
    (650, 37, 54, 44, 43, -8, 6, 2.1), (720, 34, 40, 35, 34, -13, 7, 2.1), (780, 32, 34, 31, 31, -16, 8, 2.1), (828, 31, 33, 31, 32, -17, 8, 2.1),
    (875, 31, 33, 31, 32, -18, 8, 2.1)]
FOOT = [  # ahead of the ankle, height, half a width out, in, centre out, height of the sole, which rises where the foot rolls
    (-52, 49, 27, 27, 0, 6.5), (-34, 71, 34, 34, 0, 0.5), (-8, 76, 38.5, 38.5, 0, 0), (22, 79, 39, 39, 1, 0), (50, 72, 40, 40, 3, 0),
    (82, 59, 43.5, 43.5, 6, 0), (110, 49, 46.5, 46.5, 8, 0), (132, 43, 47.5, 48, 9, 0), (155, 38, 45.5, 46.5, 9, 0.5), (176, 33.5, 39.5, 41.5, 8, 3),
    (190, 30.5, 31, 34, 6, 6)]

def build_leg(m):
    tube = Tube(sk.HIP, -Y, Z, X, [station(t, f, b, o, i, cf, cs, n) for t, f, b, o, i, cf, cs, n in LEG])

    def weights(t, phi, p):
        d = (sk.HIP[1] - p[..., 1]) * 1e3
        flat = 26 * smooth(-0.4, 0.5, np.cos(phi))          # the kneecap keeps to the helper
        wide = 74 + 14 * smooth(0.4, -0.6, np.cos(phi))      # and its hollow folds over a longer way
        k0, k1 = smooth(-wide, -flat, d - 418), smooth(flat, wide, d - 418)
        foot = smooth(806, 850, d)
        return m.shares(t.shape, left_thigh=1 - k0, left_knee=k0 - k1, left_shin=k1 * (1 - foot), left_foot=foot)

    whole = lambda joint: lambda t, phi, p: m.shares(t.shape, **{joint: np.ones(t.shape)})
    def hip(t, phi, p):
        k = smooth(-55, 28, t)
        return m.shares(t.shape, left_hip=1 - k, left_thigh=k)
    m.shell("left_hip_ball", tube, hip, -82, 60, 4, 23, off=-7, ends=("pole", "open"), tint=lambda phi: 0.06 + 0.44 * smooth(-0.3, -0.75, np.cos(phi)))
    m.shell("left_thigh", tube, weights, lambda phi: 21 - 46 * np.sin(phi) + 2 * smooth(0.2, -1, np.cos(phi)), lambda phi: 374 - 8 * np.cos(phi) - 8 * np.cos(phi) ** 2, (0.1, 0.22, 0.36, 0.62, 0.74, 0.83, 0.9, 0.96), 26, thick=7,
            lines=[(0.50, 1.5, 2.3)], seams=[(deg(100), 1.5, 2.3, 0.0, 0.78)])
    m.shell("left_knee", tube, weights, lambda phi: 359 - 5 * np.cos(phi), 475, 10, 21, kind=DARK, off=dive(-4.5, 2.5), ends=("open", "open"))
    m.plate("left_knee_plate", tube, weights, 414, 0.0, 39, 0.68, rings=3, cols=20, rise=1.5, sink=9, power=2.6, dome_rise=2.5, tint=ACCENT,
            shape=lambda t, phi: (t, phi * (1 - 0.26 * (t - 414) / 39)))
    m.shell("left_shin", tube, weights, lambda phi: 460 + 2 * np.cos(phi) + 6 * np.cos(phi) ** 2, 806, (0.04, 0.09, 0.16, 0.25, 0.36, 0.5, 0.65, 0.9), 23, thick=6,
            lines=[(0.80, 1.4, 2.0)], seams=[(deg(100), 1.4, 2.0, 0.25, 0.80)])
    m.shell("left_ankle", tube, weights, 794, 866, 5, 20, kind=DARK, off=-2.5, ends=("open", "open"))
    # A cuff hides where the ankle goes into the foot.
    m.shell("left_cuff", tube, lambda t, phi, p: m.shares(t.shape, left_foot=np.ones(t.shape)), lambda phi: 838 - 5 * np.cos(phi) + 3 * np.cos(phi) ** 2,
            lambda phi: 872 - 8 * np.cos(phi), 2, 22, thick=4, off=lambda u: 1.5 + 9 * u * u, ends=("lip", "open"))
    build_foot(m)

def build_foot(m):
    low = lambda h: 14 + 0.12 * h
    rows = [station(t, h - low(h), low(h) - up, o, i, low(h), c, 2.15, 3.6) for t, h, o, i, c, up in FOOT]
    rows = dome(rows[0], 24, -1, 5, 1) + rows + dome(rows[-1], 22, 1, 5, -1)
    along = unit((0.06, 0, 1))
    tube = Tube((sk.ANKLE[0], 0.0, sk.ANKLE[2]), along, Y, unit(np.cross(Y, along)), rows)

    def weights(t, phi, p):
        toes = smooth(110, 154, t)
        return m.shares(t.shape, left_foot=1 - toes, left_toes=toes)
    sole = [(deg(100), 1.4, 2.0, 0, 1), (deg(260), 1.4, 2.0, 0, 1)]
    under = (deg(100), deg(260))
    m.shell("left_foot", tube, weights, tube.t0, lambda phi: 126 + 0 * phi, (0.02, 0.05, 0.1, 0.18, 0.28, 0.38, 0.48, 0.6, 0.73, 0.87), 26, thick=4, ends=("pole", "lip"), seams=sole, under=under)
    m.shell("left_toe_gap", tube, weights, 118, 146, 2, 15, kind=DARK, off=-2.5, ends=("open", "open"))
    m.shell("left_toes", tube, weights, 137, tube.t1, (0.15, 0.35, 0.56, 0.72, 0.85, 0.93, 0.975), 24, thick=4, ends=("lip", "pole"), seams=sole, under=under)

def build(quality=1.0):
    m = Mesh([name for name, _, _ in sk.skeleton()], quality)
    build_arm(m)
    build_hand(m)
    build_leg(m)
    m.mirror(sk.other_side)
    build_trunk(m)
    build_head(m)
    m.finish()
    return m

def seat(size=(0.40, 0.424, 0.36), round=0.018):
    """A box to sit on; its origin is the middle of its bottom."""
    m = Mesh(["seat"])
    x, h, z = size[0] / 2, size[1], size[2] / 2
    def ring(y, inset, corner):
        a, b, c = x - inset, z - inset, corner
        return [(a, y, b - c), (a - c, y, b), (c - a, y, b), (-a, y, b - c), (-a, y, c - b), (c - a, y, -b), (a - c, y, -b), (a, y, c - b)]
    p = np.array([ring(y, i, c) for y, i, c in ((0.001, 0, round), (h - round, 0, round), (h - 0.3 * round, 0.3 * round, round), (h, round, round), (h, x - 1e-3, 5e-4))])
    m.grid("seat", p, m.shares(p.shape[:2], seat=1.0), DARK, -1, False, True)
    m.finish()
    return m

def watch(place):
    """A band around the left forearm, with a dial on the back of it."""
    m, whole = Mesh(["watch"]), lambda t, phi, p: m.shares(t.shape, watch=np.ones(t.shape))
    m.shell("band", arm(), whole, 507, 525, 0, 16, kind=DARK, thick=0, bevel=1.2, off=2.6)
    m.lathe("dial", place + 1e-3 * 24 * sk.OUT, sk.OUT, [(14.5, -2), (14.5, 4.5), (12.5, 6.5), (0, 6.5)], whole, 12)
    m.finish()
    m.p = m.p - place
    return m

def breath(m):
    """How far each vertex moves when the chest is full of air."""
    p = m.p * 1e3
    trunk = np.zeros(len(p))
    for name, a, b in m.parts:
        if name in ("chest", "abdomen", "waist"):
            trunk[a:b] = 1
    rib = trunk * smooth(1110, 1310, p[:, 1]) * (1 - smooth(1380, 1470, p[:, 1]))
    belly = trunk * smooth(1085, 1140, p[:, 1]) * (1 - smooth(1150, 1230, p[:, 1])) * smooth(-20, 60, p[:, 2])
    front = smooth(-60, 90, p[:, 2])
    return 1e-3 * np.stack((4.5 * rib * p[:, 0] / 150, 3.0 * rib * front, 9.0 * rib * front - 1.0 * rib + 4.0 * belly), 1)

MATERIALS = [{"name": "shell", "pbrMetallicRoughness": {"baseColorFactor": [0.46, 0.465, 0.48, 1], "metallicFactor": 0, "roughnessFactor": 0.42}},
    {"name": "joint", "pbrMetallicRoughness": {"baseColorFactor": [0.045, 0.05, 0.06, 1], "metallicFactor": 0, "roughnessFactor": 0.62}}]
