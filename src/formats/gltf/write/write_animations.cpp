// Writes animations, with one sampler per channel. Channels with equal times share an accessor.

#include <fmt/format.h>

#include "formats/gltf/write/scene_writer.h"

namespace skelter::gltf {
namespace {

struct Sampler {
  std::uint32_t input = 0, output = 0;
  Interpolation interpolation = Interpolation::linear;
};

class AnimationWriter {
 public:
  AnimationWriter(SceneWriter& writer, const Clip& clip) : writer_(writer), clip_(clip) {
    for (const Channel& channel : clip.channels) add_channel(channel);
    for (const PropertyChannel& property : clip.properties) add_property(property);
  }

  void write() {
    JsonText& json = writer_.json;
    writer_.write_name(clip_.name.value_or(""));
    json.objects("samplers", samplers_, [&](const Sampler& sampler) {
      json.member("input", sampler.input);
      if (sampler.interpolation != Interpolation::linear)
        json.member("interpolation", sampler.interpolation == Interpolation::step ? "STEP" : "CUBICSPLINE");
      json.member("output", sampler.output);
    });
    json.key("channels");
    json.begin_array();
    for (const std::string& channel : channels_) json.raw(channel);
    json.end_array();
    writer_.write_carried(clip_.carried, {}, own_extras());
  }

 private:
  std::uint32_t add_sampler(const std::vector<double>& times_s, std::span<const float> values,
                            ElementType type, Interpolation interpolation) {
    const std::vector<float> times(times_s.begin(), times_s.end());
    const Sampler sampler{writer_.buffer.add_floats(ViewKind::times, ElementType::scalar, times, true),
                          writer_.buffer.add_floats(ViewKind::animation, type, values), interpolation};
    samplers_.push_back(sampler);
    return static_cast<std::uint32_t>(samplers_.size() - 1);
  }

  void add_channel(const Channel& channel) {
    const ElementType type = channel.path == ChannelPath::rotation  ? ElementType::vec4
                             : channel.path == ChannelPath::weights ? ElementType::scalar
                                                                    : ElementType::vec3;
    const std::uint32_t sampler = add_sampler(channel.times_s, channel.values, type, channel.interpolation);
    channels_.push_back(fmt::format(R"({{"sampler":{},"target":{{"node":{},"path":"{}"}}}})", sampler,
                                    clip_.targets[channel.target].node, to_text(channel.path)));
  }

  // The source accessor's element type is unknown, so the type follows from the number of values per key.
  void add_property(const PropertyChannel& property) {
    const std::size_t elements =
        property.times_s.size() * (property.interpolation == Interpolation::cubic ? 3 : 1);
    const std::size_t width = elements == 0 ? 1 : property.values.size() / elements;
    const ElementType type = width == 2   ? ElementType::vec2
                             : width == 3 ? ElementType::vec3
                             : width == 4 ? ElementType::vec4
                                          : ElementType::scalar;
    const std::uint32_t sampler =
        add_sampler(property.times_s, property.values, type, property.interpolation);
    channels_.push_back(fmt::format(
        R"({{"sampler":{},"target":{{"path":"pointer","extensions":{{"KHR_animation_pointer":{{"pointer":{}}}}}}}}})",
        sampler, json_quoted(property.pointer)));
    writer_.extensions.insert("KHR_animation_pointer");
  }

  // Extras with data that only `.x` files contain, so that converting back to `.x` restores it.
  std::string own_extras() const {
    if (!clip_.ticks_per_second) return {};
    std::string options;
    for (const ClipTarget& target : clip_.targets)
      if (target.open && target.linear && target.node != kNone)
        options += fmt::format(R"({}{{"node":{},"open":{},"linear":{}}})", options.empty() ? "" : ",",
                               target.node, *target.open, *target.linear);
    return fmt::format(R"({{"ticksPerSecond":{}{}}})", *clip_.ticks_per_second,
                       options.empty() ? "" : ",\"animationOptions\":[" + options + "]");
  }

  SceneWriter& writer_;
  const Clip& clip_;
  std::vector<Sampler> samplers_;
  std::vector<std::string> channels_;
};

}  // namespace

void write_animations(SceneWriter& writer) {
  writer.json.objects("animations", writer.scene.clips,
                      [&](const Clip& clip) { AnimationWriter(writer, clip).write(); });
}

}  // namespace skelter::gltf
