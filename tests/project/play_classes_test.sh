#!/usr/bin/env bash
# No class in src/play and include/skelter/play has more than 12 data members or 25 functions. Usage: play_classes_test.sh PROJECT
set -euo pipefail
# shellcheck source=tests/project/checks.sh
. "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
cd "$1"
count=tests/project/classes.awk

# Tests the counting first, on a made-up class.
made=$(mktemp)
trap 'rm -f "$made"' EXIT
cat >"$made" <<'CLASS'
namespace a {
template <class T = int>
class [[nodiscard]] Made final : public Base {
  friend class Other;

 public:
  static constexpr int kMax = 3;
  using Type = std::vector<int>;
  enum class Kind : int { one, two };
  explicit Made(int a, int b = 3) : a_(a), b_{b}, c_{} {}  // data_;
  Made(Made&&) noexcept = default;
  bool operator==(const Made& other) const { return a_ == other.a_; }
  static double go_on(std::span<const int> of = {});
  template <class What>
  void each(const What& what) const {
    struct Inner {
      int not_counted;
    } inner{1};
    what(inner);
  }
  struct Pair {
    int first = 0, second[2] = {1, 2};
    void (*call)(void* self) = nullptr;
  };
  struct Third {
    int of;
  } third_, fourth_[2];
  std::map<int, int> map() const;

 private:
  int a_ = 0, b_, c_;
  std::map<int, std::vector<int>> map_;
  alignas(8) std::byte bytes_[(kMax + 1) * sizeof(int)];
  const char* text_ = "int text_; {";
  Pair pair_{1, {2, 3}};
};
}  // namespace a
CLASS
expect "members and functions of made-up classes" "$(awk -f $count "$made" | cut -d' ' -f2-)" $'Pair 3 0\nThird 1 0\nMade 9 6'

classes=$(find src/play include/skelter/play -name '*.h' -o -path 'src/play/*' -name '*.cpp' | sort | xargs awk -f $count)
[ "$(wc -l <<<"$classes")" -ge 80 ] || expect "classes of play" "$(wc -l <<<"$classes")" "at least 80"
# The rule is for classes with behaviour. A record of a compiled graph has as many members as its file layout, and at most two functions.
records='src/play/internal/format/[a-z_]+.h [A-Za-z]+ [0-9]+ [0-2]'
expect "classes of play with more than 12 data members or 25 functions (file, class, members, functions)" \
  "$(awk '$3 > 12 || $4 > 25' <<<"$classes" | grep -vxE "$records" || true)" ""

exit "$((failures > 0))"
