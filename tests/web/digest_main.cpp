// Prints the digest of each file that standard input names, one a line, relative to the working folder:
// natively and under Node the same text.

#include <cstdio>
#include <iostream>
#include <string>

#include "skelter/load.h"
#include "web/digest.h"

int main() {
  std::string path;
  while (std::getline(std::cin, path)) {
    const std::string text = skelter::web::digest(path, skelter::load_scene(path));
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  }
}
