#pragma once
// Programs in windows on a virtual display, with real keys and a real mouse. Scripts never wait for a fixed
// time. After each action, they wait until the state file confirms it.

#include <gtest/gtest.h>

#include <string>

#include "cli/command_runner.h"
#include "skelter/image/decode.h"

namespace skelter::test {

// Script preamble: the display, and functions that drive a window on it. If a state is not reached within
// LIMIT seconds, which is enough on any machine, the script fails and prints the name of the state and the
// last state file.
constexpr const char* kWindowScript = R"SH(
LIMIT=120
fail() { echo "$1" >&2; cat state.json >&2; exit 9; }
# until WHAT COMMAND...: until the command succeeds
until_ok() {
  local what=$1 end=$((SECONDS + LIMIT)); shift
  until "$@"; do
    [ -z "$P" ] || kill -0 $P 2>/dev/null || fail "$what: the program has ended"
    [ $SECONDS -lt $end ] || fail "$what: not within $LIMIT s"
    sleep 0.02
  done
}
# Of "window" in the state: a number, true or false, or "640,765".
value() { tr -d ' \n' <state.json | sed "s/.*\"window\":{\([^}]*\)}.*/,\1,/; s/.*[,]\"$1\":\[*\([-0-9.,a-z]*\)[],].*/\1/; s/,$//"; }
is() { [ "$(value "$1")" = "$2" ]; }
passed() { [ "$(value "$1")" -ge "$2" ]; }
# counted NAME N COMMAND...: until the deed has been counted N times more
counted() {
  local name=$1 wanted=$(($(value "$1") + $2)); shift 2
  "$@"
  until_ok "$* ($name $wanted)" passed "$name" "$wanted"
}

press() { counted keys_up 1 xdotool key --window "$W" "$1"; }
key_down() { counted keys_down 1 xdotool keydown --window "$W" "$1"; }
key_up() { counted keys_up 1 xdotool keyup --window "$W" "$1"; }
at() { xdotool mousemove --window "$W" "$1" "$2"; until_ok "mouse at $1 $2" is mouse "$1,$2"; }
button_down() { counted buttons_down 1 xdotool mousedown 1; }
button_up() { counted buttons_up 1 xdotool mouseup 1; }
click() { counted buttons_up 1 xdotool click "$1"; }
wheel_up() { counted wheel_steps 1 xdotool click 4; }
resize() { xdotool windowsize "$W" "$1" "$2"; until_ok "$1 x $2" is_size "$1" "$2"; }
is_size() { is width "$1" && is height "$2"; }
quit() { xdotool key --window "$W" "$1"; }
frames() { counted frames "$1" true; }
# until no frame is drawn before an input comes
rests() { until_ok "rest" is rests true; }
# The only window with that title, when it is there: an earlier one may be on its way out.
find_window() { until_ok "a window \"$TITLE\"" one_window; }
one_window() { W=$(xdotool search --onlyvisible --name "$TITLE" 2>/dev/null) && [ "$(wc -w <<<"$W")" = 1 ]; }

shot() { import -silent -window "$W" "$1"; }
pixels() { identify -quiet -format '%#' "$1"; }
# other_shot NEW OLD: takes pictures until one differs from the old one
other_shot() { until_ok "a picture that differs from $2" shot_differs "$1" "$2"; }
shot_differs() { shot "$1" && [ "$(pixels "$1")" != "$(pixels "$2")" ]; }

P=
Xvfb -displayfd 1 -screen 0 1600x1000x24 -nolisten tcp >display 2>xvfb.log & X=$!
trap 'kill $P $X 2>/dev/null; wait' EXIT
until_ok "a display" test -s display
export DISPLAY=:$(cat display) XDG_CONFIG_HOME=$PWD/config
"$SKELTER" "$@" --state state.json & P=$!
until_ok "a first picture" test -s state.json
find_window
)SH";

class WindowTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* tool : {"Xvfb", "xdotool", "import"})
      if (folder_.shell(std::string("command -v ") + tool).code != 0) GTEST_SKIP() << "no " << tool;
  }
  // Runs a shell script, in which $W is the window of `skelter ARGUMENTS` and $P its process. The last action
  // must end the program. The result is that of the program.
  Ran play(const std::string& title, const std::string& arguments, const std::string& actions) {
    folder_.write("play.sh", kWindowScript + actions + "wait $P; code=$?; P=; exit $code\n");
    return folder_.shell("SKELTER='" SKELTER_COMMAND "' TITLE='" + title + "' timeout 900 bash play.sh " +
                         arguments);
  }
  Image shot(const std::string& name) {
    auto image = decode_image_file(folder_.path(name));
    EXPECT_TRUE(image.ok()) << to_string(image.error());
    return image.ok() ? *image : Image(1, 1);
  }
  cli::Json state() { return cli::Json::parse(folder_.read("state.json")); }
  CommandFolder folder_;
};

}  // namespace skelter::test
