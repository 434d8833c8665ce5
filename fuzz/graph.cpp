// Reads arbitrary bytes as the text of a graph, with and without a character. Bytes after a zero byte are the
// text of every sub-graph. Errors must have locations in file order. A graph without errors must build, open,
// and produce the same bytes again.

#include <algorithm>

#include "compile/compile_graph/internal/graph_source.h"
#include "fuzz/fuzz.h"

namespace {

using namespace skelter;

constexpr std::string_view kClips = R"({ "clips": {
  "idle": { "duration_s": 2, "loops": true }, "walk": { "duration_s": 1, "loops": true, "events": [[0.5, "step"], [0.75, "R"]] },
  "run": { "duration_s": 0.6, "loops": true }, "jump": { "duration_s": 0.8 }, "wave": { "duration_s": 1.5, "loops": true },
  "fall": { "duration_s": 1, "loops": true },
  "lean_left": { "duration_s": 1, "loops": true, "additive": true }, "lean_right": { "duration_s": 1, "loops": true, "additive": true } },
  "masks": { "upper_body": { "arm": 1 } } })";

void expect_places(const std::vector<Diagnostic>& diagnostics, const std::vector<std::string>& files) {
  std::size_t file = 0;
  const Diagnostic* last = nullptr;
  for (const Diagnostic& d : diagnostics) {
    fuzz::expect(d.code.starts_with("graph.") && !d.message.empty(), "an error has a code and a message");
    fuzz::expect(d.spot.line != 0 && d.spot.column != 0, "an error has a line and a column");
    while (file < files.size() && files[file] != d.spot.file) ++file, last = nullptr;
    fuzz::expect(file < files.size(), "errors are in the order of the files");
    fuzz::expect(last == nullptr || last->spot.line < d.spot.line ||
                     (last->spot.line == d.spot.line && last->spot.column < d.spot.column),
                 "errors are in the order of their file, one at a place");
    last = &d;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const GraphCharacter character = read_graph_character(kClips, "clips.json").character;
  const std::string_view all = fuzz::text_of(data, size);
  const std::size_t zero = all.find('\0');
  const std::string_view text = all.substr(0, zero);
  const std::string_view inner = zero == std::string_view::npos ? std::string_view() : all.substr(zero + 1);
  for (const GraphCharacter* of : {static_cast<const GraphCharacter*>(nullptr), &character}) {
    const GraphReading reading{of,
                               [&](const std::string&) -> Result<std::string> { return std::string(inner); }};
    const GraphSource source = read_graph_source(text, "fuzz.graph.json", reading);
    expect_places(source.diagnostics, source.files);
    if (!source.ok()) continue;
    const AlignedBytes blob = build_graph(source.graph);
    GraphRecords view;
    const Problem problem = read_graph(blob.span(), view);
    if (!problem.ok()) std::fprintf(stderr, "%s\n", problem.what);
    fuzz::expect(problem.ok(), "what was accepted opens");
    fuzz::expect(view.transitions.size() == source.conditions.size(), "every transition has its condition");
    const AlignedBytes again = build_graph(read_graph_source(text, "fuzz.graph.json", reading).graph);
    fuzz::expect(std::equal(blob.span().begin(), blob.span().end(), again.span().begin(), again.span().end()),
                 "the same text gives the same bytes");
  }
  (void)read_graph_character(text, "clips.json");
  return 0;
}
