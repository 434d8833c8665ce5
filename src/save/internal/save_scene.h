#pragma once
// Scenes on their way to a file, with their pictures: what `skelter convert` and the viewer write.

#include <cstdint>
#include <string>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/formats/gltf/write.h"
#include "skelter/formats/x/write.h"
#include "skelter/render/textures.h"
#include "skelter/scene/scene.h"

namespace skelter {

enum class Pictures {
  for_gltf,   // PNG or JPEG; other kinds (DDS, BMP, TGA) become PNG
  for_packs,  // as they are
};

// Every texture in a file, found as TextureFinder says, gets its bytes. Appends the files that were read to
// `inputs`. options.decode.max_bytes limits an image's file and its pixels, options.max_total_bytes
// the files and the pixels of all images. Files that are no images are not taken.
// Returns a warning for each that is missing or unreadable, which the new file lacks; what else is to be said
// goes to the scene's diagnostics.
[[nodiscard]] Diagnostics take_pictures_in(Scene& scene, std::vector<std::string>& inputs,
                                           const TextureOptions& options,
                                           Pictures pictures = Pictures::for_gltf);

// For `.x`, which names files only: pictures that the scene holds as bytes become files next to the new one,
// called after `stem` (those of a pack as they were), and the textures take their names. Returns the files.
std::vector<GltfFile> put_pictures_out(Scene& scene, const std::string& stem);

// Makes a scene of another format fit for glTF. If its format states a unit (FBX, packs), lengths become
// metres, with the note "convert.metres"; `.x` and BVH have no unit. Cubic keys of FBX become linear ones
// within 1e-5 of the model's size, as Blender and other programs ignore the tangents of glTF. Errors:
// invalid_argument ("edit.scale") if a length overflows; the scene is then unchanged.
Result<void> adapt_to_gltf(Scene& scene);

// The scene as a file in memory, in the format that the ending of `out` names: .glb, .gltf, else .x, whose
// pictures become files beside it unless `out` is "-", written as `x` says. Of `gltf` the container, the stem
// and what depends on the scene's own format are set here. The limits of `textures` hold for images that are
// decoded to see whether they let light through; one beyond them counts as opaque, which is among the losses.
// Errors: those of the writers.
Result<GltfWriteResult> written_as(Scene& scene, const std::string& out, GltfWriteOptions gltf,
                                   const XWriteOptions& x, const TextureOptions& textures);

// The encoding of the `.x` file that the scene was read from; text for other formats.
XEncoding encoding_of(const Scene& scene);

// All of it, as `skelter convert` does without options: for glTF, lengths become metres and the pictures are
// found and taken in. Those of a .glb stand inside, those of a .gltf beside it, and a `.x` file keeps its
// encoding. What is lost, pictures included, is in the result, and nothing is on disk yet. Errors: those of
// the writers.
Result<GltfWriteResult> converted(Scene scene, const std::string& out, const TextureOptions& textures);

}  // namespace skelter
