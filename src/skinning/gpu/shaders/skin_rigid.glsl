// Meshes without skin, and skinned ones whose vertices the CPU wrote.
void skin(inout vec3 position, inout vec3 normal) {}
