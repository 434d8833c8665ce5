#include "skelter/runtime/socket.h"

#include <gtest/gtest.h>

#include <vector>

namespace skelter::test {
namespace {

// Returns a quarter turn about z (x becomes y), followed by a translation by (x, y, z).
Affine turned_at(float x, float y, float z) {
  return {{{0, -1, 0, x}, {1, 0, 0, y}, {0, 0, 1, z}}};
}
Affine moved_by(float x, float y, float z, float scale = 1) {
  return {{{scale, 0, 0, x}, {0, scale, 0, y}, {0, 0, scale, z}}};
}
void expect_equal(const Affine& a, const Affine& b) {
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4; ++column)
      EXPECT_EQ(a.m[row][column], b.m[row][column]) << row << " " << column;
}

// The socket is half a unit along the joint's x, which points up (y); objects attached to it are twice as
// large.
TEST(Socket, stands_on_its_joint) {
  const std::vector<Affine> model = {moved_by(7, 7, 7), turned_at(1, 2, 3)};
  const Socket grip{1, moved_by(0.5f, 0, 0, 2)};
  expect_equal(model_from_socket(grip, model), {{{0, -2, 0, 1}, {2, 0, 0, 2.5f}, {0, 0, 2, 3}}});
}

TEST(Socket, of_a_list_of_instances) {
  const std::vector<Affine> model = {moved_by(7, 7, 7), turned_at(1, 2, 3), moved_by(7, 7, 7),
                                     moved_by(4, 5, 6)};
  const Socket sockets[] = {{1, moved_by(0.5f, 0, 0)}, {0, moved_by(0, 1, 0)}};
  const std::vector<Affine> world = {moved_by(10, 0, 0), turned_at(0, 0, 0)};
  std::vector<Affine> out(2);
  SocketJob job;
  job.sockets = {sockets, 1};
  job.model_from_joint = model;
  job.joint_count = 2;
  job.out_from_socket = out;
  ASSERT_EQ(job.run(), Status::ok);
  expect_equal(out[0], turned_at(1, 2.5f, 3));
  expect_equal(out[1], moved_by(4.5f, 5, 6));
  job.world_from_model = world;
  ASSERT_EQ(job.run(), Status::ok);
  expect_equal(out[0], turned_at(11, 2.5f, 3));
  expect_equal(out[1], turned_at(-5, 4.5f, 6));
  job.sockets = sockets;  // each socket applies to one instance
  job.world_from_model = {};
  ASSERT_EQ(job.run(), Status::ok);
  expect_equal(out[0], turned_at(1, 2.5f, 3));
  expect_equal(out[1], moved_by(7, 8, 7));
}

TEST(Socket, validity) {
  const std::vector<Affine> model(4), world(2);
  const Socket sockets[] = {{1, {}}, {2, {}}};
  std::vector<Affine> out(2);
  SocketJob job;
  job.sockets = {sockets, 1};
  job.model_from_joint = model;
  job.joint_count = 2;
  job.world_from_model = world;
  job.out_from_socket = out;
  EXPECT_EQ(job.validate(), Status::ok);
  const auto refused = [&](auto&& change) {
    SocketJob changed = job;
    change(changed);
    EXPECT_EQ(changed.run(), Status::invalid_argument);
  };
  refused([&](SocketJob& j) { j.sockets = {}; });
  refused([&](SocketJob& j) { j.sockets = sockets; });  // the second socket is on a joint that does not exist
  refused([&](SocketJob& j) { j.model_from_joint = std::span(model).first(3); });
  refused([&](SocketJob& j) { j.joint_count = 0; });
  refused([&](SocketJob& j) { j.world_from_model = std::span(world).first(1); });
  out.resize(3);
  refused([&](SocketJob& j) { j.out_from_socket = out; });
}

}  // namespace
}  // namespace skelter::test
