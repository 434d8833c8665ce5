#include "cli/output/program_clock.h"

#include <chrono>

namespace skelter::cli {
namespace {

const std::chrono::steady_clock::time_point kStart = std::chrono::steady_clock::now();

}  // namespace

double program_time_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - kStart).count();
}

}  // namespace skelter::cli
