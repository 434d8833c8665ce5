#include <gtest/gtest.h>

#include "demos/internal/demo.h"

namespace skelter::test {
namespace {

// Records the events that it receives.
class Listener : public Application {
 public:
  Result<void> gain_context() override { return {}; }
  void lose_context() override {}
  void handle(const InputEvent& event) override { keys.push_back(std::get<KeyEvent>(event)); }
  void update(double) override {}
  Result<void> draw(const FrameSize&) override { return {}; }
  void draw_panels(const FrameSize&) override {}
  bool wants_to_quit() const override { return false; }
  std::string title() const override { return {}; }
  std::vector<KeyEvent> keys;
};

TEST(PressKeys, each_key_goes_down_and_up) {
  Listener listener;
  ASSERT_TRUE(press_keys(listener, "a 1  space plus").ok());
  ASSERT_EQ(listener.keys.size(), 8u);
  const Key expected[] = {static_cast<Key>('A'), static_cast<Key>('1'), Key::space, Key::equal};
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(listener.keys[i].key, expected[i / 2]);
    EXPECT_EQ(listener.keys[i].press, i % 2 == 0 ? Press::down : Press::up);
  }
}

TEST(PressKeys, signs_and_names_as_the_help_writes_them_are_keys) {
  const std::pair<const char*, Key> expected[] = {
      {"+", Key::equal},     {"plus", Key::equal}, {"-", Key::minus},  {"minus", Key::minus},
      {"Space", Key::space}, {"F1", Key::f1},      {"Left", Key::left}};
  for (const auto& [word, key] : expected) {
    Listener listener;
    ASSERT_TRUE(press_keys(listener, word).ok()) << word;
    EXPECT_EQ(listener.keys[0].key, key) << word;
  }
}

TEST(PressKeys, unknown_word_is_an_error) {
  Listener listener;
  const auto pressed = press_keys(listener, "1 enter");
  ASSERT_FALSE(pressed.ok());
  EXPECT_EQ(to_string(pressed.error()),
            "--keys: \"enter\" is not a key; expected letters, digits, space, left, right, up, down, +, - or "
            "f1, with spaces between");
}

TEST(DemoNames, unknown_demonstration_is_an_error_that_lists_them) {
  const auto demo = make_demo("opera", Scene{}, {});
  ASSERT_FALSE(demo.ok());
  EXPECT_EQ(to_string(demo.error()),
            "demo: no demo \"opera\"; expected character, tower, blend, skinmesh, crowd or lesson");
}

}  // namespace
}  // namespace skelter::test
