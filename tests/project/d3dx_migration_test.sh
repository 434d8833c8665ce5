#!/usr/bin/env bash
# docs/d3dx-migration.md: every Direct3D name that the tutorials use has a row; every name of Skelter in a row is in the header beside
# it; the C++ blocks are parts of examples/from_d3dx.cpp. Usage: d3dx_migration_test.sh PROJECT [DOCUMENT]
set -euo pipefail
# shellcheck source=tests/project/checks.sh
. "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
cd "$1"
document=${2:-docs/d3dx-migration.md}
program=examples/from_d3dx.cpp

# Names of the tower tutorial; the skin mesh article; the blend demo and the character tutorial; then other common D3DX names.
names="D3DXMATRIX D3DXVECTOR3 D3DXMatrixIdentity D3DXMatrixMultiply D3DXMatrixTranslation D3DXMatrixScaling D3DXMatrixRotationX
  D3DXMatrixRotationY D3DXMatrixRotationZ D3DXMatrixLookAtLH D3DXMatrixPerspectiveFovLH Direct3DCreate9 CreateDevice
  CreateVertexBuffer SetStreamSource DrawPrimitive BeginScene EndScene Present SetTransform
  IDirectXFile DirectXFileCreate RegisterTemplates CreateEnumObject IDirectXFileEnumObject IDirectXFileData GetNextDataObject
  GetNextObject D3DXLoadSkinMeshFromXof ID3DXSkinMesh ConvertToBlendedMesh ConvertToIndexedBlendedMesh UpdateSkinnedMesh
  D3DXBONECOMBINATION D3DRS_VERTEXBLEND D3DTS_WORLDMATRIX DrawSubset D3DXMatrixRotationQuaternion D3DXQuaternionSlerp
  D3DXCreateSprite D3DXCreateTextureFromFile D3DXLoadMeshHierarchyFromX ID3DXAllocateHierarchy D3DXFRAME D3DXMESHCONTAINER
  D3DXFrameDestroy D3DXFrameFind ID3DXAnimationController ID3DXAnimationSet AdvanceTime GetAnimationSet GetNumAnimationSets
  GetMaxNumAnimationSets SetTrackAnimationSet ID3DXSkinInfo GetBoneName GetBoneOffsetMatrix D3DXATTRIBUTERANGE GetAttributeTable
  ID3DXEffect D3DXCreateEffectFromFile GetTechniqueByName SetTechnique SetMatrix SetMatrixArray BeginPass EndPass
  TestCooperativeLevel Reset OnLostDevice OnResetDevice SetMaterial
  D3DXFrameAppendChild D3DXFrameNumNamedMatrices D3DXFrameRegisterNamedMatrices D3DXFrameCalculateBoundingSphere
  D3DXMatrixDecompose D3DXQuaternionMultiply GetPeriodicPosition GetSRT GetCallback RegisterAnimationSRTKeys Compress
  RegisterAnimationOutput SetTrackPosition SetTrackSpeed SetTrackWeight SetTrackEnable SetPriorityBlend KeyTrackSpeed
  KeyTrackWeight KeyTrackPosition KeyTrackEnable KeyPriorityBlend ValidateEvent UnkeyEvent UnkeyAllTrackEvents
  UnkeyAllPriorityBlends GetCurrentTrackEvent GetCurrentPriorityBlend GetUpcomingTrackEvent GetUpcomingPriorityBlend
  GetEventDesc CloneAnimationController ResetTime GetTime SetBoneInfluence GetNumBoneInfluences SetMinBoneInfluence
  GetMaxVertexInfluences GetMaxFaceInfluences FindBoneVertexInfluenceIndex Remap"

# Rows with a header: theirs, ours, the header, as tab-separated columns.
rows=$(awk -F' [|] ' '/^\| .* \| .* \| .* \|/ && NF >= 4 && $1 !~ /^\| (D3DX|Direct3D)$/ {print substr($1, 3) "\t" $2 "\t" $3}' "$document")
theirs=$(cut -f1 <<<"$rows")
for name in $names; do
  grep -qw -- "$name" <<<"$theirs" || expect "$document: a row for $name" "no row" "a row"
done

# words TEXT: the identifiers between backquotes.
words() { grep -oE '`[^`]+`' <<<"$1" | grep -oE '[A-Za-z_][A-Za-z0-9_]*' || true; }
checked=0
while IFS=$'\t' read -r their our header; do
  files=()
  for file in $(grep -oE '`[^`]+`' <<<"$header" | tr -d '`' || true); do
    if [ -f "include/skelter/$file" ]; then files+=("include/skelter/$file"); else expect "$their: header" "$file" "a header that is there"; fi
  done
  for word in $(words "$our"); do
    checked=$((checked + 1))
    grep -qw -- "$word" "${files[@]}" /dev/null || expect "$their: $word" "not in $header" "a name of that header"
  done
done <<<"$rows"
[ "$checked" -gt 150 ] || expect "names of Skelter that were looked up" "$checked" "more than 150"

code=$(cat "$program") blocks=0 block=
while IFS= read -r line; do
  case $line in
    '```cpp') block=$'\n' ;;
    '```')
      if [ -n "$block" ]; then
        blocks=$((blocks + 1))
        case $code in *"$block"*) ;; *) expect "$document: block $blocks is in $program" "$block" "those lines, word for word" ;; esac
      fi
      block= ;;
    *) [ -z "$block" ] || block+=$line$'\n' ;;
  esac
done <"$document"
expect "C++ blocks" "$blocks" 8

exit "$((failures > 0))"
