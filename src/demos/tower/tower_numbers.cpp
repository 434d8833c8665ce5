#include "demos/tower/tower_numbers.h"

#include <fmt/format.h>

namespace skelter::demos {
namespace {

constexpr double kEdge = 6;          // margin of the view, in points
constexpr double kCellWidth = 50;    // per number
constexpr double kMinusWidth = 4.3;  // aligns the digits of negative numbers
constexpr double kBlockHeight = 5 * kSmallLineHeight;
constexpr double kHintHeight = kLineHeight + 4;  // space below for "F1  keys"

// Formats a number, but returns "0.0000" instead of "-0.0000".
std::string decimals(double number, int places) {
  std::string text = fmt::format("{:.{}f}", number, places);
  if (text[0] == '-' && text.find_first_not_of("-0.") == std::string::npos) text.erase(0, 1);
  return text;
}

void add_small(Overlay& overlay, double x, double y, const Vec3& color, std::string text) {
  overlay.texts.push_back({x, y, color, std::move(text), kSmallLetterSize});
}

// Adds a title and four rows. A column of the stored matrix is a row in Direct3D's notation.
void add_matrix(Overlay& overlay, double x, double y, const Vec3& color, std::string title, const Mat4d& m) {
  add_small(overlay, x, y, color, std::move(title));
  for (std::size_t row = 0; row < 4; ++row) {
    y += kSmallLineHeight;
    for (std::size_t column = 0; column < 4; ++column) {
      std::string number = decimals(m.m[row * 4 + column], 4);
      const double aside = number[0] == '-' ? 0 : kMinusWidth;
      add_small(overlay, x + static_cast<double>(column) * kCellWidth + aside, y, kWhite, std::move(number));
    }
  }
}

double first_row(double height) {
  return height - kHintHeight - static_cast<double>(kTowerBones) * kBlockHeight;
}

std::string product_of(std::size_t bone) {
  if (bone == 0) return "W0 = L0";
  if (bone == 1) return "W1 = L1 * L0";
  std::string factors;
  for (std::size_t i = bone + 1; i-- > 0;) factors += fmt::format("{}L{}", factors.empty() ? "" : " * ", i);
  return fmt::format("W{} = L{} * W{} = {}", bone, bone, bone - 1, factors);
}

std::string place_text(const Vec3d& at) {
  return fmt::format("({}, {})", decimals(at.x, 4), decimals(at.y, 4));
}

}  // namespace

void add_world_matrices(Overlay& overlay, const TowerMatrices& matrices, bool as_products, double height) {
  double y = first_row(height);
  for (std::size_t bone = 0; bone < kTowerBones; ++bone, y += kBlockHeight) {
    std::string title = as_products ? product_of(bone) : fmt::format("bone{}, world", bone);
    if (!as_products && bone > 0)
      title += fmt::format(" ({} from bone{})", decimals(matrices.angles_rad[bone], 6), bone - 1);
    add_matrix(overlay, kEdge, y, bone_color(bone), std::move(title), matrices.world[bone]);
  }
}

void add_local_matrices(Overlay& overlay, const TowerMatrices& matrices, double width, double height) {
  const double x = width - kEdge - 4 * kCellWidth;
  double y = first_row(height);
  for (std::size_t bone = 0; bone < kTowerBones; ++bone, y += kBlockHeight) {
    const std::string title =
        bone == 0 ? "L0  bone0, local"
                  : fmt::format("L{}  local, turned by {}", bone, decimals(matrices.angles_rad[bone], 6));
    add_matrix(overlay, x, y, bone_color(bone), title, matrices.local[bone]);
  }
}

TowerVertex inspect_tower_vertex(const Scene& scene, const Pose& pose, const VertexLocation& place,
                                 const std::array<std::uint32_t, kTowerBones>& bones) {
  TowerVertex vertex;
  vertex.inspection = inspect_vertex(scene, pose, place);
  const Skin& skin = scene.skins[scene.nodes[place.node].meshes[place.instance].skin];
  for (std::size_t bone = 0; bone < kTowerBones; ++bone) {
    for (const Joint& joint : skin.joints)
      if (joint.node == bones[bone])
        vertex.places[bone] = transform_point(pose.world[joint.node] * to_double(joint.joint_from_mesh),
                                              vertex.inspection.rest);
    for (const InspectedInfluence& influence : vertex.inspection.influences)
      if (influence.node == bones[bone]) vertex.weights[bone] = influence.weight;
  }
  return vertex;
}

void add_vertex(Overlay& overlay, const TowerVertex& vertex, double width) {
  const VertexInspection& truth = vertex.inspection;
  double y = kEdge;
  add_small(overlay, kEdge, y, kYellow,
            fmt::format("vertex {}, in the file {}: its weights, and where each bone alone would put it",
                        truth.source, place_text(truth.rest)));
  y += kSmallLineHeight;
  for (std::size_t bone = 0; bone < kTowerBones; ++bone)
    add_small(
        overlay, kEdge + static_cast<double>(bone) * (width - 2 * kEdge) / kTowerBones, y, bone_color(bone),
        fmt::format("bone{}  {:.2f} * {}", bone, vertex.weights[bone], place_text(vertex.places[bone])));
  y += kSmallLineHeight;
  add_small(overlay, kEdge, y, kYellow,
            fmt::format("the sum of weight * position is its position: ({:.6f}, {:.6f})", truth.position.x,
                        truth.position.y));
}

}  // namespace skelter::demos
