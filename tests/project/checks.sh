# shellcheck shell=bash
# Sourced by the tests of run.sh: compares, says what differs, and counts.
failures=0
declare -A test_names=()

# expect WHAT ACTUAL WANTED: equal text.
expect() {
  [ "$2" = "$3" ] && return
  printf 'FAILED: %s\n  got:    %s\n  wanted: %s\n' "$1" "$2" "$3"
  failures=$((failures + 1))
}

# expect_part WHAT TEXT PART: the part occurs in the text.
expect_part() {
  case $2 in *"$3"*) return ;; esac
  printf 'FAILED: %s\n  got:    %s\n  wanted: %s\n' "$1" "$2" "... $3 ..."
  failures=$((failures + 1))
}

# test_exists PROJECT module.Suite.name: in the sources of the module's tests, or among the tests that CMake adds.
test_exists() {
  local root=$1 module=${2%%.*} rest=${2#*.} folder
  case $module in
    examples) grep -q "NAME examples\.$rest " "$root/examples/CMakeLists.txt" && return ;;
    project) [ -f "$root/tests/project/${rest}_test.sh" ] && return ;;
  esac
  folder=$root/tests/$module
  [ -d "$folder" ] || folder=$root/tests/${module/_//}
  [ -d "$folder" ] || return 1
  # The names of a module are read once.
  [ -n "${test_names[$folder]:-}" ] || test_names[$folder]=$(find "$folder" -name '*.cpp' -exec cat {} + | tr '\n' ' ' |
    grep -oE 'TEST(_F|_P)?\( *[A-Za-z0-9_]+, *[A-Za-z0-9_]+' | sed -E 's/.*\( *([^,]+), */\1./')
  case $'\n'${test_names[$folder]}$'\n' in *$'\n'"$rest"$'\n'*) return ;; esac
  return 1
}
