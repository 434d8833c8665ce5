#include "skelter/formats/x/object_tree.h"

#include "core/internal/memory_budget.h"
#include "formats/x/bytes/inflate.h"
#include "formats/x/bytes/x_header.h"
#include "formats/x/tokens/binary_lexer.h"
#include "formats/x/tokens/text_lexer.h"
#include "formats/x/tree/object_parser.h"
#include "formats/x/tree/references.h"
#include "formats/x/tree/x_template.h"

namespace skelter {
namespace {

std::string_view as_text(ByteSpan bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <class Lexer>
Result<void> parse_with(Lexer lexer, XTree& tree, const XTreeOptions& options, MemoryBudget& budget,
                        Diagnostics& diagnostics) {
  return x::ObjectParser<Lexer>(lexer, tree, options, budget, diagnostics).parse();
}

// `plain` is the whole inflated file.
Result<void> parse(ByteSpan plain, XTree& tree, const XTreeOptions& options, MemoryBudget& budget,
                   Diagnostics& diagnostics) {
  const XEncoding encoding = tree.encoding;
  if (encoding == XEncoding::text || encoding == XEncoding::text_compressed)
    return parse_with(x::TextLexer(as_text(plain), kXHeaderBytes), tree, options, budget, diagnostics);
  return parse_with(x::BinaryLexer(plain, kXHeaderBytes, tree.float_bits), tree, options, budget,
                    diagnostics);
}

}  // namespace

XTree::XTree() = default;
XTree::XTree(const XTree&) = default;
XTree::XTree(XTree&&) noexcept = default;
XTree& XTree::operator=(const XTree&) = default;
XTree& XTree::operator=(XTree&&) noexcept = default;
XTree::~XTree() = default;

Result<XTree> read_x_tree(ByteSpan bytes, const std::string& file, const ReadOptions& shared,
                          Diagnostics& diagnostics, bool strict) {
  const XTreeOptions options{strict, shared.code_page, shared.limits};
  if (as_text(bytes).substr(0, 3) == "\xEF\xBB\xBF") {
    SourceSpot spot{file, 0, std::uint64_t{0}, {}};
    std::string message = "byte order mark before `xof `";
    if (options.strict)
      return Error{Status::bad_data, "x.byte-order-mark", std::move(message), std::move(spot)};
    diagnostics.add(Severity::warning, "x.byte-order-mark", std::move(spot), std::move(message));
    bytes = bytes.subspan(3);
  }
  const Result<XHeader> header = parse_x_header(bytes, file);
  if (!header) return header.error();
  MemoryBudget budget(options.limits, bytes.size());
  XTree tree;
  tree.file = file;
  tree.encoding = header->encoding;
  tree.version = header->version;
  tree.float_bits = header->float_bits;

  std::vector<std::byte> inflated;
  if (header->encoding == XEncoding::text_compressed || header->encoding == XEncoding::binary_compressed) {
    Result<std::vector<std::byte>> plain = x::inflate_blocks(bytes, file, budget, diagnostics);
    if (!plain) return plain.error();
    inflated = *std::move(plain);
    bytes = inflated;
  }
  const Result<void> parsed = parse(bytes, tree, options, budget, diagnostics);
  if (!parsed) return parsed.error();
  const Result<void> resolved = x::resolve_references(tree, options.strict, budget, diagnostics);
  if (!resolved) return resolved.error();
  return tree;
}

}  // namespace skelter
