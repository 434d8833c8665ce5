#!/usr/bin/env bash
# The library names no option of a command, no ./run.sh and no code "cli.*": those who link it have none of these. Commands add the advice
# (src/cli/output/advice.h). Usage: library_names_test.sh PROJECT
set -euo pipefail
# shellcheck source=tests/project/checks.sh
. "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
cd "$1"

# The command, and modules that exist only as a part of it.
programs='^(src/cli|src/viewer|src/demos|include/skelter/viewer)/'
# In texts and comments: in code, -- counts down.
named() {
  grep -rnE "(\"[^\"]*|//.*)(^|[ \"(\`])--[a-z]{2,}|run\.sh|\"cli\.[a-z]" --include='*.cpp' --include='*.h' "$@" | grep -vE "$programs" || true
}
expect "sources and headers of the library name nothing of the command" "$(named src include)" ""

# The search finds what it should.
box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT
cat >"$box/bad.cpp" <<'END_OF_FILE'
  message += "; --max-memory BYTES allows more";
  // As --up says.
  return "(./run.sh build)";
  return {"cli.format"};
  const char* text = "say so with --loop NAME";
  message = "(--up z turns it)";
END_OF_FILE
cat >"$box/good.cpp" <<'END_OF_FILE'
  --left;
  for (; count > 0; --count) a -- b;
  // a -- b
END_OF_FILE
expect "names in texts and comments are found" "$(named "$box/bad.cpp" | wc -l)" 6
expect "code that counts down is none" "$(named "$box/good.cpp")" ""

exit "$((failures > 0))"
