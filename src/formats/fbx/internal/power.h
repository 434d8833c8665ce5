#pragma once
// Computes powers with the same bits for every compiler and C library, like the functions in math/trig.h.

namespace skelter::fbx {

// Precondition: base >= 0, finite. The relative error is below 1e-15 * (1 + |exponent * log(base)|). Exact
// for the exponents 0 and 1. With base 0, the result is 0 for exponents above 0, and 1 for the exponent 0.
double power(double base, double exponent);

}  // namespace skelter::fbx
