#pragma once
// Powers with the same bits for every compiler and C library, like the functions of math/trig.h.

namespace skelter::fbx {

// Precondition: base >= 0, finite. The relative error is below 1e-15 * (1 + |exponent * log(base)|). Exact
// for the exponents 0 and 1. 0 to a power above 0 is 0, and to the power 0 it is 1.
double power(double base, double exponent);

}  // namespace skelter::fbx
