"""Gives one clip of a text .x file matrix keys: `/usr/bin/python3 matrix_keys.py IN.x OUT.x CLIP`. Each bone's rotations and its one position
become matrices, as old exporters wrote them. Scales are 1."""
import re
import sys

def matrix(w, x, y, z, at):
    """The rows of .x, whose rotations are stored as conjugates."""
    rows = ((1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 0), (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), 0),
            (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), 0), (*at, 1))
    return ",".join(f"{v:.8g}" for row in rows for v in row)

def matrices(animation):
    keys = {kind: [(time, [float(v) for v in values.split(",")]) for time, values in re.findall(r"(\d+);\d+;([-+.,\de]+);;", text)]
            for kind, text in re.findall(r"AnimationKey \{\s*(\d);\s*\d+;(.*?)\}", animation[0], re.S)}
    assert len(keys["2"]) == 1, "the bone moves"
    rows = [f"   {time};16;{matrix(*q, keys['2'][0][1])};;" for time, q in keys["0"]]
    head = re.match(r"Animation \{\s*\{ \w+ \}", animation[0])[0]
    return f"{head}\n  AnimationKey {{\n   4;\n   {len(rows)};\n" + ",\n".join(rows) + ";\n  }\n }"

text = open(sys.argv[1], encoding="ascii").read()
start = text.index(f"AnimationSet {sys.argv[3]} {{")
end = text.find("AnimationSet ", start + 1)
end = len(text) if end < 0 else end
clip = re.sub(r"Animation \{\s*\{ \w+ \}(\s*AnimationKey \{.*?\})+\s*\}", matrices, text[start:end], flags=re.S)
open(sys.argv[2], "w", encoding="ascii").write(text[:start] + clip + text[end:])
