#pragma once
// Measures the mannequin against what it promises, from the file alone and with the reference evaluator.

#include "skelter/model/scene.h"

namespace skelter::assets {

// Prints a table per promise. False when one is broken.
bool report(const Scene& scene);

}  // namespace skelter::assets
