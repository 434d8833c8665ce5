// Meshes without morph targets.
void morph(inout vec3 position, inout vec3 normal) {}
