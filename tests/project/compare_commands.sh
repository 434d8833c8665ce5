#!/usr/bin/env bash
# What a new build of the command says of a tree of models, compared with an old one: exit codes, answers, messages,
# and the files written. A build whose `render` has --path draws a moment of the first clip by the reference. Prints a
# line per difference, a count per kind, and a summary; what both said stays in the folder OUT.
#   tests/project/compare_commands.sh OLD_SKELTER NEW_SKELTER FOLDER [OUT]
# Answers of `info` and `check` may gain fields: look at those with  diff OUT/old/N.info.out OUT/new/N.info.out
set -u
[ $# -ge 3 ] || { sed -n '2,6s/^# *//p' "$0"; exit 2; }
old=$(realpath "$1") new=$(realpath "$2") folder=$(realpath "$3") out=${4:-$(mktemp -d)}
mkdir -p "$out/old" "$out/new" && rm -f "$out/kinds.txt"
out=$(realpath "$out")
printf 'pause\nseek 0.4\n' > "$out/script.txt"

# run SIDE COMMAND NUMBER FILE: runs the commands on one file and keeps their outputs.
run() {
  local side=$1 command=$2 n=$3 file=$4 to=glb path=()
  "$command" render --help | grep -q -- '--path' && path=(--path reference)
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
  said moment render "$file" --clip 0 --time 0.4 "${path[@]}" --size 64x64 --out "$n.moment.png"
  said view view "$file" --script "$out/script.txt"
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
    echo "${path#*.}" >> "$out/kinds.txt"
    echo "${file#"$folder/"}: $path"
  done
  for path in "$out/new/$n".*; do
    [ -e "$out/old/${path##*/}" ] || echo "${file#"$folder/"}: ${path##*/} is new"
  done
done < <(find "$folder" -type f \( -iname '*.x' -o -iname '*.gltf' -o -iname '*.glb' -o -iname '*.vrm' -o -iname '*.fbx' \) | sort)
[ "$differences" -eq 0 ] || sort "$out/kinds.txt" | uniq -c
echo "$n files, $differences differences; see $out"
[ "$differences" -eq 0 ]
