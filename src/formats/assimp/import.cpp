#include "formats/assimp/import.h"

#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/DefaultLogger.hpp>
#include <assimp/Importer.hpp>

#include <fmt/format.h>

#include "formats/assimp/context.h"
#include "formats/assimp/files.h"
#include "skelter/system/file.h"

namespace skelter::assimp {
namespace {

// Processing steps that scenes require and importers may omit. The normals step comes last and only adds
// normals to meshes that have none.
constexpr unsigned kTriangles = aiProcess_Triangulate;
constexpr unsigned kNormals = aiProcess_GenSmoothNormals;

class Reading {
 public:
  Reading(ByteSpan bytes, const std::string& path, const ReadOptions& options)
      : bytes_(bytes), path_(path), options_(options) {}

  Result<Scene> run() {
    Assimp::DefaultLogger::kill();
    if (auto done = load(); !done) return done.error();
    from_ = importer_.ApplyPostProcessing(kTriangles);
    if (from_ == nullptr) return refused();
    std::vector<bool> normals_in_file;
    for (unsigned m = 0; m < from_->mNumMeshes; ++m)
      normals_in_file.push_back(from_->mMeshes[m] != nullptr && from_->mMeshes[m]->mNormals != nullptr);
    from_ = importer_.ApplyPostProcessing(kNormals);
    if (from_ == nullptr) return refused();
    Context c{*from_, path_, options_, {}};
    c.normals_in_file = std::move(normals_in_file);
    for (const std::string& name : files_->missing())
      c.warn("assimp.file", name, "the file refers to it, but it is not in the file's folder");
    return convert(c);
  }

 private:
  // The importer owns and deletes its file system.
  Result<void> load() {
    importer_.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);  // no generated meshes for bones
    files_ = new Files(path_, bytes_, options_);
    importer_.SetIOHandler(files_);
    from_ = importer_.ReadFile(path_, 0);
    if (from_ == nullptr || from_->mRootNode == nullptr) return refused();
    return {};
  }

  Error refused() const {
    const std::string said = importer_.GetErrorString();
    if (said.find("bad_alloc") != std::string::npos)
      return {Status::limit_exceeded,
              "assimp.memory",
              "Assimp needs more memory than the limit",
              {path_, 0, {}, {}}};
    return {Status::bad_data,
            "assimp.refused",
            "Assimp cannot read it: " + (said.empty() ? "no reason given" : said),
            {path_, 0, {}, {}}};
  }

  ByteSpan bytes_;
  const std::string& path_;
  const ReadOptions& options_;
  Assimp::Importer importer_;
  Files* files_ = nullptr;
  const aiScene* from_ = nullptr;
};

}  // namespace

Result<Scene> convert(Context& c) {
  c.scene.file = c.file;
  c.scene.format = extension(c.file).substr(1);
  if (auto done = read_nodes(c); !done) return done.error();
  read_materials(c);
  read_skins(c);
  read_meshes(c);
  read_clips(c);
  read_facts(c);
  c.note("assimp.camera", {}, "a camera; left out", c.from.mNumCameras);
  c.note("assimp.light", {}, "a light; left out", c.from.mNumLights);
  return std::move(c.scene);
}

Result<Scene> import(ByteSpan bytes, const std::string& path, const ReadOptions& options) {
  return Reading(bytes, path, options).run();
}

}  // namespace skelter::assimp
