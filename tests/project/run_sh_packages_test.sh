#!/usr/bin/env bash
# How run.sh installs packages, against a fake dpkg-query and a fake apt-get that keep a list and a record of calls.
set -euo pipefail
project=$1
# shellcheck source=tests/project/checks.sh
. "$(dirname "$0")/checks.sh"
box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT
mkdir "$box/bin" "$box/project"
cp "$project/run.sh" "$box/project/"

# Only these and the fakes are on the PATH, so that nothing of the machine is queried or changed.
for tool in bash env grep sed awk cat mkdir dirname nproc sleep tail kill; do
  ln -s "$(command -v "$tool")" "$box/bin/$tool"
done
fake() { printf '#!%s\n' "$BASH" | cat - >"$box/bin/$1"; cat >>"$box/bin/$1"; chmod +x "$box/bin/$1"; }
fake dpkg-query <<'END'
# Lists the packages in installed.txt; clang-format was installed once.
for package in "$@"; do
  grep -qxF "$package" "$BOX/installed.txt" && echo "$package installed"
done
echo "clang-format config-files"
exit 1
END
fake apt-get <<'END'
echo "apt-get $*" >>"$BOX/calls.txt"
case " $* " in
  *" --assume-no "*) printf 'Need to get 1,234 kB of archives.\nAfter this operation, 5 MB is used.\n'; exit 1 ;;
  *" install "*) for word in "$@"; do case $word in -* | install) ;; *) echo "$word" >>"$BOX/installed.txt" ;; esac; done ;;
esac
END
fake id <<'END'
echo "$USER_ID"
END

run() { (cd "$box/project" && env -i PATH="$box/bin" BOX="$box" USER_ID="${user:-0}" "${extra:-A=}" ./run.sh "$@" 2>&1); }
calls() { if [ -f "$box/calls.txt" ]; then cat "$box/calls.txt"; fi; }
start_with() { rm -f "$box/calls.txt"; printf '%s\n' "$@" >"$box/installed.txt"; }

start_with nothing
extra=SKELTER_NO_INSTALL=1 status=0
text=$(run setup format) || status=$?
expect "SKELTER_NO_INSTALL fails when something is missing" "$status" 1
expect_part "SKELTER_NO_INSTALL names what is missing" "$text" "Missing Debian packages: clang-format"
expect "SKELTER_NO_INSTALL calls no package manager" "$(calls)" ""
extra=

text=$(run setup format)
expect_part "the size is said before anything is installed" "$text" "Need to get 1,234 kB"
expect "lists, then the one package without recommendations" "$(calls)" \
  "apt-get --assume-no --no-install-recommends install clang-format
apt-get update
apt-get install -y --no-install-recommends clang-format"

rm "$box/calls.txt"
text=$(run setup format)
expect "a second run calls no package manager" "$(calls)" ""
expect "a second run says that all is there" "$text" "All packages are there."
extra=SKELTER_NO_INSTALL=1 text=$(run setup format)
expect "SKELTER_NO_INSTALL is content when nothing is missing" "$text" "All packages are there."
extra=

start_with g++ cmake
run setup demo >"$box/text.txt"
case "$(calls)" in
  *install*" g++"* | *libgtest* | *libassimp* | *libbenchmark* | *clang*) expect "demo installs only what it needs" "$(calls)" "no g++, tests, benchmarks" ;;
esac
expect_part "demo installs what the renderer needs" "$(calls)" "libgl1-mesa-dri"

start_with nothing
user=1000 status=0
text=$(run setup format) || status=$?
expect "without root and sudo it fails" "$status" 1
expect_part "without root and sudo it says what to do" "$text" \
  "As root: apt-get install --no-install-recommends clang-format"

fake sudo <<'END'
echo "sudo $*" >>"$BOX/calls.txt"
"$@"
END
run setup format >"$box/text.txt"
expect_part "sudo is used where there is one" "$(calls)" "sudo apt-get update"
expect_part "sudo passes the environment on" "$(calls)" \
  "sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends clang-format"

rm "$box/bin/dpkg-query" "$box/calls.txt"
user=0 text=$(run setup demo)
expect "a system without dpkg is left alone" "$text$(calls)" "All packages are there."

exit "$((failures > 0))"
