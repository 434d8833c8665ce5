#include "skelter/formats/x/read.h"

#include <cmath>
#include <utility>

#include "formats/x/bytes/x_header.h"
#include "formats/x/read/scene_builder.h"
#include "formats/x/tree/x_template.h"
#include "skelter/formats/x/object_tree.h"
#include "system/internal/file_bytes.h"

namespace skelter {
namespace {

using x::Kind;
using x::SceneBuilder;

Error invalid_option(const std::string& file, std::string message) {
  return {Status::invalid_argument, "x.bad-option", std::move(message), {file, 0, {}, {}}};
}

bool holds(const SceneBuilder& b, Kind kind) {
  for (std::uint32_t o = 0; o < b.tree.objects.size(); ++o)
    if (b.kind(o) == kind) return true;
  return false;
}

// A model must have a frame or a mesh. A file with only animations is meant for the frames of a different
// file.
Result<void> check_has_model(SceneBuilder& b) {
  if (holds(b, Kind::frame) || holds(b, Kind::mesh)) return {};
  const SourceSpot spot{b.tree.file, 0, {}, {}};
  const bool has_animation = holds(b, Kind::animation) || holds(b, Kind::animation_set);
  if (!has_animation) return Error{Status::bad_data, "x.no-model", "no frame, mesh or animation", spot};
  const std::string message = "animations without frames; expected the frames in the same file";
  if (b.options.strict) return Error{Status::bad_data, "x.only-animations", message, spot};
  b.scene.diagnostics.add(Severity::warning, "x.only-animations", spot, message);
  return {};
}

// Reports objects of templates that the file itself declares. They are in the object tree, but not in the
// scene.
void note_user_objects(SceneBuilder& b) {
  struct Seen {
    std::uint32_t first = kNone;
    std::uint64_t count = 0;
  };
  std::vector<Seen> seen(b.tree.templates.size());
  for (std::uint32_t o = 0; o < b.tree.objects.size(); ++o) {
    if (b.tree.objects[o].reference || b.kind(o) != Kind::user) continue;
    Seen& type = seen[b.tree.objects[o].type];
    if (type.count++ == 0) type.first = o;
  }
  for (const Seen& type : seen) {
    if (type.count == 0) continue;
    SourceSpot spot = b.tree.spot(type.first);
    spot.object = std::string(b.tree.type_name(type.first));
    b.scene.diagnostics.add(Severity::note, "x.user-data", std::move(spot),
                            "object of a template that the file declares itself; not part of the model",
                            type.count);
  }
}

}  // namespace

bool is_x(ByteSpan bytes) {
  return parse_x_header(bytes).ok();
}

Result<Scene> read_x(ByteSpan bytes, const std::string& file, const ReadOptions& shared,
                     const XReadOptions& options) {
  const std::optional<double>& rate = shared.ticks_per_second;
  if (rate && !(std::isfinite(*rate) && *rate > 0))
    return invalid_option(file, "ticks per second; expected above 0");
  const std::optional<double>& metres = shared.metres_per_unit;
  if (metres && !(std::isfinite(*metres) && *metres > 0))
    return invalid_option(file, "metres per unit; expected above 0");

  Diagnostics diagnostics;
  Result<XTree> tree = read_x_tree(bytes, file, shared, diagnostics, options.strict);
  if (!tree) return tree.error();

  SceneBuilder b(*tree, shared, options, bytes.size());
  b.scene.file = file;
  b.scene.format = std::string("x");
  b.scene.encoding = std::string(to_text(tree->encoding));
  b.scene.metres_per_unit = shared.metres_per_unit;
  b.scene.diagnostics = std::move(diagnostics);
  if (auto checked = check_has_model(b); !checked) return checked.error();
  note_user_objects(b);
  for (const auto part :
       {x::read_frames, x::read_materials, x::read_meshes, x::read_animations, x::show_user_objects})
    if (auto done = part(b); !done) return done.error();
  return std::move(b.scene);
}

Result<Scene> read_x_file(const std::string& path, const ReadOptions& shared, const XReadOptions& options) {
  const auto bytes = read_file_bytes(path);
  if (!bytes) return bytes.error();
  return read_x(bytes->span(), path, shared, options);
}

}  // namespace skelter
