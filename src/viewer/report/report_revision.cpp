#include "viewer/report/report_revision.h"

#include "viewer/playing/internal/playing.h"

namespace skelter {

ReportRevision::Seen ReportRevision::seen(const ViewerData& data) {
  Seen now;
  now.state = data.state;
  now.state.timeline.time_s = 0;
  now.state.mix.time_s = 0;
  for (TrackState& track : now.state.mix.tracks) {
    track.position_s = 0;
    if (track.fade) track.weight = 0;
  }
  now.state.camera = {};
  for (const auto& document : data.documents) {
    now.documents.push_back(number_of(document.get()));
    now.dismissed.push_back(document ? document->dismissed.size() : 0);
  }
  for (const FailedFile& failed : data.failed) now.failed.push_back(to_string(failed.why));
  now.recent = data.recent;
  now.awaited = data.awaited;
  now.files_filter = data.filters.files;
  now.clips_filter = data.filters.clips;
  now.messages = data.messages.size();
  now.findings = data.findings_made;
  now.why_not_engine = why_not_engine(data);
  now.export_settings = data.export_settings;
  now.exporting = data.export_progress || data.to_export;
  now.conversion = data.conversion.written ? data.conversion.path : std::string();
  now.conversion_of = data.conversion.document;
  if (data.comparison) {
    now.has_comparison = true;
    now.curve_is_complete = data.comparison->curve.complete();
    now.comparison_problem = data.comparison->problem;
  }
  if (data.worst) now.worst_time_s = data.worst->time_s;
  now.graph_diagnostics = data.graph.diagnostics.size();
  now.graph = data.graph.file + "\n" + data.graph.name;
  now.why_no_graph = data.graph.why_not;
  now.graph_recording = data.graph.recording.get();
  return now;
}

std::uint64_t ReportRevision::of(const ViewerData& data) {
  Seen now = seen(data);
  if (revision_ == 0 || !(now == last_)) {
    ++revision_;
    last_ = std::move(now);
  }
  return revision_;
}

}  // namespace skelter
