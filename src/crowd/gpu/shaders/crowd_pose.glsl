// Poses the members of a crowd like CrowdJob: samples the clips of their lists, blends, computes the
// hierarchy, and writes the palettes where palette_texture.glsl reads them. One work group poses up to
// MEMBERS members with at most SLOTS joints in total; each lane handles one joint. Needs GLSL 4.30. Layout of
// the rig's words: crowd/internal/gpu_rig.h.
layout(local_size_x = LANES) in;

layout(std430, binding = 0) readonly buffer Rig { uint rig[]; };
layout(std430, binding = 1) readonly buffer RigRows { vec4 rig_rows[]; };       // the same bytes as 4-float vectors
layout(std430, binding = 2) readonly buffer RigParts { uvec4 rig_parts[]; };    // the same bytes as 4-word vectors
layout(std430, binding = 3) readonly buffer Instances { uvec4 instances[]; };   // CrowdInstance
layout(std430, binding = 4) readonly buffer Lines { uvec4 lines[]; };           // PoseListEntry
layout(std430, binding = 5) readonly buffer Places { vec4 places[]; };          // world_from_model, three rows each
layout(std430, binding = 6) readonly buffer Tints { vec4 tints[]; };            // one per member, if u_tinted
layout(rgba32f, binding = 0) writeonly uniform image2D u_palettes;

uniform int u_members;
uniform int u_group;        // members per work group
uniform int u_joints;
uniform int u_levels;       // levels of the hierarchy
uniform int u_entries;      // palette entries per member
uniform int u_tinted;       // 0: all tints are white
uniform float u_threshold;  // CrowdJob::blend_threshold

const int kWidth = 2048;    // width of the texture, as in palette_texture.glsl
const uint kMaxLines = 32u;  // kMaxPoseListEntries
const uint kStage = 0xFFFFu, kNoMask = 0xFFFFu;
const float kWhole = 32767.0;  // sum of the weights of two frames

// The first words of the rig: offsets of its arrays, in words.
const int kRest = 0, kOrder = 1, kLevelBegin = 2, kMasks = 3, kLods = 4, kClips = 5, kEntryJoints = 6, kBinds = 7,
          kBlocks = 8;
// Layout of a clip: kClipWords words.
const uint kClipWords = 32u;
const uint kFrames = 0u, kParts = 1u, kSpreads = 2u, kConstants = 3u, kKeyed = 4u, kKeyTimes = 5u, kKeyValues = 6u,
           kKeyedCount = 7u, kFrameCount = 8u, kFlags = 9u, kDuration = 10u, kSampleRate = 11u, kLastInterval = 12u,
           kRateCount = 13u, kRates = 16u;  // four words for each rate: divisor, stride, begin
const uint kLoops = 1u, kAdditive = 2u;     // ClipView::flags

// Model matrices of the members, row by row; at first they are the local matrices.
shared vec4 s_rows[3 * SLOTS];
// Per list entry: the clip time and, for each rate, the offset of the first of the two frames and the weight
// of the second.
shared float s_time[kMaxLines * MEMBERS];
shared uvec4 s_frame[kMaxLines * MEMBERS];
shared uvec4 s_weight1[kMaxLines * MEMBERS];

void wait_for_all() {
  memoryBarrierShared();
  barrier();
}

// --- words -------------------------------------------------------------------------------------------------------

float number_at(uint word) { return uintBitsToFloat(rig[word]); }
// Reads bytes at any alignment.
uint byte_at(uint address) { return (rig[address >> 2u] >> ((address & 3u) * 8u)) & 255u; }
float unaligned_number_at(uint address) {
  uint word = address >> 2u, shift = (address & 3u) * 8u;
  uint low = rig[word] >> shift;
  return uintBitsToFloat(shift == 0u ? low : low | (rig[word + 1u] << (32u - shift)));
}

uint clip_of(uvec4 line) { return line.x & 0xFFFFu; }
uint clip_begin(uint clip) { return rig[kClips] + clip * kClipWords; }
bool is_additive(uint clip) { return (rig[clip_begin(clip) + kFlags] & kAdditive) != 0u; }

// --- times: in double, like on the CPU; once per entry -------------------------------------------------------------

// The in_cycle_s of fold_time() in math/play_time.h.
double time_in_round(float time, float duration_s, uint loop) {
  double duration = double(duration_s);
  if (!(duration_s > 0.0) || isnan(time)) return 0.0lf;
  double t = double(time);
  if (loop == 1u) return clamp(t, 0.0lf, duration);
  double rounds = floor(t / duration);
  if (!(abs(rounds) < 9007199254740992.0lf)) return 0.0lf;
  if (rounds * duration > t) rounds -= 1.0lf;
  double since = clamp(t - rounds * duration, 0.0lf, duration);
  bool back = loop == 3u && rounds - 2.0lf * floor(rounds * 0.5lf) > 0.5lf;
  return back ? duration - since : since;
}

// Like find_frames() in runtime/internal/format/clip_records.h: returns the first frame and the weight of the
// second.
uvec2 find_frames(uint clip, float time_s) {
  uint count = rig[clip + kFrameCount];
  if (count < 2u || !(time_s > 0.0)) return uvec2(0u);
  uint last_first = count - 2u;
  if (time_s >= number_at(clip + kDuration)) return uvec2(last_first, 32767u);
  double rate = double(number_at(clip + kSampleRate));
  double frame = double(time_s) * rate;
  if (frame < double(last_first)) {
    uint first = uint(frame);
    return uvec2(first, uint((frame - double(first)) * 32767.0lf + 0.5lf));
  }
  double ratio = min((frame - double(last_first)) / (rate * double(number_at(clip + kLastInterval))), 1.0lf);
  return uvec2(last_first, uint(ratio * 32767.0lf + 0.5lf));
}

// Like frames_of_rate() in runtime/internal/frames_of_rate.h.
uvec2 frames_of_rate(uint clip, uint divisor, uvec2 all) {
  uint count = rig[clip + kFrameCount];
  if (divisor == 1u || count < 2u) return all;
  uint last_first = count - 2u;
  double inverse = 1.0lf / double(divisor);
  uint first = uint((double(all.x) + 0.5lf) * inverse);
  double until = double(all.y) * (1.0lf / 32767.0lf);
  uint begin = first * divisor;
  double ratio;
  if (begin + divisor <= last_first) {
    ratio = (double(all.x - begin) + until) * inverse;
  } else {
    double last = double(number_at(clip + kLastInterval)) * double(number_at(clip + kSampleRate));
    if (all.x == last_first) until *= last;
    ratio = (double(all.x - begin) + until) / (double(last_first - begin) + last);
  }
  return uvec2(first, uint(min(ratio, 1.0lf) * 32767.0lf + 0.5lf));
}

void prepare_line(uvec4 line, uint slot) {
  if (clip_of(line) == kStage) return;
  uint clip = clip_begin(clip_of(line));
  uint loop = (line.w >> 16u) & 255u;
  if (loop == 0u) loop = (rig[clip + kFlags] & kLoops) != 0u ? 2u : 1u;
  float time_s = float(time_in_round(uintBitsToFloat(line.z), number_at(clip + kDuration), loop));
  uvec2 all = find_frames(clip, time_s);
  uint rates = rig[clip + kRateCount];
  uvec4 frame = uvec4(0u), weight1 = uvec4(0u);
  for (uint r = 0u; r < rates; ++r) {
    uint rate = clip + kRates + 4u * r;
    uvec2 frames = frames_of_rate(clip, rig[rate], all);
    frame[r] = rig[clip + kFrames] + rig[rate + 2u] + frames.x * rig[rate + 1u];
    weight1[r] = frames.y;
  }
  s_time[slot] = time_s;
  s_frame[slot] = frame;
  s_weight1[slot] = weight1;
}

// --- sampling ------------------------------------------------------------------------------------------------------

struct Place {  // transform of a joint relative to its parent
  vec3 translation;
  vec4 rotation;
  vec3 scale;
};

vec4 unit(vec4 q) {
  float square = dot(q, q);
  return square > 1e-30 ? q * inversesqrt(square) : vec4(0.0, 0.0, 0.0, 1.0);
}

// These read three or four rows of one lane; a row has eight lanes.
vec3 three_at(uint word) { return vec3(number_at(word), number_at(word + 8u), number_at(word + 16u)); }
vec4 four_at(uint word) { return vec4(three_at(word), number_at(word + 24u)); }

// Rows of a part of a SoaTransform; with three rows the last is 0.
vec4 part_at(uint word, bool four) { return four ? four_at(word) : vec4(three_at(word), 0.0); }

// The rest value of part `kind` of a joint: 0 translation, 1 rotation, 2 scale.
vec4 rest_part(uint joint, uint kind) {
  uint row = kind == 0u ? 0u : kind == 1u ? 3u : 7u;
  return part_at(rig[kRest] + (joint >> 3u) * 80u + row * 8u + (joint & 7u), kind == 1u);
}
void set_part(inout Place place, uint kind, vec4 value) {
  if (kind == 0u) place.translation = value.xyz;
  else if (kind == 1u) place.rotation = value;
  else place.scale = value.xyz;
}

// Two frames of a rate: offset of the part in each, and the weight of the second.
struct Frames {
  uint first, second;
  uint weight1;
};

// A packed integer. `where` holds the positions of its low and high byte in a group; above 127: no byte.
int packed_number(uint group, uint where) {
  uint low = where & 255u, high = where >> 8u;
  uint number = low < 128u ? byte_at(group + low) : 0u;
  if (high < 128u) number |= byte_at(group + high) << 8u;
  return int(number << 16u) >> 16;
}
float mixed_number(Frames at, uint group, uint spread, uint row, uint lane) {
  uint address = spread + (row & 1u) * 8u + (lane & 3u) * 2u;
  uint where = (rig[address >> 2u] >> ((address & 2u) * 8u)) & 0xFFFFu;
  if (where == 0x8080u) return 0.0;
  int a = packed_number(at.first + group, where), b = packed_number(at.second + group, where);
  return float(a * int(32767u - at.weight1) + b * int(at.weight1));
}
// The interpolated rows of a packed part, times 32767; with three rows the last is not used.
vec4 mixed_numbers(uint clip, uvec4 part, Frames at, uint lane, bool four) {
  uint half_block = lane >> 2u;  // selects one of two groups
  uint spread = rig[clip + kSpreads] + (part.w & 0xFFFFu) * 64u + half_block * 16u;
  uint xy = half_block == 0u ? 0u : (part.x >> 8u) & 255u;
  uint zw = half_block == 0u ? (part.x >> 16u) & 255u : part.x >> 24u;
  return vec4(mixed_number(at, xy, spread, 0u, lane), mixed_number(at, xy, spread, 1u, lane),
              mixed_number(at, zw, spread + 32u, 2u, lane),
              four ? mixed_number(at, zw, spread + 32u, 3u, lane) : 0.0);
}
float wide_number(Frames at, uint row, uint lane) {
  uint number = 4u * (row * 8u + lane);
  float a = unaligned_number_at(at.first + number), b = unaligned_number_at(at.second + number);
  return a * (float(32767u - at.weight1) / kWhole) + b * (float(at.weight1) / kWhole);
}

// The sampled value of a part (ClipPart) that is not at rest, with three or four rows.
vec4 sampled_part(uint clip, uvec4 part, uint slot, uint lane, bool four) {
  uint format = part.x & 255u;
  if (format == 1u) return part_at(rig[clip + kConstants] + part.y + lane, four);
  uint rate = part.w >> 16u;
  Frames at;
  at.first = s_frame[slot][rate] + part.y;
  at.second = at.first + (rig[clip + kFrameCount] > 1u ? rig[clip + kRates + 4u * rate + 1u] : 0u);
  at.weight1 = s_weight1[slot][rate];
  vec4 value;
  if (format == 3u) {
    value = vec4(wide_number(at, 0u, lane), wide_number(at, 1u, lane), wide_number(at, 2u, lane),
                 four ? wide_number(at, 3u, lane) : 0.0);
  } else {
    uint range = rig[clip + kConstants] + part.z + lane;
    float unit_of_numbers = number_at(range + (four ? 32u : 24u)) * (1.0 / kWhole);
    value = part_at(range, four) + unit_of_numbers * mixed_numbers(clip, part, at, lane, four);
  }
  return four ? value * inversesqrt(dot(value, value)) : value;
}

// Like apply_keyed_tracks(): keyed tracks override parts that uniform samples cannot represent. Tracks are
// sorted by joint.
void apply_keys(uint clip, uint slot, uint joint, inout Place place) {
  uint keyed = rig[clip + kKeyed], count = rig[clip + kKeyedCount];
  uint from = 0u, to = count;
  while (from < to) {
    uint middle = (from + to) >> 1u;
    if ((rig[keyed + 3u * middle] & 0xFFFFu) < joint) from = middle + 1u;
    else to = middle;
  }
  float time_s = s_time[slot];
  for (; from < count; ++from) {
    uint track = keyed + 3u * from;
    uint what = rig[track];
    if ((what & 0xFFFFu) != joint) return;
    uint kind = (what >> 16u) & 255u;
    bool stepped = (what >> 24u) != 0u;
    uint first = rig[track + 1u], keys = rig[track + 2u];
    uint times = rig[clip + kKeyTimes] + first, values = rig[clip + kKeyValues] + 4u * first;
    // Keys before `low` are not after the time.
    uint low = 0u, high = keys;
    while (low < high) {
      uint middle = (low + high) >> 1u;
      if (number_at(times + middle) <= time_s) low = middle + 1u;
      else high = middle;
    }
    uint key = low == 0u ? 0u : low - 1u;
    uint a = values + 4u * key;
    vec4 value = vec4(number_at(a), number_at(a + 1u), number_at(a + 2u), number_at(a + 3u));
    if (low != 0u && low != keys && !stepped) {
      vec4 next = vec4(number_at(a + 4u), number_at(a + 5u), number_at(a + 6u), number_at(a + 7u));
      float t0 = number_at(times + key), t1 = number_at(times + key + 1u);
      float ratio = (time_s - t0) / (t1 - t0);
      bool opposite = kind == 1u && dot(value, next) < 0.0;
      value = (1.0 - ratio) * value + (opposite ? -ratio : ratio) * next;
      if (kind == 1u) value = unit(value);
    }
    set_part(place, kind, value);
  }
}

Place sampled_place(uint clip_index, uint slot, uint joint) {
  uint clip = clip_begin(clip_index);
  uint parts = (rig[clip + kParts] >> 2u) + 3u * (joint >> 3u);
  bool additive = (rig[clip + kFlags] & kAdditive) != 0u;
  Place place;
  for (uint kind = 0u; kind < 3u; ++kind) {
    uvec4 part = rig_parts[parts + kind];
    vec4 value;
    if ((part.x & 255u) != 0u) value = sampled_part(clip, part, slot, joint & 7u, kind == 1u);
    else if (additive) value = kind == 1u ? vec4(0.0, 0.0, 0.0, 1.0) : vec4(kind == 0u ? 0.0 : 1.0);
    else value = rest_part(joint, kind);
    set_part(place, kind, value);
  }
  if (rig[clip + kKeyedCount] != 0u) apply_keys(clip, slot, joint, place);
  return place;
}

// --- blending ------------------------------------------------------------------------------------------------------

float mask_of(uvec4 line, uint joint) {
  uint mask = line.x >> 16u;
  return mask == kNoMask ? 1.0 : number_at(rig[kMasks] + mask * 8u * rig[kBlocks] + joint);
}
float weight_of(uvec4 line, uint joint) { return uintBitsToFloat(line.y) * mask_of(line, joint); }

// The weights of a list with stages at one joint; runtime/pose_list.h defines stages.
void weigh(uint first_line, uint count, uint joint, out float weights[kMaxLines]) {
  for (uint i = 0u; i < count; ++i) {
    uvec4 line = lines[first_line + i];
    weights[i] = 0.0;
    if (clip_of(line) != kStage) {
      weights[i] = weight_of(line, joint);
      continue;
    }
    uint begin = line.w & 255u, split = (line.w >> 8u) & 255u;
    float above = min(weight_of(line, joint), 1.0), below = 1.0 - above;
    if ((line.w >> 24u) != 0u) {
      float sum = 0.0, whole = uintBitsToFloat(line.z);
      for (uint k = split; k < i; ++k) {
        uint clip = clip_of(lines[first_line + k]);
        if (clip != kStage && !is_additive(clip)) sum += weights[k];
      }
      below = 1.0 - above * (sum < whole ? sum / whole : 1.0);
    }
    for (uint k = begin; k < i; ++k) weights[k] *= k < split ? below : above;
  }
}

// (a * b) applies b first.
vec4 product(vec4 a, vec4 b) {
  return vec4(a.w * b.xyz + b.w * a.xyz + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz));
}

void add(inout Place sum, inout float total, Place place, float weight) {
  float turn = dot(sum.rotation, place.rotation) < 0.0 ? -weight : weight;
  sum.rotation += turn * place.rotation;
  sum.translation += weight * place.translation;
  sum.scale += weight * place.scale;
  total += weight;
}

void add_difference(inout Place place, Place difference, float weight) {
  place.translation += weight * difference.translation;
  vec4 turn = (difference.rotation.w < 0.0 ? -weight : weight) * difference.rotation;
  turn.w += 1.0 - weight;
  place.rotation = unit(product(place.rotation, turn));
  place.scale *= 1.0 + weight * (difference.scale - 1.0);
}

// Adds the rest pose if the sum of weights is below the threshold, then divides by the sum.
void finish(inout Place place, float total, uint joint) {
  float rest = max(u_threshold - total, 0.0);
  if (rest > 0.0) {
    Place at_rest;
    for (uint kind = 0u; kind < 3u; ++kind) set_part(at_rest, kind, rest_part(joint, kind));
    add(place, total, at_rest, rest);
  }
  float inverse = 1.0 / total;
  place.translation *= inverse;
  place.rotation = unit(place.rotation * inverse);
  place.scale *= inverse;
}

// Whether the list is a single entry at full weight, which needs no blending.
bool plays_alone(uint first_line, uint count) {
  if (count != 1u) return false;
  uvec4 line = lines[first_line];
  return clip_of(line) != kStage && line.x >> 16u == kNoMask && uintBitsToFloat(line.y) == 1.0 &&
         !is_additive(clip_of(line));
}

// `slots`: index of the list's first entry in the shared arrays. Additive clips need a second pass over the
// entries, because they are added on top of the others. Both passes are one loop, so that the program
// contains the sampling code only once.
Place blended_place(uint first_line, uint count, uint slots, uint joint) {
  bool alone = plays_alone(first_line, count), staged = false;
  for (uint i = 0u; i < count; ++i) staged = staged || clip_of(lines[first_line + i]) == kStage;
  float weights[kMaxLines];
  if (staged) weigh(first_line, count, joint, weights);

  Place place = Place(vec3(0.0), vec4(0.0), vec3(0.0));
  float total = 0.0;
  uint end = count + 1u;
  for (uint i = 0u; i < end; ++i) {
    if (i == count) {
      finish(place, total, joint);
      continue;
    }
    bool on_top = i > count;
    uint index = on_top ? i - count - 1u : i;
    uvec4 line = lines[first_line + index];
    uint clip = clip_of(line);
    if (clip == kStage) continue;
    bool additive = is_additive(clip);
    if (additive) end = 2u * count + 1u;
    float weight = staged ? weights[index] : weight_of(line, joint);
    if (additive != on_top || weight == 0.0) continue;
    Place sampled = sampled_place(clip, slots + index, joint);
    if (alone) return sampled;
    if (on_top) add_difference(place, sampled, weight);
    else add(place, total, sampled, weight);
  }
  return place;
}

// --- matrices ------------------------------------------------------------------------------------------------------

void store_local(uint slot, Place place) {
  vec4 q = place.rotation;
  vec3 s = place.scale, d = q.xyz + q.xyz;
  vec3 w = q.w * d;
  float xx = q.x * d.x, yy = q.y * d.y, zz = q.z * d.z, xy = q.x * d.y, xz = q.x * d.z, yz = q.y * d.z;
  s_rows[3u * slot] = vec4(s * vec3(1.0 - yy - zz, xy - w.z, xz + w.y), place.translation.x);
  s_rows[3u * slot + 1u] = vec4(s * vec3(xy + w.z, 1.0 - xx - zz, yz - w.x), place.translation.y);
  s_rows[3u * slot + 2u] = vec4(s * vec3(xz - w.y, yz + w.x, 1.0 - xx - yy), place.translation.z);
}

// A row of a matrix product: the elements of `row` times the rows x, y and z of the other matrix.
vec4 row_product(vec4 row, vec4 x, vec4 y, vec4 z) { return row.x * x + row.y * y + row.z * z + vec4(0.0, 0.0, 0.0, row.w); }

void place_under_parent(uint slot, uint parent) {
  vec4 x = s_rows[3u * slot], y = s_rows[3u * slot + 1u], z = s_rows[3u * slot + 2u];
  for (uint r = 0u; r < 3u; ++r) s_rows[3u * slot + r] = row_product(s_rows[3u * parent + r], x, y, z);
}

void write(int row, vec4 value) { imageStore(u_palettes, ivec2(row % kWidth, row / kWidth), value); }

void main() {
  uint lane = gl_LocalInvocationIndex;
  uint first = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * uint(u_group);
  uint members = first < uint(u_members) ? min(uint(u_group), uint(u_members) - first) : 0u;  // members in this group

  uint joints = uint(u_joints);

  for (uint i = lane; i < kMaxLines * members; i += uint(LANES)) {
    uvec4 instance = instances[first + i / kMaxLines];
    if (i % kMaxLines < (instance.z & 0xFFFFu)) prepare_line(lines[instance.y + i % kMaxLines], i);
  }
  wait_for_all();

  for (uint i = lane; i < joints * members; i += uint(LANES)) {
    uint member = i / joints, joint = i % joints;
    uvec4 instance = instances[first + member];
    // Joints past the level of detail stay at rest.
    bool posed = joint < rig[rig[kLods] + (instance.z >> 16u)];
    uint count = posed ? instance.z & 0xFFFFu : 0u;
    store_local(i, blended_place(instance.y, count, kMaxLines * member, joint));
  }
  wait_for_all();

  for (int level = 1; level < u_levels; ++level) {
    uint begin = rig[rig[kLevelBegin] + uint(level)], count = rig[rig[kLevelBegin] + uint(level) + 1u] - begin;
    for (uint i = lane; i < count * members; i += uint(LANES)) {
      uint both = rig[rig[kOrder] + begin + i % count], slots = i / count * joints;
      place_under_parent(slots + (both & 0xFFFFu), slots + (both >> 16u));
    }
    wait_for_all();
  }

  // Writes the members' own rows, then their palettes: entry after entry, member after member.
  for (uint i = lane; i < 4u * members; i += uint(LANES)) {
    uint member = first + i / 4u, row = i % 4u;
    write(int(4u * member + row), row < 3u ? places[3u * member + row] : u_tinted != 0 ? tints[member] : vec4(1.0));
  }
  uint rows = 3u * uint(u_entries);
  for (uint i = lane; i < rows * members; i += uint(LANES)) {
    uint member = i / rows, entry = i % rows / 3u, row = i % 3u;
    uint slot = member * joints + rig[rig[kEntryJoints] + entry];
    uint bind = (rig[kBinds] >> 2u) + 3u * entry;
    write(4 * u_members + int(rows * (first + member)) + int(i % rows),
          row_product(s_rows[3u * slot + row], rig_rows[bind], rig_rows[bind + 1u], rig_rows[bind + 2u]));
  }
}
