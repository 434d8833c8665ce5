#include "render/gl/shader_program.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>

namespace skelter::gl {
namespace {

constexpr const char* kUniformNames[] = {
    "u_clip_from_world", "u_world_from_mesh", "u_normal_matrix",  "u_depth_bias",    "u_eye",
    "u_to_key",          "u_to_rim",          "u_levels",         "u_color",         "u_ground_y",
    "u_height",          "u_point_light",     "u_ambient",        "u_fill_light",    "u_fill",
    "u_base_color",      "u_specular",        "u_power",          "u_emissive",      "u_alpha_cut",
    "u_blended",         "u_unlit",           "u_first_row",      "u_plain_normals", "u_rows_per_member",
    "u_first_member",    "u_has_tints",       "u_morph_vertices", "u_first_morph",   "u_morph_count"};
static_assert(std::size(kUniformNames) == static_cast<std::size_t>(Uniform::count));

constexpr std::pair<const char*, GLint> kSamplers[] = {{"u_texture", kMaterialUnit},
                                                       {"u_palette", kPaletteUnit},
                                                       {"u_morph_offsets", kMorphOffsetsUnit},
                                                       {"u_morph_weights", kMorphWeightsUnit},
                                                       {"u_metallic_roughness_map", kDataMapUnits},
                                                       {"u_normal_map", kDataMapUnits + 1},
                                                       {"u_occlusion_map", kDataMapUnits + 2},
                                                       {"u_emissive_map", kDataMapUnits + 3}};

Error failure(SourceSpot where, std::string message) {
  return {Status::unsupported, "render.shader", std::move(message), std::move(where)};
}

std::string trimmed(std::string_view text) {
  const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return std::string(text);
}

// Part i starts at line number kLinesOfPart * (i + 1), because Mesa does not report the source number of
// #line.
constexpr std::size_t kLinesOfPart = 100'000;

// Fields of a line in a driver's log: part, line, and the text after them. Mesa writes "0:14(3): error:
// text", NVIDIA "0(14) : error C1008: text", AMD and Intel "ERROR: 0:14: text".
struct LogLine {
  std::size_t part = 0;  // starting at 1; 0: unknown
  std::uint32_t line = 0;
  std::string text;
};

bool read_number(std::string_view& text, std::uint32_t& value) {
  std::size_t digits = 0;
  value = 0;
  while (digits < text.size() && digits < 9 && text[digits] >= '0' && text[digits] <= '9')
    value = value * 10 + static_cast<std::uint32_t>(text[digits++] - '0');
  text.remove_prefix(digits);
  return digits > 0;
}

LogLine first_error(std::string_view log) {
  LogLine found;
  const std::string_view first = log.substr(0, log.find('\n'));
  found.text = trimmed(first);
  const std::size_t start = first.find_first_of("0123456789");
  if (start == std::string_view::npos) return found;
  std::string_view rest = first.substr(start);
  std::uint32_t source = 0, line = 0;
  if (!read_number(rest, source) || rest.empty() || (rest[0] != ':' && rest[0] != '(')) return found;
  rest.remove_prefix(1);
  if (!read_number(rest, line)) return found;
  found.part = line / kLinesOfPart;
  found.line = static_cast<std::uint32_t>(line % kLinesOfPart);
  const std::size_t text = rest.find(": ");
  if (text == std::string_view::npos) return found;
  rest.remove_prefix(text + 2);
  if (rest.starts_with("error")) rest.remove_prefix(std::min(rest.find(": ") + 2, rest.size()));
  found.text = trimmed(rest);
  return found;
}

// WebGL2 accepts the same shaders, but requires precision qualifiers for fragment shaders and samplers.
std::string_view language(GLenum kind) {
  if (kind == GL_COMPUTE_SHADER) return "#version 430 core\n";
  return epoxy_is_desktop_gl() ? "#version 330 core\n"
                               : "#version 300 es\nprecision highp float;\nprecision highp int;\n"
                                 "precision highp sampler2D;\n";
}

const char* name_of(GLenum kind) {
  return kind == GL_VERTEX_SHADER ? "vertex" : kind == GL_FRAGMENT_SHADER ? "fragment" : "compute";
}

struct Compiled {
  GLenum kind;
  const ShaderStage& stage;
  Shader shader;
};

// Queries no status, because a driver may run in a different process and be busy.
Compiled compile(GLenum kind, const ShaderStage& stage) {
  std::string source = std::string(language(kind)) + stage.defines;
  for (std::size_t i = 0; i < stage.parts.size(); ++i)
    source += "#line " + std::to_string((i + 1) * kLinesOfPart + 1) + "\n" + stage.parts[i].text + "\n";
  Shader shader(glCreateShader(kind));
  const char* text = source.data();
  const auto length = static_cast<GLint>(source.size());
  glShaderSource(shader.get(), 1, &text, &length);
  glCompileShader(shader.get());
  return {kind, stage, std::move(shader)};
}

// Returns the compile error behind a failed link, if this shader caused it.
Result<void> check_compiled(const Compiled& compiled) {
  const auto& [kind, stage, shader] = compiled;
  GLint is_fine = GL_FALSE;
  glGetShaderiv(shader.get(), GL_COMPILE_STATUS, &is_fine);
  if (is_fine == GL_TRUE) return {};
  char log[2048] = "";
  glGetShaderInfoLog(shader.get(), sizeof log, nullptr, log);
  const LogLine error = first_error(log);
  SourceSpot where;
  if (error.part >= 1 && error.part <= stage.parts.size())
    where = {stage.parts[error.part - 1].file, error.line, {}, {}};
  else if (!stage.parts.empty())
    where.file = stage.parts.back().file;
  return failure(std::move(where), std::string(name_of(kind)) + " shader does not compile: " + error.text);
}

std::string file_of(const ShaderStage& stage) {
  return stage.parts.empty() ? std::string() : stage.parts.back().file;
}

Result<void> link_stages(const Program& program, std::initializer_list<const Compiled*> stages) {
  for (const Compiled* stage : stages) glAttachShader(program.get(), stage->shader.get());
  glLinkProgram(program.get());
  GLint linked = GL_FALSE;
  glGetProgramiv(program.get(), GL_LINK_STATUS, &linked);
  if (linked == GL_TRUE) return {};
  std::string files;
  for (const Compiled* stage : stages) {
    if (const Result<void> compiled = check_compiled(*stage); !compiled) return compiled.error();
    files += (files.empty() ? "" : " + ") + file_of(stage->stage);
  }
  char log[2048] = "";
  glGetProgramInfoLog(program.get(), sizeof log, nullptr, log);
  return failure({std::move(files), 0, {}, {}}, "shaders do not link: " + first_error(log).text);
}

}  // namespace

ShaderProgram::ShaderProgram(Program program) : program_(std::move(program)) {
  GLint count = 0;
  glGetProgramiv(program_.get(), GL_ACTIVE_UNIFORMS, &count);
  for (GLint i = 0; i < count; ++i) {
    char name[128] = "";
    GLint size = 0;
    GLenum type = 0;
    glGetActiveUniform(program_.get(), static_cast<GLuint>(i), sizeof name, nullptr, &size, &type, name);
    const GLint at = glGetUniformLocation(program_.get(), name);
    const std::string_view plain(name);
    uniform_locations_.emplace_back(plain.substr(0, plain.find('[')), at);  // without the index of arrays,
                                                                            // such as "u_bones[0]"
  }
  std::sort(uniform_locations_.begin(), uniform_locations_.end());
  for (std::size_t i = 0; i < places_.size(); ++i) places_[i] = place(kUniformNames[i]);
  use();
  for (const auto& [name, unit] : kSamplers) set(name, unit);
  const GLuint block = glGetUniformBlockIndex(program_.get(), "Palette");
  if (block != GL_INVALID_INDEX) glUniformBlockBinding(program_.get(), block, kPaletteBinding);
}

GLint ShaderProgram::place(std::string_view name) const {
  const auto at =
      std::lower_bound(uniform_locations_.begin(), uniform_locations_.end(), name,
                       [](const auto& entry, std::string_view wanted) { return entry.first < wanted; });
  return at == uniform_locations_.end() || at->first != name ? -1 : at->second;
}

Result<ShaderProgram> ShaderProgram::link(const ShaderStage& vertex, const ShaderStage& fragment,
                                          const std::vector<const char*>& captured) {
  const Compiled vertex_shader = compile(GL_VERTEX_SHADER, vertex);
  const Compiled fragment_shader = compile(GL_FRAGMENT_SHADER, fragment);
  Program program(glCreateProgram());
  if (!captured.empty())
    glTransformFeedbackVaryings(program.get(), static_cast<GLsizei>(captured.size()), captured.data(),
                                GL_INTERLEAVED_ATTRIBS);
  if (Result<void> linked = link_stages(program, {&vertex_shader, &fragment_shader}); !linked)
    return linked.error();
  return ShaderProgram(std::move(program));
}

Result<ShaderProgram> ShaderProgram::link_compute(const ShaderStage& compute) {
  const Compiled shader = compile(GL_COMPUTE_SHADER, compute);
  Program program(glCreateProgram());
  if (Result<void> linked = link_stages(program, {&shader}); !linked) return linked.error();
  return ShaderProgram(std::move(program));
}

}  // namespace skelter::gl
