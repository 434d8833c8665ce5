#!/usr/bin/env bash
# Skelter's one door for people and machines: ./run.sh help
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
logs=$root/build/log
corpus=${SKELTER_CORPUS:-$root/../shared/corpus}
jobs=${SKELTER_JOBS:-$(nproc)}

# Debian packages, each with the command that needs it. Reasons and versions: docs/dependencies.md.
build_packages=(g++ cmake ninja-build)
library_packages=("${build_packages[@]}" libfmt-dev libfast-float-dev zlib1g-dev nlohmann-json3-dev libdraco-dev libhwy-dev libxxhash-dev
  libmeshoptimizer-dev libtbb-dev)
demo_packages=("${library_packages[@]}" pkg-config libcli11-dev libstb-dev libwebp-dev libgif-dev libglfw3-dev libimgui-dev libepoxy-dev libegl1
  libgl1-mesa-dri)
suite_packages=(libgtest-dev libgmock-dev)
program_packages=(xvfb xdotool imagemagick ffmpeg)  # what tests of the command, the window and pictures run
test_packages=("${demo_packages[@]}" "${suite_packages[@]}" "${program_packages[@]}" libassimp-dev)
packing_packages=(help2man lintian debootstrap desktop-file-utils shared-mime-info)  # what makes and judges packages
ci_packages=("${test_packages[@]}" clang libc++-dev libc++abi-dev clang-format g++-aarch64-linux-gnu qemu-user)
bench_packages=("${demo_packages[@]}" libassimp-dev libtinygltf-dev)
coverage_packages=("${demo_packages[@]}" libgtest-dev libgmock-dev gcovr)
tidy_packages=("${ci_packages[@]}" clang-tidy)
windows_packages=(cmake ninja-build dpkg-dev python3 g++-mingw-w64-x86-64-posix libfmt-dev libfast-float-dev nlohmann-json3-dev libhwy-dev libxxhash-dev libstb-dev
  libcli11-dev)
wine_packages=(googletest wine64 xvfb xauth libgl1 libgl1-mesa-dri)  # what the suite "windows" needs as well
interop_packages=("${demo_packages[@]}" blender python3-numpy)
web_packages=(cmake ninja-build libfmt-dev libfast-float-dev nlohmann-json3-dev libhwy-dev libxxhash-dev libstb-dev emscripten dpkg-dev)

help() {
  cat <<'END'
./run.sh COMMAND

  demo [ARGS]      build the skelter command and run its demonstration: a window, or pictures in out/
  build            build the libraries, the command and the examples, into build/release/bin
  web              build the engine for the browser, and the page: build/web/site
  windows          build the skelter command for Windows, by MinGW-w64: build/windows/bin/skelter.exe
  web serve [--port N]  build the page and serve it to this machine's browser
  test             build with g++ and run the test suites
  test SUITE       build and run one suite, and install only what it needs: core, formats_x, viewer, ...; a wrong name lists them all
  test ci          the checks that need other tools: format, sanitizers, clang with libc++, ARM, installed packages
  test web         the browser's tests
  test windows     the command and the libraries for Windows, under Wine
  test packages    make Debian's packages; install, use and purge them in an empty root of Debian 12
  test interop     convert FBX files to .glb and check these with Blender and the Khronos validator; not part of "all"
  test all         test, test ci, test web, and a minute of each fuzz target
  bench [NAME...]  measure: load, load_gltf, load_fbx, single, crowd, graph, sampling, large, skinning, clips, gpu, or all;
                   prints ratios against peers and plain code; keeps its results in bench/results
  bench build      CPU seconds to build the demo, then the test suites, in an empty folder without ccache
  fuzz [TARGET] [MINUTES]
                   libFuzzer with sanitizers on everything that reads bytes: x_scene, draco, viewer, ...; default: a minute each
  coverage         percent of lines that the tests run, per module; fails below 90
  format [--check] apply clang-format, or say where it is not applied
  tidy [FILE...]   clang-tidy on the sources
  release          make archives and packages, with sizes and sums, in build/release-files
  setup [COMMAND]  only install the Debian packages for a command, or for all
  help             this text

Missing Debian packages are installed first, as root or with sudo. Environment:
  SKELTER_NO_INSTALL=1   only say which packages are missing
  SKELTER_CORPUS=FOLDER  real files for the tests (else ../shared/corpus beside the project)
  SKELTER_JOBS=N         parallel compilations (else one per processor)
  SKELTER_ACL=FOLDER SKELTER_RTM=FOLDER SKELTER_OZZ=FOLDER SKELTER_CGLTF=FOLDER SKELTER_FASTGLTF=FOLDER SKELTER_SIMDJSON=FOLDER SKELTER_UFBX=FOLDER
                         sources of peers, to be measured beside ours by bench: the Animation Compression Library 2.1 with RTM 2.2,
                         ozz-animation 0.16, cgltf 1.15, fastgltf 0.9 with simdjson 4.6, ufbx 0.23
END
}

fail() {
  echo "$*" >&2
  exit 1
}

# --- steps -------------------------------------------------------------------------------------------------

# now_ms: a clock in milliseconds.
now_ms() { echo $((${EPOCHREALTIME/[.,]/} / 1000)); }

# On a terminal, shows how far the build in a log is: "[12/40]".
show_progress() {
  while sleep 1; do
    printf '\r  %-44s %s ' "$1" "$(tail -qn 1 "$2" | grep -oE '^\[[0-9]+/[0-9]+\]' || true)"
  done
}

stop_progress() {
  [ -n "$ticker" ] || return 0
  kill "$ticker"
  wait "$ticker" 2>/dev/null || true
  ticker=""
  printf '\r\033[K'
}
ticker=""
trap stop_progress EXIT  # also after Ctrl-C

# What is worth reading in the log of a step that failed.
show_failure() {
  grep -vE '^ *(Start +[0-9]+:|[0-9]+/[0-9]+ Test .*(Passed|Skipped)|\[[0-9]+/[0-9]+\] (Building|Linking)|[0-9]+ warnings? generated)' "$1" |
    tail -n 150
  echo "  The whole log: $1"
}

# step TEXT COMMAND...: runs it quietly and says how long it took; returns its status. The output is in $step_log.
step() {
  local text=$1 status=0 start ms
  shift
  mkdir -p "$logs"
  step_log=$logs/${text//[^a-zA-Z0-9+]/_}.log
  : >"$step_log"
  start=$(now_ms)
  if [ -t 1 ]; then
    show_progress "$text" "$step_log" &
    ticker=$!
  fi
  "$@" >"$step_log" 2>&1 || status=$?
  stop_progress
  ms=$(($(now_ms) - start))
  printf '  %-44s %5d.%d s%s\n' "$text" $((ms / 1000)) $((ms / 100 % 10)) "$([ "$status" = 0 ] || echo "  FAILED")"
  [ "$status" = 0 ] || show_failure "$step_log"
  return "$status"
}

# --- packages ----------------------------------------------------------------------------------------------

# Prints which of the packages are not installed, with one question to dpkg.
missing_packages() {
  local known package
  known=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null || true)
  for package in "$@"; do
    grep -qxF "$package installed" <<<"$known" || echo "$package"
  done
}

# Prints the size of an installation; nothing when the package lists are not there yet.
install_size() {
  LC_ALL=C apt-get --assume-no --no-install-recommends install "$@" 2>/dev/null |
    grep -E '^(Need to get|After this operation)' || true
}

# need PACKAGE...: installs what is missing. When nothing is, no package manager is called. On systems without dpkg,
# CMake says what is missing.
need() {
  command -v dpkg-query >/dev/null || return 0
  local missing as_root=()
  mapfile -t missing < <(missing_packages "$@")
  [ ${#missing[@]} -gt 0 ] || return 0
  local by_hand="apt-get install --no-install-recommends ${missing[*]}"
  echo "Missing Debian packages: ${missing[*]}"
  [ -z "${SKELTER_NO_INSTALL:-}" ] || fail "SKELTER_NO_INSTALL is set, so nothing is installed. By hand: $by_hand"
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || fail "Neither root nor sudo. As root: $by_hand"
    as_root=(sudo)
  fi
  local size
  size=$(install_size "${missing[@]}")
  [ -z "$size" ] || echo "$size"
  step "package lists" "${as_root[@]}" apt-get update
  [ -n "$size" ] || install_size "${missing[@]}"
  step "packages" "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "${missing[@]}"
}

# --- building ----------------------------------------------------------------------------------------------

# configure PRESET [-DNAME=VALUE...]: runs CMake only when the folder is new, an option differs or the presets changed;
# everything else Ninja notices itself. Options that another command switched on stay on, so that `demo` after `test`
# and the other way round rebuild nothing. A folder that has only some modules ($narrow, from configure_for_suite) is configured from scratch when
# more are needed; what is built stays.
narrow=""
configure() {
  local preset=$1 folder=$root/build/$1 option stale="" fresh=()
  shift
  [ "$(cat "$folder/.narrow" 2>/dev/null || true)" = "$narrow" ] || stale=1 fresh=(--fresh)
  [ -f "$folder/build.ninja" ] && [ ! "$root/CMakePresets.json" -nt "$folder/.configured" ] || stale=1
  for option in "$@"; do
    grep -qxE "${option#-D}" <(sed 's/:[A-Z]*=/=/' "$folder/CMakeCache.txt" 2>/dev/null) || stale=1
  done
  [ -n "$stale" ] || return 0
  rm -f "$folder/.configured" "$folder/.narrow"
  mkdir -p "$folder"
  [ -z "$narrow" ] || echo "$narrow" >"$folder/.narrow"
  step "$preset: configure" cmake -S "$root" --preset "$preset" "${fresh[@]}" "$@" || return
  touch "$folder/.configured"
}

# Whether the release folder is there with all modules.
has_whole_release() { [ -f "$root/build/release/build.ninja" ] && [ ! -f "$root/build/release/.narrow" ]; }

# build PRESET TEXT TARGET...
build() {
  local preset=$1 text=$2
  shift 2
  step "$preset: $text" cmake --build "$root/build/$preset" -j "$jobs" --target "$@"
}

# The option that switches the import through Assimp on, where its package is.
assimp_if_there() {
  if command -v dpkg-query >/dev/null && [ -z "$(missing_packages libassimp-dev)" ]; then echo -DSKELTER_WITH_ASSIMP=ON; fi
}

# The command alone: a first configuration leaves the tests out, since GoogleTest may not be there, and Assimp.
# build_command TEXT-OR-NOTHING OPTIONS-OR-NOTHING TARGET...
build_command() {
  need "${demo_packages[@]}"
  if has_whole_release; then
    configure release ${2:-}
  else
    configure release -DSKELTER_TESTS=OFF "${2:--DSKELTER_WITH_ASSIMP=OFF}"
  fi
  build release "build ${1:-the command}" skelter_cli "${@:3}"
}

# --- commands ----------------------------------------------------------------------------------------------

run_setup() {
  case ${1:-all} in
    demo | build) need "${demo_packages[@]}" ;;
    test) need "${test_packages[@]}" ;;
    ci) need "${ci_packages[@]}" ;;
    bench) need "${bench_packages[@]}" ;;
    fuzz) need "${demo_packages[@]}" clang ;;
    coverage) need "${coverage_packages[@]}" ;;
    format) need clang-format ;;
    web) need "${web_packages[@]}" ;;
    windows) need "${windows_packages[@]}" "${wine_packages[@]}" ;;
    tidy) need "${tidy_packages[@]}" ;;
    all) need "${ci_packages[@]}" "${packing_packages[@]}" "${bench_packages[@]}" "${coverage_packages[@]}" "${tidy_packages[@]}" ;;
    *) fail "setup: no command $1; see ./run.sh help" ;;
  esac
  echo "All packages are there."
}

run_demo() {
  build_command
  exec "$root/build/release/bin/skelter" demo "$@"
}

# --- the browser ---

# Sources of libraries that Emscripten does not have.
web_libraries=(zlib meshoptimizer libwebp giflib draco)

# library_sources NAME NAME-OF-LIBRARY...: from Debian's source packages, into build/NAME/sources. Of libepoxy the original archive is enough. They need
# lines of their own for apt, which stay in build/sources; the system's are not touched.
library_sources() {
  local sources=$root/build/$1/sources name missing=()
  for name in "${@:2}"; do
    compgen -G "$sources/$name-*/" >/dev/null || missing+=("$name")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  [ -z "${SKELTER_NO_INSTALL:-}" ] || fail "SKELTER_NO_INSTALL is set, so no sources are fetched. By hand, in $sources: apt-get source ${missing[*]}"
  step "$1: sources of ${missing[*]}" fetch_sources "$sources" "${missing[@]}"
}

# fetch_sources FOLDER PACKAGE...: from the archive that the system's packages come from.
fetch_sources() {
  local folder=$1 apt=$root/build/sources archive package
  shift
  archive=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Origin: Debian' 'Component: main' 'Created-By: Packages' | head -n 1)
  [ -n "$archive" ] || archive=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Component: main' 'Created-By: Packages' | head -n 1)
  [ -n "$archive" ] || { echo "apt knows no archive of Debian" && return 1; }
  mkdir -p "$folder" "$apt/lists/partial" "$apt/cache/archives/partial"
  echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $archive main" >"$apt/sources.list"
  local options=(-o "Dir::Etc::SourceList=$apt/sources.list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$apt/lists"
    -o "Dir::Cache=$apt/cache" -o APT::Sandbox::User=)
  apt-get "${options[@]}" update || return
  for package in "$@"; do
    case $package in
      libepoxy) (cd "$folder" && apt-get "${options[@]}" source --tar-only libepoxy && tar -xzf libepoxy_*.tar.gz) || return ;;
      *) (cd "$folder" && apt-get "${options[@]}" source "$package") || return ;;
    esac
  done
  find "$folder" -maxdepth 1 -type f -delete
}

# Emscripten's own JavaScript tools look for modules where Debian's Node.js has them, whichever Node.js runs them.
build_web() {
  need "${web_packages[@]}"
  library_sources web "${web_libraries[@]}"
  configure web
  NODE_PATH=/usr/share/nodejs build web "build the engine" "$@"
}

# The page and its scripts, around the engine.
build_page() {
  local page=$root/web
  command -v npm >/dev/null || need npm
  command -v npm >/dev/null || fail "The page needs npm with Node.js 18 or later"
  if [ ! "$page/node_modules/.package-lock.json" -nt "$page/package-lock.json" ]; then
    step "web: npm modules" npm ci --prefix "$page" --no-audit --no-fund --ignore-scripts || return
  fi
  step "web: build the page" npm run build --prefix "$page"
}

run_web() {
  case ${1:-} in
    "" | serve) ;;
    *) fail "web: no command $1; see ./run.sh help" ;;
  esac
  build_web web_skelter web_skelter-player web_skelter-actors web_skelter-tutorials web_skelter-draco web_skelter-fbx
  build_page
  echo "The page: $root/build/web/site"
  [ "${1:-}" != serve ] || exec node "$root/web/serve.mjs" "${@:2}"
}

# --- Windows ---

windows_libraries=(zlib meshoptimizer libwebp giflib draco highway onetbb glfw3 imgui libepoxy)

# build_windows OPTION-OR-NOTHING TEXT TARGET...
build_windows() {
  need "${windows_packages[@]}"
  library_sources windows "${windows_libraries[@]}"
  if [ -f "$root/build/windows/build.ninja" ]; then configure windows ${1:-}; else configure windows "${1:--DSKELTER_TESTS=OFF}"; fi
  build windows "build $2" "${@:3}"
}

run_windows() {
  build_windows "" "the command for Windows" skelter_cli
  echo "The command: $root/build/windows/bin/skelter.exe"
}

# Everything for Windows under Wine. The command's answers are compared with those of the command for this system.
test_windows() {
  build_command && build_windows -DSKELTER_TESTS=ON "the tests for Windows" skelter_cli windows_tests &&
    SKELTER_HERE="$root/build/release/bin/skelter" SKELTER_CORPUS="$corpus" suites windows windows -L "^windows$"
}

# The digest by a second compiler, where it is installed: cmake/wasi.cmake.
wasi_packages=(clang-19 llvm-19 lld-19 libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32 wasi-libc)
build_wasi() {
  local missing
  missing=$(missing_packages "${wasi_packages[@]}")
  if [ -n "$missing" ]; then
    rm -f "$root/build/wasi/bin/wasi_digest.wasm"
    echo "  SKIPPED: the digest by clang 19; by hand: apt-get install --no-install-recommends" $missing
    return 0
  fi
  configure wasi && build wasi "build the digest by clang 19" wasi_digest
}

# Tests of the engine in the browser. What it needs is not needed by anything else, so they skip what is not there, and say so.
test_web() {
  local folder=$root/tests/web files=() file
  command -v node >/dev/null || { echo "  SKIPPED: no Node.js" && return 0; }
  [ -f /usr/share/emscripten/emcc.py ] || { echo "  SKIPPED: no Emscripten (./run.sh setup web)" && return 0; }
  build_web web_skelter web_skelter-player web_skelter-actors web_skelter-tutorials web_skelter-draco web_skelter-fbx web_digest web_ways web_crowd web_wrong_code web_wrong_code_vectorized || return
  build_page || return
  build_wasi || return
  configure release -DSKELTER_TESTS=ON && build release "build the native digest" web_digest web_ways web_crowd web_wrong_code skelter_cli || return
  if [ ! "$folder/node_modules/.package-lock.json" -nt "$folder/package-lock.json" ] && [ -z "${SKELTER_NO_INSTALL:-}" ]; then
    step "npm modules for the browser's tests" npm ci --prefix "$folder" --no-audit --no-fund --ignore-scripts || true
  fi
  for file in "$folder"/*.test.mjs "$root"/web/tests/*.test.mjs; do
    [ ! -f "$file" ] || files+=("$file")
  done
  step "web: tests" env SKELTER_CORPUS="$corpus" node --test --test-timeout=1500000 \
    --test-reporter=spec --test-reporter-destination=stdout \
    --test-reporter="$folder/results.mjs" --test-reporter-destination="$logs/web.xml" "${files[@]}" || return
  grep -E '^ *(ℹ (tests|pass|fail|skipped)|.*(SKIPPED|figure):)' "$step_log" | sed 's/^/    /'
}

run_build() {
  build_command "libraries, command and examples" "$(assimp_if_there)" modules example_programs
  echo "The command and the examples: $root/build/release/bin"
}

# suites NAME PRESET [CTEST OPTIONS...]: runs tests, and keeps what the summary needs in build/log/NAME.xml.
suites() {
  local name=$1 preset=$2
  shift 2
  step "$preset: tests" ctest --test-dir "$root/build/$preset" -j "$jobs" --no-tests=error --output-on-failure \
    --output-junit "$logs/$name.xml" "$@" || return
  grep 'tests passed' "$step_log" | sed 's/^/    /'
}

# The suites of the modules that read and hold data; `coverage` measures them.
data_modules=(core system math scene formats_x formats_gltf formats_bvh formats_fbx)
data_suites="^(core|system|math|scene|formats_x|formats_gltf|formats_bvh|formats_fbx)$"
# These also run with sanitizers; `compile` reads no bytes, and its searches take long there.
sanitized_modules=("${data_modules[@]}" formats_assimp runtime play skinning crowd d3dx load_memory)
sanitized_suites="^(core|system|math|scene|formats_x|formats_gltf|formats_bvh|formats_fbx|formats_assimp|runtime|play|skinning|crowd|d3dx|load_memory)$"

# timed_part NAME COMMAND...: notes minutes and result of a part of the test for the summary.
timed_part() {
  local name=$1 result=ok start
  shift
  start=$(now_ms)
  "$@" || result=FAILED
  printf '%s\t%s\t%s\n' "$name" "$(($(now_ms) - start))" "$result" >>"$logs/parts.tsv"
}

# Suites that build something themselves, with other compilers or as other projects; `test ci` runs them.
building_suites="^(arm|consumer|packages)$"

# test_release NAME TARGET CTEST-OPTION...: builds a target of the preset and runs suites.
test_release() {
  configure release -DSKELTER_TESTS=ON $(assimp_if_there) && build release "build $2" "$2" && suites "$1" release "${@:3}"
}

# The suites of `test SUITE`, by what their programs link: a few modules without libraries of others; the modules of the library; modules with
# graphics or the command.
bare_suites=(core system math architecture)
library_suites=(scene formats_x formats_x_memory formats_gltf formats_gltf_memory formats_bridge formats_bvh formats_fbx formats_fbx_memory formats_assimp
  runtime runtime_no_heap play play_no_heap compile d3dx d3dx_no_heap load load_memory skinning skinning_no_heap crowd crowd_no_heap)
app_suites=(image render picture save viewer desktop demos cli examples assets project arm consumer packages)
all_suites=("${bare_suites[@]}" "${library_suites[@]}" "${app_suites[@]}")

is_one_of() {  # is_one_of WORD LIST...
  local word=$1 other
  shift
  for other in "$@"; do [ "$word" != "$other" ] || return 0; done
  return 1
}

# packages_of_suite SUITE: what has to be installed to build and run it.
packages_of_suite() {
  local packages=("${suite_packages[@]}")
  if is_one_of "$1" "${bare_suites[@]}"; then packages+=("${build_packages[@]}")
  elif is_one_of "$1" "${library_suites[@]}"; then packages+=("${library_packages[@]}")
  else packages+=("${demo_packages[@]}"); fi
  case $1 in
    formats_assimp) packages+=(libassimp-dev) ;;
    arm) packages+=(g++-aarch64-linux-gnu qemu-user) ;;
    packages) packages+=("${packing_packages[@]}") ;;
    image) packages+=(ffmpeg) ;;
    cli | examples) packages+=("${program_packages[@]}") ;;
  esac
  printf '%s\n' "${packages[@]}"
}

# targets_of_suite SUITE: what it runs. Suites that are one program have its name.
targets_of_suite() {
  case $1 in
    project) echo skelter_cli example_programs ;;
    examples) echo examples_tests example_programs skelter_cli ;;
    assets) echo assets_tests make_assets ;;
    arm) echo arm_poses skelter_cli ;;
    consumer | packages) echo modules skelter_cli ;;
    architecture) echo architecture_tests headers_alone ;;
    *) echo "$1_tests" ;;
  esac
}

# configure_for_suite SUITE: where not all packages are there, a new folder gets only the modules that the suite needs.
configure_for_suite() {
  local options=(-DSKELTER_TESTS=ON)
  narrow=""
  if ! has_whole_release && ! is_one_of "$1" "${app_suites[@]}" && command -v dpkg-query >/dev/null &&
    [ -n "$(missing_packages "${demo_packages[@]}")" ]; then
    narrow=library
    if is_one_of "$1" "${bare_suites[@]}" && ! grep -qx library "$root/build/release/.narrow" 2>/dev/null; then narrow=bare; fi
  fi
  case $narrow in
    bare) options+=("-DSKELTER_MODULES=core;system;math") ;;
    library) options+=(-DSKELTER_APPS=OFF $(assimp_if_there)) ;;
    *) options+=($(assimp_if_there)) ;;
  esac
  configure release "${options[@]}"
}

# test_suite SUITE: builds only what the suite runs.
test_suite() {
  configure_for_suite "$1" && build release "build $1" $(targets_of_suite "$1") && suites release release -L "^$1$"
}

# FBX files as .glb in other programs. Blender's importer needs NumPy of the system's Python.
test_interop() {
  local made=$root/build/interop blender=(env -i "HOME=${HOME:-/tmp}" PATH=/usr/bin:/bin blender)
  command -v blender >/dev/null || { echo "  SKIPPED: no Blender; apt-get install --no-install-recommends blender python3-numpy" && return 0; }
  build_command || return
  rm -rf "$made"
  step "interop: Blender" "${blender[@]}" -b --factory-startup --python-exit-code 1 --python "$root/tests/interop/fbx_in_blender.py" -- \
    "$root/build/release/bin/skelter" "$corpus/fbx" "$made" || return
  grep -E ' files within ' "$step_log" | sed 's/^/    /'
  [ -d "$root/tests/npm/node_modules/gltf-validator" ] || { echo "  SKIPPED: the validator; npm ci in tests/npm" && return 0; }
  find "$made" -name '*.glb' | sort >"$made/files.txt"
  step "interop: Khronos validator" node "$root/tests/npm/validate.mjs" "$made/files.txt" || return
  echo "    $(grep -c '"errors":0,"warnings":0' "$step_log") of $(wc -l <"$made/files.txt") files without errors and warnings"
  ! grep -v '"errors":0,"warnings":0' "$step_log"
}

test_sanitized() {
  configure asan $(assimp_if_there) && build asan "build core to crowd" "${sanitized_modules[@]/%/_tests}" &&
    suites asan asan -L "$sanitized_suites"
}

test_threads() {
  configure tsan -DSKELTER_WITH_ASSIMP=OFF && build tsan "build the tests that run threads" threads_tests || return
  TSAN_OPTIONS="halt_on_error=1 suppressions=$root/tests/tsan.supp" suites tsan tsan -L "^threads$"
}

test_second_compiler() {
  configure libcxx && build libcxx "compile the library and the fuzz targets" modules fuzz_sources
}

# The parts of `test` and `test ci`.
parts_of_test() {
  timed_part "g++ release" test_release release all -LE "$building_suites"
}

parts_of_ci() {
  timed_part "format" run_format --check
  timed_part "ARM, installed packages" test_release building all -L "$building_suites" -E '^packages\.whole'
  timed_part "ASan and UBSan" test_sanitized
  timed_part "TSan" test_threads
  timed_part "clang and libc++" test_second_compiler
}

run_test() {
  local suite=${1:-} packages
  case $suite in
    ci) need "${ci_packages[@]}" ;;
    all) need "${ci_packages[@]}" "${packing_packages[@]}" "${windows_packages[@]}" "${wine_packages[@]}" ;;
    "" | web) need "${test_packages[@]}" ;;
    windows) need "${demo_packages[@]}" "${windows_packages[@]}" "${wine_packages[@]}" ;;
    interop) need "${interop_packages[@]}" ;;
    *)
      is_one_of "$suite" "${all_suites[@]}" || fail "test: no suite $suite; there are ${all_suites[*]}, and ci, web, windows, interop, all"
      mapfile -t packages < <(packages_of_suite "$suite")
      need "${packages[@]}"
      ;;
  esac
  rm -rf "$logs"
  mkdir -p "$logs"
  case $suite in "" | all | formats_bridge | interop) npm_modules ;; esac
  case $suite in
    "") parts_of_test ;;
    ci) parts_of_ci ;;
    web) timed_part "browser" test_web ;;
    windows) timed_part "Windows" test_windows ;;
    interop) timed_part "interop" test_interop ;;
    all)
      parts_of_test
      parts_of_ci
      timed_part "packages" test_suite packages
      timed_part "browser" test_web
      timed_part "Windows" test_windows
      timed_part "fuzz targets" run_fuzz
      ;;
    *) timed_part "g++ release" test_suite "$suite" ;;
  esac
  echo
  awk -v corpus="$corpus" -f "$root/tests/project/summary.awk" "$logs/parts.tsv" \
    "$(find_result release)" "$(find_result building)" "$(find_result asan)" "$(find_result tsan)" "$(find_result web)" "$(find_result windows)"
}

# Programs of others that judge our files (tests/npm), for the suite formats_bridge. Without Node.js, or without a network, the tests
# that need them skip and say so.
npm_modules() {
  local folder=$root/tests/npm
  command -v npm >/dev/null || return 0
  [ ! "$folder/node_modules/.package-lock.json" -nt "$folder/package-lock.json" ] || return 0
  [ -z "${SKELTER_NO_INSTALL:-}" ] || return 0
  step "npm modules for the tests" npm ci --prefix "$folder" --no-audit --no-fund --ignore-scripts || true
}

# The results of a suite, or an empty file when it did not get that far.
find_result() { if [ -f "$logs/$1.xml" ]; then echo "$logs/$1.xml"; else echo /dev/null; fi; }

# Each benchmark prints ratios of contenders measured in the same run. What they measured is kept in bench/results, a file for each
# machine, of which docs/performance.md has its tables.
benchmarks=(load load_gltf load_fbx single crowd graph sampling large skinning clips gpu)

# machine_name [CPUINFO]: the processor's name, family, model and widest vectors, as a file may be named: amd-epyc-25-1-avx2.
machine_name() {
  local info=${1:-/proc/cpuinfo} vectors=plain flag
  field() { sed -n "s/^$1[[:space:]]*: //p" "$info" | head -n 1; }
  for flag in neon:asimd sse4:sse4_1 avx2:avx2 avx512:avx512f; do
    ! grep -qw "${flag#*:}" "$info" || vectors=${flag%:*}
  done
  echo "$(field "model name") $(field "cpu family") $(field model) $vectors" |
    tr 'A-Z' 'a-z' | sed -E 's/\((r|tm)\)//g; s/[^a-z0-9]+/-/g; s/^-|-$//g'
}

# The results of a benchmark take the place of its earlier ones: keep_results FILE NAME NEW_LINES
keep_results() {
  local lines=$1.new name
  {
    echo "bench,row,contender,unit,least,median,most"
    for name in "${benchmarks[@]}"; do
      if [ "$name" = "$2" ]; then cat "$3"; else grep "^$name," "$1" 2>/dev/null || true; fi
    done
  } >"$lines"
  mv "$lines" "$1"
}

# bench_tables PAGE: the page with its tables made anew from bench/results.
bench_tables() { awk -v results="$root/bench/results" -f "$root/bench/tables.awk" "$1"; }

# cpu_s COMMAND...: runs it quietly and sets cpu_s to the CPU seconds of it and its children.
cpu_s() {
  local TIMEFORMAT="%U %S" times
  times=$({ time "$@" >"$step_log" 2>&1; } 2>&1) || { show_failure "$step_log" && return 1; }
  cpu_s=$(awk '{ printf "%.0f", $1 + $2 }' <<<"$times")
}

# bench_build: CPU seconds of a first build. The limits are goals for two quiet cores; the test suite checks none of this.
bench_build() {
  need "${test_packages[@]}"
  local folder=$root/build/bench_build demo tests
  local options=(-S "$root" --preset release -B "$folder" -DCCACHE_PROGRAM= -DSKELTER_WITH_ASSIMP=OFF)
  mkdir -p "$logs"
  step_log=$logs/bench_build.log
  rm -rf "$folder"
  cmake "${options[@]}" -DSKELTER_TESTS=OFF >"$step_log" 2>&1 || { show_failure "$step_log" && return 1; }
  cpu_s cmake --build "$folder" -j "$jobs" --target skelter_cli || return
  demo=$cpu_s
  echo "Slowest units, in seconds:"
  awk '$4 ~ /\.o$/ { printf "  %6.1f  %s\n", ($2 - $1) / 1000, $4 }' "$folder/.ninja_log" | sort -rn | head -n 10 | sed 's#CMakeFiles/##'
  cmake "${options[@]}" -DSKELTER_TESTS=ON >"$step_log" 2>&1 || { show_failure "$step_log" && return 1; }
  cpu_s cmake --build "$folder" -j "$jobs" || return
  tests=$cpu_s
  printf '%-24s %5s CPU seconds, goal at most %s\n' "demo" "$demo" 330 "demo and test suites" "$((demo + tests))" 1500
  rm -rf "$folder"
}

run_bench() {
  if [ "${1:-}" = build ]; then bench_build; return; fi
  need "${bench_packages[@]}"
  local names=("$@") name
  [ $# -gt 0 ] || names=("${benchmarks[@]}")
  for name in "${names[@]}"; do
    [[ " ${benchmarks[*]} " == *" $name "* ]] || fail "bench: no benchmark $name; there are ${benchmarks[*]}"
  done
  local options=(-DSKELTER_BENCH=ON) peer
  for peer in SKELTER_{ACL,RTM,OZZ,CGLTF,FASTGLTF,SIMDJSON,UFBX}; do
    [ -z "${!peer:-}" ] || options+=("-D$peer=$(cd "${!peer}" && pwd)")
  done
  has_whole_release || options+=(-DSKELTER_TESTS=OFF)
  configure release "${options[@]}"
  build release "build benchmarks" "${names[@]/#/bench_}"
  local results=$root/bench/results/$(machine_name).csv page=$root/docs/performance.md
  mkdir -p "$root/build/bench" "$root/bench/results"
  for name in "${names[@]}"; do
    printf '\n== %s\n\n' "$name"
    "$root/build/release/bin/bench_$name" --csv "$root/build/bench/$name.csv" \
      $([ "$name" != crowd ] || echo --plot "$root/build/bench/crowd.svg")
    keep_results "$results" "$name" "$root/build/bench/$name.csv"
  done
  bench_tables "$page" >"$root/build/bench/performance.md"
  cp "$root/build/bench/performance.md" "$page"
  printf '\nNumbers: %s; the tables of %s are made from it. Plot: %s\n' "$results" "$page" "$root/build/bench/crowd.svg"
}

# Fuzz targets, each with the files that it begins with: fuzz/seeds, and those of the corpus where it is there.
declare -A fuzz_seeds=(
  [x_token]="$root/fuzz/seeds/x $corpus/x" [x_object]="$root/fuzz/seeds/x $corpus/x" [x_unzip]="$root/fuzz/seeds/x $corpus/x"
  [x_scene]="$root/fuzz/seeds/x $corpus/x" [bvh]="$root/fuzz/seeds/bvh"
  [fbx_record]="$corpus/fbx" [fbx_scene]="$corpus/fbx" [gltf_scene]="$root/fuzz/seeds/gltf $corpus/gltf $corpus/hostile"
  [write_gltf]="$root/fuzz/seeds/gltf $root/fuzz/seeds/x $corpus/gltf" [draco]="$root/fuzz/seeds/draco" [meshopt]="$root/fuzz/seeds/meshopt"
  [compile]="$root/fuzz/seeds/gltf $root/fuzz/seeds/x" [config]="$root/fuzz/seeds/config" [pack]="$root/fuzz/seeds/pack" [stored_clip]=""
  [graph]="$root/fuzz/seeds/graph" [graph_blob]="$root/fuzz/seeds/graph_blob"
  [controller]="$root/fuzz/seeds/controller" [viewer]="$root/fuzz/seeds/viewer" [expression]="$root/fuzz/seeds/expression"
  [image]="$root/fuzz/seeds/image $root/assets $corpus/wild")
fuzz_targets=(image bvh fbx_record fbx_scene draco meshopt gltf_scene write_gltf compile config graph graph_blob controller viewer expression x_token x_object x_unzip x_scene pack
  stored_clip)

# fuzz_target NAME MINUTES: what is found stays in build/fuzz/found/NAME, what fails in build/fuzz/failed/NAME.
fuzz_target() {
  local seeds=() found=$root/build/fuzz/found/$1 failed=$root/build/fuzz/failed/$1 folder
  for folder in ${fuzz_seeds[$1]}; do
    [ ! -d "$folder" ] || seeds+=("$folder")
  done
  mkdir -p "$found" "$failed"
  step "fuzz: $1" "$root/build/fuzz/bin/fuzz_$1" -max_total_time=$(($2 * 60)) -max_len=20000 -timeout=120 -rss_limit_mb=2000 \
    -print_final_stats=1 "-artifact_prefix=$failed/" "$found" "${seeds[@]}" || return
  awk '/number_of_executed_units/ { runs = $2 } / cov: / { for (i = 1; i < NF; ++i) if ($i == "cov:") edges = $(i + 1) }
    END { print "    " runs " executions, " edges " edges" }' "$step_log"
}

run_fuzz() {
  need "${demo_packages[@]}" clang
  local targets=("${fuzz_targets[@]}") minutes=1 target
  if [ $# -gt 0 ] && [[ ! $1 =~ ^[0-9]+$ ]]; then
    [ -n "${fuzz_seeds[$1]+known}" ] || fail "fuzz: no target $1; there are ${targets[*]}"
    targets=("$1")
    shift
  fi
  [ $# = 0 ] || minutes=$1
  [[ $minutes =~ ^[1-9][0-9]*$ ]] || fail "fuzz: $minutes are no minutes; expected a whole number from 1 on"
  configure fuzz
  build fuzz "build targets" "${targets[@]/#/fuzz_}"
  local status=0
  for target in "${targets[@]}"; do fuzz_target "$target" "$minutes" || status=1; done
  return "$status"
}

run_coverage() {
  need "${coverage_packages[@]}"
  configure coverage
  build coverage "build core to formats" "${data_modules[@]/%/_tests}"
  find "$root/build/coverage" -name '*.gcda' -delete
  suites coverage coverage -L "$data_suites"
  local filters=() module
  for module in core system math scene formats; do
    filters+=(--filter "$root/src/$module/" --filter "$root/include/skelter/$module/")
  done
  step "coverage: count lines" gcovr -r "$root" --object-directory "$root/build/coverage" "${filters[@]}" \
    --csv "$logs/coverage.csv"
  awk -F, -v least=90 -f "$root/tests/project/coverage.awk" "$logs/coverage.csv"
}

# All C++ files of the project, one per line.
source_files() {
  local folders=() folder
  for folder in include src tests bench fuzz tools examples; do
    [ ! -d "$root/$folder" ] || folders+=("$root/$folder")
  done
  find "${folders[@]}" -name '*.cpp' -o -name '*.h' | sort
}

run_format() {
  need clang-format
  case ${1:-} in
    "") source_files | xargs clang-format -i && echo "All files are formatted." ;;
    --check)
      step "format" check_format || { echo "  ./run.sh format fixes it." >&2 && return 1; }
      ;;
    *) fail "format: no option $1; see ./run.sh help" ;;
  esac
}

# Prints one line for each file that clang-format would change.
check_format() {
  local wrong
  wrong=$(source_files | xargs clang-format --dry-run 2>&1 | sed -n 's/: warning: code should.*//p' | sort -u -t: -k1,1)
  [ -z "$wrong" ] || { echo "$wrong" && return 1; }
}

run_tidy() {
  need "${tidy_packages[@]}"
  configure clang -DSKELTER_TESTS=ON
  local files=("$@")
  [ $# -gt 0 ] || mapfile -t files < <(find "$root/src" "$root/tools" -name '*.cpp' | sort)
  step "clang-tidy" tidy_files "${files[@]}"
}

tidy_files() {
  printf '%s\n' "$@" | xargs -n 1 -P "$jobs" clang-tidy --quiet --warnings-as-errors='*' -p "$root/build/clang"
}

# --- releases ---

# Sources of what the Linux archive links and Debian 12 has no static library of.
linux_libraries=(highway meshoptimizer onetbb glfw3 fmtlib libepoxy)

linux_archive() {
  local work=$root/build/linux
  mkdir -p "$work"
  library_sources linux "${linux_libraries[@]}" &&
    step "release: C library of Debian 11" "$root/packaging/linux/c_library.sh" "$work" &&
    step "release: Linux archive" "$root/packaging/linux/archive.sh" "$root" "$work" "$work/sources" "$1" "$jobs"
}

windows_archive() {
  build_windows "" "the command for Windows" skelter_cli &&
    step "release: Windows archive" "$root/packaging/windows/archive.sh" "$root" "$1"
}

debian_packages() {
  (cd "$root/build/packages" && rm -f ./*.deb && cpack) && cp "$root"/build/packages/*.deb "$1"
}

source_archive() { git -C "$root" archive --format=tar --prefix="skelter-$2/" HEAD | gzip -9n >"$1"; }

# Makes what a release consists of, in build/release-files: archives, packages, their sums, and a page with sizes. A second run of the same commit says
# whether the bytes are the same.
run_release() {
  need "${demo_packages[@]}" "${packing_packages[@]}" "${windows_packages[@]}" zip dpkg-dev git python3 libx11-dev libxrandr-dev libxinerama-dev libxcursor-dev libxi-dev libgl-dev libegl-dev
  local files=$root/build/release-files version before commit
  version=$(sed -n 's/.*kVersion = "\(.*\)".*/\1/p' "$root/include/skelter/version.h")
  commit=$(git -C "$root" rev-parse HEAD)
  SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct)
  export SOURCE_DATE_EPOCH
  before=$(grep -xF "Commit: $commit" "$files/README.md" >/dev/null 2>&1 && cat "$files/SHA256SUMS" || true)
  rm -rf "$files"
  mkdir -p "$files"
  step "release: source archive" source_archive "$files/skelter-$version.tar.gz" "$version"
  configure packages
  build packages "build what packages contain" all
  step "release: Debian packages" debian_packages "$files"
  linux_archive "$files/skelter-$version-linux-x86_64.tar.gz"
  windows_archive "$files/skelter-$version-windows-x86_64.zip"
  (cd "$files" && sha256sum -- *.deb *.tar.gz *.zip >SHA256SUMS)
  {
    printf '# Skelter %s\n\nCommit: %s\n\n| file | bytes | sha256 |\n|---|---|---|\n' "$version" "$commit"
    while read -r sum file; do printf '| `%s` | %s | `%s` |\n' "$file" "$(stat -c %s "$files/$file")" "$sum"; done <"$files/SHA256SUMS"
    printf '\nHow to install each: docs/install.md. Check the sums with `sha256sum -c SHA256SUMS`.\n'
  } >"$files/README.md"
  cat "$files/README.md"
  if [ -n "$before" ]; then
    if [ "$before" = "$(cat "$files/SHA256SUMS")" ]; then echo "The bytes are those of the run before."; else fail "The bytes differ from those of the run before."; fi
  fi
}

case ${1:-help} in
  setup | demo | build | web | windows | test | bench | fuzz | coverage | format | tidy | release) "run_$1" "${@:2}" ;;
  help | -h | --help) help ;;
  *) fail "No command $1; see ./run.sh help" ;;
esac
