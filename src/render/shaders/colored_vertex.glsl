// Flat coloured triangles, transformed by up to four matrices. Vertices skinned on the CPU use the weights
// (1, 0, 0, 0) and the identity.
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec4 a_color;
layout(location = 2) in vec4 a_weights;

uniform mat4 u_clip_from_world;
uniform mat4 u_matrices[4];

out vec4 v_color;

void main() {
  vec4 bind = vec4(a_position, 1.0);
  vec4 world = vec4(0.0);
  for (int i = 0; i < 4; ++i) world += a_weights[i] * (u_matrices[i] * bind);
  v_color = a_color;
  gl_Position = u_clip_from_world * vec4(world.xyz, 1.0);
}
