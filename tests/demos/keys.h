#pragma once
// Key events like those of a user.

#include "skelter/viewer/input.h"

namespace skelter::test {

inline KeyEvent down(Key key) {
  return {key, Press::down, {}};
}
inline KeyEvent down(char key) {
  return down(static_cast<Key>(key));
}

}  // namespace skelter::test
