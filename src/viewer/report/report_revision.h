#pragma once
// ReportRevision: detects report changes that do not follow from the time.

#include <cstdint>
#include <string>
#include <vector>

#include "viewer/internal/viewer_data.h"

namespace skelter {

class ReportRevision {
 public:
  // Returns a number that has increased if anything in the report changed since the last call. Changes in
  // now_text() and in values that follow from the time (poses, weights, differences, costs) do not count.
  // Cheap: compares settings and counters.
  std::uint64_t of(const ViewerData& data);

 private:
  struct Seen {
    ViewerState state;                     // without times and camera
    std::vector<std::uint64_t> documents;  // document numbers
    std::vector<std::size_t> dismissed;    // number of dismissed banners per document
    std::vector<std::string> failed;
    std::vector<std::string> recent;
    std::optional<std::string> awaited;
    std::string files_filter, clips_filter;
    std::size_t messages = 0;
    std::uint64_t findings = 0;
    std::string why_not_engine;
    ExportSettings export_settings;
    bool exporting = false;
    std::string conversion;
    std::uint64_t conversion_of = 0;
    bool has_comparison = false, curve_is_complete = false;
    std::string comparison_problem;
    std::optional<double> worst_time_s;
    std::size_t graph_diagnostics = 0;
    std::string graph, why_no_graph;
    const void* graph_recording = nullptr;
    friend bool operator==(const Seen&, const Seen&) = default;
  };
  static Seen seen(const ViewerData& data);

  Seen last_;
  std::uint64_t revision_ = 0;
};

}  // namespace skelter
