// Morph targets, applied before skinning. Offsets are in a float texture: target after target, vertex after
// vertex, with one texel for position and one for normal. A second texture holds the index and weight of each
// active target.
uniform sampler2D u_morph_offsets;
uniform sampler2D u_morph_weights;
uniform int u_morph_vertices;     // vertices per target
uniform int u_first_morph;        // first entry of this mesh in u_morph_weights
uniform int u_morph_count;        // number of active targets
#ifdef COPIED_VERTICES
layout(location = 8) in uint a_source_vertex;  // selects the offsets, because meshes drawn in groups have copied vertices
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
