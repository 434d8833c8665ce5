#pragma once

#include "skelter/core/diagnostics.h"

namespace skelter {

// Converts an error to a diagnostic.
inline Diagnostic to_diagnostic(const Error& error) {
  return {Severity::error, error.code, error.message, error.where, 1};
}

}  // namespace skelter
