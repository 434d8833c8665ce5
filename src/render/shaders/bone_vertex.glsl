// Bones: triangles in world space with flat normals, and their edges.
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec3 a_color;
uniform mat4 u_clip_from_world;
uniform float u_depth_bias;
out vec3 v_normal;
out vec3 v_color;
void main() {
  v_normal = a_normal;
  v_color = a_color;
  gl_Position = u_clip_from_world * vec4(a_position, 1.0);
  gl_Position.z -= u_depth_bias * gl_Position.w;
}
