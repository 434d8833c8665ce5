#!/usr/bin/env bash
# Few sources include the headers of clips and graphs, directly or through others: most code gets them from CharacterData. Follows the
# #include lines, without a build. Usage: includes_test.sh PROJECT [list]     (list: prints the sources of each header)
set -euo pipefail
# shellcheck source=tests/project/checks.sh
. "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
cd "$1"

# The files of a list that reach a header. Input: lines "FILE INCLUDED".
reaching() {
  awk -v header="$1" '{ from[NR] = $1; to[NR] = $2 }
    END {
      reached[header] = 1
      for (more = 1; more;) {
        more = 0
        for (i = 1; i <= NR; ++i) if (to[i] in reached && !(from[i] in reached)) more = reached[from[i]] = 1
      }
      for (file in reached) print file
    }' | sort
}
# First the following itself, on made-up files.
expect "sources that reach a.h" "$(printf '%s\n' 'one.cpp b.h' 'b.h a.h' 'two.cpp c.h' 'three.cpp a.h' | reaching a.h | tr '\n' ' ')" \
  "a.h b.h one.cpp three.cpp "

# Headers in quotes, as they are named from include/ and src/.
includes=$(grep -rE --include='*.h' --include='*.cpp' '^#include "' src include | sed -E 's/^(src|include)\/([^:]*):#include "([^"]*)".*/\2 \3/')
sources=$(find src -name '*.cpp' | wc -l)
[ "$sources" -ge 400 ] || expect "sources" "$sources" "at least 400"
while read -r header most; do
  [ -f "include/$header" ] || [ -f "src/$header" ] || expect "header" "missing" "$header"
  found=$(reaching "$header" <<<"$includes" | grep '\.cpp$' || true)
  count=$(grep -c . <<<"$found" || true)
  echo "$header: $count of $sources sources, $((count * 1000 / sources)) in 1000"
  [ "${2:-}" != list ] || printf '  %s\n' $found
  [ $((count * 1000)) -le $((sources * most)) ] || expect "sources in 1000 that include $header" "$((count * 1000 / sources))" "at most $most"
done <<'LIMITS'
skelter/runtime/clip.h 125
skelter/play/graph.h 110
play/internal/format/graph_records.h 100
runtime/internal/format/clip_records.h 70
LIMITS
exit "$((failures > 0))"
