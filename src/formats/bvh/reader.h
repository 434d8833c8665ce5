#pragma once
// Reader: state shared by the functions that read the two sections of a BVH file.

#include <string>
#include <string_view>
#include <vector>

#include "core/internal/memory_budget.h"
#include "formats/bvh/words.h"
#include "skelter/core/read_options.h"
#include "skelter/formats/bvh/read.h"

namespace skelter::bvh {

enum class ChannelKind : std::uint8_t {
  x_position,
  y_position,
  z_position,
  x_rotation,
  y_rotation,
  z_rotation,
};
constexpr bool is_position(ChannelKind kind) {
  return kind <= ChannelKind::z_position;
}
// 0, 1, 2 for x, y, z.
constexpr std::size_t axis_of(ChannelKind kind) {
  return static_cast<std::size_t>(kind) % 3;
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& file, const ReadOptions& options)
      : words_(text), options_(options), budget_(options.limits, text.size()) {
    scene_.file = file;
    scene_.format = "bvh";
  }

  Result<Scene> read();

 private:
  // Data for the node with the same index.
  struct BvhJoint {
    std::uint32_t first = 0;  // index of its first channel in channels_
    std::uint32_t count = 0;
    std::uint32_t line = 0;
    bool has_offset = false;
    bool has_channels = false;
  };
  // Indices of a joint's channels in the clip; kNone if it has none.
  struct JointKeys {
    std::uint32_t node = 0;
    std::uint32_t translation = kNone;
    std::uint32_t rotation = kNone;
  };

  // hierarchy.cpp
  Result<void> read_hierarchy();
  Result<void> open_joint(std::string_view kind, std::uint32_t line, std::uint32_t parent);
  Result<void> read_offset(std::uint32_t joint, std::uint32_t line);
  Result<void> read_channels(std::uint32_t joint);
  Result<void> close_joint(std::uint32_t joint);
  Result<double> number(std::string_view what);
  std::string name_of(std::string_view bytes) const;

  // motion.cpp
  Result<void> read_motion();
  Result<void> read_frame_time();
  Result<void> make_channels(std::uint64_t frames);
  Result<bool> read_frame(std::uint64_t frame);
  Result<void> check_line(std::uint64_t frame, const Word& word, std::uint32_t read);
  void add_keys(double time_s);
  void finish_clip();
  std::uint32_t numbers_from(Words words, std::uint32_t line) const;

  Error error(std::uint32_t line, std::string_view code, std::string message) const {
    return {Status::bad_data, code, std::move(message), {scene_.file, line, {}, object_}};
  }
  Error limit(std::string_view code, std::string message) const {
    return {Status::limit_exceeded, code, std::move(message), {scene_.file, 0, {}, {}}};
  }
  Error ends(std::uint32_t line, std::string_view expected) const {
    return error(line, "bvh.end-of-file", "the file ends here; expected " + std::string(expected));
  }
  void warn(std::string_view code, std::uint32_t line, std::string message, std::uint64_t count = 1) {
    scene_.diagnostics.add(Severity::warning, code, {scene_.file, line, {}, object_}, std::move(message),
                           count);
  }
  Result<void> take(std::uint64_t bytes);

  Words words_;
  const ReadOptions& options_;
  MemoryBudget budget_;
  Scene scene_;
  std::string object_;  // object being read, for messages, such as "Joint Hips"

  std::vector<BvhJoint> joints_;       // one per node
  std::vector<ChannelKind> channels_;  // for all joints, in the order of the numbers in a frame

  std::uint64_t frames_ = 0;  // as stated in the file
  double frame_time_s_ = 0;
  Clip clip_;
  std::vector<JointKeys> keys_;
  std::vector<double> row_;  // numbers of one frame; NaN if not finite
  Word ahead_;               // first word of the next frame of the motion
  bool frame_per_line_ = false;
  std::uint64_t bad_values_ = 0;
  std::uint32_t bad_value_line_ = 0;
};

}  // namespace skelter::bvh
