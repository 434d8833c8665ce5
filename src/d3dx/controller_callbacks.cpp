// Reports the callbacks of a step in time order, after its pose is complete. Merges the pieces of all tracks.
#include "d3dx/controller_parts.h"
#include "skelter/d3dx/controller.h"

namespace skelter {

// Finds the next callback of the piece; `pending` becomes nullopt if the piece ends before it.
void Controller::Piece::look(bool first) {
  const bool backward = to_s < from_s;
  pending = first ? walk.start(from_s, backward, !include_start) : walk.next();
  if (pending && (backward ? pending->position_s < to_s : pending->position_s > to_s)) pending.reset();
  if (pending) pending_s = time_at(pending->position_s);
}

namespace {

// Without a limit, a fast track with a short loop could report keys for hours.
constexpr std::uint32_t kMaxCallbacksOfStep = 1'000'000;

// If times differ only by rounding, the lower track comes first.
template <class Piece>
bool comes_before(const Piece& a, const Piece& b) {
  if (a.track != b.track && std::abs(a.pending_s - b.pending_s) <= kTimeRounding_s) return a.track < b.track;
  return a.pending_s < b.pending_s;
}

}  // namespace

Result<void> Controller::report(const std::function<Result<void>(const Callback&)>& handler) {
  // Moved to a local variable, because the handler may key events or destroy sets, which changes pieces_.
  std::vector<Piece> pieces = std::move(pieces_);
  in_handler_ = true;
  for (Piece& piece : pieces) piece.look(true);
  Result<void> result;
  std::uint32_t called = 0;
  while (result) {
    Piece* first = nullptr;
    for (Piece& piece : pieces)
      if (piece.pending && (first == nullptr || comes_before(piece, *first))) first = &piece;
    if (first == nullptr) break;
    if (called++ == kMaxCallbacksOfStep) {
      result = control_error("control.too-many-callbacks",
                             "more than 1000000 callbacks in one step; use a shorter step or a lower speed",
                             track_object(first->track), Status::limit_exceeded);
      break;
    }
    result = handler({first->track, first->pending->value, first->pending_s, first->pending->position_s,
                      first->pending->key, first->set.get()});
    first->look(false);
  }
  in_handler_ = false;
  const std::size_t room = std::max(pieces_.capacity(), pieces.capacity());
  pieces.clear();
  pieces_ = std::move(pieces);
  pieces_.reserve(room);
  return result;
}

}  // namespace skelter
