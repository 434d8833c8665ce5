#pragma once
// Document: a file that is open.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "load/internal/actor.h"
#include "scene/internal/morphs.h"
#include "scene/internal/statistics.h"
#include "skelter/image/image.h"
#include "skelter/math/bounds.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/lint.h"
#include "skelter/scene/scene.h"
#include "system/internal/filesystem.h"
#include "viewer/internal/viewer.h"

namespace skelter {

struct Document {
  std::uint64_t number = 0;  // of all that were opened, so that one that was read again has another
  std::string path;
  Scene scene;
  std::vector<std::optional<Image>> textures;
  Diagnostics diagnostics;  // of reading and of textures
  SceneTotals totals;
  std::vector<bool> bones;  // nodes that are drawn as joints
  std::vector<NamedMorph> morphs;
  double extent = 1;                                 // H, see scene_size
  UpAxis guessed_up = UpAxis::y;                     // see guess_up
  FileReading reading;                               // as it was read
  std::vector<std::string> graphs;                   // that the pack holds
  std::vector<std::string> dismissed;                // banners, by their names
  std::optional<std::vector<LintFinding>> findings;  // once the file was checked
  std::optional<Diagnostics> checked;                // then also those that the check adds
  std::optional<FileStamp> stamp;
  double read_ms = 0, textures_ms = 0;
  std::uint64_t needed = 0;      // when, by ViewerData::needs
  std::unique_ptr<Actor> actor;  // after the scene, which it plays

  // Of a clip's motion, or of the rest pose with kNone; made once.
  const Bounds& motion(std::uint32_t clip, const EvaluateOptions& options) const;
  // frames_per_second() of a clip, made once: it looks at all keys.
  double frame_rate(std::uint32_t clip) const;
  // Why the reference evaluator plays; "" while the engine does.
  std::string why_reference() const {
    return actor->why_reference() ? to_string(*actor->why_reference()) : std::string();
  }
  const Diagnostics& all_diagnostics() const { return checked ? *checked : diagnostics; }
  double duration_s(std::uint32_t clip) const { return clip == kNone ? 0 : scene.clips[clip].duration_s; }

 private:
  mutable std::vector<std::optional<Bounds>> motions_;  // clips, then the rest pose
  mutable std::vector<std::optional<double>> rates_;    // clips
};

// Tells documents apart, also one that stands in memory where another one stood. 0: there is none.
inline std::uint64_t number_of(const Document* document) {
  return document == nullptr ? 0 : document->number;
}

Result<std::unique_ptr<Document>> open_document(const std::string& path, const FileReading& reading,
                                                const ViewerOptions& options);

// Whether the file on disk is another than the one that was read.
bool has_changed(const Document& document);

// Millimetres of one file unit: real where the file's unit is known, else so that the figure is 1.8 m.
struct Millimetres {
  double per_unit = 1;
  bool assumed = true;
};
Millimetres millimetres(const Document& document);

}  // namespace skelter
