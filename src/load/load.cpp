#include "skelter/load.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "load/clip_source.h"
#include "load/internal/configured.h"
#include "load/internal/merge_other_clips.h"
#include "skelter/compile/compile.h"
#include "skelter/formats/bvh/read.h"
#include "skelter/formats/x/encoding.h"
#include "skelter/scene/validate.h"
#include "skelter/system/file.h"
#include "system/internal/file_bytes.h"
#ifdef SKELTER_WITH_ASSIMP
#include "skelter/formats/assimp/read.h"
#endif
#ifdef SKELTER_WITH_FBX
#include "skelter/formats/fbx/read.h"
#endif

namespace skelter {
namespace {

#ifdef SKELTER_WITH_FBX
constexpr const char* kOwnEndings[] = {".x", ".gltf", ".glb", ".vrm", ".vrma", ".bvh", ".fbx", ".skelter"};
constexpr const char* kExpected = ".x, .gltf, .glb, .vrm, .bvh, .fbx or .skelter";
#else  // in the browser, whose modules have limits of size
constexpr const char* kOwnEndings[] = {".x", ".gltf", ".glb", ".vrm", ".vrma", ".bvh", ".skelter"};
constexpr const char* kExpected = ".x, .gltf, .glb, .vrm, .bvh or .skelter";
#endif

// What people expect to be read, for builds without Assimp.
constexpr const char* kThroughAssimp[] = {".dae", ".md5mesh", ".md5anim", ".smd", ".b3d",  ".ms3d",
                                          ".3ds", ".obj",     ".ply",     ".stl", ".blend"};

#ifdef SKELTER_WITH_ASSIMP
std::vector<std::string> endings_of_assimp() {
  return assimp_endings();
}
Result<Scene> read_through_assimp(ByteSpan bytes, const std::string& name, const LoadOptions& options) {
  AssimpReadOptions assimp;
  assimp.ticks_per_second = options.x.ticks_per_second;
  assimp.metres_per_unit = options.x.metres_per_unit;
  assimp.limits = options.x.limits;
  return read_assimp(bytes, name, assimp);
}
#else
std::vector<std::string> endings_of_assimp() {
  return {};
}
Result<Scene> read_through_assimp(ByteSpan, const std::string&, const LoadOptions&) {
  return Error{Status::unsupported, "cli.format", "built without Assimp", {}};  // it has no endings
}
#endif

// What a file is called in messages and answers.
std::string shown_name(const std::string& name) {
  return name == "-" ? "standard input" : name;
}

// Better than "wrong first bytes" for a file whose name tells another format.
Error unknown_format(const std::string& name) {
  const std::size_t others = endings_of_assimp().size();
  const std::string expected =
      std::string(kExpected) +
      (others == 0 ? std::string(" (built without Assimp)")
                   : ", or one of " + std::to_string(others) +
                         " that Assimp reads, such as .dae and .md5mesh; docs/assimp.md lists them");
  const bool missed = others == 0 && std::find(std::begin(kThroughAssimp), std::end(kThroughAssimp),
                                               extension(name)) != std::end(kThroughAssimp);
  return {Status::unsupported,
          "cli.format",
          missed
              ? "files of type " + extension(name) +
                    " are read through Assimp, which this program was built without; install libassimp-dev "
                    "and build again (./run.sh build)"
              : "files of type " + extension(name) + " are not read; expected " + expected,
          {shown_name(name), 0, {}, {}}};
}

Result<Pack> open_pack(ByteSpan bytes, const std::string& name) {
  Pack pack;
  const Problem problem = Pack::open(bytes, pack);
  if (problem.ok()) return pack;
  const bool known = problem.section != kNone;
  return Error{problem.status,
               is_older_pack(bytes) ? "pack.older" : "pack.bad",
               problem.what,
               {name, 0, {}, known ? "section " + std::to_string(problem.section) : std::string()}};
}

Result<Scene> read_pack(ByteSpan bytes, const std::string& name, const LoadOptions& options, Pack* out) {
  auto pack = open_pack(bytes, name);
  if (!pack) return pack.error();
  auto scene = scene_from_pack(pack->view(), name, options.x.limits);
  if (scene && options.x.metres_per_unit) {
    scene->metres_per_unit = options.x.metres_per_unit;
    if (auto valid = validate(*scene); !valid) return valid.error();
  }
  if (scene && out != nullptr) *out = std::move(*pack);
  return scene;
}

GltfReadOptions gltf_options(const LoadOptions& options) {
  GltfReadOptions gltf = options.gltf;
  gltf.metres_per_unit = options.x.metres_per_unit;
  gltf.limits = options.x.limits;
  gltf.draco_apart = true;
  return gltf;
}

Result<Scene> read_as_bvh(ByteSpan bytes, const std::string& name, const LoadOptions& options) {
  BvhReadOptions bvh;
  bvh.frames_per_second = options.x.ticks_per_second;
  bvh.metres_per_unit = options.x.metres_per_unit;
  bvh.shift_jis_names = options.x.code_page == CodePage::shift_jis;
  bvh.limits = options.x.limits;
  auto scene = read_bvh(bytes, shown_name(name), bvh);
  if (scene && name == "-")
    for (Clip& clip : scene->clips) clip.name.reset();  // there is no file to name it after
  return scene;
}

#ifdef SKELTER_WITH_FBX
bool is_named_or_looks_like_fbx(ByteSpan bytes, const std::string& ending) {
  return ending == ".fbx" || is_fbx(bytes);
}
Result<Scene> read_as_fbx(ByteSpan bytes, const std::string& name, const LoadOptions& options) {
  FbxReadOptions fbx;
  fbx.metres_per_unit = options.x.metres_per_unit;
  fbx.limits = options.x.limits;
  return read_fbx(bytes, name, fbx);
}
#else
bool is_named_or_looks_like_fbx(ByteSpan, const std::string&) {
  return false;
}
Result<Scene> read_as_fbx(ByteSpan, const std::string& name, const LoadOptions&) {
  return unknown_format(name);
}
#endif

Result<Scene> read_any(ByteSpan bytes, const std::string& name, const LoadOptions& options, Pack* pack) {
  const std::string ending = extension(name), shown = shown_name(name);
  if (is_pack(bytes)) return read_pack(bytes, shown, options, pack);
  const bool is_x = static_cast<bool>(parse_x_header(bytes, name));
  if (!is_x && is_bvh(bytes)) return read_as_bvh(bytes, name, options);
  const bool named_gltf = ending == ".gltf" || ending == ".glb" || ending == ".vrm" || ending == ".vrma";
  if (!is_x && (named_gltf || is_gltf(bytes))) return read_gltf(bytes, shown, gltf_options(options));
  if (!is_x && is_named_or_looks_like_fbx(bytes, ending)) return read_as_fbx(bytes, shown, options);
  if (is_x || ending.empty() || ending == ".x") return read_x(bytes, shown, options.x);
  if (ending == ".bvh") return read_as_bvh(bytes, name, options);
  if (ending == ".skelter") return read_pack(bytes, shown, options, pack);  // to say what is wrong
  const std::vector<std::string> others = endings_of_assimp();
  const bool known = std::find(others.begin(), others.end(), ending) != others.end();
  return known ? read_through_assimp(bytes, name, options) : unknown_format(name);
}

// Standard input and devices end when they like.
Result<FileBytes> read_whole(const std::string& path, const LoadOptions& options) {
  const std::uint64_t most = options.x.limits.max_memory_bytes;
  return read_file_bytes(path, most == 0 ? UINT64_MAX : most);
}

Result<void> add_clips_of_files(Scene& scene, const LoadOptions& options) {
  LoadOptions alone = options;
  alone.with_clips.clear();
  for (const std::string& file : options.with_clips) {
    const auto other = load_scene(file, alone);
    if (!other) return other.error();
    scene.diagnostics.append(other->diagnostics);
    if (auto merged = merge_other_clips(scene, *other, options.map_names); !merged) return merged;
  }
  return {};
}

Result<Scene> load(ByteSpan bytes, const std::string& name, const LoadOptions& options, Pack* pack) {
  auto scene = read_any(bytes, name, options, pack);
  if (!scene) return scene;
  if (scene->format != "pack") scene->absent = options.x.absent;  // packs have all that they need
  if (auto added = add_clips_of_files(*scene, options); !added) return added.error();
  return scene;
}

// A scene that plays as packs do.
Result<CharacterData> character_of(Scene&& scene) {
  struct Owned {
    Scene scene;
    ClipSource clips;
  };
  const auto owned = std::make_shared<Owned>();
  owned->scene = std::move(scene);
  owned->clips.scene = &owned->scene;
  return compile_character({owned, &owned->clips}, true);
}

Result<CharacterData> configured_character(const Scene& scene, const std::string& config) {
  auto made = compile_configured(scene, config);
  return made ? CharacterData::create(std::move(made->pack), {}, scene.file) : made.error();
}

Result<CharacterData> character(ByteSpan bytes, const std::string& name, const LoadOptions& options) {
  if (is_pack(bytes)) {
    if (!options.config.empty())
      return Error{Status::invalid_argument,
                   "load.config-of-pack",
                   "a pack is compiled already; expected a source file beside a configuration",
                   {shown_name(name), 0, {}, {}}};
    if (!options.with_clips.empty())
      return Error{Status::invalid_argument,
                   "load.clips-of-pack",
                   "a pack is compiled already; add clips of other files where it is compiled",
                   {shown_name(name), 0, {}, {}}};
    auto pack = open_pack(bytes, shown_name(name));
    return pack ? CharacterData::create(std::move(*pack), {}, shown_name(name), options.x.limits)
                : pack.error();
  }
  LoadOptions played = options;
  played.x.frame_numbers = options.x.frame_numbers.value_or(true);
  auto scene = load(bytes, name, played, nullptr);
  if (!scene) return scene.error();
  return options.config.empty() ? character_of(std::move(*scene))
                                : configured_character(*scene, options.config);
}

}  // namespace

Result<Scene> load_scene(const std::string& path, const LoadOptions& options, Pack* pack) {
  const auto bytes = read_whole(path, options);
  if (!bytes) return bytes.error();
  return load(bytes->span(), path, options, pack);
}

Result<Scene> load_scene(ByteSpan bytes, const std::string& name, const LoadOptions& options, Pack* pack) {
  return load(bytes, name, options, pack);
}

Result<CharacterData> load_character(const std::string& path, const LoadOptions& options) {
  const auto bytes = read_whole(path, options);
  if (!bytes) return bytes.error();
  return character(bytes->span(), path, options);
}

Result<CharacterData> load_character(ByteSpan bytes, const std::string& name, const LoadOptions& options) {
  return character(bytes, name, options);
}

Result<Pack> load_pack(const std::string& path) {
  const auto bytes = read_file_bytes(path);
  if (!bytes) return bytes.error();
  return open_pack(bytes->span(), shown_name(path));
}

bool is_pack(ByteSpan bytes) {
  return bytes.size() >= sizeof(kPackMagic) && std::memcmp(bytes.data(), kPackMagic, sizeof(kPackMagic)) == 0;
}

std::vector<std::string> model_endings() {
  std::vector<std::string> endings(std::begin(kOwnEndings), std::end(kOwnEndings));
  for (std::string& other : endings_of_assimp()) endings.push_back(std::move(other));
  return endings;
}

}  // namespace skelter
