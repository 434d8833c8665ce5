// Morph targets, before skinning. Offsets are in a float texture: target after target, vertex after vertex, two
// texels each: position and normal. The active targets are in another one: index and weight.
uniform sampler2D u_morph_offsets;
uniform sampler2D u_morph_weights;
uniform int u_morph_vertices;     // of a target
uniform int u_first_morph;        // of this mesh, in u_morph_weights
uniform int u_morph_count;        // of targets that are on
#ifdef COPIED_VERTICES
layout(location = 8) in uint a_source_vertex;  // whose offsets count: meshes in groups hold copies
int morphed_vertex() { return int(a_source_vertex); }
#else
int morphed_vertex() { return gl_VertexID; }
#endif

vec4 morph_texel(sampler2D source, int i) { return texelFetch(source, ivec2(i % 2048, i / 2048), 0); }

void morph(inout vec3 position, inout vec3 normal) {
  for (int i = 0; i < u_morph_count; ++i) {
    vec4 target = morph_texel(u_morph_weights, u_first_morph + i);
    int at = 2 * (int(target.x) * u_morph_vertices + morphed_vertex());
    position += target.y * morph_texel(u_morph_offsets, at).xyz;
    normal += target.y * morph_texel(u_morph_offsets, at + 1).xyz;
  }
}
