#!/usr/bin/env bash
# The documents are complete: docs/README.md lists every page, links between pages lead somewhere, C++ on the pages is compiled,
# docs/cli.md's first table has every subcommand, examples/README.md every program; those of the tutorials are short. Usage: docs_test.sh PROJECT
set -euo pipefail
# shellcheck source=tests/project/checks.sh
. "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
cd "$1"

pages=$(cd docs && ls ./*.md course/README.md | sed 's#^\./##' | grep -v '^README.md$' | sort)
listed=$(sed -nE 's/^\* \[([^]]*)\]\(\1\): .*/\1/p' docs/README.md | sort)
expect "docs/README.md has a line for each page" "$listed" "$pages"

# Links to files: [text](path), with or without #place; not in code.
for page in README.md CONTRIBUTING.md docs/*.md docs/course/*.md examples/README.md; do
  for link in $(sed '/^```/,/^```/d' "$page" | grep -oE '\]\([^)# ]+' | sed 's/^](//' | grep -v '://' || true); do
    [ -e "$(dirname "$page")/$link" ] || expect "links of $page" "$link" "a file that is there"
  done
done

# C++ on a page is compiled: its lines stand together in an example or in tests/load/pages_test.cpp, there perhaps further in.
program=$(for file in examples/*.cpp tests/load/pages_test.cpp; do echo; sed 's/^ *//' "$file"; done)
for page in README.md docs/*.md docs/course/*.md; do
  block='' inside=no
  while IFS= read -r line; do
    case $line in
      '```cpp') inside=yes block='' ;;
      '```')
        [ "$inside" = yes ] && case $'\n'$program$'\n' in
          *$'\n'"$block"*) ;;
          *) expect "$page: C++ that is compiled" "$block" "lines of an example or of tests/load/pages_test.cpp" ;;
        esac
        inside=no ;;
      *) [ "$inside" = no ] || block+=${line#"${line%%[! ]*}"}$'\n' ;;
    esac
  done <"$page"
done

commands=$(sed -n '/^std::vector<Command> add_commands/,/^}/p' src/cli/command_line.cpp | grep -oE 'add_[a-z]+\(app\)' |
  sed -E 's/add_([a-z]+).*/\1/' | sort)
table=$(sed -n '/^| subcommand /,/^$/s/^| `\([a-z]*\).*/\1/p' docs/cli.md | sort)
expect "docs/cli.md has a row for each subcommand" "$table" "$commands"

# Examples: a heading or a row for each program, and pictures that load quickly.
for program in examples/*.cpp examples/character_steps/*.cpp; do
  grep -qE "^### $(basename "$program" .cpp)\$|\`$(basename "$program" .cpp)[ \`]" examples/README.md ||
    expect "examples/README.md" "nothing of $program" "a heading or a row"
done
# Of each demonstration of a tutorial the page says which mistakes --faithful keeps and which it repairs.
faithful=$(sed -n '/^## What --faithful keeps$/,/^## The tutorials$/p' docs/demos.md |
  sed -nE 's/^\| `([a-z]+)` \| [^|]{20,} \| [^|]{20,} \|$/\1/p' | tr '\n' ' ')
expect "docs/demos.md: what --faithful keeps and repairs" "$faithful" "tower blend skinmesh character "

# The page on architecture is short, and the files that it names exist.
[ "$(wc -l <docs/architecture.md)" -le 120 ] || expect "lines of docs/architecture.md" "$(wc -l <docs/architecture.md)" "at most 120"
known=$(find src include tests -name '*.h' -o -name '*.cpp' -o -name '*.glsl')
for named in $(grep -oE '`[a-z0-9_/-]+\.(h|cpp|glsl)`' docs/architecture.md | tr -d '`' | sort -u); do
  grep -qE "(^|/)$named\$" <<<"$known" || expect "docs/architecture.md: $named" "no such file" "a file"
done

# The programs of the tutorials: short, and without anything that is not public.
for program in examples/tutorials/*/*.cpp; do
  grep -qF "(${program#examples/})" examples/README.md || expect "examples/README.md" "nothing of $program" "a row"
  [ "$(wc -l <"$program")" -le 250 ] || expect "lines of $program" "$(wc -l <"$program")" "at most 250"
  hidden=$(grep -E '^#include "' "$program" | grep -vE '"(skelter/|\.\./\.\./(show|gl_tools)\.h)' || true)
  expect "headers of $program that are not public" "$hidden" ""
done
expect "programs of the tutorials" "$(cd examples/tutorials && ls -d */*.cpp)" \
  "$(printf '%s\n' blend/blend.cpp character/character.cpp skin_mesh/skin_mesh.cpp tower/tower.cpp)"
for picture in docs/images/example-*.png; do
  [ "$(stat -c %s "$picture")" -le 61440 ] || expect "size of $picture" "$(stat -c %s "$picture")" "at most 60 KiB"
done

exit "$((failures > 0))"
