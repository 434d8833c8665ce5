#pragma once
// Output of the writer: a text or a binary file. The scene writer determines what the file contains, and the
// sink determines how the content is encoded.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "formats/x/tree/x_template.h"
#include "skelter/formats/x/object_tree.h"

namespace skelter::x {

// A name, with a GUID if the name is not unique.
struct Identity {
  std::string_view name;
  const XGuid* guid = nullptr;
};

class Sink {
 public:
  virtual ~Sink() = default;

  // Declares templates[index]. Its nested templates must be declared before it or be standard ones.
  virtual void declare(const std::vector<XTemplate>& templates, std::uint32_t index) = 0;

  virtual void begin(std::string_view type, Identity identity = {}) = 0;
  virtual void end() = 0;
  virtual void reference(Identity target) = 0;

  // Writes one value and the separator that text puts after it: ";" after a member, "," between elements of a
  // plain array, ";," and ";;" between and after elements with members. D3DX expects a separator after every
  // value. '\n' ends the line.
  virtual void integer(std::uint32_t value, std::string_view separator) = 0;
  virtual void real(float value, std::string_view separator) = 0;
  virtual void text(std::string_view value, std::string_view separator) = 0;

  // Returns the body of the file, without its header. Call once, at the end.
  virtual std::vector<std::byte> finish() = 0;
};

std::unique_ptr<Sink> make_text_sink();
std::unique_ptr<Sink> make_binary_sink();

// Whether a text file can hold a name unchanged, only in quotes (our extension, which D3DX does not support),
// or not at all.
enum class NameFit { plain, quoted, impossible };
NameFit text_fit(std::string_view name);

}  // namespace skelter::x
