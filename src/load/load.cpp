#include "skelter/load.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "load/clip_source.h"
#include "load/foreign_file.h"
#include "load/internal/configured.h"
#include "load/internal/extensions.h"
#include "load/internal/merge_other_clips.h"
#include "scene/edit/internal/up_axis.h"
#include "skelter/compile/compile.h"
#include "skelter/formats/bvh/read.h"
#include "skelter/formats/fbx/read.h"
#include "skelter/scene/validate.h"
#include "skelter/system/file.h"
#include "system/internal/file_bytes.h"
#ifdef SKELTER_WITH_ASSIMP
#include "skelter/formats/assimp/read.h"
#endif

namespace skelter {
namespace {

enum class Reader : std::uint8_t { none, x, gltf, bvh, fbx, pack };

// Maps a file extension to its reader.
struct KnownExtension {
  const char* extension;
  Reader reader;
};
constexpr KnownExtension kOwnExtensions[] = {
    {".x", Reader::x},       {".gltf", Reader::gltf}, {".glb", Reader::gltf}, {".vrm", Reader::gltf},
    {".vrma", Reader::gltf}, {".bvh", Reader::bvh},   {".fbx", Reader::fbx},  {".skelter", Reader::pack},
};

Reader reader_of(const std::string& extension) {
  for (const KnownExtension& known : kOwnExtensions)
    if (extension == known.extension) return known.reader;
  return Reader::none;
}

// Well-known Assimp extensions, for error messages of builds without Assimp.
constexpr const char* kThroughAssimp[] = {".dae", ".md5mesh", ".md5anim", ".smd", ".b3d",  ".ms3d",
                                          ".3ds", ".obj",     ".ply",     ".stl", ".blend"};

// Extensions that only Assimp reads; empty if Assimp is not built in.
std::vector<std::string> extensions_of_assimp() {
  std::vector<std::string> others;
#ifdef SKELTER_WITH_ASSIMP
  for (std::string& extension : assimp_extensions())
    if (reader_of(extension) == Reader::none) others.push_back(std::move(extension));
#endif
  return others;
}

// Name of the file in messages.
std::string shown_name(const std::string& name) {
  return name == "-" ? "standard input" : name;
}

// A more helpful error than "wrong first bytes" for a file with an unsupported extension.
Error unknown_format(const std::string& name) {
  const std::string type = "files of type " + extension(name);
  const std::size_t others = extensions_of_assimp().size();
  const bool missed = others == 0 && std::find(std::begin(kThroughAssimp), std::end(kThroughAssimp),
                                               extension(name)) != std::end(kThroughAssimp);
  const SourceSpot spot{shown_name(name), 0, {}, {}};
  if (missed)
    return {Status::unsupported, "load.without-assimp",
            type + " are read through Assimp, which this program was built without", spot};
  std::string expected;
  for (const std::string& own : own_extensions())
    expected += (expected.empty() ? "" : own == ".skelter" ? " or " : ", ") + own;
  expected += others == 0 ? std::string(" (built without Assimp)")
                          : ", or one of " + std::to_string(others) +
                                " that Assimp reads, such as .dae and .md5mesh; docs/assimp.md lists them";
  return {Status::unsupported, "load.format", type + " are not read; expected " + expected, spot};
}

Result<Scene> read_through_assimp(ByteSpan bytes, const std::string& name, const LoadOptions& options) {
#ifdef SKELTER_WITH_ASSIMP
  return read_assimp(bytes, name, options);
#else
  (void)bytes, (void)options;
  return unknown_format(name);  // unreachable, because extensions_of_assimp() is empty
#endif
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
  auto scene = scene_from_pack(pack->view(), name, options.limits);
  if (scene && options.metres_per_unit) {
    scene->metres_per_unit = options.metres_per_unit;
    if (auto valid = validate(*scene); !valid) return valid.error();
  }
  if (scene && out != nullptr) *out = std::move(*pack);
  return scene;
}

Result<Scene> read_as_bvh(ByteSpan bytes, const std::string& name, const LoadOptions& options) {
  auto scene = read_bvh(bytes, shown_name(name), options);
  if (scene && name == "-")
    for (Clip& clip : scene->clips) clip.name.reset();  // standard input has no file name for the clip
  return scene;
}

// Selects the reader by the first bytes of the file. The file name does not matter.
Reader reader_of_content(ByteSpan bytes) {
  if (is_pack(bytes)) return Reader::pack;
  if (is_x(bytes)) return Reader::x;
  if (is_bvh(bytes)) return Reader::bvh;
  if (is_gltf(bytes)) return Reader::gltf;
  return is_fbx(bytes) ? Reader::fbx : Reader::none;
}

Result<Scene> read_any(ByteSpan bytes, const std::string& name, const LoadOptions& options, Pack* pack) {
  const std::string ending = extension(name), shown = shown_name(name);
  Reader reader = reader_of_content(bytes);
  if (reader == Reader::none) {
    const std::vector<std::string> others = extensions_of_assimp();
    const bool by_assimp = std::find(others.begin(), others.end(), ending) != others.end();
    auto foreign = not_a_model(bytes, shown);
    // Some formats that Assimp reads are archives.
    if (foreign && !(by_assimp && foreign->code == "load.archive")) return *std::move(foreign);
    if (by_assimp) return read_through_assimp(bytes, name, options);
    reader = ending.empty() ? Reader::x : reader_of(ending);  // its error is more specific
  }
  switch (reader) {
    case Reader::x:
      return read_x(bytes, shown, options, options.x);
    case Reader::gltf:
      return read_gltf(bytes, shown, options, options.gltf);
    case Reader::bvh:
      return read_as_bvh(bytes, name, options);
    case Reader::fbx:
      return read_fbx(bytes, shown, options);
    case Reader::pack:
      return read_pack(bytes, shown, options, pack);
    case Reader::none:
      break;
  }
  return unknown_format(name);
}

// Enforces the limit while reading, because standard input and devices have no known size.
Result<FileBytes> read_whole(const std::string& path, const LoadOptions& options) {
  const std::uint64_t most = options.limits.max_memory_bytes;
  return read_file_bytes(path, most == 0 ? UINT64_MAX : most);
}

// Adds a note if a model seems to lie down. FBX files declare their up axis, so the FBX reader has already
// rotated them.
void note_up(Scene& scene) {
  if (scene.format == "fbx") return;
  const Vec3d up = guess_up(scene);
  if (up.y > 0.5) return;
  const double z = scene.format == "x" ? -up.z : up.z;  // `.x` has z mirrored
  std::string message =
      scene.meshes.empty() ? "the skeleton stands along z, so " : "stands on the plane z = 0, so ";
  message += std::string(z > 0 ? "+Z" : "-Z") + " is up; engines expect +Y";
  if (scene.format == "pack") message += ". A pack is turned where it is compiled";
  scene.diagnostics.add(Severity::note, "check.z-up", {scene.file, 0, {}, {}}, std::move(message));
}

Error pack_up_error(const std::string& name) {
  return {Status::invalid_argument,
          "load.up-of-pack",
          "a pack is not turned; turn the model where it is compiled",
          {shown_name(name), 0, {}, {}}};
}

Result<void> turn_up(Scene& scene, FileUp up) {
  if (scene.format == "pack") return up == FileUp::y ? Result<void>() : pack_up_error(scene.file);
  const double z = scene.format == "x" ? -1 : 1;  // `.x` has z mirrored
  if (up == FileUp::z || up == FileUp::minus_z) turn_upright(scene, {0, 0, up == FileUp::z ? z : -z});
  if (up == FileUp::x) turn_upright(scene, {1, 0, 0});
  return {};
}

// Reads the file without rotating it or adding clips from other files.
Result<Scene> read_untouched(ByteSpan bytes, const std::string& name, const LoadOptions& options,
                             Pack* pack) {
  auto scene = read_any(bytes, name, options, pack);
  if (!scene) return with_cause(scene.error(), bytes);
  if (scene->format != "pack") scene->absent = options.absent;  // packs are complete
  return scene;
}

// Adds clips from other files to the rotated model.
Result<void> add_clips_of_files(Scene& scene, const LoadOptions& options) {
  for (const std::string& file : options.with_clips) {
    const auto bytes = read_whole(file, options);
    if (!bytes) return bytes.error();
    const auto other = read_untouched(bytes->span(), file, options, nullptr);
    if (!other) return other.error();
    scene.diagnostics.append(other->diagnostics);
    if (auto merged = merge_other_clips(scene, *other, options.map_names); !merged) return merged;
  }
  return {};
}

Result<Scene> load(ByteSpan bytes, const std::string& name, const LoadOptions& options, Pack* pack) {
  auto scene = read_untouched(bytes, name, options, pack);
  if (!scene) return scene;
  if (options.up == FileUp::unspecified)
    note_up(*scene);
  else if (auto turned = turn_up(*scene, options.up); !turned)
    return turned.error();
  if (auto added = add_clips_of_files(*scene, options); !added) return added.error();
  return scene;
}

// Creates a character that plays like one from a pack.
Result<CharacterData> character_of(Scene&& scene) {
  struct Owned {
    Scene scene;
    ClipSource clips;
  };
  const auto owned = std::make_shared<Owned>();
  owned->scene = std::move(scene);
  owned->clips.scene = &owned->scene;
  return compile_character({owned, &owned->clips}, MeshParts::all);
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
                   "a pack is compiled already; a configuration needs a source file",
                   {shown_name(name), 0, {}, {}}};
    if (!options.with_clips.empty())
      return Error{Status::invalid_argument,
                   "load.clips-of-pack",
                   "a pack is compiled already; add clips of other files where it is compiled",
                   {shown_name(name), 0, {}, {}}};
    if (options.up != FileUp::unspecified && options.up != FileUp::y) return pack_up_error(name);
    auto pack = open_pack(bytes, shown_name(name));
    return pack ? CharacterData::create(std::move(*pack), {}, shown_name(name), options.limits)
                : pack.error();
  }
  LoadOptions played = options;
  played.x.frame_numbers = options.x.frame_numbers.value_or(true);
  if (options.up == FileUp::unspecified) played.up = FileUp::y;  // skips the note about the up axis
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

std::vector<std::string> own_extensions() {
  std::vector<std::string> extensions;
  for (const KnownExtension& known : kOwnExtensions) extensions.emplace_back(known.extension);
  return extensions;
}

std::vector<std::string> model_extensions() {
  std::vector<std::string> extensions = own_extensions();
  for (std::string& other : extensions_of_assimp()) extensions.push_back(std::move(other));
  return extensions;
}

}  // namespace skelter
