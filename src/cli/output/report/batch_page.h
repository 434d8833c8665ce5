#pragma once
// The page that `skelter batch --report FILE.html` writes: a row for each file, the worst first. It opens
// from its folder in any browser, without scripts and without requests to other places.

#include <string>
#include <vector>

#include "cli/output/report/file_record.h"

namespace skelter::cli {

struct PageRow {
  FileRecord record;
  std::string picture;  // path relative to the page; "": none
  std::string result;   // path of the written file relative to the page; "": none
};

// Rows are sorted by outcome (failed first), missing textures, warnings, notes, and then by name.
std::string batch_page(std::vector<PageRow> rows, const std::string& folder);

}  // namespace skelter::cli
