#include "formats/assimp/wire.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "formats/assimp/codes.h"

namespace skelter::assimp {
namespace {

// Numbers, and structs of numbers without padding.
template <class T>
inline constexpr bool kPlain = std::is_same_v<T, std::byte> ||
                               (std::is_trivially_copyable_v<T> && !std::is_same_v<T, bool> &&
                                !std::is_enum_v<T>);
constexpr std::size_t kLeastElement = 8;  // minimum bytes of all other elements, which begin with a length

class Sender {
 public:
  std::vector<std::byte> bytes;

  template <class... T>
  void operator()(T&... parts) {
    (put(parts), ...);
  }

 private:
  void put_raw(const void* data, std::size_t size) {
    if (size == 0) return;
    const auto* begin = static_cast<const std::byte*>(data);
    bytes.insert(bytes.end(), begin, begin + size);
  }
  void put(const std::string& text) {
    const std::uint64_t size = text.size();
    put_raw(&size, sizeof size);
    put_raw(text.data(), text.size());
  }
  template <class T>
  void put(const std::vector<T>& list) {
    const std::uint64_t size = list.size();
    put_raw(&size, sizeof size);
    if constexpr (kPlain<T>)
      put_raw(list.data(), list.size() * sizeof(T));
    else
      for (const T& element : list) put(element);
  }
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <class T>
  void put(const T& value) {
    if constexpr (kPlain<T>) {
      put_raw(&value, sizeof value);
    } else if constexpr (std::is_same_v<T, bool> || std::is_enum_v<T>) {
      const auto byte = static_cast<std::uint8_t>(value);
      put_raw(&byte, 1);
    } else {
      fields(*this, const_cast<T&>(value));  // fields() serves both directions; it changes nothing here
    }
  }
};

class Receiver {
 public:
  explicit Receiver(ByteSpan bytes) : rest_(bytes) {}
  bool good() const { return good_; }
  bool at_end() const { return good_ && rest_.empty(); }

  template <class... T>
  void operator()(T&... parts) {
    (take(parts), ...);
  }

 private:
  void take_raw(void* data, std::size_t size) {
    if (size > rest_.size()) good_ = false;
    if (!good_ || size == 0) return;
    std::memcpy(data, rest_.data(), size);
    rest_ = rest_.subspan(size);
  }
  // Reads a count of elements that occupy at least `each` bytes.
  std::size_t take_size(std::size_t each) {
    std::uint64_t size = 0;
    take_raw(&size, sizeof size);
    if (size > rest_.size() / each) good_ = false;
    return good_ ? static_cast<std::size_t>(size) : 0;
  }
  void take(std::string& text) {
    text.resize(take_size(1));
    take_raw(text.data(), text.size());
  }
  template <class T>
  void take(std::vector<T>& list) {
    list.resize(take_size(kPlain<T> ? sizeof(T) : kLeastElement));
    if constexpr (kPlain<T>)
      take_raw(list.data(), list.size() * sizeof(T));
    else
      for (T& element : list) take(element);
  }
  template <class T>
  void take(std::optional<T>& value) {
    bool has = false;
    take(has);
    T held{};
    if (has) take(held);
    value = has ? std::optional<T>(std::move(held)) : std::nullopt;
  }
  template <class T>
  void take(T& value) {
    if constexpr (kPlain<T>) {
      take_raw(&value, sizeof value);
    } else if constexpr (std::is_same_v<T, bool>) {
      std::uint8_t byte = 0;
      take_raw(&byte, 1);
      value = byte != 0;
    } else if constexpr (std::is_enum_v<T>) {
      std::uint8_t byte = 0;
      take_raw(&byte, 1);
      if (byte > static_cast<std::uint8_t>(largest(T{}))) good_ = false;
      value = good_ ? static_cast<T>(byte) : T{};
    } else {
      fields(*this, value);
    }
  }
  static ChannelPath largest(ChannelPath) { return ChannelPath::weights; }
  static Severity largest(Severity) { return Severity::error; }
  static Status largest(Status) { return Status::limit_exceeded; }

  ByteSpan rest_;
  bool good_ = true;
};

// --- fields that import() fills ---

template <class Stream>
void fields(Stream& s, Node& n) {
  s(n.name, n.parent, n.rest, n.meshes, n.synthetic);
}
template <class Stream>
void fields(Stream& s, VertexAttribute& a) {
  s(a.semantic, a.set, a.components, a.values);
}
template <class Stream>
void fields(Stream& s, MorphTarget& m) {
  s(m.name, m.position_offsets, m.normal_offsets);
}
template <class Stream>
void fields(Stream& s, Primitive& p) {
  s(p.positions, p.normals, p.normals_generated, p.tangents, p.uvs, p.colors, p.extra, p.morphs, p.indices,
    p.influence_begin, p.influences, p.materials, p.source_vertices, p.source_faces);
}
template <class Stream>
void fields(Stream& s, Mesh& m) {
  s(m.name, m.primitives, m.morph_weights);
}
template <class Stream>
void fields(Stream& s, Joint& j) {
  s(j.name, j.node, j.joint_from_mesh);
}
template <class Stream>
void fields(Stream& s, Skin& skin) {
  s(skin.name, skin.joints);
}
template <class Stream>
void fields(Stream& s, SceneImage& i) {
  s(i.name, i.mime_type, i.bytes);
}
template <class Stream>
void fields(Stream& s, Texture& t) {
  s(t.name, t.image);
}
template <class Stream>
void fields(Stream& s, Material& m) {
  s(m.name, m.base_color, m.specular, m.specular_power, m.emissive, m.base_color_texture, m.double_sided);
}
template <class Stream>
void fields(Stream& s, ClipTarget& t) {
  s(t.name, t.node);
}
template <class Stream>
void fields(Stream& s, Channel& c) {
  s(c.target, c.path, c.times_s, c.values);
}
template <class Stream>
void fields(Stream& s, Clip& c) {
  s(c.name, c.duration_s, c.ticks_per_second, c.targets, c.channels);
}
template <class Stream>
void fields(Stream& s, SourceSpot& spot) {
  s(spot.file, spot.object);
}
template <class Stream>
void fields(Stream& s, Scene& scene) {
  s(scene.file, scene.format, scene.generator, scene.metres_per_unit, scene.ticks_in_file, scene.nodes,
    scene.meshes, scene.skins, scene.materials, scene.textures, scene.images, scene.clips);
}

// Codes are sent as their index in the list.
std::uint32_t place_of(std::string_view code) {
  return static_cast<std::uint32_t>(std::find(kCodes.begin(), kCodes.end(), code) - kCodes.begin());
}
std::string_view code_at(std::uint32_t place) {
  return place < kCodes.size() ? kCodes[place] : kCodes[0];
}

void send_diagnostics(Sender& send, const Diagnostics& diagnostics) {
  std::uint64_t count = diagnostics.entries().size();
  send(count);
  for (Diagnostic d : diagnostics.entries()) {
    std::uint32_t code = place_of(d.code);
    send(d.severity, code, d.spot, d.message, d.count);
  }
}

void take_diagnostics(Receiver& take, Diagnostics& diagnostics) {
  std::uint64_t count = 0;
  take(count);
  for (std::uint64_t i = 0; i < count && take.good(); ++i) {
    Diagnostic d;
    std::uint32_t code = 0;
    take(d.severity, code, d.spot, d.message, d.count);
    if (take.good())
      diagnostics.add(d.severity, code_at(code), std::move(d.spot), std::move(d.message), d.count);
  }
}

}  // namespace

std::vector<std::byte> to_wire(const Result<Scene>& result) {
  Sender send;
  bool ok = result.ok();
  send(ok);
  if (ok) {
    send(*result);
    send_diagnostics(send, result->diagnostics);
  } else {
    Error error = result.error();
    std::uint32_t code = place_of(error.code);
    send(error.status, code, error.message, error.where);
  }
  return std::move(send.bytes);
}

Result<Scene> from_wire(ByteSpan bytes, const std::string& file) {
  Receiver take(bytes);
  bool ok = false;
  take(ok);
  if (ok) {
    Scene scene;
    take(scene);
    take_diagnostics(take, scene.diagnostics);
    if (take.at_end()) return scene;
  } else {
    Error error;
    std::uint32_t code = 0;
    take(error.status, code, error.message, error.where);
    error.code = code_at(code);
    if (take.at_end()) return error;
  }
  return Error{Status::bad_data, "assimp.crashed", "Assimp has corrupted its own result", {file, 0, {}, {}}};
}

}  // namespace skelter::assimp
