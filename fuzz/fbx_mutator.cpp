#include "fuzz/fbx_mutator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <random>
#include <span>
#include <type_traits>
#include <utility>

#include "core/internal/memory_budget.h"
#include "formats/fbx/internal/header.h"
#include "formats/fbx/records/load_number.h"
#include "formats/fbx/records/records.h"

namespace skelter::fuzz {
namespace {

bool is_whole(char code) {
  return std::string_view("YCBZILilbc").find(code) != std::string_view::npos;
}

class BinaryWriter {
 public:
  explicit BinaryWriter(const FbxFile& file) : file_(file), wide_(file.version >= fbx::kFirstWideVersion) {}

  std::string write() {
    out_ = std::string_view("Kaydara FBX Binary  \0\x1A", 22);
    put(static_cast<std::uint8_t>(file_.big_endian));
    put(file_.version);
    for (const FbxNode& node : file_.nodes) write_node(node);
    out_.append(wide_ ? 25 : 13, '\0');
    return std::move(out_);
  }

 private:
  template <class T>
  void put(T value, std::size_t at = std::string::npos) {
    if (file_.big_endian) value = fbx::swapped(value);
    if (at == std::string::npos) at = out_.size(), out_.resize(at + sizeof(T));
    std::memcpy(out_.data() + at, &value, sizeof(T));
  }
  void put_word(std::size_t value, std::size_t at = std::string::npos) {
    wide_ ? put(std::uint64_t{value}, at) : put(static_cast<std::uint32_t>(value), at);
  }
  // Writes the number of type T that is nearest to `number`.
  template <class T>
  void put_nearest(long double number) {
    constexpr auto kLow = static_cast<long double>(std::numeric_limits<T>::lowest()),
                   kHigh = static_cast<long double>(std::numeric_limits<T>::max());
    if (std::isnan(number)) return put(std::is_integral_v<T> ? T(0) : std::numeric_limits<T>::quiet_NaN());
    if (std::is_floating_point_v<T> && std::isinf(number)) return put(static_cast<T>(number));
    put(static_cast<T>(std::clamp(number, kLow, kHigh)));
  }
  void put_number(char code, long double number) {
    if (code == 'f' || code == 'F') return put_nearest<float>(number);
    if (code == 'd' || code == 'D') return put_nearest<double>(number);
    if (code == 'i' || code == 'I') return put_nearest<std::int32_t>(number);
    if (code == 'l' || code == 'L') return put_nearest<std::int64_t>(number);
    if (code == 'Y') return put_nearest<std::int16_t>(number);
    put_nearest<std::uint8_t>(number);
  }

  void write_node(const FbxNode& node) {
    const std::size_t at = out_.size();
    put_word(0);
    put_word(node.values.size());
    put_word(0);
    put(static_cast<std::uint8_t>(node.name.size()));
    out_ += node.name;
    const std::size_t values_at = out_.size();
    for (const FbxValue& value : node.values) write_value(value);
    put_word(out_.size() - values_at, at + (wide_ ? 16 : 8));
    for (const FbxNode& child : node.children) write_node(child);
    if (!node.children.empty()) out_.append(wide_ ? 25 : 13, '\0');
    put_word(out_.size(), at);
  }
  void write_value(const FbxValue& value) {
    put(value.code);
    const fbx::Value kind{value.code};
    const std::size_t count = value.numbers.size();
    if (is_array(kind)) {
      put(static_cast<std::uint32_t>(count));
      put(std::uint32_t{0});
      put(static_cast<std::uint32_t>(count * fbx::array_entry_bytes(value.code)));
      for (const long double number : value.numbers) put_number(value.code, number);
    } else if (is_text(kind)) {
      put(static_cast<std::uint32_t>(value.text.size()));
      out_ += value.text;
    } else {
      put_number(value.code, count == 0 ? 0 : value.numbers[0]);
    }
  }

  const FbxFile& file_;
  bool wide_;
  std::string out_;
};

class TextWriter {
 public:
  std::string write(const FbxFile& file) {
    out_ = fmt::format("; FBX {}.{}.0 project file\n", file.version / 1000, file.version / 100 % 10);
    for (const FbxNode& node : file.nodes) write_node(node);
    return std::move(out_);
  }

 private:
  void put_number(char code, long double number) {
    if (is_whole(code) && std::abs(number) < 0x1p63L)
      fmt::format_to(std::back_inserter(out_), "{}", static_cast<std::int64_t>(number));
    else
      fmt::format_to(std::back_inserter(out_), "{}", static_cast<double>(number));
  }
  void write_node(const FbxNode& node) {
    put_text(node.name);
    out_ += ": ";
    for (std::size_t i = 0; i < node.values.size(); ++i) {
      if (i != 0) out_ += ',';
      write_value(node.values[i]);
    }
    if (!node.children.empty()) out_ += "{\n";
    for (const FbxNode& child : node.children) write_node(child);
    out_ += node.children.empty() ? "\n" : "}\n";
  }
  void write_value(const FbxValue& value) {
    const fbx::Value kind{value.code};
    if (is_text(kind)) return put_text(value.text);
    if (value.code == 'C' && value.numbers[0] > ' ' && value.numbers[0] < 127) {
      out_ += static_cast<char>(value.numbers[0]);
      return;
    }
    if (is_array(kind)) fmt::format_to(std::back_inserter(out_), "*{} {{a: ", value.numbers.size());
    for (std::size_t i = 0; i < value.numbers.size(); ++i) {
      if (i != 0) out_ += ',';
      put_number(value.code, value.numbers[i]);
    }
    if (is_array(kind)) out_ += '}';
  }
  // In binary files, the class of an object follows its name.
  void put_text(std::string_view text) {
    out_ += '"';
    if (const std::string_view its_class = fbx::class_in_name(text);
        text.find('\0') != std::string_view::npos)
      out_.append(its_class).append("::"), text = fbx::plain_name(text);
    for (const char c : text) c == '"' ? out_ += "&quot;" : out_ += c;
    out_ += '"';
  }

  std::string out_;
};

void add_nodes(const fbx::RecordTree& tree, const fbx::ListReader& lists, std::uint32_t parent,
               std::vector<FbxNode>& nodes) {
  for (const std::uint32_t record : tree.children(parent)) {
    FbxNode& node = nodes.emplace_back();
    node.name = tree.records[record].name.substr(0, 255);
    const std::span<const fbx::Value> values = tree.values_of(record);
    if (tree.records[record].list || (values.size() == 1 && is_array(values[0]))) {
      std::vector<double> numbers;
      FbxValue& list = node.values.emplace_back();
      const auto whole = [](double number) { return number == std::floor(number); };
      if (lists.read(record, numbers)) list.numbers.assign(numbers.begin(), numbers.end());
      list.code = !tree.records[record].list                           ? values[0].code
                  : std::all_of(numbers.begin(), numbers.end(), whole) ? 'l'
                                                                       : 'd';
    } else {
      for (const fbx::Value& value : values) {
        if (is_text(value)) node.values.push_back({value.code, std::string(tree.text_of(value)), {}});
        if (is_integer(value))
          node.values.push_back({value.code, {}, {static_cast<long double>(integer_of(value))}});
        if (value.code == 'F' || value.code == 'D')
          node.values.push_back({value.code, {}, {number_of(value)}});
      }
    }
    add_nodes(tree, lists, record, node.children);
  }
}

// A record, as an index into the list that contains it.
struct Spot {
  std::vector<FbxNode>* list;
  std::size_t index;
  FbxNode& node() const { return (*list)[index]; }
  auto position() const { return list->begin() + static_cast<std::ptrdiff_t>(index); }
};
void add_spots(std::vector<FbxNode>& list, std::vector<Spot>& spots) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    spots.push_back({&list, i});
    add_spots(list[i].children, spots);
  }
}
std::vector<Spot> spots_of(FbxFile& file) {
  std::vector<Spot> spots;
  add_spots(file.nodes, spots);
  return spots;
}

class Mutator {
  std::size_t below(std::size_t count) { return random_() % count; }
  template <class List>
  auto& one_of(List& list) {
    return list[below(std::size(list))];
  }

 public:
  Mutator(FbxFile& file, std::uint32_t seed) : file_(file), random_(seed) {}

  void change() {
    const std::vector<Spot> spots = spots_of(file_);
    if (spots.empty()) return;
    const Spot at = one_of(spots);
    const std::size_t what = below(16);
    if (what == 0) return move(at, false);
    if (what == 1) return repeat(at);
    if (what == 2) return std::swap(at.node(), one_of(*at.list));
    if (what == 3) return move(at, true);
    if (what == 4) return splice(file_);
    if (what == 5) return refer();
    if (what == 6) return change_form();
    if (what == 7) {
      at.node().name = std::string(one_of(spots).node().name);
      return;
    }
    for (int tries = 0; tries < 8; ++tries)
      if (FbxNode& node = one_of(spots).node(); !node.values.empty()) return change_value(node, spots);
  }

  // Copies a subtree of a different file, usually next to a record with the same name, or in its place.
  void splice(FbxFile& other) {
    const std::vector<Spot> spots = spots_of(file_), others = spots_of(other);
    if (others.empty()) return;
    const FbxNode taken = one_of(others).node();
    std::vector<Spot> same;
    std::copy_if(spots.begin(), spots.end(), std::back_inserter(same),
                 [&](const Spot& spot) { return spot.node().name == taken.name; });
    if (same.empty()) return file_.nodes.push_back(taken);
    const Spot at = one_of(same);
    if (below(2) == 0)
      at.node() = taken;
    else
      at.list->insert(at.position(), taken);
  }

 private:
  void repeat(const Spot& at) {
    FbxNode copy = at.node();
    // Half of the copies get their own object identifier.
    if (!copy.values.empty() && copy.values[0].code == 'L' && below(2) == 0) copy.values[0].numbers[0] += 1;
    at.list->insert(at.position(), std::move(copy));
  }
  void move(const Spot& at, bool keep) {
    FbxNode moved = std::move(at.node());
    at.list->erase(at.position());
    const std::vector<Spot> spots = spots_of(file_);
    if (keep && !spots.empty()) one_of(spots).node().children.push_back(std::move(moved));
  }
  // Connects a different object in a connection, which is replaced or added.
  void refer() {
    std::vector<FbxValue> ids;
    std::vector<FbxNode>* connections = nullptr;
    for (FbxNode& node : file_.nodes) {
      if (node.name == "Connections" || node.name == "Relations") connections = &node.children;
      for (const FbxNode& object : node.children)
        if (node.name == "Objects" && !object.values.empty()) ids.push_back(object.values[0]);
    }
    if (ids.empty() || connections == nullptr || connections->empty()) return;
    FbxNode connection = one_of(*connections);
    if (connection.values.size() > 2) connection.values[1 + below(2)] = one_of(ids);
    if (below(2) == 0)
      one_of(*connections) = std::move(connection);
    else
      connections->push_back(std::move(connection));
  }
  void change_form() {
    constexpr std::uint32_t kVersions[] = {3000, 5000, 5800, 6100, 7100, 7400, 7500, 7700};
    const std::size_t what = below(3);
    if (what == 0) file_.version = one_of(kVersions);
    if (what == 1) file_.big_endian = !file_.big_endian;
    if (what == 2) file_.binary = !file_.binary;
  }

  long double changed(long double old) {
    constexpr long double kNumbers[] = {0,           -0.0,    1,     -1,       2,        0.5,
                                        90,          180,     360,   100,      1e-30L,   1e-300L,
                                        1e30L,       -1e30L,  3e38L, 1e300L,   0x1p31L,  -0x1p31L,
                                        46186158000, 0x1p62L, NAN,   INFINITY, -INFINITY};
    const std::size_t what = below(8);
    return what == 0   ? -old
           : what == 1 ? old * 2
           : what == 2 ? old / 2
           : what == 3 ? old + 1
                       : one_of(kNumbers);
  }
  void change_value(FbxNode& node, const std::vector<Spot>& spots) {
    constexpr std::string_view kCodes = "CILFDfdilb";
    const std::size_t which = below(node.values.size()), what = below(24);
    FbxValue& value = node.values[which];
    if (what == 0) return node.values.pop_back();
    if (what == 1) return node.values.push_back(FbxValue(value));
    if (is_text(fbx::Value{value.code})) return change_text(value.text, spots);
    if (what == 2) value.code = one_of(kCodes);
    if (is_array(fbx::Value{value.code})) return change_list(value.numbers);
    value.numbers.resize(1);  // arrays become a single number
    value.numbers[0] = changed(value.numbers[0]);
  }
  void change_list(std::vector<long double>& list) {
    constexpr std::size_t kLengths[] = {0, 1, 3, 16, 64, 300};
    const std::size_t what = below(8);
    if (what == 0) return list.resize(one_of(kLengths));
    if (what == 1 || list.empty()) return list.push_back(changed(1));
    if (what == 2) return list.pop_back();
    if (what == 3) return std::swap(one_of(list), one_of(list));
    if (what == 4) return std::fill(list.begin(), list.end(), changed(one_of(list)));
    long double& number = one_of(list);
    number = changed(number);
  }
  // Replaces the text, usually with a text from elsewhere in the file.
  void change_text(std::string& text, const std::vector<Spot>& spots) {
    const FbxNode& node = one_of(spots).node();
    for (const FbxValue& value : node.values)
      if (is_text(fbx::Value{value.code})) return void(text = std::string(value.text));
    if (!text.empty()) one_of(text) = static_cast<char>(random_());
  }

  FbxFile& file_;
  std::minstd_rand random_;
};

}  // namespace

bool parse_fbx(std::string_view bytes, FbxFile& file) {
  MemoryBudget budget({.max_memory_bytes = 4'000'000}, 0);
  Diagnostics diagnostics;
  const auto tree = fbx::read_records({reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()}, {},
                                      budget, diagnostics);
  if (!tree) return false;
  file = {tree->binary, tree->big_endian, tree->version, {}};
  add_nodes(*tree, {*tree, budget, diagnostics}, 0, file.nodes);
  return true;
}

std::string write_fbx(const FbxFile& file) {
  return file.binary ? BinaryWriter(file).write() : TextWriter().write(file);
}

std::string mutate_fbx(std::string_view bytes, std::string_view other, std::uint32_t seed) {
  FbxFile file, second;
  if (!parse_fbx(bytes, file)) return {};
  Mutator mutator(file, seed);
  if (parse_fbx(other, second)) mutator.splice(second);
  for (std::uint32_t i = 0; i <= seed / 16 % 4; ++i) mutator.change();
  return write_fbx(file);
}

}  // namespace skelter::fuzz
