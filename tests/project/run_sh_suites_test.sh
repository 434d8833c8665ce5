#!/usr/bin/env bash
# `run.sh test SUITE`, on a machine that has nothing installed: which packages it installs, what it configures, builds and runs. Package manager, CMake and
# CTest are fakes that keep a record. And its list of suites is that of a real build. Usage: run_sh_suites_test.sh PROJECT BUILD
set -euo pipefail
project=$1 build=$2
# shellcheck source=tests/project/checks.sh
. "$(dirname "$0")/checks.sh"
box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT
mkdir -p "$box/bin" "$box/project/tests/project"
cp "$project/run.sh" "$box/project/"
cp "$project/tests/project/summary.awk" "$box/project/tests/project/"

for tool in bash env grep sed awk cat mkdir dirname nproc sleep tail kill rm touch; do
  ln -s "$(command -v "$tool")" "$box/bin/$tool"
done
fake() { printf '#!%s\n' "$BASH" | cat - >"$box/bin/$1"; cat >>"$box/bin/$1"; chmod +x "$box/bin/$1"; }
fake dpkg-query <<'END_OF_FAKE'
for package in "$@"; do grep -qxF "$package" "$BOX/installed.txt" && echo "$package installed"; done
exit 1
END_OF_FAKE
fake apt-get <<'END_OF_FAKE'
case " $* " in
  *" install -y "*) for word in "$@"; do case $word in -* | install) ;; *) echo "$word" >>"$BOX/installed.txt" ;; esac; done ;;
esac
END_OF_FAKE
fake id <<<'echo 0'
fake cmake <<'END_OF_FAKE'
echo "cmake $*" >>"$BOX/calls.txt"
case " $* " in *" --preset "*) mkdir -p "$BOX/project/build/release" && touch "$BOX/project/build/release/build.ninja" ;; esac
END_OF_FAKE
fake ctest <<'END_OF_FAKE'
echo "ctest $*" >>"$BOX/calls.txt"
END_OF_FAKE

# Without a folder of an earlier build, unless KEEP is set.
run() {
  [ -n "${keep:-}" ] || rm -rf "$box/project/build" "$box/installed.txt"
  rm -f "$box/calls.txt"
  touch "$box/installed.txt" "$box/calls.txt"
  (cd "$box/project" && env -i PATH="$box/bin" BOX="$box" SKELTER_JOBS=1 ./run.sh "$@" 2>&1) || true
}
installed() { sort "$box/installed.txt" | tr '\n' ' '; }
calls() { sed "s#$box/project#PROJECT#g" "$box/calls.txt"; }

# --- names ---

text=$(run test maths)
expect "a wrong name installs, configures and builds nothing" "$(installed)$(calls)" ""
known=$(sed -n 's/^test: no suite maths; there are \(.*\), and ci, web, windows, interop, all$/\1/p' <<<"$text" | tr ' ' '\n' | sort)
expect_part "a wrong name gets the list" "$text" "test: no suite maths; there are core system math"

# Suites that are one program, and the labels of the others.
suites=$({
  sed -nE 's/^build ([a-z0-9_]+)_tests: phony.*/\1/p' "$build/build.ninja" | grep -vE '^(cmake_object_order|formats_assimp_absent)'
  (cd "$build" && ctest --print-labels 2>/dev/null) | sed -nE 's/^  ([a-z0-9_]+)$/\1/p'
} | sort -u | grep -vxE 'formats_assimp_absent')
if grep -q '^SKELTER_APPS:BOOL=ON' "$build/CMakeCache.txt"; then
  expect "the list is that of the build" "$known" "$suites"
fi

for word in $(sed -nE 's/^  test ([a-z]+) .*/\1/p' <<<"$(run help)"); do
  [ "$word" = all ] || case $(run test "$word") in *"no suite"*) expect "test $word, which help lists, is a suite" "no suite $word" "a suite" ;; esac
done
run test interop >"$box/text.txt"
expect_part "interop installs Blender" " $(installed)" " blender "
expect "interop installs no clang" "$(installed | grep -c clang)" 0

# --- one suite ---

run test math >"$box/text.txt"
expect "math installs the compiler, CMake, Ninja and GoogleTest" "$(installed)" "cmake g++ libgmock-dev libgtest-dev ninja-build "
expect "math configures three modules, builds one program and runs it" "$(calls)" \
  "cmake -S PROJECT --preset release --fresh -DSKELTER_TESTS=ON -DSKELTER_MODULES=core;system;math
cmake --build PROJECT/build/release -j 1 --target math_tests
ctest --test-dir PROJECT/build/release -j 1 --no-tests=error --output-on-failure --output-junit PROJECT/build/log/release.xml -L ^math$"

keep=1 run test scene >"$box/text.txt"
expect_part "scene, after math, configures the library from scratch" "$(calls)" \
  "cmake -S PROJECT --preset release --fresh -DSKELTER_TESTS=ON -DSKELTER_APPS=OFF"
keep=1 run test math >"$box/text.txt"
expect_part "math, after scene, keeps the library" "$(calls)" "-DSKELTER_TESTS=ON -DSKELTER_APPS=OFF"
expect "and not from scratch" "$(calls | grep -c -e --fresh)" 0
keep=1 run test viewer >"$box/text.txt"
expect "viewer, after both, configures everything from scratch" "$(calls | head -n 1)" \
  "cmake -S PROJECT --preset release --fresh -DSKELTER_TESTS=ON"
keep=1 run test math >"$box/text.txt"
expect "math, after viewer, keeps everything" "$(calls | head -n 1)" "cmake -S PROJECT --preset release -DSKELTER_TESTS=ON"
run test scene >"$box/text.txt"
keep=1 run demo >"$box/text.txt"
expect_part "demo, after scene, configures everything from scratch" "$(calls)" "cmake -S PROJECT --preset release --fresh"

# --- every suite ---

for suite in $known; do
  run test "$suite" >"$box/text.txt"
  case $(installed) in *clang*) expect "$suite installs no clang" "$(installed)" "no clang" ;; esac
  case $suite:$(installed) in
    arm:*aarch64*) ;;
    *aarch64* | arm:*) expect "arm alone installs a cross compiler" "$suite: $(installed)" "g++-aarch64-linux-gnu for arm" ;;
  esac
  targets=$(calls | sed -n 's/^cmake --build .* --target //p')
  case " $targets " in
    *" all "* | "  ") expect "$suite builds what it runs" "$targets" "its targets" ;;
  esac
  for target in $targets; do
    grep -qE "^build $target: phony" "$build/build.ninja" || ! grep -q '^SKELTER_APPS:BOOL=ON' "$build/CMakeCache.txt" ||
      expect "$suite builds targets that there are" "$target" "a target of the build"
  done
  expect_part "$suite runs its tests" "$(calls)" "-L ^$suite\$"
done

exit "$((failures > 0))"
