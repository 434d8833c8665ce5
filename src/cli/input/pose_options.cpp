#include "cli/input/pose_options.h"

#include "cli/input/reading_options.h"

namespace skelter::cli {

void add_pose_options(CLI::App& command, EvaluateOptions& options) {
  add_choice(command, "--wrap", options.wrap,
             {{"loop", Wrap::loop},
              {"once", Wrap::once},
              {"pingpong", Wrap::pingpong},
              {"loop-plus-one", Wrap::loop_plus_one}},
             "What happens at the end of a clip (default loop)");
  add_choice(command, "--matrix-keys", options.matrix_keys,
             {{"decompose", MatrixKeys::decompose},
              {"elements", MatrixKeys::elements},
              {"nearest", MatrixKeys::nearest},
              {"product", MatrixKeys::product}},
             "How to interpolate between two matrix keys (default decompose)");
  command.add_flag("--tick-is-ms", options.tick_is_ms, "One tick is one millisecond");
}

}  // namespace skelter::cli
