#!/usr/bin/env bash
# The headers of include/skelter define at most `most` public types, nested ones counted, of which at most `most_unused` occur in no
# example and on no page. Usage: public_types_test.sh PROJECT [list]     (list: prints the types that occur nowhere else, by header)
set -euo pipefail
# shellcheck source=tests/project/checks.sh
. "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
cd "$1"
most=262 most_unused=0

# First the counting itself, on a made-up header.
made=$(mktemp)
trap 'rm -f "$made"' EXIT
cat >"$made" <<'HEADER'
namespace a {
class Later;
enum class Kind : int { one, two };
using Numbers = std::vector<int>;
using std::size_t;
template <class T = Pair<int>>
class [[nodiscard]] Made final : public Base {
  struct Hidden {};
  friend class Other;

 public:
  using Type = T;
  enum Small { few };
  explicit Made(int a) : a_(a), b_{a} { struct Local {}; }
  struct Inner {
    enum class Deep { x };
    int value = {1};
  };
  Kind kind() const { return kind_; }

 private:
  struct Part {
    struct Deeper {};
  };
  using Own = int;
  Kind kind_{};
};
struct Plain {
  Plain() : a{1}, b(2) {}
  int a = 0, b = 0;
} plain;
struct Plain function(struct Later* later) { return {}; }
}  // namespace a
HEADER
expect "types of a made-up header" "$(awk -f tests/project/types.awk "$made" | cut -d' ' -f2 | tr '\n' ' ')" \
  "Kind Numbers Made Made::Type Made::Small Made::Inner Made::Inner::Deep Plain "

types=$(find include/skelter -name '*.h' | sort | xargs awk -f tests/project/types.awk | sort -u)
# A nested type occurs where its own name does.
words=$({ find examples -name '*.cpp' -o -name '*.h' -o -name '*.md'; find docs -name '*.md' -not -path 'docs/notes/*'; echo README.md; } |
  sort | xargs cat | grep -oE '[A-Za-z_][A-Za-z_0-9]*' | sort -u)
unused=$(awk 'FNR == NR { used[$0] = 1; next } { name = $2; sub(/.*::/, "", name); if (!(name in used)) print }' <(echo "$words") - <<<"$types")
count=$(wc -l <<<"$types") count_unused=$(grep -c . <<<"$unused" || true)
echo "public types $count, in no example and on no page $count_unused"
[ "${2:-}" != list ] || awk '{ if ($1 != header) { header = $1; printf "%s%s\n ", n++ ? "\n" : "", header } printf " %s", $2 } END { print "" }' <<<"$unused"
[ "$count" -ge 100 ] || expect "public types" "$count" "at least 100"
[ "$count" -le "$most" ] || expect "public types" "$count" "at most $most"
[ "$count_unused" -le "$most_unused" ] || expect "public types that occur in no example and on no page" "$count_unused" "at most $most_unused"
exit "$((failures > 0))"
