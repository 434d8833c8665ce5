#!/usr/bin/env bash
# What a new build of the command says of a tree of models, beside an old one: exit codes, answers, messages, and the
# files written. Prints a line per difference and a summary; what both said stays in the folder OUT.
#   tests/project/compare_commands.sh OLD_SKELTER NEW_SKELTER FOLDER [OUT]
# Answers of `info` and `check` may gain fields: look at those with  diff OUT/old/N.info.out OUT/new/N.info.out
set -u
[ $# -ge 3 ] || { sed -n '2,6s/^# *//p' "$0"; exit 2; }
old=$(realpath "$1") new=$(realpath "$2") folder=$(realpath "$3") out=${4:-$(mktemp -d)}
mkdir -p "$out/old" "$out/new"
out=$(realpath "$out")

# run SIDE COMMAND NUMBER FILE: the four commands on one file, each with what it said.
run() {
  local side=$1 command=$2 n=$3 file=$4 to=glb
  case ${file,,} in *.glb) to=x ;; esac
  cd "$out/$side" || exit 1
  said() { # NAME ARGUMENTS...
    local name=$1
    shift
    timeout 300 "$command" "$@" > "$n.$name.out" 2> "$n.$name.err"
    echo $? > "$n.$name.code"
  }
  said info info "$file" --json
  said check check "$file" --json
  said render render "$file" --size 64x64 --out "$n.png"
  said convert convert "$file" "$n.$to" --force
}

n=0 differences=0
while IFS= read -r file; do
  n=$((n + 1))
  run old "$old" $n "$file"
  run new "$new" $n "$file"
  cd "$out/old" || exit 1
  for path in "$n".*; do
    cmp -s "$path" "../new/$path" && continue
    differences=$((differences + 1))
    echo "${file#"$folder/"}: $path"
  done
  for path in "$out/new/$n".*; do
    [ -e "$out/old/${path##*/}" ] || echo "${file#"$folder/"}: ${path##*/} is new"
  done
done < <(find "$folder" -type f \( -iname '*.x' -o -iname '*.gltf' -o -iname '*.glb' -o -iname '*.vrm' -o -iname '*.fbx' \) | sort)
echo "$n files, $differences differences; see $out"
[ "$differences" -eq 0 ]
