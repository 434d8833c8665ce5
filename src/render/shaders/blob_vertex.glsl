// A square on the ground around each member's position, computed from the vertex index (triangle strip).
layout(location = 0) in vec2 a_place;  // world x and z
uniform mat4 u_clip_from_world;
uniform float u_ground_y;  // world
uniform float u_radius;    // world units
out vec2 v_from_middle;    // in radii
void main() {
  v_from_middle = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  vec2 at = a_place + v_from_middle * u_radius;
  gl_Position = u_clip_from_world * vec4(at.x, u_ground_y, at.y, 1.0);
}
