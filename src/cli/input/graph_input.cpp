#include "cli/input/graph_input.h"

#include <algorithm>
#include <utility>

#include "cli/input/reading_options.h"
#include "load/internal/configured.h"
#include "skelter/load.h"

namespace skelter::cli {
namespace {

// False after an error.
bool read_character(const GraphFiles& files, GraphInput& input) {
  const auto fail = [&](const Error& error) {
    input.diagnostics.push_back({Severity::error, error.code, error.message, error.where, 1});
    return false;
  };
  if (!files.clips.empty()) {
    const auto text = read_text(files.clips);
    if (!text) return fail(text.error());
    GraphCharacterSource described = read_graph_character(*text, files.clips);
    input.diagnostics = std::move(described.diagnostics);
    if (input.diagnostics.empty()) input.character = std::move(described.character);
    return input.diagnostics.empty();
  }
  if (files.character.empty()) return true;
  LoadOptions options;
  options.config = files.config;
  const auto data = load_character(files.character, options);
  if (!data) return fail(data.error());
  auto character = graph_character(*data);
  if (!character) return fail(character.error());
  input.character = std::move(*character);
  return true;
}

}  // namespace

void add_graph_files(CLI::App& command, GraphFiles& files) {
  command.add_option("GRAPH", files.graph, "The graph, NAME.graph.json; - for standard input")->required();
  auto* clips = command.add_option("--clips", files.clips, "A described character: clips and masks as JSON")
                    ->type_name("CLIPS.json");
  auto* character = command.add_option("--character", files.character, "The character: a pack or any model")
                        ->type_name("FILE")
                        ->excludes(clips);
  add_config_option(command, files.config)->needs(character);
}

bool GraphInput::ok() const {
  return std::none_of(diagnostics.begin(), diagnostics.end(),
                      [](const Diagnostic& d) { return d.severity == Severity::error; });
}

GraphInput read_graph_input(const GraphFiles& files) {
  GraphInput input;
  if (!read_character(files, input)) return input;
  const auto text = read_text(files.graph);
  if (!text) {
    input.diagnostics.push_back(
        {Severity::error, text.error().code, text.error().message, text.error().where, 1});
    return input;
  }
  input.source =
      read_graph_source(*text, files.graph, {input.character ? &*input.character : nullptr, read_text});
  input.diagnostics = input.source.diagnostics;
  return input;
}

}  // namespace skelter::cli
