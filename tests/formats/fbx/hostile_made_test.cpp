// Damaged files made in code, as text and binary. Each has one fault and an exact expected message.

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstring>
#include <functional>

#include "formats/fbx/made_file.h"
#include "skelter/scene/validate.h"

namespace skelter {
namespace {

using test::fbx_property;
using test::fbx_text;
using test::MadeFbx;

// --- a whole text file with one of everything --------------------------------------------------------------

std::string whole_text() {
  MadeFbx made;
  made.objects =
      "  Model: 10, \"Model::skin\", \"Mesh\" {\n  }\n"
      "  Geometry: 11, \"Geometry::sheet\", \"Mesh\" {\n    Vertices: *12 {\n      a: "
      "0,0,0,1,0,0,1,1,0,0,1,0\n    }\n"
      "    PolygonVertexIndex: *4 {\n      a: 0,1,2,-4\n    }\n"
      "    LayerElementNormal: 0 {\n      MappingInformationType: \"ByPolygonVertex\"\n      Normals: *12 {\n"
      "        a: 0,0,1,0,0,1,0,0,1,0,0,1\n      }\n    }\n"
      "    LayerElementUV: 0 {\n      Name: \"map1\"\n      MappingInformationType: \"ByPolygonVertex\"\n    "
      "  UV: *8 {\n"
      "        a: 0,0,1,0,1,1,0,1\n      }\n      UVIndex: *4 {\n        a: 0,1,2,3\n      }\n    }\n"
      "    LayerElementMaterial: 0 {\n      MappingInformationType: \"AllSame\"\n      Materials: *1 {\n     "
      "   a: 0\n      "
      "}\n    }\n  }\n"
      "  Model: 12, \"Model::upper\", \"LimbNode\" {\n    Properties70:  {\n" +
      fbx_property("RotationOrder", "0") +
      "    }\n  }\n"
      "  Model: 13, \"Model::lower\", \"LimbNode\" {\n  }\n"
      "  Deformer: 14, \"Deformer::rig\", \"Skin\" {\n    SkinningType: \"Linear\"\n  }\n"
      "  Deformer: 15, \"SubDeformer::first\", \"Cluster\" {\n    Indexes: *4 {\n      a: 0,1,2,3\n    }\n   "
      " Weights: *4 {\n"
      "      a: 1,1,1,1\n    }\n    Transform: *16 {\n      a: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1\n    }\n"
      "    TransformLink: *16 {\n      a: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1\n    }\n  }\n"
      "  Deformer: 16, \"Deformer::faces\", \"BlendShape\" {\n  }\n"
      "  Deformer: 17, \"SubDeformer::smile\", \"BlendShapeChannel\" {\n    FullWeights: *1 {\n      a: "
      "100\n    }\n  }\n"
      "  Geometry: 18, \"Geometry::smile\", \"Shape\" {\n    Indexes: *1 {\n      a: 2\n    }\n    Vertices: "
      "*3 {\n      a: "
      "0,0,1\n    }\n  }\n"
      "  Material: 19, \"Material::red\", \"\" {\n  }\n"
      "  Video: 20, \"Video::picture\", \"Clip\" {\n    RelativeFilename: \"t.png\"\n    Content: , "
      "\"iVBORw0KGgo=\"\n  }\n"
      "  AnimationStack: 30, \"AnimStack::walk\", \"\" {\n  }\n"
      "  AnimationLayer: 31, \"AnimLayer::base\", \"\" {\n    Properties70:  {\n" +
      fbx_property("BlendMode", "0") +
      "    }\n  }\n"
      "  AnimationCurveNode: 32, \"AnimCurveNode::R\", \"\" {\n  }\n"
      "  AnimationCurve: 33, \"AnimCurve::\", \"\" {\n    KeyTime: *2 {\n      a: 0,46186158000\n    }\n"
      "    KeyValueFloat: *2 {\n      a: 0,90\n    }\n    KeyAttrFlags: *1 {\n      a: 4\n    }\n"
      "    KeyAttrDataFloat: *4 {\n      a: 0,0,0,0\n    }\n    KeyAttrRefCount: *1 {\n      a: 2\n    }\n  "
      "}\n";
  made.connections =
      "  C: \"OO\", 10, 0\n  C: \"OO\", 11, 10\n  C: \"OO\", 12, 0\n  C: \"OO\", 13, 12\n  C: \"OO\", 14, "
      "11\n"
      "  C: \"OO\", 15, 14\n  C: \"OO\", 12, 15\n  C: \"OO\", 16, 11\n  C: \"OO\", 17, 16\n  C: \"OO\", 18, "
      "17\n"
      "  C: \"OO\", 19, 10\n  C: \"OO\", 31, 30\n  C: \"OO\", 32, 31\n  C: \"OP\", 32, 13, \"Lcl Rotation\"\n"
      "  C: \"OP\", 33, 32, \"d|Z\"\n";
  made.settings = fbx_property("UpAxis", "1");
  return fbx_text(made);
}

// Replaces the first occurrence of `before` in the text.
std::string with(const std::string& before, const std::string& after, std::string text = whole_text()) {
  const std::size_t at = text.find(before);
  EXPECT_NE(at, std::string::npos) << before;
  if (at != std::string::npos) text.replace(at, before.size(), after);
  return text;
}
std::string repeated(const std::string& part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}
// Returns the text before `place`.
std::string up_to(const std::string& place) {
  const std::string text = whole_text();
  return text.substr(0, text.find(place));
}

// --- a small binary file -----------------------------------------------------------------------------------

template <class T>
std::string bytes_of(T number) {
  std::string text(sizeof number, '\0');
  std::memcpy(text.data(), &number, sizeof number);
  return text;
}
std::string text_value(const std::string& text) {
  return "S" + bytes_of(static_cast<std::uint32_t>(text.size())) + text;
}
std::string id_value(std::int64_t id) {
  return "L" + bytes_of(id);
}
std::string array_value(char code, std::uint32_t count, std::uint32_t encoding, const std::string& data) {
  return code + bytes_of(count) + bytes_of(encoding) + bytes_of(static_cast<std::uint32_t>(data.size())) +
         data;
}

struct BinaryRecord {
  std::string name;
  std::vector<std::string> values{};
  std::vector<BinaryRecord> children{};
};

std::string written(const BinaryRecord& record, std::size_t at, bool wide) {
  const std::size_t head = wide ? 25 : 13;
  std::string values, children;
  for (const std::string& value : record.values) values += value;
  const std::size_t inside = at + head + record.name.size() + values.size();
  for (const BinaryRecord& child : record.children)
    children += written(child, inside + children.size(), wide);
  if (!record.children.empty()) children += std::string(head, '\0');
  const auto number = [&](std::size_t n) {
    return wide ? bytes_of(static_cast<std::uint64_t>(n)) : bytes_of(static_cast<std::uint32_t>(n));
  };
  return number(inside + children.size()) + number(record.values.size()) + number(values.size()) +
         static_cast<char>(record.name.size()) + record.name + values + children;
}

std::string packed(const std::string& plain) {
  uLongf size = compressBound(static_cast<uLong>(plain.size()));
  std::string out(size, '\0');
  compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(plain.data()),
           static_cast<uLong>(plain.size()));
  out.resize(size);
  return out;
}

std::string square_points() {
  std::string plain;
  for (const double x : {0., 0., 0., 1., 0., 0., 1., 1., 0., 0., 1., 0.}) plain += bytes_of(x);
  return plain;
}

// A binary file with a square on a node. `vertices` is the value of the record Vertices.
std::string whole_binary(const std::string& vertices, std::uint32_t version = 7400) {
  const bool wide = version >= 7500;
  std::string corners;
  for (const std::int32_t c : {0, 1, 2, -4}) corners += bytes_of(c);
  const std::string zero_one("\0\1", 2);
  const std::vector<BinaryRecord> records = {
      {"FBXHeaderExtension", {}, {{"FBXVersion", {"I" + bytes_of(static_cast<std::int32_t>(version))}}}},
      {"Objects",
       {},
       {{"Model",
         {id_value(10), text_value("square" + zero_one + "Model"), text_value("Mesh")},
         {{"Culling", {"C\1"}}}},
        {"Geometry",
         {id_value(11), text_value("sheet" + zero_one + "Geometry"), text_value("Mesh")},
         {{"Vertices", {vertices}}, {"PolygonVertexIndex", {array_value('i', 4, 0, corners)}}}}}},
      {"Connections",
       {},
       {{"C", {text_value("OO"), id_value(10), id_value(0)}},
        {"C", {text_value("OO"), id_value(11), id_value(10)}}}}};
  std::string file = std::string("Kaydara FBX Binary  \0\x1A\0", 23) + bytes_of(version);
  for (const BinaryRecord& record : records) file += written(record, file.size(), wide);
  return file + std::string(wide ? 25 : 13, '\0');
}
std::string plain_binary(std::uint32_t version = 7400) {
  return whole_binary(array_value('d', 12, 0, square_points()), version);
}

// Replaces bytes at an offset from the beginning of the record with this name.
std::string patched(std::string file, const std::string& record, std::ptrdiff_t offset,
                    const std::string& bytes, bool wide = false) {
  const std::size_t name = file.find(static_cast<char>(record.size()) + record);
  EXPECT_NE(name, std::string::npos) << record;
  const std::size_t begin = name - (wide ? 24 : 12);
  file.replace(static_cast<std::size_t>(static_cast<std::ptrdiff_t>(begin) + offset), bytes.size(), bytes);
  return file;
}
std::string u32(std::uint32_t number) {
  return bytes_of(number);
}

// --- the faults --------------------------------------------------------------------------------------------

struct Fault {
  const char* name;
  std::function<std::string()> make;
  Severity severity;
  const char* code;
  const char* said;  // message after "made.fbx"
};

const std::vector<Fault>& faults() {
  static const std::vector<Fault> list = {
      {"a name without a colon", [] { return with("Model: 10", "Model 10"); }, Severity::error, "fbx.token",
       ":11: Objects: \"Model 10, \"; expected a name with a colon, or }"},
      {"a value that is no value", [] { return with("Model: 10, ", "Model: 10, ?, "); }, Severity::error,
       "fbx.token", ":11: Model: \"?, \"; expected a value"},
      {"a text without its end", [] { return up_to("picture\""); }, Severity::error, "fbx.string",
       ":84: Video: the file ends inside a text; expected \""},
      {"one brace too many", [] { return with("Connections:  {", "}\nConnections:  {"); }, Severity::error,
       "fbx.token", ":115: } without a matching {; expected a name"},
      {"one brace too few", [] { return up_to("Connections:") + "Connections:  {\n"; }, Severity::error,
       "fbx.truncated", ":116: Connections: the file ends inside this record; expected }"},
      {"a number with two points", [] { return with("a: 0,0,0,1,0,0", "a: 0,0,0,1.2.3,0,0"); },
       Severity::error, "fbx.number", ":15: Vertices of Geometry \"sheet\": \"1.2.3\"; expected a number"},
      {"a hexadecimal number", [] { return with("a: 0,0,0,1,0,0", "a: 0,0,0,0x1F,0,0"); }, Severity::error,
       "fbx.number", ":15: Vertices of Geometry \"sheet\": \"0x1F\"; expected a number"},
      {"a list with another name", [] { return with("a: 0,1,2,-4", "b: 0,1,2,-4"); }, Severity::error,
       "fbx.token",
       ":18: PolygonVertexIndex of Geometry \"sheet\": \"b: 0,1,2,-4\" in a list of numbers; expected }"},
      {"a list without its colon", [] { return with("a: 0,1,2,-4", "a 0,1,2,-4"); }, Severity::error,
       "fbx.token", ":18: PolygonVertexIndex of Geometry \"sheet\": expected a: in a list of numbers"},
      {"a list without its length", [] { return with("PolygonVertexIndex: *4", "PolygonVertexIndex: *"); },
       Severity::error, "fbx.token",
       ":17: PolygonVertexIndex of Geometry \"sheet\": * without a number; expected the length of a list"},
      {"a list that the file ends in", [] { return up_to("\n    }\n    PolygonVertexIndex"); },
       Severity::error, "fbx.truncated",
       ":14: Vertices of Geometry \"sheet\": the file ends inside a list of numbers; expected }"},
      {"a list that is longer than it says", [] { return with("Vertices: *12", "Vertices: *11"); },
       Severity::warning, "fbx.count",
       ":14: Vertices of Geometry \"sheet\": the list states 11 numbers but contains 12; the numbers are "
       "used"},
      {"a list that is shorter than it says", [] { return with("Vertices: *12", "Vertices: *4000000000"); },
       Severity::warning, "fbx.count",
       ":14: Vertices of Geometry \"sheet\": the list states 4,000,000,000 numbers but contains 12; the "
       "numbers are used"},
      {"an infinite number", [] { return with("a: 0,0,0,1,0,0", "a: 0,0,0,inf,0,-1.#IND"); },
       Severity::warning, "fbx.nan",
       ":15: Vertices of Geometry \"sheet\": number that is not finite or too large; treated as 0 (2 times)"},
      {"records 65 deep",
       [] { return with("Objects:  {", repeated("r: {\n", 65) + repeated("}\n", 65) + "Objects:  {"); },
       Severity::error, "fbx.depth", ":74: r: records nested more than 64 deep"},
      {"base64 with a letter that is none", [] { return with("iVBORw0KGgo=", "iVBOR!0KGgo="); },
       Severity::warning, "fbx.base64", ":84: Video \"picture\": the embedded image is not base64; ignored"},
      {"an empty file", [] { return std::string(); }, Severity::error, "fbx.not-fbx",
       ": the file is empty; expected FBX"},
      {"a text that is no FBX", [] { return std::string("solid cube\n"); }, Severity::error, "fbx.not-fbx",
       ": not an FBX file: expected \"Kaydara FBX Binary\" as its first bytes, or FBXHeaderExtension in a "
       "text file"},
      {"version 2000", [] { return with("FBXVersion: 7400", "FBXVersion: 2000"); }, Severity::warning,
       "fbx.version",
       ": version 2000 is untested (supported: 3000 to 7700); if the result is wrong, export again as FBX "
       "2020 or convert the file with Autodesk's FBX Converter"},
      {"version 9000", [] { return with("FBXVersion: 7400", "FBXVersion: 9000"); }, Severity::warning,
       "fbx.version",
       ": version 9000 is untested (supported: 3000 to 7700); if the result is wrong, export again as FBX "
       "2020 or convert the file with Autodesk's FBX Converter"},
      {"no objects", [] { return with("Objects:  {", "Things:  {"); }, Severity::error, "fbx.no-objects",
       ": the Objects list is missing"},
      {"an object with the id of the root", [] { return with("Material: 19,", "Material: 0,"); },
       Severity::warning, "fbx.duplicate-id",
       ":82: Material \"red\": id 0 is reserved for the root; ignored"},
      {"two objects with one id", [] { return with("Material: 19,", "Material: 13,"); }, Severity::warning,
       "fbx.duplicate-id",
       ":82: Material \"red\": duplicate id 13, already used by an earlier object; ignored"},
      {"a name that is not UTF-8",
       [] {
         return with("Material::red",
                     "Material::r\xE9"
                     "d");
       },
       Severity::warning, "fbx.unicode",
       ":82: Material \"r\xC3\xA9"
       "d\": name that is not UTF-8; read as Windows-1252: \"r\xC3\xA9"
       "d\""},
      {"a connection from nothing", [] { return with("C: \"OO\", 19, 10", "C: \"OO\", 99, 10"); },
       Severity::warning, "fbx.connection",
       ":126: Connections: refers to object 99, which the file does not have; ignored"},
      {"a connection to nothing", [] { return with("C: \"OO\", 13, 12", "C: \"OO\", 13, -5"); },
       Severity::warning, "fbx.connection",
       ":119: Connections: refers to object -5, which the file does not have; ignored"},
      {"a node with two parents",
       [] { return with("C: \"OO\", 13, 12", "C: \"OO\", 13, 12\n  C: \"OO\", 13, 10"); }, Severity::warning,
       "fbx.second-parent",
       ":48: Model \"lower\": connected to several models; the first is treated as its parent"},
      {"two nodes in a ring", [] { return with("C: \"OO\", 12, 0", "C: \"OO\", 12, 13"); }, Severity::error,
       "fbx.cycle", ":43: Model \"upper\": is its own ancestor"},
      {"a node below itself", [] { return with("C: \"OO\", 12, 0", "C: \"OO\", 12, 12"); }, Severity::error,
       "fbx.cycle", ":43: Model \"upper\": is its own ancestor"},
      {"spheric rotation order",
       [] {
         return with("\"RotationOrder\", \"\", \"\", \"\", 0", "\"RotationOrder\", \"\", \"\", \"\", 6");
       },
       Severity::warning, "fbx.rotation-order",
       ":43: Model \"upper\": RotationOrder 6, spheric XYZ; treated as XYZ"},
      {"rotation order 9",
       [] {
         return with("\"RotationOrder\", \"\", \"\", \"\", 0", "\"RotationOrder\", \"\", \"\", \"\", 9");
       },
       Severity::warning, "fbx.rotation-order",
       ":43: Model \"upper\": RotationOrder 9; expected 0 to 6; XYZ is taken"},
      {"rotation order -1",
       [] {
         return with("\"RotationOrder\", \"\", \"\", \"\", 0", "\"RotationOrder\", \"\", \"\", \"\", -1");
       },
       Severity::warning, "fbx.rotation-order",
       ":43: Model \"upper\": RotationOrder -1; expected 0 to 6; XYZ is taken"},
      {"two axes that are one",
       [] { return with("\"UpAxis\", \"\", \"\", \"\", 1", "\"UpAxis\", \"\", \"\", \"\", 2"); },
       Severity::note, "fbx.axes",
       ": the axes are not three different ones; treated as +X right, +Y up, +Z front"},
      {"an axis that is none",
       [] { return with("\"UpAxis\", \"\", \"\", \"\", 1", "\"UpAxis\", \"\", \"\", \"\", 3"); },
       Severity::note, "fbx.axes",
       ": the axes are not three different ones; treated as +X right, +Y up, +Z front"},
      {"a left-handed space",
       [] { return with("P: \"UpAxis\"", "P: \"CoordAxisSign\", \"\", \"\", \"\", -1\nP: \"UpAxis\""); },
       Severity::warning, "fbx.left-handed", ": the axes are left-handed; a root node mirrors the scene"},
      {"a polygon with a point beyond the last", [] { return with("a: 0,1,2,-4", "a: 0,1,7,-4"); },
       Severity::warning, "fbx.index",
       ":13: Geometry \"sheet\": a polygon refers to point 7, but there are only 4; the last one is used"},
      {"a polygon without its end", [] { return with("a: 0,1,2,-4", "a: 0,1,2,3"); }, Severity::warning,
       "fbx.polygon", ":13: Geometry \"sheet\": the last polygon has no end; closed at the last corner"},
      {"a polygon of two corners", [] { return with("a: 0,1,2,-4", "a: 0,-2,2,-4"); }, Severity::note,
       "fbx.polygon-small", ":13: Geometry \"sheet\": a polygon of one or two corners; left out (2 times)"},
      {"a polygon without an area",
       [] {
         return with("PolygonVertexIndex: *4 {\n      a: 0,1,2,-4",
                     "PolygonVertexIndex: *5 {\n      a: 0,0,0,0,-1");
       },
       Severity::warning, "fbx.polygon",
       ":13: Geometry \"sheet\": a polygon that has no area or crosses itself; triangulated as a fan"},
      {"an unknown mapping",
       [] {
         return with("MappingInformationType: \"ByPolygonVertex\"", "MappingInformationType: \"ByMood\"");
       },
       Severity::warning, "fbx.mapping",
       ":20: LayerElementNormal of Geometry \"sheet\": mapping \"ByMood\"; expected ByPolygonVertex, "
       "ByVertex, ByPolygon, ByEdge or AllSame, ignored"},
      {"an index beyond the texture coordinates",
       [] { return with("UVIndex: *4 {\n        a: 0,1,2,3", "UVIndex: *4 {\n        a: 0,1,2,9"); },
       Severity::warning, "fbx.index",
       ":26: LayerElementUV of Geometry \"sheet\": entries without a value; the last of the 4 values is "
       "used"},
      {"fewer normals than corners",
       [] {
         return with("Normals: *12 {\n        a: 0,0,1,0,0,1,0,0,1,0,0,1",
                     "Normals: *9 {\n        a: 0,0,1,0,0,1,0,0,1");
       },
       Severity::warning, "fbx.index",
       ":20: LayerElementNormal of Geometry \"sheet\": entries without a value; the last of the 3 values is "
       "used"},
      {"a material that the node does not have",
       [] { return with("Materials: *1 {\n        a: 0", "Materials: *1 {\n        a: 3"); },
       Severity::warning, "fbx.material-index",
       ":13: Geometry \"sheet\": a material index outside the 1 materials of its node; drawn without a "
       "material"},
      {"a negative weight", [] { return with("a: 1,1,1,1\n", "a: 1,1,-1,1\n"); }, Severity::warning,
       "fbx.weights", ":50: Deformer \"rig\": a weight below 0; ignored"},
      {"a weight that is no number", [] { return with("a: 1,1,1,1\n", "a: 1,1,nan,1\n"); }, Severity::warning,
       "fbx.nan", ":58: Weights of Deformer \"first\": number that is not finite or too large; treated as 0"},
      {"a weight for a point beyond the last",
       [] { return with("Indexes: *4 {\n      a: 0,1,2,3", "Indexes: *4 {\n      a: 0,1,2,-3"); },
       Severity::warning, "fbx.weights",
       ":50: Deformer \"rig\": a weight refers to point -3, but there are only 4; ignored"},
      {"more indices than weights",
       [] { return with("Indexes: *4 {\n      a: 0,1,2,3", "Indexes: *6 {\n      a: 0,1,2,3,0,1"); },
       Severity::warning, "fbx.weights",
       ":50: Deformer \"rig\": the numbers of indices and weights differ; the rest is ignored (2 times)"},
      {"weights that sum to a half", [] { return with("a: 1,1,1,1\n", "a: 1,1,1,0.5\n"); }, Severity::note,
       "fbx.weights-sum", ":50: Deformer \"rig\": weights of a point do not sum to 1; normalised"},
      {"a cluster without a bone", [] { return with("C: \"OO\", 12, 15\n", ""); }, Severity::warning,
       "fbx.cluster", ":53: Deformer \"first\": has no bone; ignored together with its weights"},
      {"a bind matrix without an inverse",
       [] {
         return with("TransformLink: *16 {\n      a: 1,0,0,0,0,1,0,0,0,0,1",
                     "TransformLink: *16 {\n      a: 1,0,0,0,0,1,0,0,0,0,0");
       },
       Severity::warning, "fbx.bind",
       ":53: Deformer \"first\": TransformLink has no inverse; the bind pose comes from Transform only"},
      {"a cluster without a bind matrix",
       [] {
         return with(
             "Transform: *16 {\n      a: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1\n    }\n    TransformLink: *16 {\n  "
             "    a: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1\n    }\n",
             "");
       },
       Severity::warning, "fbx.bind",
       ":53: Deformer \"first\": has no TransformLink; bound at the rest pose of the bone"},
      {"two skins on one mesh",
       [] {
         return with(
             "C: \"OO\", 14, 11", "C: \"OO\", 14, 11\n  C: \"OO\", 34, 11",
             with("  Deformer: 15,", "  Deformer: 34, \"Deformer::more\", \"Skin\" {\n  }\n  Deformer: 15,"));
       },
       Severity::warning, "fbx.second-skin", ":13: Geometry \"sheet\": has several skins; the first is used"},
      {"an unknown way to skin", [] { return with("SkinningType: \"Linear\"", "SkinningType: \"Magic\""); },
       Severity::note, "fbx.skinning-type",
       ":50: Deformer \"rig\": SkinningType \"Magic\"; expected Rigid, Linear, DualQuaternion or Blend, "
       "treated as Linear"},
      {"a blend weight for a point beyond the last",
       [] {
         return with("SkinningType: \"Linear\"",
                     "SkinningType: \"Blend\"\n    Indexes: *2 {\n      a: 0,4\n    }\n    BlendWeights: *2 "
                     "{\n      a: 1,1\n    }");
       },
       Severity::warning, "fbx.index",
       ":50: Deformer \"rig\": a blend weight refers to point 4, but there are only 4; ignored"},
      {"an offset for a point beyond the last",
       [] { return with("Indexes: *1 {\n      a: 2", "Indexes: *1 {\n      a: 4"); }, Severity::warning,
       "fbx.index", ":74: Geometry \"smile\": an offset refers to point 4, but there are only 4; ignored"},
      {"keys out of order", [] { return with("a: 0,46186158000", "a: 46186158000,0"); }, Severity::warning,
       "fbx.keys",
       ":97: AnimationCurve of AnimationCurveNode \"R\": keys: 1 earlier than the previous key; sorted, "
       "dropped or completed"},
      {"two keys at one time", [] { return with("a: 0,46186158000", "a: 7,7"); }, Severity::warning,
       "fbx.keys",
       ":97: AnimationCurve of AnimationCurveNode \"R\": keys: 1 at the same time as another key; sorted, "
       "dropped or completed"},
      {"a key beyond all times", [] { return with("a: 0,46186158000", "a: 0,9223372036854775807"); },
       Severity::warning, "fbx.keys",
       ":97: AnimationCurve of AnimationCurveNode \"R\": keys: 1 out of range; sorted, dropped or completed"},
      {"more times than values",
       [] { return with("KeyValueFloat: *2 {\n      a: 0,90", "KeyValueFloat: *1 {\n      a: 0"); },
       Severity::warning, "fbx.keys",
       ":97: AnimationCurve of AnimationCurveNode \"R\": keys: 2 without matching values or attributes; "
       "sorted, dropped or completed"},
      {"attributes for too many keys",
       [] { return with("KeyAttrRefCount: *1 {\n      a: 2", "KeyAttrRefCount: *1 {\n      a: 9"); },
       Severity::warning, "fbx.keys",
       ":97: AnimationCurve of AnimationCurveNode \"R\": keys: 7 without matching values or attributes; "
       "sorted, dropped or completed"},
      {"an unknown mode of a layer",
       [] { return with("\"BlendMode\", \"\", \"\", \"\", 0", "\"BlendMode\", \"\", \"\", \"\", 9"); },
       Severity::warning, "fbx.layers",
       ":90: AnimationLayer \"base\": BlendMode 9; expected 0 to 2, treated as 0"},
      {"a header that is cut", [] { return plain_binary().substr(0, 25); }, Severity::error, "fbx.truncated",
       ": byte 25: ends inside its 27-byte header"},
      {"a header alone", [] { return plain_binary().substr(0, 27); }, Severity::error, "fbx.truncated",
       ": byte 27: ends after its header"},
      {"a binary file that is cut in a record", [] { return plain_binary().substr(0, 200); }, Severity::error,
       "fbx.truncated", ": byte 200: Culling of Model \"square\": the file ends inside a record"},
      {"a record that ends before it begins", [] { return patched(plain_binary(), "Objects", 0, u32(40)); },
       Severity::error, "fbx.record", ": byte 99: Objects: ends at byte 40, before it begins"},
      {"a record that ends in the one around it",
       [] { return patched(plain_binary(), "Model", 0, u32(100000)); }, Severity::error, "fbx.record",
       ": byte 119: Model: ends at byte 100,000; expected at most 483, where the enclosing record ends"},
      {"more bytes of values than the record has",
       [] { return patched(plain_binary(), "Culling", 8, u32(500)); }, Severity::error, "fbx.record",
       ": byte 173: Culling of Model \"square\": 500 bytes of values; the record holds 2"},
      {"more values than bytes", [] { return patched(plain_binary(), "Culling", 4, u32(500)); },
       Severity::error, "fbx.record",
       ": byte 173: Culling of Model \"square\": 500 values in 2 bytes; expected at most one per byte"},
      {"fewer bytes than values", [] { return patched(plain_binary(), "Culling", 4, u32(2)); },
       Severity::error, "fbx.record",
       ": byte 195: Culling of Model \"square\": only 1 of its 2 values fit in the record"},
      {"a value of an unknown type", [] { return patched(plain_binary(), "Culling", 20, "?"); },
       Severity::warning, "fbx.property",
       ": byte 193: Culling of Model \"square\": value of the unknown type 0x3f; this and later values of "
       "the record are ignored"},
      {"a text that is longer than its record", [] { return patched(plain_binary(), "Culling", 20, "S"); },
       Severity::error, "fbx.property",
       ": byte 193: Culling of Model \"square\": a value of type S ends outside its record"},
      {"an array that is shorter than its header", [] { return patched(plain_binary(), "Culling", 20, "d"); },
       Severity::error, "fbx.array",
       ": byte 193: Culling of Model \"square\": an array ends inside its 12-byte header"},
      {"a record whose name is no text", [] { return patched(plain_binary(), "Culling", 13, "\x01"); },
       Severity::warning, "fbx.record",
       ": byte 173: Model \"square\": a record whose name is not text; ignored"},
      {"an array with an unknown encoding",
       [] { return whole_binary(array_value('d', 12, 2, square_points())); }, Severity::error, "fbx.array",
       ": byte 288: Vertices of Geometry \"sheet\": array encoding 2; expected 0 or 1"},
      {"a plain array of another size", [] { return whole_binary(array_value('d', 13, 0, square_points())); },
       Severity::error, "fbx.array",
       ": byte 288: Vertices of Geometry \"sheet\": 96 bytes for 13 numbers; expected 104"},
      {"an array that cannot inflate so far",
       [] { return whole_binary(array_value('d', 400000000, 1, packed(square_points()))); }, Severity::error,
       "fbx.array",
       ": byte 288: Vertices of Geometry \"sheet\": 400,000,000 numbers from 20 deflated bytes; expected at "
       "most 2,580"},
      {"an array that inflates to less",
       [] { return whole_binary(array_value('d', 13, 1, packed(square_points()))); }, Severity::error,
       "fbx.deflate", ": byte 301: Vertices of Geometry \"sheet\": inflates to 96 bytes; expected 104"},
      {"an array that inflates to more",
       [] { return whole_binary(array_value('d', 11, 1, packed(square_points()))); }, Severity::error,
       "fbx.deflate", ": byte 301: Vertices of Geometry \"sheet\": inflates to more than 88 bytes"},
      {"deflated bytes that are none",
       [] { return whole_binary(array_value('d', 12, 1, "no deflated bytes")); }, Severity::error,
       "fbx.deflate",
       ": byte 301: Vertices of Geometry \"sheet\": the deflated data is damaged after 0 bytes; expected 96"},
      {"a 64-bit record that ends beyond all",
       [] { return patched(plain_binary(7700), "Model", 0, bytes_of(std::uint64_t{1} << 60), true); },
       Severity::error, "fbx.record",
       ": byte 167: Model: ends at byte 1,152,921,504,606,846,976; expected at most 627, where the enclosing "
       "record ends"},
      {"a version of the future in binary", [] { return plain_binary(8100); }, Severity::warning,
       "fbx.version",
       ": version 8100 is untested (supported: 3000 to 7700); if the result is wrong, export again as FBX "
       "2020 or convert the file with Autodesk's FBX Converter"},
  };
  return list;
}

TEST(FbxHostile, each_made_file_gives_its_message) {
  ASSERT_TRUE(test::read_made(whole_text()).ok());
  ASSERT_TRUE(test::read_made(plain_binary()).ok());
  ASSERT_TRUE(test::read_made(plain_binary(7700)).ok());
  EXPECT_EQ(test::read_made(whole_text())->diagnostics.count(Severity::warning), 0u);
  EXPECT_EQ(test::read_made(plain_binary())->diagnostics.count(Severity::warning), 0u);
  EXPECT_GE(faults().size(), 49u);
  for (const Fault& fault : faults()) {
    SCOPED_TRACE(fault.name);
    const auto scene = test::read_made(fault.make());
    if (!scene) {
      EXPECT_EQ(fault.severity, Severity::error);
      EXPECT_EQ(scene.error().code, fault.code);
      EXPECT_EQ(to_string(scene.error()), std::string("made.fbx") + fault.said);
      continue;
    }
    EXPECT_TRUE(validate(*scene).ok());
    const Diagnostic* diagnostic = scene->diagnostics.find(fault.code);
    ASSERT_NE(diagnostic, nullptr) << fault.code;
    EXPECT_EQ(diagnostic->severity, fault.severity);
    EXPECT_EQ(to_string(*diagnostic), std::string("made.fbx") + fault.said);
  }
}

// --- decimal commas ---

std::string with_property(const std::string& line, int version) {
  MadeFbx made;
  made.version = version;
  made.objects = std::string("  Model: ") + (version < 7000 ? "" : "1, ") +
                 "\"Model::lamp\", \"Null\" {\n    " + (version < 7000 ? "Properties60" : "Properties70") +
                 ":  {\n      " + line + "\n    }\n  }\n";
  return fbx_text(made);
}

TEST(FbxHostile, decimal_commas_are_an_error) {
  constexpr const char* kSaid =
      ". The file is written with decimal commas; export it again as binary FBX, or on a system with decimal "
      "points";
  struct Case {
    int version;
    const char* line;
    const char* said;
  };
  for (const Case& c : std::initializer_list<Case>{
           {6100, "Property: \"Color\", \"Color\", \"A\",0,8,0,8,0,8",
            "Property \"Color\" of Model \"lamp\": 6 numbers; expected 3"},
           {6100, "Property: \"Lcl Translation\", \"Lcl Translation\", \"A+\",-1,95948377523791e-008,0,0",
            "Property \"Lcl Translation\" of Model \"lamp\": 4 numbers; expected 3"},
           {7400, "P: \"DiffuseColor\", \"Color\", \"\", \"A\",0,5,1,0,25",
            "P \"DiffuseColor\" of Model \"lamp\": 5 numbers; expected 3"},
           {7400, "P: \"Shininess\", \"Number\", \"\", \"A\",6,31",
            "P \"Shininess\" of Model \"lamp\": 2 numbers; expected 1"}}) {
    const auto scene = test::read_made(with_property(c.line, c.version));
    ASSERT_FALSE(scene.ok()) << c.line;
    EXPECT_EQ(scene.error().code, "fbx.decimal-comma");
    EXPECT_EQ(to_string(scene.error()), std::string("made.fbx:12: ") + c.said + kSaid);
  }
  for (const char* line : {"P: \"Color\", \"Color\", \"\", \"A\",0.8,0.8,0.8",
                           "P: \"Lcl Scaling\", \"Lcl Scaling\", \"\", \"A\",1,1,1",
                           "P: \"mine\", \"double\", \"Number\", \"A+U\",0,5",    // contains a limit
                           "P: \"mine\", \"Vector\", \"\", \"A+U\",0,0,0,1,1,1",  // contains limits
                           "P: \"long\", \"Vector3D\", \"\", \"A\",0.5,0,0,1",    // has decimal points
                           "P: \"pair\", \"Vector2D\", \"Vector2\", \"A\",1,2"}) {
    const auto scene = test::read_made(with_property(line, 7400));
    EXPECT_TRUE(scene.ok()) << line << ": " << to_string(scene.error());
  }
}

TEST(FbxHostile, a_damaged_binary_header_is_named) {
  const auto scene = test::read_made("Kaydara FBX Binary     \x1C  ");
  ASSERT_FALSE(scene.ok());
  EXPECT_EQ(scene.error().code, "fbx.not-fbx");
  EXPECT_EQ(to_string(scene.error()),
            "made.fbx: damaged: expected two spaces and the bytes 00 1A after \"Kaydara FBX Binary\"");
  for (const std::size_t size : {std::size_t{18}, std::size_t{21}, std::size_t{26}}) {
    const auto cut = test::read_made(plain_binary().substr(0, size));
    ASSERT_FALSE(cut.ok());
    EXPECT_EQ(to_string(cut.error()),
              "made.fbx: byte " + std::to_string(size) + ": ends inside its 27-byte header");
  }
}

}  // namespace
}  // namespace skelter
