#pragma once
// FadeCurve and FadeKind: how one clip or state replaces another, for calls (play/character_clips.h) and for
// transitions of graphs. The formulas are in src/play/fade_stack.h, the names in graph files in
// src/compile/compile_graph/machines.cpp.

#include <cstdint>

namespace skelter {

// How a fade goes from 0 to 1, with u the elapsed fraction of its time: 3u^2 - 2u^3, u, u^2, 2u - u^2.
enum class FadeCurve : std::uint8_t { smooth, linear, in, out };

enum class FadeKind : std::uint8_t {
  crossfade,
  // Shows the new clip plus the difference from the previous pose, which decays during the fade. Positions do
  // not jump, and the difference never grows or overshoots zero. Source: D. Bollo, "Inertialization", GDC
  // 2018. Root motion, and the lists of characters that are not posed, cross-fade linearly instead.
  inertialize,
};

}  // namespace skelter
