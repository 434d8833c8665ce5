#pragma once
// How long the program has run.

namespace skelter::cli {

// Seconds since the program's static data was made, just before main().
double program_time_s();

}  // namespace skelter::cli
