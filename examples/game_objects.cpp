// A game's own objects in a .x file. A file may declare its own templates and put such objects into frames
// and meshes, such as positions of items, their value, or the sound of a door. The reader passes them to the
// program, with the frame or mesh that contains them.
//
//   template Loot { <F8569BED-53B6-4923-AF0B-59A09271D556> STRING item; DWORD coins; array FLOAT at[3]; }
//   Frame Chest { Loot Prize { "ring"; 250; 0, 1.5, 2; } }
//
//   game_objects level.x
//   Loot Prize <f8569bed-53b6-4923-af0b-59a09271d556> in frame Chest
//     item = ring
//     coins = 250
//     at[0] = 0
//     ...

#include <cstdio>
#include <optional>
#include <string>

#include "skelter/formats/x/object_tree.h"
#include "skelter/formats/x/read.h"

namespace {

std::string text_of(const skelter::XField& field) {
  if (const auto* text = std::get_if<std::string>(&field.value)) return *text;
  if (const auto* whole = std::get_if<std::int64_t>(&field.value)) return std::to_string(*whole);
  if (const auto* large = std::get_if<std::uint64_t>(&field.value)) return std::to_string(*large);
  char digits[32];
  std::snprintf(digits, sizeof digits, "%g", std::get<double>(field.value));
  return digits;
}

std::string place_of(const skelter::XUserObject& found) {
  if (found.mesh != skelter::kNone) return " in mesh " + found.scene.meshes[found.mesh].name;
  if (found.node != skelter::kNone) return " in frame " + found.scene.nodes[found.node].name;
  return "";
}

// A game would check the type or its GUID here, and read the fields that it uses.
skelter::Result<void> show(const skelter::XUserObject& found) {
  const skelter::XTree& tree = found.tree;
  const std::optional<skelter::XGuid> guid = tree.type_guid(found.object);
  std::printf("%s %s%s%s\n", std::string(tree.type_name(found.object)).c_str(),
              tree.objects[found.object].name.c_str(), guid ? (" <" + to_string(*guid) + ">").c_str() : "",
              place_of(found).c_str());
  for (const skelter::XField& field : tree.fields(found.object)) {
    if (field.name == "coins" && std::get<std::int64_t>(field.value) > 1000)
      return skelter::Error{skelter::Status::bad_data, "game.too-rich",
                            "more than 1000 coins; expected fewer", tree.spot(found.object)};
    std::printf("  %s = %s\n", field.name.c_str(), text_of(field).c_str());
  }
  return {};
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: game_objects FILE.x\n");
    return 2;
  }
  skelter::XReadOptions options;
  options.on_user_object = show;
  const auto scene = skelter::read_x_file(arguments[1], {}, options);
  if (!scene) {
    std::fprintf(stderr, "%s\n", to_string(scene.error()).c_str());
    return 1;
  }
  std::printf("frames: %zu, meshes: %zu\n", scene->nodes.size(), scene->meshes.size());
  return 0;
}
