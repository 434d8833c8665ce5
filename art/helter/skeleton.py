"""The joints of the figure: those of assets/mannequin.x, so that its clips play on it unchanged. Metres; left is +x."""
import numpy as np

PELVIS, SPINE1, SPINE2, SPINE3 = (0, 0.965, -0.005), (0, 1.06, -0.015), (0, 1.17, -0.022), (0, 1.29, -0.028)
NECK, HEAD = (0, 1.485, -0.032), (0, 1.585, -0.008)
CLAVICLE, SHOULDER = np.array((0.022, 1.452, 0.012)), np.array((0.176, 1.452, -0.022))
ARM = np.array((0.7056, -0.7056, 0.0650))         # along the straight arm
OUT = np.array((0.70711, 0.70711, 0.0))           # up and away from the body: the back of the hand
FRONT = np.array((-0.04596, 0.04596, 0.99789))    # where the thumb points
UPPER_ARM, FOREARM = 0.295, 0.255
HIP, KNEE, ANKLE, TOES = (np.array(p) for p in ((0.09, 0.925, 0), (0.094, 0.507, 0.008), (0.098, 0.088, -0.018), (0.108, 0.026, 0.112)))
ELBOW, WRIST = SHOULDER + ARM * UPPER_ARM, SHOULDER + ARM * (UPPER_ARM + FOREARM)

def hand_axes(along, thumbwards, outwards):
    return ARM * along + FRONT * thumbwards + OUT * outwards

def in_hand(along, thumbwards, outwards):
    return WRIST + hand_axes(along, thumbwards, outwards)

FINGERS = {  # knuckle, middle joint, tip
    "thumb": (in_hand(0.022, 0.028, -0.008), in_hand(0.062, 0.060, -0.018), in_hand(0.092, 0.070, -0.024)),
    "index": (in_hand(0.090, 0.030, 0.000), in_hand(0.131, 0.037, -0.009), in_hand(0.163, 0.039, -0.024)),
    "middle": (in_hand(0.094, 0.009, 0.002), in_hand(0.140, 0.011, -0.009), in_hand(0.174, 0.011, -0.027)),
    "ring": (in_hand(0.090, -0.012, 0.001), in_hand(0.133, -0.014, -0.011), in_hand(0.164, -0.015, -0.029)),
    "little": (in_hand(0.081, -0.031, -0.002), in_hand(0.113, -0.039, -0.012), in_hand(0.136, -0.042, -0.027))}

def skeleton():
    """(name, parent or "", position) of every joint, parents first."""
    joints = [("pelvis", "", PELVIS), ("spine1", "pelvis", SPINE1), ("spine2", "spine1", SPINE2), ("spine3", "spine2", SPINE3),
              ("neck", "spine3", NECK), ("head", "neck", HEAD)]
    for side, sign in (("left_", 1), ("right_", -1)):
        def add(name, parent, p):
            joints.append((side + name, parent if parent in ("pelvis", "spine3") else side + parent, np.asarray(p) * (sign, 1, 1)))
        add("clavicle", "spine3", CLAVICLE)
        add("upper_arm", "clavicle", SHOULDER)
        add("elbow", "upper_arm", ELBOW)      # helpers (elbow, hip, knee) turn half as far as the bone beside them
        add("forearm", "upper_arm", ELBOW)
        add("forearm_twist", "forearm", SHOULDER + ARM * (UPPER_ARM + 0.5 * FOREARM))
        add("hand", "forearm", WRIST)
        for finger, (base, middle, _) in FINGERS.items():
            add(finger + "1", "hand", base)
            add(finger + "2", finger + "1", middle)
        add("hip", "pelvis", HIP)
        add("thigh", "pelvis", HIP)
        add("knee", "thigh", KNEE)
        add("shin", "thigh", KNEE)
        add("foot", "shin", ANKLE)
        add("toes", "foot", TOES)
    return [(n, p, np.asarray(at, float)) for n, p, at in joints]

def other_side(name):
    for a, b in (("left_", "right_"), ("right_", "left_")):
        if name.startswith(a):
            return b + name[len(a):]
    return name
