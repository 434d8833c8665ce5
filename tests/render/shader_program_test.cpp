#include "render/gl/shader_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "render/gl/shader_sources.h"
#include "skelter/render/headless.h"

namespace skelter {
namespace {

gl::ShaderStage stage(const std::string& file, std::string text) {
  return {"", {{file, std::move(text)}}};
}

TEST(ShaderProgram, an_error_in_a_shader_is_reported_with_file_and_line) {
  const Result<HeadlessContext> context = HeadlessContext::create();
  ASSERT_TRUE(context) << to_string(context.error());
  gl::ShaderStage fragment = stage("first.glsl", "out vec4 o_color;\n");
  fragment.parts.push_back({"second.glsl", "void main() {\n  o_color = vec4(1.0);\n  no_such_thing = 1;\n}"});
  const auto broken = gl::ShaderProgram::link(
      stage("screen_vertex.glsl", std::string(shader_source("screen_vertex.glsl"))), fragment);
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().status, Status::unsupported);
  EXPECT_THAT(to_string(broken.error()),
              testing::StartsWith("second.glsl:3: fragment shader does not compile: "));
  EXPECT_THAT(broken.error().message, testing::HasSubstr("no_such_thing"));
}

TEST(ShaderProgram, stages_that_do_not_fit_are_reported) {
  const Result<HeadlessContext> context = HeadlessContext::create();
  ASSERT_TRUE(context);
  const auto apart = gl::ShaderProgram::link(
      stage("screen_vertex.glsl", std::string(shader_source("screen_vertex.glsl"))),
      stage("other.glsl", "vec4 nowhere(); out vec4 o; void main() { o = nowhere(); }"));
  ASSERT_FALSE(apart);
  EXPECT_THAT(to_string(apart.error()),
              testing::StartsWith("screen_vertex.glsl + other.glsl: shaders do not link: "));
}

TEST(ShaderSources, a_name_that_does_not_exist_gives_nothing) {
  EXPECT_EQ(shader_source("nothing.glsl"), "");
  EXPECT_THAT(std::string(shader_source("mesh_vertex.glsl")), testing::HasSubstr("void main()"));
}

}  // namespace
}  // namespace skelter
