#include "web/engine_digest.h"

#include <fmt/format.h>

#include <algorithm>

#include "load/internal/actor.h"
#include "skelter/scene/edit.h"
#include "web/bit_hash.h"
#include "web/digest.h"

namespace skelter::web {
namespace {

constexpr std::uint64_t kMaxKeys = 20'000;  // per clip, because compilation is slow

std::uint64_t engine_hash(const ModelPose& pose) {
  BitHash hash;
  for (const std::span<const Affine> matrices : {pose.model_from_joint, pose.palettes})
    for (const Affine& matrix : matrices)
      for (const auto& row : matrix.m)
        for (const float number : row) hash.add(number);
  for (const float weight : pose.morph_weights) hash.add(weight);
  return hash.value();
}

std::string why(const Actor& actor) {
  return fmt::format(" {}", actor.why_reference() ? actor.why_reference()->code : "reference");
}

}  // namespace

std::string engine_digest(const Scene& scene) {
  const auto made = Actor::create(scene, {}, {.source = {}, .meshes = true, .most_keys = kMaxKeys});
  if (!made) return fmt::format("  engine: {}\n", made.error().code);
  Actor& actor = **made;
  if (!actor.is_compiled()) return "  engine:" + why(actor) + "\n";
  std::string text;
  const auto clips = static_cast<std::uint32_t>(std::min(scene.clips.size(), kDigestClips));
  for (std::uint32_t c = 0; c < clips; ++c) {
    text += fmt::format("  engine, clip {}:", clip_label(scene, c));
    for (const double moment : kDigestMoments) {
      actor.show_clip(c, moment * scene.clips[c].duration_s);
      text += actor.why_reference() ? why(actor) : fmt::format(" {:016x}", engine_hash(actor.pose()));
    }
    text += "\n";
  }
  if (clips < 2) return text;
  Tracks tracks;
  tracks.tracks.resize(2);
  for (std::uint32_t c = 0; c < 2; ++c) {
    tracks.tracks[c].clip = c;
    tracks.tracks[c].weight = 0.5;
    tracks.tracks[c].position_s = 0.3 * scene.clips[c].duration_s;
  }
  actor.show_clip(0, 0);
  const bool first = !actor.why_reference();
  actor.show_clip(1, 0);
  if (!first || actor.why_reference()) return text;
  actor.show_tracks(tracks);
  return text + "  engine, both:" +
         (actor.why_reference() ? why(actor) : fmt::format(" {:016x}", engine_hash(actor.pose()))) + "\n";
}

}  // namespace skelter::web
