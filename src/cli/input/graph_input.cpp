#include "cli/input/graph_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "cli/input/reading_options.h"
#include "compile/compile_graph/internal/graph_source.h"
#include "compile/internal/condition_text.h"
#include "compile/internal/pack_graphs.h"
#include "core/internal/to_diagnostic.h"
#include "load/internal/configured.h"
#include "skelter/load.h"

namespace skelter::cli {
namespace {

bool names_pack_graph(const GraphFiles& files) {
  return !files.character.empty() && files.graph != "-" && !files.graph.ends_with(".json");
}

// Returns false after an error.
bool find_in_pack(const GraphFiles& files, const CharacterData& data, GraphInput& input) {
  const auto fail = [&](Error error) {
    error.where.file = files.character;
    input.diagnostics.push_back(to_diagnostic(error));
    return false;
  };
  const Result<ByteSpan> blob = pack_graph(data.pack(), files.graph);
  if (!blob) return fail(blob.error());
  input.blob = AlignedBytes::copy_of(*blob);
  GraphRecords view;
  if (const Problem problem = read_graph(input.blob.span(), view); !problem.ok())
    return fail({problem.status, "graph.compiled", problem.what, {}});
  for (const GraphTransition& transition : view.transitions)
    input.source.conditions.push_back(condition_text(view, transition));
  return true;
}

// Returns false after an error.
bool read_character(const GraphFiles& files, GraphInput& input) {
  const auto fail = [&](const Error& error) {
    input.diagnostics.push_back(to_diagnostic(error));
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
  options.limits.max_memory_bytes = files.max_memory_bytes;
  const auto data = load_character(files.character, options);
  if (!data) return fail(data.error());
  auto character = graph_character(*data);
  if (!character) return fail(character.error());
  input.character = std::move(*character);
  for (const GraphCharacter::Clip& clip : input.character->clips) input.source.clips.push_back(clip.name);
  return !names_pack_graph(files) || find_in_pack(files, *data, input);
}

}  // namespace

void add_graph_files(CLI::App& command, GraphFiles& files) {
  command
      .add_option(
          "GRAPH", files.graph,
          "Graph: NAME.graph.json, - for standard input, or the name of one in the pack of --character")
      ->required();
  auto* clips =
      command.add_option("--clips", files.clips, "Description of a character: clips and masks as JSON")
          ->type_name("CLIPS.json");
  auto* character = command.add_option("--character", files.character, "Character: a pack or any model")
                        ->type_name("FILE")
                        ->excludes(clips);
  add_config_option(command, files.config)->needs(character);
  command
      .add_option("--max-memory", files.max_memory_bytes,
                  "Memory limit for the character's file and its decoded clips")
      ->type_name("BYTES")
      ->needs(character);
}

bool GraphInput::ok() const {
  return std::none_of(diagnostics.begin(), diagnostics.end(),
                      [](const Diagnostic& d) { return d.severity == Severity::error; });
}

AlignedBytes compiled_graph(const GraphInput& input) {
  return input.blob.size() != 0 ? AlignedBytes::copy_of(input.blob.span()) : build_graph(input.source.graph);
}

GraphInput read_graph_input(const GraphFiles& files) {
  GraphInput input;
  if (!read_character(files, input) || names_pack_graph(files)) return input;
  const auto text = read_text(files.graph);
  if (!text) {
    input.diagnostics.push_back(to_diagnostic(text.error()));
    return input;
  }
  input.source =
      read_graph_source(*text, files.graph, {input.character ? &*input.character : nullptr, read_text});
  input.diagnostics = input.source.diagnostics;
  return input;
}

}  // namespace skelter::cli
