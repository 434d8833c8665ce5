// A square on the ground, computed from the vertex index (triangle strip).
uniform mat4 u_clip_from_world;
uniform vec3 u_centre;     // world; y is the ground
uniform float u_half_size;  // world units
out vec3 v_position;       // world
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  v_position = u_centre + vec3(corner.x, 0.0, corner.y) * u_half_size;
  gl_Position = u_clip_from_world * vec4(v_position, 1.0);
}
