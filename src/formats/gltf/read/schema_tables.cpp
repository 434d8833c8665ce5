// Tables for glTF 2.0 and its extensions.

#include "formats/gltf/read/schema.h"

namespace skelter::gltf {
namespace tables {
namespace {

constexpr Member optional(std::string_view name, Is is) {
  Member m;
  m.name = name;
  m.is = is;
  return m;
}
constexpr Member needed(Member m) {
  m.required = true;
  return m;
}
constexpr Member within(Member m, double least, double most = 1e300) {
  m.least = least;
  m.most = most;
  return m;
}
constexpr Member more_than(Member m, double least, double most = 1e300) {
  m.above = true;
  return within(m, least, most);
}
constexpr Member one_of(Member m, std::string_view choices) {
  m.choices = choices;
  return m;
}
constexpr Member number(std::string_view name) {
  return optional(name, Is::number);
}
constexpr Member share(std::string_view name) {
  return within(number(name), 0, 1);
}
constexpr Member whole(std::string_view name) {
  return within(optional(name, Is::whole), 0);
}
constexpr Member text(std::string_view name) {
  return optional(name, Is::text);
}
constexpr Member flag(std::string_view name) {
  return optional(name, Is::flag);
}
constexpr Member numbers(std::string_view name, std::uint32_t size) {
  Member m = optional(name, Is::numbers);
  m.size = size;
  return m;
}
constexpr Member color(std::string_view name, std::uint32_t size = 3) {
  return within(numbers(name, size), 0, 1);
}
constexpr Member index(std::string_view name, List list) {
  Member m = optional(name, Is::index);
  m.list = list;
  return m;
}
constexpr Member indices(std::string_view name, List list) {
  Member m = optional(name, Is::indices);
  m.list = list;
  return m;
}
constexpr Member object(std::string_view name, const Kind& of) {
  Member m = optional(name, Is::object);
  m.of = &of;
  return m;
}
constexpr Member objects(std::string_view name, const Kind& of) {
  Member m = optional(name, Is::objects);
  m.of = &of;
  return m;
}
constexpr Member kName = text("name");

constexpr Member kAsset[] = {text("copyright"), text("generator"), text("version"), text("minVersion")};
constexpr Kind kAssetKind{"asset", kAsset};

constexpr std::string_view kIndexTypes = "5121|5123|5125";
constexpr Member kSparseIndices[] = {needed(index("bufferView", List::buffer_views)), whole("byteOffset"),
                                     needed(one_of(whole("componentType"), kIndexTypes))};
constexpr Kind kSparseIndicesKind{"sparse indices", kSparseIndices};
constexpr Member kSparseValues[] = {needed(index("bufferView", List::buffer_views)), whole("byteOffset")};
constexpr Kind kSparseValuesKind{"sparse values", kSparseValues};
constexpr Member kSparse[] = {needed(within(whole("count"), 1)),
                              needed(object("indices", kSparseIndicesKind)),
                              needed(object("values", kSparseValuesKind))};
constexpr Kind kSparseKind{"sparse", kSparse};
constexpr Member kAccessor[] = {index("bufferView", List::buffer_views),
                                whole("byteOffset"),
                                needed(one_of(whole("componentType"), "5120|5121|5122|5123|5125|5126")),
                                flag("normalized"),
                                needed(within(whole("count"), 1)),
                                needed(one_of(text("type"), "SCALAR|VEC2|VEC3|VEC4|MAT2|MAT3|MAT4")),
                                numbers("max", 0),
                                numbers("min", 0),
                                object("sparse", kSparseKind),
                                kName};
constexpr Kind kAccessorKind{"an accessor", kAccessor};

constexpr Member kTarget[] = {index("node", List::nodes),
                              needed(one_of(text("path"), "translation|rotation|scale|weights|pointer"))};
constexpr Kind kTargetKind{"a target", kTarget};
constexpr Member kChannel[] = {needed(whole("sampler")), needed(object("target", kTargetKind))};
constexpr Kind kChannelKind{"a channel", kChannel};
constexpr Member kKeys[] = {needed(index("input", List::accessors)),
                            one_of(text("interpolation"), "LINEAR|STEP|CUBICSPLINE"),
                            needed(index("output", List::accessors))};
constexpr Kind kKeysKind{"a sampler of an animation", kKeys};
constexpr Member kAnimation[] = {needed(objects("channels", kChannelKind)),
                                 needed(objects("samplers", kKeysKind)), kName};
constexpr Kind kAnimationKind{"an animation", kAnimation};

constexpr Member kBuffer[] = {text("uri"), needed(within(whole("byteLength"), 1)), kName};
constexpr Kind kBufferKind{"a buffer", kBuffer};
constexpr Member kView[] = {needed(index("buffer", List::buffers)), whole("byteOffset"),
                            needed(within(whole("byteLength"), 1)), within(whole("byteStride"), 4, 252),
                            one_of(whole("target"), "34962|34963"), kName};
constexpr Kind kViewKind{"a buffer view", kView};

constexpr Member kOrthographic[] = {needed(number("xmag")), needed(number("ymag")),
                                    needed(more_than(number("zfar"), 0)), needed(within(number("znear"), 0))};
constexpr Kind kOrthographicKind{"a lens", kOrthographic};
constexpr Member kPerspective[] = {more_than(number("aspectRatio"), 0), needed(more_than(number("yfov"), 0)),
                                   more_than(number("zfar"), 0), needed(more_than(number("znear"), 0))};
constexpr Kind kPerspectiveKind{"a lens", kPerspective};
constexpr Member kCamera[] = {object("orthographic", kOrthographicKind),
                              object("perspective", kPerspectiveKind),
                              needed(one_of(text("type"), "perspective|orthographic")), kName};
constexpr Kind kCameraKind{"a camera", kCamera};

constexpr Member kImage[] = {text("uri"), text("mimeType"), index("bufferView", List::buffer_views), kName};
constexpr Kind kImageKind{"an image", kImage};

constexpr Member kTextureInfo[] = {needed(index("index", List::textures)), whole("texCoord")};
constexpr Kind kTextureInfoKind{"a texture info", kTextureInfo};
constexpr Member kNormalTexture[] = {needed(index("index", List::textures)), whole("texCoord"),
                                     number("scale")};
constexpr Kind kNormalTextureKind{"a texture info", kNormalTexture};
constexpr Member kOcclusionTexture[] = {needed(index("index", List::textures)), whole("texCoord"),
                                        share("strength")};
constexpr Kind kOcclusionTextureKind{"a texture info", kOcclusionTexture};
constexpr Member map(std::string_view name) {
  return object(name, kTextureInfoKind);
}
constexpr Member kRoughness[] = {color("baseColorFactor", 4), map("baseColorTexture"),
                                 share("metallicFactor"), share("roughnessFactor"),
                                 map("metallicRoughnessTexture")};
constexpr Kind kRoughnessKind{"pbrMetallicRoughness", kRoughness};
constexpr Member kMaterial[] = {kName,
                                object("pbrMetallicRoughness", kRoughnessKind),
                                object("normalTexture", kNormalTextureKind),
                                object("occlusionTexture", kOcclusionTextureKind),
                                map("emissiveTexture"),
                                color("emissiveFactor"),
                                one_of(text("alphaMode"), "OPAQUE|MASK|BLEND"),
                                within(number("alphaCutoff"), 0),
                                flag("doubleSided")};
constexpr Kind kMaterialKind{"a material", kMaterial};

constexpr Member kPrimitive[] = {needed(optional("attributes", Is::attributes)),
                                 index("indices", List::accessors), index("material", List::materials),
                                 within(whole("mode"), 0, 6), optional("targets", Is::attributes_list)};
constexpr Kind kPrimitiveKind{"a primitive", kPrimitive};
constexpr Member kMesh[] = {needed(objects("primitives", kPrimitiveKind)), numbers("weights", 0), kName};
constexpr Kind kMeshKind{"a mesh", kMesh};

constexpr Member kNode[] = {index("camera", List::cameras),
                            indices("children", List::nodes),
                            index("skin", List::skins),
                            numbers("matrix", 16),
                            index("mesh", List::meshes),
                            within(numbers("rotation", 4), -1, 1),
                            numbers("scale", 3),
                            numbers("translation", 3),
                            numbers("weights", 0),
                            kName};
constexpr Kind kNodeKind{"a node", kNode};

constexpr std::string_view kWraps = "10497|33071|33648";
constexpr Member kSampler[] = {one_of(whole("magFilter"), "9728|9729"),
                               one_of(whole("minFilter"), "9728|9729|9984|9985|9986|9987"),
                               one_of(whole("wrapS"), kWraps), one_of(whole("wrapT"), kWraps), kName};
constexpr Kind kSamplerKind{"a sampler", kSampler};
constexpr Member kScene[] = {indices("nodes", List::nodes), kName};
constexpr Kind kSceneKind{"a scene", kScene};
constexpr Member kSkin[] = {index("inverseBindMatrices", List::accessors), index("skeleton", List::nodes),
                            needed(indices("joints", List::nodes)), kName};
constexpr Kind kSkinKind{"a skin", kSkin};
constexpr Member kTexture[] = {index("sampler", List::samplers), index("source", List::images), kName};
constexpr Kind kTextureKind{"a texture", kTexture};

constexpr Member kRoot[] = {optional("extensionsUsed", Is::texts), optional("extensionsRequired", Is::texts),
                            objects("accessors", kAccessorKind),   objects("animations", kAnimationKind),
                            object("asset", kAssetKind),  // the reader reports its missing members
                            objects("buffers", kBufferKind),       objects("bufferViews", kViewKind),
                            objects("cameras", kCameraKind),       objects("images", kImageKind),
                            objects("materials", kMaterialKind),   objects("meshes", kMeshKind),
                            objects("nodes", kNodeKind),           objects("samplers", kSamplerKind),
                            index("scene", List::scenes),          objects("scenes", kSceneKind),
                            objects("skins", kSkinKind),           objects("textures", kTextureKind)};

// --- extensions --------------------------------------------------------------------------------------------

constexpr double kQuarterTurn = 1.5707964;  // pi / 2, rounded up as exporters round it

constexpr Member kSpot[] = {within(number("innerConeAngle"), 0, kQuarterTurn),
                            more_than(number("outerConeAngle"), 0, kQuarterTurn)};
constexpr Kind kSpotKind{"a spot", kSpot};
constexpr Member kLight[] = {color("color"),
                             within(number("intensity"), 0),
                             object("spot", kSpotKind),
                             needed(one_of(text("type"), "directional|point|spot")),
                             more_than(number("range"), 0),
                             kName};
constexpr Kind kLightKind{"a light", kLight};
constexpr Member kLights[] = {needed(objects("lights", kLightKind))};
constexpr Kind kLightsKind{"KHR_lights_punctual", kLights};
constexpr Member kNodeLight[] = {needed(index("light", List::lights))};
constexpr Kind kNodeLightKind{"KHR_lights_punctual", kNodeLight};

constexpr Member kAnisotropy[] = {share("anisotropyStrength"), number("anisotropyRotation"),
                                  map("anisotropyTexture")};
constexpr Kind kAnisotropyKind{"KHR_materials_anisotropy", kAnisotropy};
constexpr Member kClearcoat[] = {share("clearcoatFactor"), map("clearcoatTexture"),
                                 share("clearcoatRoughnessFactor"), map("clearcoatRoughnessTexture"),
                                 object("clearcoatNormalTexture", kNormalTextureKind)};
constexpr Kind kClearcoatKind{"KHR_materials_clearcoat", kClearcoat};
constexpr Member kDispersion[] = {within(number("dispersion"), 0)};
constexpr Kind kDispersionKind{"KHR_materials_dispersion", kDispersion};
constexpr Member kEmissive[] = {within(number("emissiveStrength"), 0)};
constexpr Kind kEmissiveKind{"KHR_materials_emissive_strength", kEmissive};
constexpr Member kIor[] = {within(number("ior"), 0)};  // 0, or at least 1: see check_specification
constexpr Kind kIorKind{"KHR_materials_ior", kIor};
constexpr Member kIridescence[] = {share("iridescenceFactor"),
                                   map("iridescenceTexture"),
                                   within(number("iridescenceIor"), 1),
                                   within(number("iridescenceThicknessMinimum"), 0),
                                   within(number("iridescenceThicknessMaximum"), 0),
                                   map("iridescenceThicknessTexture")};
constexpr Kind kIridescenceKind{"KHR_materials_iridescence", kIridescence};
constexpr Member kGlossiness[] = {color("diffuseFactor", 4), map("diffuseTexture"), color("specularFactor"),
                                  share("glossinessFactor"), map("specularGlossinessTexture")};
constexpr Kind kGlossinessKind{"KHR_materials_pbrSpecularGlossiness", kGlossiness};
constexpr Member kSheen[] = {color("sheenColorFactor"), map("sheenColorTexture"),
                             share("sheenRoughnessFactor"), map("sheenRoughnessTexture")};
constexpr Kind kSheenKind{"KHR_materials_sheen", kSheen};
constexpr Member kSpecular[] = {share("specularFactor"), map("specularTexture"),
                                within(numbers("specularColorFactor", 3), 0), map("specularColorTexture")};
constexpr Kind kSpecularKind{"KHR_materials_specular", kSpecular};
constexpr Member kTransmission[] = {share("transmissionFactor"), map("transmissionTexture")};
constexpr Kind kTransmissionKind{"KHR_materials_transmission", kTransmission};
constexpr Member kVolume[] = {within(number("thicknessFactor"), 0), map("thicknessTexture"),
                              more_than(number("attenuationDistance"), 0), color("attenuationColor")};
constexpr Kind kVolumeKind{"KHR_materials_volume", kVolume};

constexpr Member kVariant[] = {needed(kName)};
constexpr Kind kVariantKind{"a variant", kVariant};
constexpr Member kVariants[] = {needed(objects("variants", kVariantKind))};
constexpr Kind kVariantsKind{"KHR_materials_variants", kVariants};
constexpr Member kMapping[] = {needed(indices("variants", List::variants)),
                               needed(index("material", List::materials)), kName};
constexpr Kind kMappingKind{"a mapping", kMapping};
constexpr Member kMappings[] = {needed(objects("mappings", kMappingKind))};
constexpr Kind kMappingsKind{"KHR_materials_variants", kMappings};

constexpr Member kTransform[] = {numbers("offset", 2), number("rotation"), numbers("scale", 2),
                                 whole("texCoord")};
constexpr Kind kTransformKind{"KHR_texture_transform", kTransform};
constexpr Member kVisibility[] = {flag("visible")};
constexpr Kind kVisibilityKind{"KHR_node_visibility", kVisibility};
constexpr Member kPointer[] = {needed(text("pointer"))};
constexpr Kind kPointerKind{"KHR_animation_pointer", kPointer};
constexpr Member kOtherSource[] = {index("source", List::images)};
constexpr Kind kOtherSourceKind{"another picture", kOtherSource};

}  // namespace
}  // namespace tables

const Kind kRootKind{"glTF", tables::kRoot};

std::span<const ExtensionLocation> extension_places() {
  using namespace tables;
  static constexpr ExtensionLocation kPlaces[] = {
      {"EXT_mesh_gpu_instancing", &kNodeKind},
      {"EXT_meshopt_compression", &kBufferKind},
      {"EXT_meshopt_compression", &kViewKind},
      {"EXT_texture_avif", &kTextureKind, &kOtherSourceKind},
      {"EXT_texture_webp", &kTextureKind, &kOtherSourceKind},
      {"KHR_animation_pointer", &kTargetKind, &kPointerKind},
      {"KHR_draco_mesh_compression", &kPrimitiveKind},
      {"KHR_lights_punctual", &kRootKind, &kLightsKind},
      {"KHR_lights_punctual", &kNodeKind, &kNodeLightKind},
      {"KHR_materials_anisotropy", &kMaterialKind, &kAnisotropyKind},
      {"KHR_materials_clearcoat", &kMaterialKind, &kClearcoatKind},
      {"KHR_materials_dispersion", &kMaterialKind, &kDispersionKind},
      {"KHR_materials_emissive_strength", &kMaterialKind, &kEmissiveKind},
      {"KHR_materials_ior", &kMaterialKind, &kIorKind},
      {"KHR_materials_iridescence", &kMaterialKind, &kIridescenceKind},
      {"KHR_materials_pbrSpecularGlossiness", &kMaterialKind, &kGlossinessKind},
      {"KHR_materials_sheen", &kMaterialKind, &kSheenKind},
      {"KHR_materials_specular", &kMaterialKind, &kSpecularKind},
      {"KHR_materials_transmission", &kMaterialKind, &kTransmissionKind},
      {"KHR_materials_unlit", &kMaterialKind},
      {"KHR_materials_variants", &kRootKind, &kVariantsKind},
      {"KHR_materials_variants", &kPrimitiveKind, &kMappingsKind},
      {"KHR_materials_volume", &kMaterialKind, &kVolumeKind},
      {"KHR_mesh_quantization", nullptr},  // named only in the root's lists
      {"KHR_meshopt_compression", &kBufferKind},
      {"KHR_meshopt_compression", &kViewKind},
      {"KHR_node_visibility", &kNodeKind, &kVisibilityKind},
      {"KHR_texture_basisu", &kTextureKind, &kOtherSourceKind},
      {"KHR_texture_transform", &kTextureInfoKind, &kTransformKind},
      {"KHR_texture_transform", &kNormalTextureKind, &kTransformKind},
      {"KHR_texture_transform", &kOcclusionTextureKind, &kTransformKind},
      {"MSFT_texture_dds", &kTextureKind, &kOtherSourceKind},
  };
  return kPlaces;
}

}  // namespace skelter::gltf
