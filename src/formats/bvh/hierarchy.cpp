// Reads the joints in the HIERARCHY section. Open joints are in a list, not on the call stack, so deep
// nesting cannot overflow the stack.

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "formats/bvh/reader.h"
#include "system/internal/text.h"

namespace skelter::bvh {
namespace {

constexpr std::string_view kChannelNames[] = {"XPOSITION", "YPOSITION", "ZPOSITION",
                                              "XROTATION", "YROTATION", "ZROTATION"};

bool parse_count(std::string_view text, std::uint32_t& count) {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), count);
  return read.ec == std::errc() && read.ptr == text.data() + text.size();
}

}  // namespace

Result<void> Reader::take(std::uint64_t bytes) {
  if (budget_.take(bytes)) return {};
  return limit("bvh.memory", fmt::format("needs more memory than {} bytes; the limit", budget_.limit()));
}

std::string Reader::name_of(std::string_view bytes) const {
  return to_utf8(bytes, options_.code_page);
}

Result<void> Reader::open_joint(std::string_view kind, std::uint32_t line, std::uint32_t parent) {
  if (scene_.nodes.size() >= options_.limits.max_nodes)
    return limit("bvh.nodes", fmt::format("more than {} joints; the limit", options_.limits.max_nodes));
  const Word name = words_.rest_of_line();
  // Memory per joint. It includes what the motion needs, except for the keys.
  constexpr std::uint64_t kEach =
      2 * (sizeof(Node) + sizeof(BvhJoint) + sizeof(ClipTarget) + 2 * sizeof(Channel) + sizeof(JointKeys));
  if (auto fits = take(kEach + 4 * name.text.size()); !fits) return fits;
  Node& node = scene_.nodes.emplace_back();
  node.name = name_of(name.text);
  // The same names as in Assimp, which used to read these files.
  if (kind == "End Site" && node.name.empty()) node.name = "EndSite_" + scene_.nodes[parent].name;
  node.parent = parent;
  joints_.push_back({static_cast<std::uint32_t>(channels_.size()), 0, line, false, false});
  object_ = fmt::format("{} {}", kind == "End Site" ? "End Site" : "Joint", node.name);
  const Word brace = words_.next();
  if (brace.at_end()) return ends(brace.line, "{");
  if (brace.text != "{")
    return error(brace.line, "bvh.unexpected", fmt::format("\"{}\"; expected {{", brace.text));
  return {};
}

Result<double> Reader::number(std::string_view what) {
  const Word word = words_.next();
  if (word.at_end()) return ends(word.line, what);
  double value = 0;
  if (parse_value(word.text, value) == NumberForm::finite) return value;
  const bool none = parse_value(word.text, value) == NumberForm::none;
  return error(word.line, "bvh.number",
               none ? not_a_number(word.text) : fmt::format("\"{}\"; expected a finite number", word.text));
}

Result<void> Reader::read_offset(std::uint32_t joint, std::uint32_t line) {
  if (joints_[joint].has_offset) return error(line, "bvh.twice", "has two OFFSET lines");
  joints_[joint].has_offset = true;
  Mat4& rest = scene_.nodes[joint].rest;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Result<double> value = number("three numbers after OFFSET");
    if (!value) return value.error();
    rest(axis, 3) = static_cast<float>(*value);
  }
  return {};
}

Result<void> Reader::read_channels(std::uint32_t joint) {
  const Word count = words_.next();
  if (count.at_end()) return ends(count.line, "the number of channels");
  BvhJoint& made = joints_[joint];
  if (made.has_channels) return error(count.line, "bvh.twice", "has two CHANNELS lines");
  made.has_channels = true;
  if (!parse_count(count.text, made.count))
    return error(count.line, "bvh.number",
                 fmt::format("\"{}\"; expected the number of channels", count.text));
  made.first = static_cast<std::uint32_t>(channels_.size());
  bool positions[3] = {false, false, false};
  for (std::uint32_t i = 0; i < made.count; ++i) {
    const Word name = words_.next();
    if (name.at_end()) return ends(name.line, "the name of a channel");
    std::size_t kind = 0;
    while (kind < std::size(kChannelNames) && !is_word(name.text, kChannelNames[kind])) ++kind;
    if (kind == std::size(kChannelNames))
      return error(name.line, "bvh.channel",
                   fmt::format("\"{}\" as channel {} of {}; expected Xposition, Yposition, Zposition, "
                               "Xrotation, Yrotation or Zrotation",
                               name.text, i + 1, made.count));
    const auto channel = static_cast<ChannelKind>(kind);
    if (is_position(channel) && std::exchange(positions[axis_of(channel)], true))
      return error(name.line, "bvh.twice", fmt::format("has {} twice", name.text));
    if (auto fits = take(2 * (sizeof(ChannelKind) + sizeof(double))); !fits) return fits;
    channels_.push_back(channel);
  }
  return {};
}

Result<void> Reader::close_joint(std::uint32_t joint) {
  if (!joints_[joint].has_offset) warn("bvh.no-offset", joints_[joint].line, "has no OFFSET; taken as 0 0 0");
  return {};
}

Result<void> Reader::read_hierarchy() {
  const Word first = words_.next();
  if (!is_word(first.text, "HIERARCHY"))
    return error(
        first.line, "bvh.header",
        first.at_end() ? "an empty file; expected HIERARCHY" : "expected HIERARCHY as the first word");
  std::vector<std::uint32_t> open;
  for (;;) {
    const Word word = words_.next();
    if (open.empty()) {
      object_.clear();
      const bool any = !scene_.nodes.empty();
      if (any && (word.at_end() || is_word(word.text, "MOTION"))) {
        if (word.at_end()) warn("bvh.no-motion", 0, "no MOTION after the joints; nothing moves");
        return {};
      }
      if (word.at_end()) return ends(word.line, "ROOT");
      if (!is_word(word.text, "ROOT"))
        return error(word.line, "bvh.unexpected",
                     fmt::format("\"{}\"; expected {}", word.text, any ? "MOTION or ROOT" : "ROOT"));
      open.push_back(static_cast<std::uint32_t>(scene_.nodes.size()));
      if (auto done = open_joint("ROOT", word.line, kNone); !done) return done;
      continue;
    }
    const std::uint32_t joint = open.back();
    object_ = fmt::format("Joint {}", scene_.nodes[joint].name);
    if (word.at_end()) return ends(word.line, "}");
    Result<void> done;
    if (is_word(word.text, "OFFSET")) {
      done = read_offset(joint, word.line);
    } else if (is_word(word.text, "CHANNELS")) {
      done = read_channels(joint);
    } else if (is_word(word.text, "JOINT") || is_word(word.text, "END")) {
      const bool end = is_word(word.text, "END");
      if (end)
        if (const Word site = words_.next(); !is_word(site.text, "SITE"))
          return error(site.line, "bvh.unexpected",
                       fmt::format("\"{}\"; expected Site after End", site.text));
      open.push_back(static_cast<std::uint32_t>(scene_.nodes.size()));
      done = open_joint(end ? "End Site" : "JOINT", word.line, joint);
    } else if (word.text == "}") {
      done = close_joint(joint);
      open.pop_back();
    } else {
      return error(word.line, "bvh.unexpected",
                   fmt::format("\"{}\"; expected OFFSET, CHANNELS, JOINT, End Site or }}", word.text));
    }
    if (!done) return done;
  }
}

}  // namespace skelter::bvh
