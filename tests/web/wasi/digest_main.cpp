// A variant of tests/web/digest_main.cpp for .x files only; standard input contains one path per line.

#include <cstdio>
#include <iostream>
#include <string>

#include "skelter/formats/x/read.h"
#include "web/digest.h"

int main() {
  std::string path;
  while (std::getline(std::cin, path)) {
    const std::string text = skelter::web::digest(path, skelter::read_x_file(path));
    std::fwrite(text.data(), 1, text.size(), stdout);
  }
}
