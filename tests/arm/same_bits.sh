#!/usr/bin/env bash
# Cross-compiles the modules that a game links for 64-bit ARM, plays packs and a graph there under qemu and here with AVX2, and compares
# what the two printed. Usage: same_bits.sh PROJECT POSES SKELTER
set -euo pipefail
project=$1 poses=$2 skelter=$3
for tool in aarch64-linux-gnu-g++ qemu-aarch64; do
  command -v "$tool" >/dev/null || { echo "SKIPPED: $tool is not installed; ./run.sh setup test installs it" && exit 0; }
done

cd "$project"
cmake --preset aarch64 >/dev/null
cmake --build --preset aarch64 --target arm_poses
box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT
"$skelter" convert --quiet assets/mannequin.x "$box/mannequin.x" --clips walk,jump,wave >/dev/null
"$skelter" compile --quiet "$box/mannequin.x" "$box/mannequin.skelter" >/dev/null
"$skelter" compile --quiet --effort quick --config assets/mannequin.json assets/mannequin.x "$box/graph.skelter" >/dev/null
"$poses" "$box/mannequin.skelter" "$box/graph.skelter" >"$box/avx2.txt" || {
  status=$?
  [ "$status" != 77 ] || { echo "SKIPPED: this processor has no AVX2" && exit 0; }
  exit "$status"
}
qemu-aarch64 -L /usr/aarch64-linux-gnu build/aarch64/bin/arm_poses "$box/mannequin.skelter" "$box/graph.skelter" >"$box/neon.txt"

cat "$box/avx2.txt"
echo
diff "$box/avx2.txt" "$box/neon.txt" || { echo "NEON (>) gives other bits than AVX2 (<)" && exit 1; }
awk '{ sum += $(NF - 2) } END { print sum " floats with the same bits, AVX2 and NEON"; exit sum == 0 }' "$box/avx2.txt"
