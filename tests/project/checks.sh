# shellcheck shell=bash
# Sourced by the tests of run.sh: compares, says what differs, and counts.
failures=0

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
