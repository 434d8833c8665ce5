"""Makes the figure: `/usr/bin/python3 art/helter/make.py OUT_FOLDER`. Needs numpy only. The same bytes each time."""
import sys
import time

import numpy as np

import clips
import figure
import pose
import skeleton as sk
from kit import occlusion, write_glb

def main():
    out = sys.argv[1] if len(sys.argv) > 1 else "."
    started = time.time()
    motions = clips.make()
    for name, quality in (("helter", 0.80), ("helter_far", 0.2)):
        mesh = figure.build(quality)
        seen = occlusion(mesh)
        for part, a, b in mesh.parts:  # they come out when the figure sits
            if part.endswith("hip_ball"):
                seen[a:b] = np.maximum(seen[a:b], 0.6)
        shade = mesh.shade * np.clip(0.25 + 0.95 * seen, 0, 1)[:, None]
        moves = pose.clips() if "--poses" in sys.argv else motions if quality > 0.7 else ()
        wrist = sk.SHOULDER + sk.ARM * 0.516
        props = (("watch", figure.watch(wrist), wrist, "left_forearm_twist", None),
                 ("seat", figure.seat(), clips.SEAT * (1, 0, 1), None, "pose_sit" if "--poses" in sys.argv else "sit")) if moves else ()
        write_glb(f"{out}/{name}.glb", mesh, sk.skeleton(), figure.MATERIALS, "helter", shade, moves,
                  [("breathe", figure.breath(mesh)), ("fist", pose.fist(mesh))] if quality > 0.7 else (), props=props)
        if "--x" in sys.argv and quality > 0.7:  # one mesh of several materials: `skelter convert` makes helter.x of it
            write_glb(f"{out}/{name}_x.glb", mesh, sk.skeleton(), figure.MATERIALS, "helter", shade, moves, dark_colors=True, props=props)
        if quality > 0.7 and "--poses" in sys.argv:  # the wrist turned by 150 degrees without its helper, skinned by both methods
            wrist, rest = pose.Pose(), (mesh.p, mesh.n, mesh.bone, mesh.share)
            for side in ("left_", "right_"):
                wrist.put(side, "hand", pose.turn(sk.ARM, 150))
            for method in ("linear", "dual"):
                mesh.p, mesh.n = rest[0], rest[1]
                mesh.p = pose.skin(mesh, wrist, method == "dual")
                mesh.set_normals()
                mesh.bone, mesh.share = rest[2] * 0, np.tile((1.0, 0, 0, 0), (len(mesh.p), 1))
                write_glb(f"{out}/wrist_{method}.glb", mesh, sk.skeleton(), figure.MATERIALS, "helter", shade)
                mesh.p, mesh.n, mesh.bone, mesh.share = rest
        print(f"{name}: {len(mesh.p)} vertices, {len(mesh.tri)} triangles, {time.time() - started:.1f} s")

main()
