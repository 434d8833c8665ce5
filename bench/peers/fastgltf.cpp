#include <fastgltf/core.hpp>
#include <fastgltf/tools.hpp>

#include <memory>

#include "peers/gltf.h"

namespace skelter::bench {
namespace {

// Decodes all components to `Element`, also those of sparse and normalized accessors.
template <class Element>
void decode(const fastgltf::Asset& asset, const fastgltf::Accessor& accessor) {
  const std::unique_ptr<Element[]> out(new Element[accessor.count]);
  const bool as_it_is = !accessor.normalized && !fastgltf::isMatrix(accessor.type) &&
                        accessor.componentType == fastgltf::ElementTraits<Element>::enum_component_type;
  if (as_it_is)
    fastgltf::copyFromAccessor<Element>(asset, accessor, out.get());
  else  // copyFromAccessor ignores `normalized`
    fastgltf::iterateAccessorWithIndex<Element>(
        asset, accessor, [&](const Element& element, std::size_t i) { out[i] = element; });
}

bool may_be_indices(const fastgltf::Accessor& accessor) {
  using fastgltf::ComponentType;
  return accessor.type == fastgltf::AccessorType::Scalar && !accessor.normalized && !accessor.sparse &&
         accessor.bufferViewIndex &&
         (accessor.componentType == ComponentType::UnsignedByte ||
          accessor.componentType == ComponentType::UnsignedShort ||
          accessor.componentType == ComponentType::UnsignedInt);
}

bool decode_accessor(const fastgltf::Asset& asset, const fastgltf::Accessor& accessor) {
  namespace math = fastgltf::math;
  using fastgltf::AccessorType;
  if (may_be_indices(accessor)) {
    decode<std::uint32_t>(asset, accessor);
    return true;
  }
  switch (accessor.type) {
    case AccessorType::Scalar:
      decode<float>(asset, accessor);
      return true;
    case AccessorType::Vec2:
      decode<math::fvec2>(asset, accessor);
      return true;
    case AccessorType::Vec3:
      decode<math::fvec3>(asset, accessor);
      return true;
    case AccessorType::Vec4:
      decode<math::fvec4>(asset, accessor);
      return true;
    case AccessorType::Mat2:
      decode<math::fmat2x2>(asset, accessor);
      return true;
    case AccessorType::Mat3:
      decode<math::fmat3x3>(asset, accessor);
      return true;
    case AccessorType::Mat4:
      decode<math::fmat4x4>(asset, accessor);
      return true;
    default:
      return false;
  }
}

bool is_compressed(const fastgltf::Asset& asset) {
  for (const auto& name : asset.extensionsRequired)
    if (name.find("draco") != name.npos || name.find("meshopt") != name.npos) return true;
  return false;
}

std::uint64_t decode_file(const std::string& path) {
  const std::filesystem::path file(path);
  auto data = fastgltf::GltfDataBuffer::FromPath(file);  // faster than mapping, except for the largest files
  if (data.error() != fastgltf::Error::None) return 0;
  fastgltf::Parser parser(static_cast<fastgltf::Extensions>(~std::uint64_t{0}));
  auto asset = parser.loadGltf(data.get(), file.parent_path(), fastgltf::Options::LoadExternalBuffers);
  if (asset.error() != fastgltf::Error::None || is_compressed(asset.get()) ||
      fastgltf::validate(asset.get()) != fastgltf::Error::None)
    return 0;
  std::uint64_t numbers = 0;
  for (const fastgltf::Accessor& accessor : asset->accessors) {
    if (!decode_accessor(asset.get(), accessor)) return 0;
    numbers += accessor.count * fastgltf::getNumComponents(accessor.type);
  }
  return numbers;
}

}  // namespace

DecodeGltf fastgltf_decode() {
  return decode_file;
}

}  // namespace skelter::bench
