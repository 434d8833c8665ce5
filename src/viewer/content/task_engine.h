#pragma once
// Engine: plays the clips of a document, as a game would. Clips are compiled when they are first asked for.

#include <cstdint>
#include <future>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "load/internal/actor.h"
#include "skelter/scene/evaluate.h"

namespace skelter {

// When clips are compiled: before they are shown; on another thread, while the reference evaluator shows
// them; or not now, as the first frame is more urgent.
enum class CompileClips { at_once, in_background, later };

class Engine {
 public:
  // `pack`: that the scene was made of, or one that was never opened. `scene` outlives this. `most_keys`:
  // ViewerOptions::most_keys_to_compile, which does not hold for packs, as their clips are compiled already.
  Engine(const Scene& scene, Pack pack, const EvaluateOptions& source,
         std::uint64_t most_keys = std::numeric_limits<std::uint64_t>::max());
  ~Engine();  // waits for the clip that is being compiled

  // The pose of a clip, kNone: at rest. Until the clip is compiled, and where it cannot be, the reference
  // evaluator's. A clip of more than `most_keys` keys is compiled only by the calls below.
  Pose pose_at(std::uint32_t clip, double time_s, CompileClips compiling = CompileClips::at_once);
  // Why the last pose was the reference evaluator's; "" for the engine's.
  const std::string& why_reference() const { return why_reference_; }

  // The pose of tracks. Until all of their clips are compiled, and if one cannot be, the reference
  // evaluator's.
  Pose pose_of(const Tracks& tracks, CompileClips compiling = CompileClips::at_once);

  // The actor, once all clips are compiled. Until then null, and why_reference() says why. Returns the same
  // one for as long as this lives.
  const Actor* whole(CompileClips compiling = CompileClips::at_once);

  // Takes what was compiled in the background, if it is finished.
  void collect();
  bool is_compiling() const { return compiling_.valid(); }  // or was not collected

  // Waits until the clip is compiled; why it cannot be, or "".
  const std::string& wait_for(std::uint32_t clip);
  std::optional<ClipReport> report(std::uint32_t clip) const;

 private:
  // A part of what is compiled: clip p, or with p from the number of clips on, p less that as differences.
  void compile(std::uint32_t part);  // fills reasons_[part]; on any thread, one at a time
  void compile_whole();              // fills reason_of_whole_, the same
  Actor& actor();
  bool is_ready(std::uint32_t part, CompileClips compiling);  // or says why not
  bool is_large(std::uint32_t clip) const;                    // has more than most_keys_

  const Scene* scene_;
  EvaluateOptions source_;
  std::uint64_t most_keys_;
  Pack pack_;
  std::unique_ptr<Actor> actor_;
  // Per part: nothing until it was compiled, or why it cannot be.
  std::vector<std::optional<std::string>> reasons_;
  std::optional<std::string> reason_of_whole_;  // the same, of all clips
  std::string why_reference_;
  std::future<void> compiling_;
};

}  // namespace skelter
