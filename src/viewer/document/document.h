#pragma once
// Document: an open file.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "load/internal/actor.h"
#include "scene/evaluate/internal/morphs.h"
#include "scene/internal/statistics.h"
#include "scene/lint/internal/lint.h"
#include "skelter/image/image.h"
#include "skelter/math/bounds.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"
#include "system/internal/filesystem.h"
#include "viewer/internal/viewer.h"

namespace skelter {

struct Document {
  std::uint64_t number = 0;  // unique among all documents ever opened; a reload gets a new number
  std::string path;
  Scene scene;
  std::vector<std::optional<Image>> textures;
  Diagnostics diagnostics;  // from reading the file and its textures
  SceneTotals totals;
  std::vector<bool> bones;  // nodes that are drawn as joints
  std::vector<NamedMorph> morphs;
  double extent = 1;                                 // model size, see scene_size
  UpAxis guessed_up = UpAxis::y;                     // see guess_up
  FileReading reading;                               // the options that the file was read with
  std::vector<std::string> graphs;                   // names of the graphs in the pack
  std::vector<std::string> dismissed;                // names of dismissed banners
  std::optional<std::vector<LintFinding>> findings;  // set by the first check of the file
  std::optional<Diagnostics> checked;                // diagnostics including those of the check
  std::optional<FileStamp> stamp;
  double read_ms = 0, textures_ms = 0;
  std::uint64_t needed = 0;      // value of ViewerData::needs at the last use
  std::unique_ptr<Actor> actor;  // declared after the scene that it plays

  // Bounds of a clip's motion, or of the rest pose for kNone. Cached.
  const Bounds& motion(std::uint32_t clip, const EvaluateOptions& options) const;
  // frames_per_second() of a clip, which scans all keys. Cached.
  double frame_rate(std::uint32_t clip) const;
  // Why the reference evaluator is used; "" while the engine plays.
  std::string why_reference() const {
    return actor->why_reference() ? to_string(*actor->why_reference()) : std::string();
  }
  const Diagnostics& all_diagnostics() const { return checked ? *checked : diagnostics; }
  double duration_s(std::uint32_t clip) const { return clip == kNone ? 0 : scene.clips[clip].duration_s; }

 private:
  mutable std::vector<std::optional<Bounds>> motions_;  // per clip, then the rest pose
  mutable std::vector<std::optional<double>> rates_;    // per clip; the last entry is the rest pose
};

// Document number, which stays unique even if another document reuses the address. 0: no document.
inline std::uint64_t number_of(const Document* document) {
  return document == nullptr ? 0 : document->number;
}

Result<std::unique_ptr<Document>> open_document(const std::string& path, const FileReading& reading,
                                                const ViewerOptions& options);

// True if the file on disk changed since it was read.
bool has_changed(const Document& document);

// Millimetres per file unit. If the file's unit is unknown, the model is assumed to be 1.8 m tall.
struct Millimetres {
  double per_unit = 1;
  bool assumed = true;
};
Millimetres millimetres(const Document& document);

}  // namespace skelter
