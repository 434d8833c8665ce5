#define CGLTF_IMPLEMENTATION
#include <cgltf.h>

#include <memory>
#include <string_view>

#include "peers/gltf.h"

namespace skelter::bench {
namespace {

bool may_be_indices(const cgltf_accessor& accessor) {
  return accessor.type == cgltf_type_scalar && !accessor.normalized && !accessor.is_sparse &&
         accessor.buffer_view != nullptr &&
         (accessor.component_type == cgltf_component_type_r_8u ||
          accessor.component_type == cgltf_component_type_r_16u ||
          accessor.component_type == cgltf_component_type_r_32u);
}

bool is_compressed(const cgltf_data& data) {
  for (cgltf_size i = 0; i < data.extensions_required_count; ++i) {
    const std::string_view name = data.extensions_required[i];
    if (name.find("draco") != name.npos || name.find("meshopt") != name.npos) return true;
  }
  return false;
}

std::uint64_t decode(const std::string& path) {
  const cgltf_options options{};
  cgltf_data* parsed = nullptr;
  if (cgltf_parse_file(&options, path.c_str(), &parsed) != cgltf_result_success) return 0;
  const std::unique_ptr<cgltf_data, decltype(&cgltf_free)> data(parsed, cgltf_free);
  if (is_compressed(*data) || cgltf_load_buffers(&options, parsed, path.c_str()) != cgltf_result_success ||
      cgltf_validate(parsed) != cgltf_result_success)
    return 0;
  std::uint64_t numbers = 0;
  for (cgltf_size i = 0; i < data->accessors_count; ++i) {
    const cgltf_accessor& accessor = data->accessors[i];
    const cgltf_size count = accessor.count * cgltf_num_components(accessor.type);
    if (count == 0) continue;
    cgltf_size got = 0;
    // Memory is not zeroed first, as an optimised program would not do so either.
    if (may_be_indices(accessor)) {
      const std::unique_ptr<std::uint32_t[]> out(new std::uint32_t[count]);
      got = cgltf_accessor_unpack_indices(&accessor, out.get(), sizeof(std::uint32_t), count);
    } else {
      const std::unique_ptr<float[]> out(new float[count]);
      got = cgltf_accessor_unpack_floats(&accessor, out.get(), count);
    }
    if (got != count) return 0;
    numbers += count;
  }
  return numbers;
}

}  // namespace

DecodeGltf cgltf_decode() {
  return decode;
}

}  // namespace skelter::bench
