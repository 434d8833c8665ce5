// Meshes without a skin, and meshes that the CPU has skinned.
void skin(inout vec3 position, inout vec3 normal) {}
