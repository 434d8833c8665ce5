// The Matrix tab. Expected numbers are those of the worked examples in the tower tutorial (T-11 to T-16).
#include "viewer/compare/internal/matrix_trial.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "viewer/viewer_fixture.h"

namespace skelter {
namespace {

using ::testing::HasSubstr;

const char* const kTutorial = "matrix \"translate(4,-3,8) * rotate_z(45)\" point -3 2 -8 ";

class MatrixTab : public ViewerTest {
 protected:
  static void expect_numbers(const Json& seen, const std::vector<double>& expected) {
    ASSERT_EQ(seen.size(), expected.size()) << seen;
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(seen[i].get<double>(), expected[i], 5e-7) << i;
  }
};

TEST_F(MatrixTab, the_tutorials_product_is_shown_with_its_factors_and_the_points_image) {
  const double h = std::sqrt(0.5);
  const Json rows = after(std::string(kTutorial) + "rows\n")["matrix"];
  expect_numbers(rows["matrix"], {h, h, 0, 0, -h, h, 0, 0, 0, 0, 1, 0, 4.949747, 0.707107, 8, 1});
  expect_numbers(rows["image"], {1.414214, 0, 0});
  ASSERT_EQ(rows["factors"].size(), 2u);
  EXPECT_EQ(rows["factors"][0]["text"], "translate(4,-3,8)");
  expect_numbers(rows["factors"][0]["matrix"], {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 4, -3, 8, 1});
  EXPECT_EQ(rows["factors"][1]["text"], "rotate_z(45)");
  expect_numbers(rows["factors"][1]["matrix"], {h, h, 0, 0, -h, h, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
}

TEST_F(MatrixTab, column_vectors_act_in_the_other_order) {
  expect_numbers(after(std::string(kTutorial) + "columns\n")["matrix"]["image"], {0.464466, -3.707107, 0});
  expect_numbers(after("matrix \"rotate_z(45) * translate(4,-3,8)\" point -3 2 -8 rows\n")["matrix"]["image"],
                 {0.464466, -3.707107, 0});
}

TEST_F(MatrixTab, each_part_can_be_set_separately_and_is_in_the_state) {
  const Json state = after(std::string(kTutorial) + "\nmatrix rows show\nmatrix point 1 2 3\n")["state"];
  EXPECT_EQ(state["matrix"], (Json{{"expression", "translate(4,-3,8) * rotate_z(45)"},
                                   {"point", {1, 2, 3}},
                                   {"rows", true},
                                   {"shown", true}}));
}

TEST_F(MatrixTab, parentheses_are_one_factor) {
  const auto product = parse_matrix_product(" (scale(2)*rotate_x(30)) *translate(1, 2,3)  * scale(1,2,3)",
                                            MatrixConvention::columns);
  ASSERT_TRUE(product.ok());
  std::vector<std::string> texts;
  for (const MatrixFactor& factor : product->factors) texts.push_back(factor.text);
  EXPECT_THAT(texts, ::testing::ElementsAre("(scale(2)*rotate_x(30))", "translate(1, 2,3)", "scale(1,2,3)"));
}

TEST_F(MatrixTab, a_bad_product_is_reported_with_the_message_of_the_parser) {
  const auto message = [&](const std::string& script) {
    DesktopViewer viewer(options({"a.x"}));
    const auto run = run_script(viewer, script, "s.txt");
    return run.ok() ? std::string("no error") : to_string(run.error());
  };
  EXPECT_THAT(message("matrix \"scale(2) *\"\n"),
              HasSubstr("s.txt:1: matrix: character 11: the end; expected translate(x,y,z), rotate_x(deg)"));
  const std::string expected =
      "is not known; expected \"EXPRESSION\" in quotes, point X Y Z, rows, columns, show or hide";
  EXPECT_EQ(message("matrix scale(2)\n"), "s.txt:1: matrix: \"scale(2)\" " + expected);
  EXPECT_EQ(message("matrix\n"), "s.txt:1: matrix: \"\" " + expected);
  EXPECT_EQ(message("matrix point 1 2\n"),
            "s.txt:1: matrix: \"point 1 2\" is not known; expected point and three numbers");
  EXPECT_EQ(message("matrix point 1 2 x\n"), "s.txt:1: matrix: \"x\" is not known; expected a number");
  // The expression is typed in the tab, or loaded from a saved view.
  touch("v.json", R"({"files": [")" + path("a.x") + R"("], "matrix": {"expression": "scale(2"}})");
  EXPECT_EQ(after("", {"v.json"})["matrix"],
            (Json{{"problem", "character 8: the end; expected \",\" or \")\""}}));
}

TEST_F(MatrixTab, a_point_at_infinity_has_no_image) {
  const Json matrix = after("matrix \"matrix(1,0,0,0, 0,1,0,0, 0,0,1,1, 0,0,0,0)\" point 4 6 0\n")["matrix"];
  EXPECT_TRUE(matrix["image"].is_null());
  EXPECT_FALSE(matrix.contains("problem"));
}

// Seen from the front without perspective, a unit is h / (2 distance tan(fov / 2)) pixels everywhere.
TEST_F(MatrixTab, the_point_and_its_image_are_drawn_where_they_are) {
  const std::string script =
      "clip rest\nmatrix \"translate(1.5,0.25,0)\" point 0.5 1.75 0 show\nkey pad_1\nkey o\nkey f\npicture " +
      path("shown.png") + "\nmatrix hide\npicture " + path("hidden.png") + "\n";
  const Json state = after(script);
  const Image shown = picture("shown.png"), hidden = picture("hidden.png");
  const Json& camera = state["state"]["camera"];
  const double height = state["view"]["height"], width = state["view"]["width"];
  const double unit = height / (2 * camera["distance"].get<double>() *
                                std::tan(camera["fov_y_deg"].get<double>() * 3.14159265358979 / 360));
  const auto at = [&](const Image& image, double x, double y) {
    const double px =
        state["view"]["x"].get<double>() + width / 2 + unit * (x - camera["target"][0].get<double>());
    const double py =
        state["view"]["y"].get<double>() + height / 2 - unit * (y - camera["target"][1].get<double>());
    return image.at(static_cast<std::uint32_t>(px), static_cast<std::uint32_t>(py));
  };
  const auto expect_color = [&](const std::uint8_t* seen, int r, int g, int b) {
    EXPECT_NEAR(seen[0], r, 6);
    EXPECT_NEAR(seen[1], g, 6);
    EXPECT_NEAR(seen[2], b, 6);
  };
  expect_color(at(shown, 0.5, 1.75), 250, 190, 60);
  expect_color(at(shown, 2, 2), 230, 70, 190);
  expect_color(at(shown, 1.25, 1.875), 230, 70, 190);  // the middle of the arrow
  // The line continues there, the arrow does not.
  EXPECT_TRUE(std::equal(at(shown, -0.25, 1.625), at(shown, -0.25, 1.625) + 3, at(hidden, -0.25, 1.625)));
  EXPECT_FALSE(std::equal(at(shown, 2, 2), at(shown, 2, 2) + 3, at(hidden, 2, 2)));
}

}  // namespace
}  // namespace skelter
