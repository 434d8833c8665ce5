"""The motions: walking and running over a treadmill, going ahead at five speeds, and what is done on the spot.

Angles are in degrees, lengths in metres, phases in cycles of the left foot from its heel strike.
"""
import numpy as np

import skeleton as sk
from kit import smooth
from pose import I, Pose, matrix, mul, turn

TAU = 2 * np.pi
X, Y, Z = np.eye(3)
HEEL = np.array((sk.ANKLE[0], 0, sk.ANKLE[2] - 0.035))   # what the foot rolls over first
TOE_OUT = 0.11                                           # radians

def wave(phase, at=0.0):
    return np.cos(TAU * (phase - at))

def between(a, b, t):
    """a + (b - a) t, also of the entries of dictionaries."""
    return {k: between(a[k], b[k], t) for k in a} if isinstance(a, dict) else a + (b - a) * t

def hermite(p0, v0, p1, v1, t, span):
    t = min(max(t / span, 0), 1)
    return p0 * (2 * t ** 3 - 3 * t * t + 1) + p1 * (3 * t * t - 2 * t ** 3) + span * (v0 * (t ** 3 - 2 * t * t + t) + v1 * (t ** 3 - t * t))

def curve(keys, period=0.0):
    """A monotone cubic through (at, value); Fritsch and Butland, 1984."""
    keys = list(keys)
    if period:
        keys = [(keys[-1][0] - period, keys[-1][1])] + keys + [(at + period, v) for at, v in keys[:2]]
    x, y = (np.array(c, float) for c in zip(*keys))
    h, d, slope = np.diff(x), np.diff(y) / np.diff(x), np.zeros(len(x))
    for k in range(1, len(x) - 1):
        if d[k - 1] * d[k] > 0:
            w0, w1 = 2 * h[k] + h[k - 1], h[k] + 2 * h[k - 1]
            slope[k] = (w0 + w1) / (w0 / d[k - 1] + w1 / d[k])

    def at(u):
        if period:
            u = x[1] + (u - x[1]) % period
        u = min(max(u, x[0]), x[-1])
        k = min(max(int(np.searchsorted(x, u)) - 1, 0), len(x) - 2)
        return hermite(y[k], slope[k], y[k + 1], slope[k + 1], u - x[k], h[k])
    return at

def power(q, k):
    q = q if q[3] >= 0 else -q
    s = np.linalg.norm(q[:3])
    return I if s < 1e-12 else turn(q[:3], k * 2 * np.degrees(np.arctan2(s, q[3])))

def conjugate(q):
    return q * (-1, -1, -1, 1)

def quaternion(m):
    """Of a rotation matrix: the eigenvector of the largest eigenvalue of Bar-Itzhack's matrix."""
    k = np.zeros((4, 4))
    k[:3, :3] = m + m.T - np.eye(3) * np.trace(m)
    k[3, :3] = k[:3, 3] = m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]
    k[3, 3] = np.trace(m)
    q = np.linalg.eigh(k)[1][:, -1]
    return q if q[3] >= 0 else -q

def basis(along, hinge):
    y = along / np.linalg.norm(along)
    z = np.cross(hinge, y)
    z /= np.linalg.norm(z)
    return np.stack((np.cross(y, z), y, z), 1)

def mirrored(p, side):
    return p * (side, 1, 1)

def foot_turn(side, pitch, yaw):
    """Of a foot whose toes are `pitch` radians up and that is turned out by `yaw`."""
    shoe_side = (np.cos(TOE_OUT), 0, -np.sin(TOE_OUT))
    q = mul(turn(Y, np.degrees(yaw)), turn(shoe_side, -np.degrees(pitch)))
    return q if side > 0 else q * (1, -1, -1, 1)

def place_foot(pose, side, ankle, pitch=0.0, toes=0.0, yaw=0.0, heading=0.0):
    """Two bones that reach a point. The knee bends in the plane of hip, ankle and the foot's direction; `heading`
    turns the whole foot about the vertical."""
    name = "left_" if side > 0 else "right_"
    hip0, knee0, ankle0 = (mirrored(p, side) for p in (sk.HIP, sk.KNEE, sk.ANKLE))
    l1, l2 = np.linalg.norm(sk.KNEE - sk.HIP), np.linalg.norm(sk.ANKLE - sk.KNEE)
    pelvis = pose.get("pelvis", I)
    hip = np.add(sk.PELVIS, pose.move) + matrix(pelvis) @ (hip0 - sk.PELVIS)
    wanted = np.linalg.norm(ankle - hip)
    reach = min(wanted, 0.9995 * (l1 + l2))
    pose.overreach = max(getattr(pose, "overreach", 0), wanted - reach)
    ahead = turn(Y, heading)
    foot = mul(ahead, foot_turn(side, pitch, yaw))
    down = (ankle - hip) / wanted
    forward = matrix(mul(ahead, foot_turn(side, 0, yaw))) @ (side * 0.03, 0, 1)
    forward = forward / np.linalg.norm(forward) + matrix(pelvis) @ Z
    hinge = np.cross(forward, down)
    hinge /= np.linalg.norm(hinge)
    along = (reach ** 2 + l1 ** 2 - l2 ** 2) / (2 * reach)
    knee = hip + down * along + np.cross(down, hinge) * np.sqrt(max(0, l1 ** 2 - along ** 2))
    thigh = quaternion(basis(knee - hip, hinge) @ basis(knee0 - hip0, X).T)
    shin = quaternion(basis(hip + down * reach - knee, hinge) @ basis(ankle0 - knee0, X).T)
    pose[name + "thigh"] = mul(conjugate(pelvis), thigh)
    pose[name + "shin"] = mul(conjugate(thigh), shin)
    pose[name + "hip"], pose[name + "knee"] = power(pose[name + "thigh"], 0.5), power(pose[name + "shin"], 0.5)
    pose[name + "foot"] = mul(conjugate(shin), foot)
    pose[name + "toes"] = foot_turn(side, toes, 0)

def pose_trunk(pose, lean=0.0, side_bend=0.0, yaw=0.0, steady=0.0):
    """The spine turns; the head keeps `steady` of its own direction."""
    whole = mul(mul(turn(Y, yaw), turn(X, lean)), turn(Z, side_bend))
    pose["spine1"] = pose["spine2"] = pose["spine3"] = power(whole, 1 / 3)
    back = power(conjugate(mul(pose.get("pelvis", I), whole)), steady)
    pose["neck"] = pose["head"] = power(back, 0.5)

def pose_arms(pose, left, right):
    pose.arm(("left_",), **left)
    pose.arm(("right_",), **right)

def stand(pose):
    for side in (1, -1):
        place_foot(pose, side, mirrored(sk.ANKLE, side))

# ------------------------------------------------------------------------------------------------------------ gaits
class Gait:
    """Of the left foot: from heel strike at phase 0 it rolls over its heel to `heel_down`, stands flat, and rolls over its
    toes from `heel_up` to `toe_off`. Source of the numbers: Perry, "Gait Analysis", 1992."""

    def __init__(self, period, speed, heel_down, heel_up, toe_off, strike_z, lift, width, start, pitch):
        self.period, self.speed, self.heel_down, self.heel_up, self.toe_off = period, speed, heel_down, heel_up, toe_off
        self.strike_z, self.lift, self.width, self.start, self.pitch = strike_z, lift, width, start, curve(pitch, 1)

    def over(self, contact, z, pitch):
        return np.array((contact[0], contact[1], z)) + matrix(foot_turn(1, pitch, 0)) @ (sk.ANKLE - contact)

    def stance(self, phase):
        heel = self.strike_z - self.speed * self.period * phase
        pitch = np.radians(self.pitch(phase))
        return self.over(HEEL, heel, pitch) if phase < self.heel_down else self.over(sk.TOES, heel + sk.TOES[2] - HEEL[2], pitch)

    def swing(self, phase):
        h, off = 1e-5, self.toe_off
        start, end = self.stance(off), self.stance(0)
        v0, v1 = (start - self.stance(off - h)) / h, (self.stance(h) - end) / h
        t = (phase - off) / (1 - off)
        p = hermite(start, v0, end, v1, phase - off, 1 - off)
        p[1] += self.lift * 6.75 * t * (1 - t) ** 2 * smooth(0, 0.35, t)
        return p

    def foot(self, pose, side, phase):
        phase %= 1
        ankle = self.stance(phase) if phase < self.toe_off else self.swing(phase)
        ankle[0] += self.width
        pitch = np.radians(self.pitch(phase))
        place_foot(pose, side, mirrored(ankle, side), pitch, max(0, -pitch) * smooth(self.toe_off + 0.24, self.toe_off + 0.05, phase))

WALK = Gait(1.1, 1.05, 0.11, 0.34, 0.62, 0.258, 0.075, -0.046, 0.06, ((0, 18), (0.11, 0), (0.34, 0), (0.48, -18), (0.62, -55), (0.68, -57), (0.81, -14), (0.92, 15)))
RUN = Gait(0.70, 2.9, 0.06, 0.16, 0.34, 0.200, 0.20, -0.050, 0.21, ((0, 7), (0.06, 0), (0.16, 0), (0.25, -22), (0.34, -58), (0.44, -68), (0.62, -45), (0.85, 4)))

def walk_carriage(p):
    step, roll = wave(2 * p, 0.10), 3.5 * wave(p, 0.22)

    def arm(side):
        swing, lag = -side * wave(p, 0.04), -side * wave(p, 0.08)
        return dict(forward=3 + 21 * swing, outward=9 + 1.5 * wave(2 * p, 0.2), roll=8, elbow=24 + 13 * lag, twist=18,
                    wrist=4 - 4 * lag, curl=22 + 3 * swing, shrug=-2 + swing)
    return dict(pelvis=np.array((0.032 * wave(p, 0.30), -0.034 - 0.017 * step, 0.006 * wave(2 * p, 0.3))), pelvis_yaw=-6 * wave(p),
                pelvis_roll=roll, pelvis_lean=2, lean=1.5 + step, side_bend=-0.9 * roll, yaw=11 * wave(p, 0.02), steady=0.92, left=arm(1), right=arm(-1))

def run_carriage(p):
    low, roll = wave(2 * p, 0.17), 4 * wave(p, 0.15)

    def arm(side):
        swing = -side * wave(p, 0.03)
        return dict(forward=-6 + 38 * swing, outward=20 - 8 * swing, roll=16 + 6 * swing, elbow=98 + 8 * swing, twist=10, wrist=0, curl=48, shrug=2)
    return dict(pelvis=np.array((0.010 * wave(p, 0.17), -0.055 - 0.035 * low, 0)), pelvis_yaw=-8 * wave(p, 0.02), pelvis_roll=roll,
                pelvis_lean=6, lean=8 + 2 * low, side_bend=-0.9 * roll, yaw=20 * wave(p, 0.02), steady=0.90, left=arm(1), right=arm(-1))

def pose_body(pose, c):
    pose.move = np.array(c["pelvis"], float)
    pose["pelvis"] = mul(mul(turn(Y, c["pelvis_yaw"]), turn(Z, c["pelvis_roll"])), turn(X, c["pelvis_lean"]))
    pose_trunk(pose, c["lean"], c["side_bend"], c["yaw"], c["steady"])
    pose_arms(pose, c["left"], c["right"])

def pose_gait(gait, c, phase):
    pose = Pose()
    pose_body(pose, c)
    gait.foot(pose, 1, phase)
    gait.foot(pose, -1, phase + 0.5)
    return pose

def walk(t):
    phase = t / WALK.period + WALK.start
    return pose_gait(WALK, walk_carriage(phase), phase)

def run(t):
    phase = t / RUN.period + RUN.start
    return pose_gait(RUN, run_carriage(phase), phase)

def travel(speed, period):
    """Going ahead: between a walk up to 0.8 m/s and a run from 2.6 m/s. A clip begins where the left toes have stood for
    half their time."""
    runs, slow = smooth(0.8, 2.6, speed), smooth(1.4, 0.5, speed)
    off, down = between(0.62, 0.33, runs) - 0.03 * smooth(3, 4, speed), between(0.11, 0.06, runs)
    middle, mixed = (off + 0.5 * down) / 2, lambda a, b: between(a, b, runs)
    up = middle + (0.045 if runs < 0.5 else -0.045)
    pitch = ((0, mixed(18, 7) * (1 - 0.4 * slow)), (down, 0), (up, 0), (between(up, off, 0.5), mixed(-18, -22)),
             (off, mixed(-55, -58) * (1 - 0.15 * slow)), (off + mixed(0.06, 0.10), mixed(-57, -68) * (1 - 0.15 * slow)),
             (off + mixed(0.19, 0.28), mixed(-14, -45)), (mixed(0.92, 0.85), mixed(15, 4) * (1 - 0.4 * slow)))
    gait = Gait(period, speed, down, up, off, -0.16 + speed * period * middle, mixed(0.075, 0.20) * (1 - 0.1 * slow), -0.048, middle, pitch)

    def motion(t):
        phase = t / period + middle
        c = between(walk_carriage(phase), run_carriage(phase), runs)
        c["pelvis"] = c["pelvis"] * (1, 1, 0) - (0, 0.02 * smooth(3, 4, speed), 0)
        pose = pose_gait(gait, c, phase)
        pose.move = pose.move + (0, 0, speed * t)
        return pose
    motion.gait, motion.carriage = gait, lambda t: between(walk_carriage(t / period + middle), run_carriage(t / period + middle), runs)
    return motion

# ------------------------------------------------------------------------------------------------------- on the spot
HANGING = dict(forward=2, outward=9, roll=8, elbow=18, twist=20, wrist=0, curl=24, shrug=0)

def waving(t):
    return dict(forward=0, outward=86, roll=-78, elbow=88 + 17 * wave(t / 0.6), twist=62, wrist=4 - 8 * wave(t / 0.6, 0.12), curl=6, shrug=3)

def breath(t):
    return wave(t / 2, 0.4)

def idle(t):
    shift, air = wave(t / 4, 0.25), breath(t)
    pose = Pose()
    pose.move = np.array((0.022 * shift, -0.012 - 0.002 * air, 0.002 * air))
    pose["pelvis"] = mul(turn(Z, 1.6 * shift), turn(Y, 1.2 * shift))
    pose_trunk(pose, 0.8 - 0.7 * air, -2.2 * shift, -1.5 * shift, 0.75)
    pose_arms(pose, *(HANGING | dict(outward=9 + 0.8 * air, forward=2 + 0.8 * side * shift, shrug=0.8 * air) for side in (1, -1)))
    stand(pose)
    return pose

def greet(t):
    up = smooth(0, 0.5, t) * smooth(2.4, 1.9, t)
    pose = Pose()
    pose.move = np.array((0.010 * up, -0.012, 0))
    pose["pelvis"] = turn(Z, up)
    pose_trunk(pose, 0.5, 2.5 * up, 0, 0.6)
    pose_arms(pose, HANGING, between(HANGING, waving(t), up))
    stand(pose)
    return pose

JUMP = [curve(k) for k in (
    ((0, -0.012), (0.12, -0.012), (0.46, -0.255), (0.52, -0.250), (0.72, 0.020), (1.12, 0.010), (1.34, -0.210), (1.75, -0.012), (1.8, -0.012)),
    ((0, 1), (0.12, 1), (0.46, 34), (0.72, 2), (1.05, 6), (1.34, 26), (1.75, 1), (1.8, 1)),
    ((0, 0), (0.12, 0), (0.48, -0.085), (0.72, 0), (1.12, 0), (1.34, -0.070), (1.75, 0), (1.8, 0)),
    ((0, 2), (0.12, 2), (0.44, -36), (0.76, 84), (0.95, 76), (1.34, 22), (1.75, 2), (1.8, 2)),
    ((0, 0), (0.56, 0), (0.72, -42), (0.92, -36), (1.12, -14), (1.20, 0), (1.8, 0)))]

def jump(t):
    """Take-off at 0.72 s and landing at 1.12 s are joined by free fall."""
    crouch, lean, back, arms, pitch = (c(t) for c in JUMP)
    leave, land = 0.72, 1.12
    flying, u = leave < t < land, (t - leave) / (land - leave)
    height = 0.5 * 9.81 * (t - leave) * (land - t) if flying else 0
    pose = Pose()
    pose.move = np.array((0, crouch + height, back))
    pose["pelvis"] = turn(X, 0.55 * lean)
    pose_trunk(pose, 0.75 * lean, 0, 0, 0.75)
    pose_arms(pose, *[HANGING | dict(forward=arms, outward=12, elbow=22 + 0.25 * abs(arms))] * 2)
    pitch = np.radians(pitch)
    over = sk.TOES + matrix(foot_turn(1, pitch, 0)) @ (sk.ANKLE - sk.TOES) + (0, height + flying * 0.07 * smooth(0, 0.5, u) * smooth(1, 0.5, u), 0)
    toes = -pitch * (smooth(leave + 0.12, leave, t) if flying else smooth(land - 0.01, land, t) if t >= land else 1)
    for side in (1, -1):
        place_foot(pose, side, mirrored(over, side), pitch, toes)
    return pose

SEAT = np.array((0, 0.424, -0.40))  # the top of the box to sit on, below the pelvis

def sit(t):
    down = smooth(0.15, 1.55, t)
    bow = np.sin(np.pi * down)
    pose = Pose()
    pose.move = np.array((0, -0.012 - 0.388 * down, -0.40 * down - 0.06 * bow))
    pose["pelvis"] = turn(X, 16 * bow - 4 * down)
    pose_trunk(pose, 22 * bow + 3 * down, 0, 0, 0.7)
    arm = between(HANGING, dict(forward=24, outward=10, roll=14, elbow=52, twist=52, wrist=0, curl=12, shrug=0), down)
    pose_arms(pose, *[arm | dict(forward=arm["forward"] + 14 * bow)] * 2)
    stand(pose)
    return pose

def fall(t):
    swing, later = wave(t / 1.2), wave(t / 1.2, 0.25)
    pose = Pose()
    pose.move = np.array((0, 0.01 * later, 0))
    pose["pelvis"] = mul(turn(X, 6), turn(Z, 1.5 * swing))
    pose_trunk(pose, 7 + 2 * later, -1.5 * swing, 2 * swing, 0.6)
    pose_arms(pose, *(HANGING | dict(forward=14 + 9 * s * later, outward=58 + 7 * swing, elbow=34 + 5 * later, twist=10, curl=12, shrug=2) for s in (1, -1)))
    for s in (1, -1):
        high, ahead = (0.14, 0.12) if s > 0 else (0.07, -0.06)
        place_foot(pose, s, mirrored(sk.ANKLE, s) + (s * 0.03, high + 0.012 * later, ahead + 0.035 * s * swing), np.radians(-32 - 5 * s * swing), 0, 0.05)
    return pose

def lean(side):
    def motion(_):
        pose = Pose()
        pose_trunk(pose, 1, -8 * side, 9 * side, 0.5)
        return pose
    return motion

def quarter(side):
    """A quarter turn on the spot: the foot of that side steps first, the other follows; standing feet stay."""
    def motion(t):
        yaw, pose = 90 * side * smooth(0.10, 1.05, t), Pose()
        first, second = smooth(0.12, 0.52, t), smooth(0.62, 1.05, t)
        busy = np.sin(np.pi * first) + np.sin(np.pi * second)
        pose.move = np.array((0, -0.012 - 0.016 * busy, 0)) + matrix(turn(Y, yaw)) @ (-side * 0.030 * np.sin(np.pi * first) + side * 0.030 * np.sin(np.pi * second), 0, 0)
        pose["pelvis"] = turn(Y, yaw)
        look = 14 * side * np.sin(np.pi * smooth(0, 0.9, t))
        pose_trunk(pose, 1, 0, 0.6 * look)
        pose["neck"] = pose["head"] = turn(Y, 0.6 * look)
        swing = 8 * np.sin(np.pi * smooth(0.1, 1.05, t))
        pose_arms(pose, *(HANGING | dict(forward=2 - s * side * swing, outward=10, elbow=20 + 0.5 * swing) for s in (1, -1)))
        for s in (1, -1):
            u = first if s == side else second
            heading = 90 * side * u
            ankle = matrix(turn(Y, heading)) @ (mirrored(sk.ANKLE, s) + (s * 0.02 * np.sin(np.pi * u), 0.055 * np.sin(np.pi * u), 0))
            place_foot(pose, s, ankle, np.radians(-14 * np.sin(np.pi * u)), 0, 0, heading)
        return pose
    return motion

def start_or_stop(stop, speed=1.2, period=0.9):
    """From standing to the first moment of `walk_ahead` in two steps, or from there to standing. Standing feet keep their
    place in the world; those that swing join it, with its speed, where the gait has it."""
    ahead = travel(speed, period)
    g, still = ahead.gait, dict(pelvis=np.array((0, -0.012, 0)), pelvis_yaw=0, pelvis_roll=0, pelvis_lean=0, lean=0.5, side_bend=0, yaw=0,
                                steady=0.75, left=HANGING, right=HANGING)
    length = 0.95 if stop else 1.1
    way = 0.5 * speed * period + (-0.16 - HEEL[2] if stop else 0.16 + HEEL[2])
    clock = 0 if stop else -length                        # of walk_ahead, when this clip begins
    width = np.array((g.width, 0, 0))

    def phase(t, side):
        return g.start + (0 if side > 0 else 0.5) + (t + clock) / period

    def when(p, side):
        return (p - phase(0, side)) * period

    def stride(t, side):                                  # place, as of the left foot, pitch and bend of the toes
        p = phase(t, side) % 1
        pitch = np.radians(g.pitch(p))
        place = (g.stance(p) if p < g.toe_off else g.swing(p)) + width + (0, 0, speed * (t + clock) + (0 if stop else way))
        return place, pitch, max(0, -pitch) * smooth(g.toe_off + 0.24, g.toe_off + 0.05, p)

    def speed_at(t, side, h=1e-4):
        return (stride(t + h, side)[0] - stride(t - h, side)[0]) / (2 * h)

    def swing(t, a, b, p0, v0, p1, v1, pitch, lift):
        u = (t - a) / (b - a)
        pitch = np.radians(curve(pitch)(t))
        return hermite(p0, v0, p1, v1, t - a, b - a) + (0, lift * 6.75 * u * (1 - u) ** 2 * smooth(0, 0.35, u), 0), pitch, max(0, -pitch) * smooth(a + 0.22, a + 0.05, t)
    rest, there = sk.ANKLE, sk.ANKLE + (0, 0, way)

    def starting(t, side):
        if side < 0:
            off = when(g.toe_off, side)
            place, pitch, toes = stride(t, side)
            return (rest, 0, 0) if t < when(g.heel_up, side) else (place - width * smooth(length, off, t), pitch, toes)
        lift, land = 0.12, when(1 if phase(0, 1) > 0 else 0, side)
        if t < lift:
            return rest, 0, 0
        keys = ((lift, 0), (lift + 0.12, -6), (land - 0.15, 4), (land, g.pitch(0)))
        return swing(t, lift, land, rest, 0 * rest, stride(land + 1e-3, side)[0], speed_at(land + 2e-3, side), keys, 0.07) if t < land else stride(t, side)

    def stopping(t, side):
        if side < 0:
            land = when(1, side)
            place, pitch, toes = stride(t, side)
            return (there, 0, 0) if t > when(1 + g.heel_down, side) else (place - width * smooth(0, land, t), pitch, toes)
        off = when(g.toe_off, side)
        end, steep = off + 0.46, g.pitch(g.toe_off)
        if t < off:
            return stride(t, side)
        keys = ((off, steep), (off + 0.05, steep - 1), (off + 0.27, -14), (end, 0))
        return swing(t, off, end, stride(off - 1e-3, side)[0], speed_at(off - 2e-3, side), there, 0 * rest, keys, 0.075) if t < end else (there, 0, 0)

    def motion(t):
        moving = smooth(0.85 * length, 0.05, t) if stop else smooth(0.1, 0.95 * length, t)
        c = between(still, ahead.carriage(t + clock), moving)
        c["pelvis"] = c["pelvis"] * (1, 1, 0) + (-0.03 * np.sin(np.pi * smooth(0, 0.75, t)) * (not stop), -0.034 * np.sin(np.pi * smooth(0.25, 1.0, t)) * (not stop),
                                                 hermite(0, speed, way, 0, t, length) if stop else hermite(0, 0, way, speed, t, length))
        pose = Pose()
        pose_body(pose, c)
        for side in (1, -1):
            place, pitch, toes = (stopping if stop else starting)(t, side)
            place_foot(pose, side, mirrored(place, side), pitch, toes)
        return pose
    motion.length = length
    return motion

# ------------------------------------------------------------------------------------------------------------ clips
LIMBS = {"left_arm": ("left_clavicle",), "right_arm": ("right_clavicle",), "left_leg": ("left_thigh", "left_hip"), "right_leg": ("right_thigh", "right_hip")}
REST = {name: (parent, p) for name, parent, p in sk.skeleton()}

def owner(joint):
    while joint:
        for limb, roots in LIMBS.items():
            if joint in roots:
                return limb
        joint = REST[joint][0]
    return "body"

def thinned(keys, most):
    """Without the keys that straight lines between the others meet within `most`."""
    t, v = np.array([k[0] for k in keys]), np.array([k[1] for k in keys])
    kept, k = [0], 0
    while k < len(t) - 1:
        end = k + 1
        while end + 1 < len(t):
            u = ((t[k + 1:end + 1] - t[k]) / (t[end + 1] - t[k]))[:, None]
            if np.abs(v[k] + (v[end + 1] - v[k]) * u - v[k + 1:end + 1]).max() > most:
                break
            end += 1
        k = end
        kept.append(k)
    return [keys[k] for k in kept]

def sample(name, duration, motion, loop=True, rate=60, ahead=0.0, weights=None):
    """Keys for the pelvis and for every joint that turns or is turned; a loop ends as it began, `ahead` further on."""
    count = round(duration * rate)
    times = [k / rate for k in range(count + 1)]
    poses = [motion(0.0 if loop and k == count else t) for k, t in enumerate(times)]
    places = [np.add(sk.PELVIS, p.move) for p in poses]
    if loop:
        places[-1] = places[-1] + (0, 0, ahead)
    turns, moves = {}, {}
    for joint, (parent, p) in REST.items():
        q = [pose.get(joint, I) for pose in poses]
        for k in range(1, len(q)):
            q[k] = q[k] if q[k] @ q[k - 1] >= 0 else -q[k]
        still = all(np.allclose(x, q[0], atol=1e-9) for x in q)
        if parent and still and np.allclose(q[0], I, atol=1e-9):
            continue
        turns[joint] = [(0.0, q[0])] if still and parent else list(zip(times, q))
        moves[joint] = [(0.0, p - REST[parent][1])] if parent else list(zip(times, places))
        if not loop:
            turns[joint], moves[joint] = thinned(turns[joint], 1.5e-4), thinned(moves[joint], 1e-4)
    return (name, turns, moves) + (([(t, weights(t)) for t in times],) if weights else ())

def part(clip, limb, name=None):
    return (name or limb,) + tuple({j: k for j, k in tracks.items() if owner(j) == limb} for tracks in clip[1:3])

TRAVEL = (("stroll", 0.5, 2.0, 30), ("walk_ahead", 1.2, 0.9, 60), ("jog", 2.0, 19 / 30, 120), ("run_ahead", 3.0, 0.6, 120), ("sprint", 4.0, 17 / 30, 120))

def make():
    def wave_arm(t):
        return Pose().arm(("left_",), **waving(t))
    walking = sample("walk", 1.1, walk)
    clips = [walking, sample("run", 0.7, run, rate=120), sample("idle", 4, idle, rate=30, weights=lambda t: (0.5 + 0.5 * breath(t % 4), 0.0)),
             sample("wave", 2.4, greet, False), sample("jump", 1.8, jump, False), sample("sit", 2, sit, False, 30)]
    clips += [part(walking, limb) for limb in ("left_arm", "right_arm", "left_leg", "right_leg", "body")]
    clips.append(part(sample("", 1.2, wave_arm), "left_arm", "wave_left_arm"))
    clips += [sample(name, period, travel(speed, period), True, rate, speed * period) for name, speed, period, rate in TRAVEL]
    clips.append(sample("fall", 1.2, fall, rate=30))
    clips += [sample(f"lean_{n}", 0.5, lean(s), rate=4) for n, s in (("left", 1), ("right", -1))]
    for name, stop in (("start", False), ("stop", True)):
        motion = start_or_stop(stop)
        clips.append(sample(name, motion.length, motion, False))
    clips += [sample(f"turn_{n}", 1.2, quarter(s), False) for n, s in (("left", 1), ("right", -1))]
    return clips
