#!/usr/bin/env bash
# No folder of src or web/src has more than 25 files, so that names of folders guide a reader. Usage: folders_test.sh PROJECT
set -euo pipefail
# shellcheck source=tests/project/checks.sh
. "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
cd "$1"
counts=$(find src web/src -type f | sed 's|/[^/]*$||' | sort | uniq -c | sort -rn)
[ "$(wc -l <<<"$counts")" -ge 60 ] || expect "folders of src and web/src" "$(wc -l <<<"$counts")" "at least 60"
expect "folders with more than 25 files" "$(awk '$1 > 25' <<<"$counts")" ""
exit "$((failures > 0))"
