// Reports unsupported parts of the file, with one note for each kind.

#include <fmt/format.h>

#include "formats/fbx/read/scene_builder.h"
#include "system/internal/text.h"

namespace skelter::fbx {
namespace {

void note_constraint(SceneBuilder& b, std::uint32_t object) {
  const std::string_view type = b.graph.objects[object].sub_type;
  if (type == "Character" || b.graph.child_record(object, "CHARACTERIZE") != kNone)
    b.note("fbx.character", object, "a character definition; not used, its nodes are played as stored");
  else
    b.note("fbx.constraint", object,
           fmt::format("a constraint of type \"{}\"; its nodes are played as stored",
                       printable(type.substr(0, 40))));
}

void note_look_at(SceneBuilder& b, std::uint32_t model) {
  for (const std::uint32_t c : b.graph.incoming(model)) {
    const Connection& connection = b.graph.connections[c];
    if (!connection.to_property || connection.property != "LookAtProperty") continue;
    b.note("fbx.look-at", model,
           fmt::format("looks at {} in the program that wrote it; played as stored",
                       b.graph.label(connection.child)));
  }
}

}  // namespace

Result<void> note_unplayed(SceneBuilder& b) {
  for (std::uint32_t o = 1; o < b.graph.objects.size(); ++o) {
    const Kind kind = b.graph.objects[o].kind;
    if (kind == Kind::constraint) note_constraint(b, o);
    if (kind == Kind::model) note_look_at(b, o);
    if (kind == Kind::mesh) {
      const std::uint32_t smoothness = b.graph.child_record(o, "Smoothness");
      if (smoothness != kNone && b.tree.integer(smoothness) > 0)
        b.note("fbx.subdivision", o, "a subdivision surface; its control cage is drawn");
    }
  }
  return {};
}

}  // namespace skelter::fbx
