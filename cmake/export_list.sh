#!/bin/sh
# Writes the list of symbols that the shared library exports: export_list.sh NM INCLUDE_FOLDER OUT ARCHIVE...
set -eu
nm=$1 headers=$2 out=$3
shift 3
folder=$(dirname "$0")
"$nm" -g --defined-only "$@" 2>/dev/null | awk 'NF == 3 && $2 ~ /[TWVDRBu]/ { print $3 }' | LC_ALL=C sort -u >"$out.symbols"
[ -s "$out.symbols" ] || { echo "export_list.sh: no symbols in $*" >&2 && exit 1; }
c++filt <"$out.symbols" | paste "$out.symbols" - |
  awk -f "$folder/export_list.awk" $(find "$headers" -name '*.h' | LC_ALL=C sort) - >"$out.new"
rm "$out.symbols"
mv "$out.new" "$out"
