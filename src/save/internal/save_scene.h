#pragma once
// Saves scenes with their images: the writers behind `skelter convert` and the viewer.

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
  for_gltf,   // PNG or JPEG; other formats (DDS, BMP, TGA) become PNG
  for_packs,  // unchanged
};

// Loads the bytes of every texture file that is found (see load_textures). Appends the files that were read
// to `inputs`. options.max_image_bytes limits each image's file and pixels, options.max_total_bytes the files
// and pixels of all images. Files that are not images are skipped. Returns a warning for each image that is
// missing or cannot be read, and is therefore not in the new file. Other diagnostics go to the scene.
[[nodiscard]] Diagnostics take_pictures_in(Scene& scene, std::vector<std::string>& inputs,
                                           const TextureOptions& options,
                                           Pictures pictures = Pictures::for_gltf);

// For `.x`, which only stores file names: turns embedded images into files next to the new file and updates
// the textures. The files are named after `stem`, but images from a pack keep their names. Returns the files.
std::vector<SideFile> put_pictures_out(Scene& scene, const std::string& stem);

// Prepares a scene that was read from a different format for glTF. If that format states a unit (FBX, packs),
// lengths become metres, with the note "convert.metres"; `.x` and BVH have no unit. Cubic keys from FBX
// become linear within 1e-5 of the model's size, because Blender and other programs ignore glTF tangents.
// Errors: invalid_argument ("edit.scale") if a length overflows; the scene is then unchanged.
Result<void> adapt_to_gltf(Scene& scene);

// Encodes the scene in memory, in the format of `out`'s extension: .glb, .gltf, otherwise .x with the options
// `x`. Images of a .x file become files next to it unless `out` is "-". In `gltf`, the container, the stem
// and the settings that depend on the scene's own format are overwritten. `textures` limits the images that
// are decoded to check for transparency. Larger images count as opaque, with a warning in the losses. Errors:
// those of the writers.
Result<WriteResult> written_as(Scene& scene, const std::string& out, GltfWriteOptions gltf,
                               const XWriteOptions& x, const TextureOptions& textures);

// Encoding of the `.x` file that the scene was read from; text for other formats.
XEncoding encoding_of(const Scene& scene);

// Complete conversion, as in `skelter convert` without options. For glTF, lengths become metres, and images
// are found, loaded and embedded in a .glb or written next to a .gltf. A `.x` file keeps its encoding.
// Losses, including missing images, are in the result. Nothing is written to disk. Errors: those of the
// writers.
Result<WriteResult> converted(Scene scene, const std::string& out, const TextureOptions& textures);

}  // namespace skelter
