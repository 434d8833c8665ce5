#include "compile/build_clip/clip_played.h"

#include <cstring>

#include "runtime/internal/clip_codec/layout.h"
#include "runtime/internal/format/clip_records.h"

namespace skelter {
namespace {

using namespace clip_codec;

const ClipPart& part_of(const ClipView& clip, std::uint32_t joint, PartKind kind) {
  return clip.parts[joint / kLanes * 3 + static_cast<std::size_t>(kind)];
}

}  // namespace

PlayedClip::Form PlayedClip::form_of(const ClipView& clip, std::uint32_t joint, PartKind kind) const {
  const ClipPart& part = part_of(clip, joint, kind);
  const std::size_t lane = joint % kLanes, rows = rows_of(kind);
  Form form;
  form.format = part.format;
  if (part.format == PartFormat::constant)
    for (std::size_t row = 0; row < rows; ++row)
      form.offset[row] = clip.constants[part.data + row * kLanes + lane];
  if (part.format < PartFormat::packed) return form;
  form.divisor = clip.rates[part.rate].divisor;
  if (part.format != PartFormat::packed) return form;
  for (std::size_t row = 0; row < rows; ++row) {
    form.offset[row] = clip.constants[part.range + row * kLanes + lane];
    form.widths[row] =
        static_cast<std::uint8_t>(width_of(clip.spreads.subspan(part.spread * kSpreadBytes), row, lane));
  }
  form.step = clip.constants[part.range + rows * kLanes + lane];
  return form;
}

void PlayedClip::find_changes(const ClipView& clip) {
  const std::uint32_t count = curves_.joint_count();
  std::vector<Form> forms(std::size_t{3} * count);
  for (std::uint32_t j = 0; j < count; ++j)
    for (const PartKind kind : kPartKinds)
      forms[j * std::size_t{3} + static_cast<std::size_t>(kind)] = form_of(clip, j, kind);
  for (const KeyedTrack& track : clip.keyed)
    forms[track.joint * std::size_t{3} + static_cast<std::size_t>(track.kind)].keyed = true;
  is_new_.assign(count, 0);
  for (std::uint32_t j = 0; j < count; ++j) {
    const std::uint16_t parent = curves_.skeleton().parents[j];
    if (parent != kNone16) is_new_[j] = is_new_[parent];
    for (std::size_t part = j * std::size_t{3}; part < j * std::size_t{3} + 3; ++part)
      // Keyed parts are always replayed, because their keys may differ.
      if (forms_.empty() || forms[part].keyed || !(forms[part] == forms_[part])) is_new_[j] = 1;
  }
  is_needed_ = is_new_;
  for (std::uint32_t j = count; j-- > 0;)
    if (const std::uint16_t parent = curves_.skeleton().parents[j]; parent != kNone16 && is_needed_[j] != 0)
      is_needed_[parent] = 1;
  forms_ = std::move(forms);
}

void PlayedClip::find_moments(const ClipView& clip, std::span<const float> times_s) {
  const std::size_t padded = TimeRows::padded(times_s.size());
  for (std::size_t rate = 0; rate < clip.rates.size(); ++rate) {
    moments_[rate].first.resize(padded);
    moments_[rate].weight.resize(padded);
  }
  for (std::size_t i = 0; i < padded; ++i) {
    const FramePair all =
        find_frames(clip, std::clamp(times_s[std::min(i, times_s.size() - 1)], 0.0f, clip.duration_s));
    for (std::size_t rate = 0; rate < clip.rates.size(); ++rate) {
      const FramePair frames = find_frames(clip, clip.rates[rate], all);
      moments_[rate].first[i] = frames.first;
      moments_[rate].weight[i] = frames.weight1;
    }
  }
}

void PlayedClip::play_part(const ClipView& clip, std::uint32_t joint, PartKind kind, TimeRows& local) {
  const ClipPart& part = part_of(clip, joint, kind);
  const std::size_t lane = joint % kLanes, rows = rows_of(kind), stride = local.stride();
  if (part.format == PartFormat::constant) {
    for (std::size_t row = 0; row < rows; ++row)
      std::fill_n(local.row(0, first_row(kind) + row), stride,
                  double{clip.constants[part.data + row * kLanes + lane]});
    return;
  }
  const ClipRate& rate = clip.rates[part.rate];
  const Moments& moments = moments_[part.rate];
  // The range of frames in use. After the end, the last frame of the clip is repeated.
  const auto [least, most] = std::minmax_element(moments.first.begin(), moments.first.end());
  const std::uint32_t first_frame = *least, last_frame = frames_of(clip, rate) - 1;
  const std::size_t frames = *most - first_frame + 2;
  const std::byte* begin = clip.frames.data() + rate.begin + part.data;
  const auto frame_at = [&](std::size_t i) {
    return begin + std::min<std::size_t>(first_frame + i, last_frame) * rate.stride;
  };
  numbers_.resize(frames);
  first_.resize(stride);
  second_.resize(stride);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t at = row * kLanes + lane;
    double offset = 0, step = 1;
    if (part.format == PartFormat::wide) {
      for (std::size_t frame = 0; frame < frames; ++frame) {
        float value;
        std::memcpy(&value, frame_at(frame) + at * sizeof(float), sizeof(value));
        numbers_[frame] = value;
      }
    } else {
      offset = clip.constants[part.range + at];
      step = clip.constants[part.range + rows * kLanes + lane];
      if (width_of(clip.spreads.subspan(part.spread * kSpreadBytes), row, lane) == 0) {
        std::fill_n(local.row(0, first_row(kind) + row), stride, offset);
        continue;
      }
      for (std::size_t frame = 0; frame < frames; ++frame)
        numbers_[frame] = packed_number(clip, part, frame_at(frame), row, lane);
    }
    for (std::size_t i = 0; i < stride; ++i) {
      first_[i] = numbers_[moments.first[i] - first_frame];
      second_[i] = numbers_[moments.first[i] - first_frame + 1];
    }
    clip_rows::mix_numbers(first_.data(), second_.data(), moments.weight.data(), offset, step, stride,
                           local.row(0, first_row(kind) + row));
  }
}

void PlayedClip::play(const ClipView& clip, std::uint32_t joint, std::span<const float> times_s,
                      TimeRows& local) {
  const std::size_t stride = local.stride();
  Transformd rest;
  if (!clip.additive()) {
    const Transform t = get(curves_.skeleton().rest_pose[joint / kLanes], joint % kLanes);
    rest = {to_double(t.translation), to_double(t.rotation), to_double(t.scale)};
  }
  const double at_rest[TimeRows::kTransform] = {
      rest.translation.x, rest.translation.y, rest.translation.z, rest.rotation.x, rest.rotation.y,
      rest.rotation.z,    rest.rotation.w,    rest.scale.x,       rest.scale.y,    rest.scale.z};
  for (const PartKind kind : kPartKinds) {
    const KeyedTrack* track = nullptr;
    for (const KeyedTrack& keyed : clip.keyed)
      if (keyed.joint == joint && keyed.kind == kind) track = &keyed;
    const std::size_t first = first_row(kind);
    if (track != nullptr) {
      for (std::size_t i = 0; i < stride; ++i) {
        double numbers[4];
        const float time_s = times_s[std::min(i, times_s.size() - 1)];
        play_track(clip, *track, std::clamp(time_s, 0.0f, clip.duration_s), numbers);
        for (std::size_t row = 0; row < rows_of(kind); ++row) local.row(0, first + row)[i] = numbers[row];
      }
    } else if (part_of(clip, joint, kind).format == PartFormat::rest) {
      for (std::size_t row = 0; row < rows_of(kind); ++row)
        std::fill_n(local.row(0, first + row), stride, at_rest[first + row]);
      continue;
    } else {
      play_part(clip, joint, kind, local);
    }
    if (kind == PartKind::rotation) clip_rows::normalise(local.row(0, first), stride);
  }
  clip_rows::round_to_float(local.joint(0), TimeRows::kTransform * stride);
  if (!curves_.additive()) return;
  for (std::size_t i = 0; i < local.moments(); ++i)
    local.set(0, i, curves_.absolute(joint, local.transform(0, i)));
  local.pad(0);
}

ClipError PlayedClip::measure(const ClipView& clip) {
  find_changes(clip);
  const std::uint32_t count = curves_.joint_count();
  errors_.resize(measure_.stretch_count() * count);
  SourceStretch scratch;
  TimeRows local, worlds;
  for (std::size_t s = 0; s < measure_.stretch_count(); ++s) {
    const std::span<const float> times_s = measure_.times_of(s);
    if (worlds.moments() != times_s.size()) {
      local = TimeRows(1, TimeRows::kTransform, times_s.size());
      worlds = TimeRows(count, TimeRows::kMatrix, times_s.size());
    }
    find_moments(clip, times_s);
    const TimeRows& truth = measure_.truth(s, scratch);
    for (std::uint32_t j = 0; j < count; ++j) {
      if (is_needed_[j] == 0) continue;
      play(clip, j, times_s, local);
      const std::uint16_t parent = curves_.skeleton().parents[j];
      clip_rows::to_world(parent == kNone16 ? nullptr : worlds.joint(parent), local.joint(0), local.stride(),
                          worlds.joint(j));
      if (is_new_[j] != 0) errors_[s * count + j] = measure_.stretch_error(s, j, truth, worlds);
    }
  }
  return measure_.sum_up(errors_);
}

}  // namespace skelter
