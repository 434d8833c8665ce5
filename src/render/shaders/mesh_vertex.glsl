// Meshes: rigid ones with the matrix of their node, skinned ones already in world space (identity).
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec2 a_uv;
layout(location = 3) in vec4 a_color;

uniform mat4 u_clip_from_world;
uniform mat4 u_world_from_mesh;
uniform mat3 u_normal_matrix;
uniform float u_depth_bias;  // towards the eye; keeps edges in front of their surface

out vec3 v_position;  // world
out vec3 v_normal;    // world, not unit
out vec2 v_uv;
out vec4 v_color;

void main() {
  vec4 world = u_world_from_mesh * vec4(a_position, 1.0);
  v_position = world.xyz;
  v_normal = u_normal_matrix * a_normal;
  v_uv = a_uv;
  v_color = a_color;
  gl_Position = u_clip_from_world * world;
  gl_Position.z -= u_depth_bias * gl_Position.w;
}
