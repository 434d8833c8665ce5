// Expected values come from the worked examples of the tower tutorial (T-11 to T-16) and from the
// definitions.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "cli/command_runner.h"

namespace skelter::test {
namespace {

using ::testing::HasSubstr;

struct Product {
  std::vector<double> matrix;
  std::vector<std::vector<double>> images;
};

Product product(const std::string& expression, const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"matrix", expression, "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Ran ran = CommandFolder().run(arguments);
  EXPECT_EQ(ran.code, 0) << ran.err;
  Product result;
  const cli::Json json = ran.json();
  result.matrix = json["matrix"].get<std::vector<double>>();
  for (const auto& point : json["points"]) result.images.push_back(point["to"].get<std::vector<double>>());
  return result;
}

void expect_near(const std::vector<double>& seen, const std::vector<double>& expected, double tolerance) {
  ASSERT_EQ(seen.size(), expected.size());
  for (std::size_t i = 0; i < seen.size(); ++i)
    EXPECT_NEAR(seen[i], expected[i], tolerance) << "number " << i;
}

void expect_near(const std::vector<std::vector<double>>& seen,
                 const std::vector<std::vector<double>>& expected) {
  ASSERT_EQ(seen.size(), expected.size());
  for (std::size_t i = 0; i < seen.size(); ++i) expect_near(seen[i], expected[i], 1e-12);
}

TEST(Matrix, the_tutorials_product_in_row_vectors) {
  const Product c = product("translate(4,-3,8) * rotate_z(45)", {"--rows", "--point=-3,2,-8"});
  const double h = std::sqrt(0.5);
  expect_near(c.matrix, {h, h, 0, 0, -h, h, 0, 0, 0, 0, 1, 0, 4.949747, 0.707107, 8, 1}, 1e-6);
  expect_near(c.images.at(0), {1.414214, 0, 0}, 1e-6);
  // First the translation, then the rotation, one at a time.
  expect_near(product("translate(4,-3,8)", {"--rows", "--point=-3,2,-8"}).images.at(0), {1, -1, 0}, 0);
  expect_near(product("rotate_z(45)", {"--rows", "--point=1,-1,0"}).images.at(0), {1.414214, 0, 0}, 1e-6);
}

TEST(Matrix, the_other_order_is_another_matrix) {
  const Product other = product("rotate_z(45) * translate(4,-3,8)", {"--rows", "--point=-3,2,-8"});
  expect_near({other.matrix.begin() + 12, other.matrix.end()}, {4, -3, 8, 1}, 1e-12);
  expect_near(other.images.at(0), {0.464466, -3.707107, 0}, 1e-6);
  // With column vectors, the matrix on the right applies first.
  expect_near(product("translate(4,-3,8) * rotate_z(45)", {"--point=-3,2,-8"}).images.at(0),
              {0.464466, -3.707107, 0}, 1e-6);
}

TEST(Matrix, functions_match_their_names) {
  expect_near(product("rotate_y(40) * rotate_y(30)", {"--rows"}).matrix,
              {0.342020, 0, -0.939693, 0, 0, 1, 0, 0, 0.939693, 0, 0.342020, 0, 0, 0, 0, 1}, 1e-6);
  const std::vector<std::string> axes = {"--point=1,0,0", "--point=0,1,0", "--point=0,0,1"};
  const auto images = [&](const std::string& expression) { return product(expression, axes).images; };
  using Images = std::vector<std::vector<double>>;
  EXPECT_EQ(images("rotate_x(90)"), (Images{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}));
  EXPECT_EQ(images("rotate_y(90)"), (Images{{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}));
  EXPECT_EQ(images("rotate_z(-270)"), (Images{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}));
  EXPECT_EQ(images("rotate_z(180)"), (Images{{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}));
  EXPECT_EQ(images("rotate(0,0,7,90)"), images("rotate_z(90)"));
  EXPECT_EQ(images("scale(2)"), (Images{{2, 0, 0}, {0, 2, 0}, {0, 0, 2}}));
  EXPECT_EQ(images("scale(1, 2, -3)"), (Images{{1, 0, 0}, {0, 2, 0}, {0, 0, -3}}));
  // A third of a turn about the diagonal takes x to y, y to z, z to x.
  const Images third = images("rotate(1,1,1,120)");
  expect_near(third[0], {0, 1, 0}, 1e-12);
  expect_near(third[1], {0, 0, 1}, 1e-12);
  // The columns of one convention are the rows of the other.
  const std::string sixteen = "matrix(1,0,0,0, 0,1,0,0, 0,0,1,0, 5,6,7,1)";
  EXPECT_EQ(product(sixteen, {"--point=0,0,0"}).images.at(0), (std::vector<double>{5, 6, 7}));
  EXPECT_EQ(product(sixteen, {"--point=0,0,0", "--rows"}).images.at(0), (std::vector<double>{5, 6, 7}));
  // A perspective projection divides by the fourth coordinate.
  EXPECT_EQ(product("matrix(1,0,0,0, 0,1,0,0, 0,0,1,1, 0,0,0,0)", {"--point=4,6,2"}).images.at(0),
            (std::vector<double>{2, 3, 1}));
}

// C-20 to C-22: the cameras of the character tutorial, for Direct3D's left-handed row vectors.
TEST(Matrix, cameras_have_the_numbers_of_the_character_tutorial) {
  // 45 degrees, aspect 4 / 3, near 1, far 10000: _11 1.810660, _22 2.414214, _33 1.000100, _34 1, _43
  // -1.000100.
  expect_near(product("perspective(45, 1.3333333333333333, 1, 10000)", {"--rows"}).matrix,
              {1.810660, 0, 0, 0, 0, 2.414214, 0, 0, 0, 0, 1.000100, 1, 0, 0, -1.000100, 0}, 1e-6);
  expect_near(product("look_at(0,0,-10, 0,0,0, 0,1,0)", {"--rows"}).matrix,
              {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 10, 1}, 1e-12);
  const std::vector<double> second = product("look_at(0,0,-20, 0,10,0)", {"--rows"}).matrix;
  expect_near({second.begin() + 12, second.end()}, {0, -8.944272, 17.888544, 1}, 1e-6);
  expect_near({second[2], second[6], second[10]}, {0, 0.447214, 0.894427}, 1e-6);
  // The product world * view * projection: the target is in the centre of the view, 10 units away.
  const auto image =
      product("look_at(0,0,-10, 0,0,0) * perspective(45,1,1,10000)", {"--rows", "--point=0,0,0"});
  expect_near(image.images.at(0), {0, 0, (10 * 1.00010001 - 1.00010001) / 10}, 1e-8);
}

// OpenGL's right-handed cameras: gluPerspective and gluLookAt of the OpenGL Utility Library.
TEST(Matrix, cameras_of_column_vectors_are_those_of_opengl) {
  expect_near(product("perspective(90, 2, 1, 3)", {}).matrix,
              {0.5, 0, 0, 0, 0, 1, 0, 0, 0, 0, -2, -1, 0, 0, -3, 0}, 1e-12);
  expect_near(product("look_at(0,0,10, 0,0,0)", {"--point=1,2,3"}).images.at(0), {1, 2, -7}, 1e-12);
  expect_near(
      product("perspective(90,1,1,3) * look_at(0,0,10, 0,0,0)", {"--point=0,0,9", "--point=0,0,7"}).images,
      {{0, 0, -1}, {0, 0, 1}});
}

TEST(Matrix, parentheses_group) {
  const std::string a = "translate(1,2,3)", b = "rotate_x(30)", c = "scale(2)";
  const auto grouped = product("(" + a + " * " + b + ") * " + c, {}).matrix;
  EXPECT_EQ(product("((" + a + ")*(" + b + "))*" + c, {}).matrix, grouped);
  expect_near(product(a + " * (" + b + " * " + c + ")", {}).matrix, grouped, 1e-12);
}

TEST(Matrix, text_form_is_readable_as_on_paper) {
  const std::vector<std::string> line = {"matrix", "translate(4,-3,8) * rotate_z(45)", "--point=-3,2,-8"};
  EXPECT_EQ(CommandFolder().run(line).out,
            "Column vectors: the right matrix acts first, the last column translates.\n"
            "  0.707107  -0.707107  0.000000   4.000000\n"
            "  0.707107   0.707107  0.000000  -3.000000\n"
            "  0.000000   0.000000  1.000000   8.000000\n"
            "  0.000000   0.000000  0.000000   1.000000\n"
            "\n"
            "  (-3, 2, -8) -> (0.464466, -3.707107, 0)\n");
}

TEST(Matrix, errors_are_reported_with_their_position) {
  const auto refused = [](const std::string& expression, const std::string& point = "0,0,0") {
    const Ran ran = CommandFolder().run({"matrix", expression, "--point=" + point});
    EXPECT_EQ(ran.code, 2) << expression;
    EXPECT_EQ(ran.out, "");
    return ran.err;
  };
  EXPECT_THAT(refused("turn(3)"), HasSubstr("EXPRESSION: character 1: turn with 1 number is not known; "
                                            "expected translate(x,y,z), rotate_x(deg)"));
  // A typo in a name, even in the second factor, is an error with the position and all known names.
  const std::string names =
      " with 1 number is not known; expected translate(x,y,z), rotate_x(deg), rotate_y(deg), rotate_z(deg), "
      "rotate(x,y,z,deg), scale(s), scale(x,y,z), look_at(eye x,y,z, target x,y,z[, up x,y,z]), "
      "perspective(fov_deg,aspect,near,far) or matrix(16 numbers)\n";
  EXPECT_EQ(refused("rotat_y(40) * rotate_y(30)"), "EXPRESSION: character 1: rotat_y" + names);
  EXPECT_EQ(refused("rotate_y(40) * rotate_Y(30)"), "EXPRESSION: character 16: rotate_Y" + names);
  EXPECT_THAT(refused("scale(2) * translate(1,2)"), HasSubstr("character 12: translate with 2 numbers"));
  EXPECT_THAT(refused("scale(2) *"), HasSubstr("the end; expected translate(x,y,z)"));
  EXPECT_THAT(refused(""), HasSubstr("character 1: the end; expected"));
  EXPECT_THAT(refused("(scale(2)"), HasSubstr("the end; expected \"*\" or \")\""));
  EXPECT_THAT(refused("scale(2))"), HasSubstr("character 9: \")\"; expected \"*\" or the end"));
  EXPECT_THAT(refused("scale(2"), HasSubstr("the end; expected \",\" or \")\""));
  EXPECT_THAT(refused("scale(two)"), HasSubstr("character 7: \"two\" is not a number"));
  EXPECT_THAT(refused("scale(inf)"), HasSubstr("\"inf\" is not a number"));
  EXPECT_THAT(refused("rotate(0,0,0,5)"), HasSubstr("the axis of rotate is (0, 0, 0)"));
  EXPECT_THAT(refused("look_at(1,2,3, 1,2,3)"),
              HasSubstr("character 1: look_at: eye and target are the same point"));
  EXPECT_THAT(refused("look_at(0,5,0, 0,1,0)"),
              HasSubstr("look_at: up is zero or parallel to the line of sight"));
  EXPECT_THAT(refused("perspective(45,0,1,10)"),
              HasSubstr("perspective: aspect is 0.000000; expected width / height, above 0"));
  EXPECT_THAT(refused("look_at(1,2,3,4,5,6,7)"), HasSubstr("look_at with 7 numbers is not known"));
  EXPECT_THAT(refused(std::string(100'000, '(')), HasSubstr("more than 64 nested parentheses"));
  EXPECT_EQ(refused("scale(2)", "1,2"), "--point: \"1,2\" is not a point; expected X,Y,Z\n");
  EXPECT_EQ(refused("scale(2)", "1,2,x"), "--point: \"x\" is not a finite number\n");
  EXPECT_EQ(refused("matrix(1,0,0,0, 0,1,0,0, 0,0,1,1, 0,0,0,0)", "4,6,0"),
            "--point: \"4,6,0\" goes to infinity\n");
}

}  // namespace
}  // namespace skelter::test
