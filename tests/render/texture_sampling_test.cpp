// Texture sampling: linear, between mipmaps, repeated, and anisotropic if the GPU supports it (C-75).

#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "render/scenes.h"
#include "skelter/picture/picture.h"
#include "skelter/render/headless.h"
#include "support/drawn_scene.h"

namespace skelter::test {
namespace {

int parameter(GLenum name) {
  GLint value = 0;
  glGetTexParameteriv(GL_TEXTURE_2D, name, &value);
  return value;
}

TEST(TextureSampling, is_linear_mip_mapped_repeated_and_anisotropic) {
  auto context = HeadlessContext::create();
  ASSERT_TRUE(context.ok());
  auto renderer = Renderer::create();
  ASSERT_TRUE(renderer.ok());
  Scene scene = square();
  scene.textures.push_back({"a.png"});
  Image image(4, 4);
  std::fill(image.rgba.begin(), image.rgba.end(), std::uint8_t{200});
  const std::vector<std::optional<Image>> textures{image};
  const auto uploaded = DrawnScene::create(*renderer, scene, textures);
  ASSERT_TRUE(uploaded.ok());

  // Finds the only texture of 4 x 4 among all textures.
  int found = 0;
  for (GLuint name = 1; name < 200; ++name) {
    if (glIsTexture(name) == GL_FALSE) continue;
    glBindTexture(GL_TEXTURE_2D, name);
    GLint width = 0;
    glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
    if (width != 4) continue;
    ++found;
    EXPECT_EQ(parameter(GL_TEXTURE_MIN_FILTER), GL_LINEAR_MIPMAP_LINEAR);
    EXPECT_EQ(parameter(GL_TEXTURE_MAG_FILTER), GL_LINEAR);
    EXPECT_EQ(parameter(GL_TEXTURE_WRAP_S), GL_REPEAT);
    EXPECT_EQ(parameter(GL_TEXTURE_WRAP_T), GL_REPEAT);
    if (!epoxy_has_gl_extension("GL_EXT_texture_filter_anisotropic")) continue;
    float most = 1, set = 0;
    glGetFloatv(GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT, &most);
    glGetTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY_EXT, &set);
    // Mesa's software drivers draw it wrongly; see Textures.a_texture_is_drawn_the_right_way_up....
    const std::string driver = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    const bool by_software = driver.find("pipe") != std::string::npos;
    EXPECT_EQ(set, by_software ? 1.0f : std::min(most, 16.0f));
  }
  EXPECT_EQ(found, 1);
  while (glGetError() != GL_NO_ERROR) {
  }
}

}  // namespace
}  // namespace skelter::test
