#pragma once
// FadeCurve and FadeKind: how one clip or state replaces another, for calls (play/character_clips.h) and for
// transitions of graphs. The formulas are in src/play/fade_stack.h, the words of graph files in
// src/compile/compile_graph/machines.cpp.

#include <cstdint>

namespace skelter {

// How a fade goes from 0 to 1, with u its share of time: 3u^2 - 2u^3, u, u^2, 2u - u^2.
enum class FadeCurve : std::uint8_t { smooth, linear, in, out };

enum class FadeKind : std::uint8_t {
  crossfade,
  // Shows the new clip plus the difference to the previous pose, which decays within the fade. Positions do
  // not jump, and the difference never grows or passes zero. Source: D. Bollo, "Inertialization", GDC 2018.
  // Lists of characters that are not posed cross-fade linearly instead, and so does root motion.
  inertialize,
};

}  // namespace skelter
