#pragma once
// Where the writer puts the objects of a file: a text or a binary one. The scene writer says what is in
// the file, the sink how it is spelled.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "skelter/formats/x/object_tree.h"

namespace skelter::x {

// A name and, where the name is not unique, a GUID.
struct Identity {
  std::string_view name;
  const XGuid* guid = nullptr;
};

class Sink {
 public:
  virtual ~Sink() = default;

  // Declares templates[index]; its nested templates must come before it or be known to every reader.
  virtual void declare(const std::vector<XTemplate>& templates, std::uint32_t index) = 0;

  virtual void begin(std::string_view type, Identity identity = {}) = 0;
  virtual void end() = 0;
  virtual void reference(Identity target) = 0;

  // One value and the separator that text puts after it: ";" after a member, "," between elements of a plain
  // array, ";," and ";;" between and after elements that have members. D3DX wants one after every value. '\n'
  // ends the line.
  virtual void integer(std::uint32_t value, std::string_view separator) = 0;
  virtual void real(float value, std::string_view separator) = 0;
  virtual void text(std::string_view value, std::string_view separator) = 0;

  // The body of the file, without its header. Call once, at the end.
  virtual std::vector<std::byte> finish() = 0;
};

std::unique_ptr<Sink> make_text_sink();
std::unique_ptr<Sink> make_binary_sink();

// Whether a name can be in a text file as it is, can be there in quotes (a habit of ours that D3DX does
// not share), or cannot.
enum class NameFit { plain, quoted, impossible };
NameFit text_fit(std::string_view name);

}  // namespace skelter::x
