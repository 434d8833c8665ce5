#include "skelter/formats/x/object_tree.h"

#include "formats/x/object_parser.h"
#include "formats/x/references.h"
#include "formats/x/text_lexer.h"

namespace skelter {
namespace {

constexpr std::size_t kHeaderBytes = 16;

std::string_view as_text(ByteSpan bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <class Lexer>
Result<void> parse(Lexer lexer, XTree& tree, const XTreeOptions& options, MemoryBudget& budget,
                   Diagnostics& diagnostics) {
  x::ObjectParser<Lexer> parser(lexer, tree, options, budget, diagnostics);
  return parser.parse();
}

}  // namespace

Result<XTree> read_x_tree(ByteSpan bytes, const std::string& file, const XTreeOptions& options,
                          Diagnostics& diagnostics) {
  const Result<XHeader> header = parse_x_header(bytes, file);
  if (!header) return header.error();
  MemoryBudget budget(options.limits, bytes.size());
  XTree tree;
  tree.file = file;
  tree.header = *header;
  const Result<void> parsed =
      parse(x::TextLexer(as_text(bytes), kHeaderBytes), tree, options, budget, diagnostics);
  if (!parsed) return parsed.error();
  const Result<void> resolved = x::resolve_references(tree, options.strict, diagnostics);
  if (!resolved) return resolved.error();
  return tree;
}

}  // namespace skelter
