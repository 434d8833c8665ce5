#!/usr/bin/env bash
# The table "Names" of docs/tutorials.md leads from the names of the tutorials to ours: each file is there and contains each of our
# names in its row, and no name that a reader would look up is missing. Usage: tutorial_names_test.sh PROJECT [DOCUMENT]
set -euo pipefail
# shellcheck source=tests/project/checks.sh
. "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
cd "$1"
document=${2:-docs/tutorials.md}

names="CreateSkeleton CreateSkinMeshVertices EvaluateSkinWeightForVertex MultiplyVectorAndMatrix UpdateSkeleton_Movement
  UpdateSkeleton_EvaluteWorldMatrices UpdateSkinMesh_EvaluateVerticesPosition SkeletalAnimationTechnique_INIT
  SkeletalAnimationTechnique_UPDATE CObject CSkinMesh CFrameNode CMeshNode SetTime cAnimationCollection cBlendAnimationCollection
  cAnimationSet D3DXFRAME_EX UpdateHierarchy BoneMesh SkinnedMesh CalculateWorldMatrices AddBoneMatrixPointers GetAnimationSets
  SetAnimation PlayAnimation"
rows=$(sed -n '/^## Names$/,/^## Tower tutorial$/p' "$document" | grep -E '^\| (tower|skin mesh|blend|character) \|' || true)
theirs=$(awk -F' [|] ' '{print $2}' <<<"$rows")
for name in $names; do
  grep -qE "\`$name(\`|::)" <<<"$theirs" || expect "$document: a row for $name" "no row" "a row"
done

# quoted TEXT: the text between backquotes, one a line.
quoted() { grep -oE '`[^`]+`' <<<"$1" | tr -d '`' || true; }
checked=0
while IFS= read -r row; do
  their=$(awk -F' [|] ' '{print $2}' <<<"$row") file=$(quoted "$(awk -F' [|] ' '{print $3}' <<<"$row")")
  case $file in include/*) ;; *) file=examples/tutorials/$file ;; esac
  if [ ! -f "$file" ]; then
    expect "$their: file" "$file" "a file that is there"
    continue
  fi
  for ours in $(quoted "$(awk -F' [|] ' '{print $4}' <<<"$row")"); do
    checked=$((checked + 1))
    grep -qw -- "$ours" "$file" || expect "$their: $ours" "not in $file" "a name of that file"
  done
done <<<"$rows"
[ "$checked" -ge 40 ] || expect "names of ours that were looked up" "$checked" "at least 40"

exit "$((failures > 0))"
