#include "report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "gait.h"
#include "look.h"
#include "mannequin.h"
#include "measure.h"
#include "parts.h"
#include "proportions.h"
#include "skelter/image/decode.h"
#include "skelter/load.h"
#include "travel.h"

namespace skelter::assets {

namespace {

struct Checks {
  bool all = true;

  void line(const std::string& what, double value, const char* unit, bool at_most, double limit) {
    const bool holds = at_most ? value <= limit : value >= limit;
    all = all && holds;
    std::printf("  %-50s %9.3f %-3s %s %-8g %s\n", what.c_str(), value, unit,
                at_most ? "at most " : "at least", limit, holds ? "ok" : "BROKEN");
  }
};

// A joint's rotation about its hinge, in degrees, within the human range. Sources of the ranges: Norkin and
// White, "Measurement of Joint Motion", 2016, rounded outwards.
struct Range {
  const char* name;
  const char* joint;
  Vec3d axis;  // axis of positive rotations
  double least, most;
};
const Range kRanges[] = {{"elbow flexion", "forearm", cross(kArmAxis, kArmFront), 0, 150},
                         {"knee flexion", "shin", {1, 0, 0}, -1, 145},
                         {"hip flexion", "thigh", {-1, 0, 0}, -30, 125},
                         {"ankle, sole down", "foot", {1, 0, 0}, -35, 55},
                         {"toes up", "toes", {-1, 0, 0}, -5, 80}};

double turn_about(const Quatd& q, const Vec3d& axis) {
  const double along = dot(Vec3d{q.x, q.y, q.z}, axis);
  const double angle = 2 * std::atan2(along, q.w) * 180 / kPi;
  return angle > 180 ? angle - 360 : angle < -180 ? angle + 360 : angle;
}

void check_clips(Checks& checks, const Figure& figure) {
  int inverted = 0;
  std::vector<std::pair<double, double>> seen(std::size(kRanges), {1e3, -1e3});
  for (std::uint32_t clip = 0; clip < figure.scene().clips.size(); ++clip) {
    int worst = 0;
    for (const double time_s : figure.key_times_s(clip)) {
      const Pose pose = figure.pose(clip, time_s);
      worst = std::max(worst, figure.inverted_triangles(pose));
      for (std::size_t r = 0; r < std::size(kRanges); ++r) {
        for (const std::string side : {"left_", "right_"}) {
          const Vec3d a = kRanges[r].axis, axis = side == "left_" ? a : Vec3d{a.x, -a.y, -a.z};
          const double angle = turn_about(figure.turn(pose, side + kRanges[r].joint), axis);
          seen[r] = {std::min(seen[r].first, angle), std::max(seen[r].second, angle)};
        }
      }
    }
    if (worst > 0)
      std::printf("  (%s: %d in its worst frame)\n", figure.scene().clips[clip].name->c_str(), worst);
    inverted = std::max(inverted, worst);
  }
  checks.line("inverted triangles, worst frame of all clips", inverted, "", true, 0);
  for (std::size_t r = 0; r < std::size(kRanges); ++r) {
    checks.line(std::string(kRanges[r].name) + ", least", seen[r].first, "deg", false, kRanges[r].least);
    checks.line(std::string(kRanges[r].name) + ", most", seen[r].second, "deg", true, kRanges[r].most);
  }
}

void check_slip(Checks& checks, const Figure& figure, const std::string& clip, const Gait& gait,
                bool goes_ahead = false) {
  for (const Slip& slip : foot_slip(figure, figure.clip(clip), gait, goes_ahead)) {
    const std::string what = clip + ", " + slip.foot + " step, slip of the ";
    checks.line(what + "heel", slip.heel * 1000, "mm", true, 5);
    checks.line(what + "toes", slip.toes * 1000, "mm", true, 5);
  }
}

void check_seam(Checks& checks, const Figure& figure, const std::string& clip, const Vec3d& way) {
  const Seam seam = loop_seam(figure, figure.clip(clip), way);
  checks.line(clip + ", seam, distance", seam.distance * 1000, "mm", true, 0.1);
  checks.line(clip + ", seam, change of velocity, joints", seam.joint_change * 100, "%", true, 1);
  checks.line(clip + ", seam, change of velocity, vertices", seam.vertex_change * 100, "%", true, 1);
}

// Prints the ground contacts of the feet, from heel strike to toe-off, as fractions of a cycle after the
// foot's event.
void print_contacts() {
  for (const TravelClip& clip : kTravelClips) {
    const TravelGait travel = travel_gait(clip);
    std::printf("  %s: %g m/s, %.4g s a cycle; a foot is on the ground from %+.4f to %+.4f of a cycle\n",
                clip.name, clip.speed_m_s, clip.period_s, -travel.middle,
                travel.gait.toe_off - travel.middle);
  }
}

void check_folds(Checks& checks, const Figure& figure) {
  const Fold elbow{"left_upper_arm",           "left_elbow", "left_forearm", "left_hand",
                   cross(kArmAxis, kArmFront), 0.055};
  const Fold knee{"left_thigh", "left_knee", "left_shin", "left_foot", {1, 0, 0}, 0.10};
  checks.line("elbow at 90 degrees, area against straight", bent_area_ratio(figure, elbow) * 100, "%", false,
              80);
  checks.line("knee at 90 degrees, area against straight", bent_area_ratio(figure, knee) * 100, "%", false,
              80);
  for (const double degrees : {90.0, 130.0}) {
    for (const Fold* fold : {&elbow, &knee}) {
      const Bend b = bend(figure, *fold, degrees);
      const std::string what = std::string(fold == &elbow ? "elbow" : "knee") + " at " +
                               std::to_string(std::lround(degrees)) + " degrees, ";
      // A cross-section is meaningless where the trousers press into each other.
      const bool pressed = fold == &knee && degrees > 90;
      if (!pressed) checks.line(what + "area at the joint", b.area_ratio * 100, "%", false, 95);
      checks.line(what + "outside against straight", b.tip_ratio * 100, "%", false, 97);
      checks.line(what + "limbs through each other", b.through * 1000, "mm", true, pressed ? 20 : 3);
    }
  }
}

void check_look(Checks& checks, const Figure& figure, const Image& texture) {
  checks.line("hem of the shirt from its plane", hem_unevenness(figure) * 1000, "mm", true, 1);
  const Eye eye = eye_colors(figure, texture);
  checks.line("eye, least channel of its white", eye.white * 100, "%", false, 80);
  checks.line("eye, largest channel of the pupil", eye.pupil * 100, "%", true, 15);
  checks.line("eye, width of the iris, least", eye.iris * 1000, "mm", false, 9);
  checks.line("eye, width of the iris, most", eye.iris * 1000, "mm", true, 13);
  for (const char* cloth : {"shirt", "trousers"})
    checks.line(std::string(cloth) + ", pattern finer than 16 texels",
                fine_pattern(figure, texture, cloth) * 100, "%", true, 0.5);
}

}  // namespace

bool report(const std::string& folder) {
  const Result<Scene> scene = load_scene(folder + "/mannequin.x");
  if (!scene) {
    std::fprintf(stderr, "%s\n", scene.error().message.c_str());
    return false;
  }
  const Result<Image> texture = decode_image_file(folder + "/" + kTextureName);
  if (!texture) {
    std::fprintf(stderr, "%s\n", texture.error().message.c_str());
    return false;
  }
  const Figure figure(*scene);
  Checks checks;
  std::printf("mannequin, 1.8 m\n");
  const std::size_t triangles = figure.body().indices.size() / 3;
  checks.line("triangles of the body", static_cast<double>(triangles), "", true, 10000);
  check_slip(checks, figure, "walk", walk_gait());
  check_slip(checks, figure, "run", run_gait());
  for (const TravelClip& clip : kTravelClips)
    check_slip(checks, figure, clip.name, travel_gait(clip).gait, true);
  for (const char* name : {"walk", "run", "idle", "wave_left_arm", "fall"})
    check_seam(checks, figure, name, {});
  for (const TravelClip& clip : kTravelClips)
    check_seam(checks, figure, clip.name, {0, 0, clip.speed_m_s * clip.period_s});
  check_folds(checks, figure);
  check_look(checks, figure, *texture);
  checks.line("walk, centre of mass from the standing foot", balance(figure) * 100, "cm", true, 10);
  check_clips(checks, figure);
  print_contacts();
  std::printf(checks.all ? "all limits hold\n" : "a limit is broken\n");
  return checks.all;
}

}  // namespace skelter::assets
