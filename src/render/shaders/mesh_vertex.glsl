// Vertices of meshes, after one of morph_*.glsl and one of skin_*.glsl (src/skinning/gpu/shaders). Palettes
// map skinned meshes to model space, and u_world_from_mesh maps from there to the world. For rigid meshes it
// maps directly from the mesh. Members of a crowd (MEMBERS) have their own matrices from model to world
// instead.
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec2 a_uv;
layout(location = 3) in vec4 a_color;

#ifdef SECOND_UV
layout(location = 9) in vec2 a_second_uv;
out vec2 v_second_uv;
#endif
#ifdef TANGENTS
layout(location = 10) in vec4 a_tangent;
uniform bool u_mirrored;
out vec4 v_tangent;  // world; w: bitangent sign
#endif

uniform mat4 u_clip_from_world;
uniform mat4 u_world_from_mesh;
uniform mat3 u_normal_matrix;
uniform float u_depth_bias;   // towards the eye; keeps edges in front of their surface
uniform vec3 u_point_light;   // world
uniform float u_ambient;
uniform vec3 u_fill_light;   // world
uniform float u_fill;

out vec3 v_position;  // world
out vec3 v_normal;    // world
out vec2 v_uv;
out vec4 v_color;
out float v_brightness;  // point light: max(N.L, ambient)

vec3 unit(vec3 v) {
  float squared = dot(v, v);
  return squared > 0.0 ? v * inversesqrt(squared) : v;
}

#ifdef MEMBERS
uniform int u_first_member;  // palette row at which the members' matrices start: three rows and a tint each
uniform bool u_has_tints;
void place_member(inout vec3 position, inout vec3 normal, inout vec4 color) {
  int row = u_first_member + 4 * gl_InstanceID;
  vec4 x = palette_row(row), y = palette_row(row + 1), z = palette_row(row + 2);
  vec4 point = vec4(position, 1.0);
  position = vec3(dot(x, point), dot(y, point), dot(z, point));
  normal = unit(times_inverse_transpose(x.xyz, y.xyz, z.xyz, normal));
  if (u_has_tints) color *= palette_row(row + 3);
}
#endif

void main() {
  vec3 position = a_position, normal = a_normal;
  v_color = a_color;
  morph(position, normal);
#ifdef TANGENTS
  // Skinning is affine for each vertex, so the offset to the tip of the tangent rotates like the tangent.
  vec3 tip = position + a_tangent.xyz * (1.0 + length(position)), unused = normal;
  skin(tip, unused);
#endif
  skin(position, normal);
#ifdef UNIT_NORMALS
  normal = unit(normal);
#endif
#ifdef MEMBERS
#ifdef TANGENTS
  vec4 unused_color = v_color;
  place_member(tip, unused, unused_color);
#endif
  place_member(position, normal, v_color);
#endif
#ifdef TANGENTS
  v_tangent = vec4(unit(mat3(u_world_from_mesh) * (tip - position)), u_mirrored ? -a_tangent.w : a_tangent.w);
#endif
#ifdef SECOND_UV
  v_second_uv = a_second_uv;
#endif
  vec4 world = u_world_from_mesh * vec4(position, 1.0);
  v_position = world.xyz;
  v_normal = u_normal_matrix * normal;
  v_uv = a_uv;
  v_brightness = max(dot(unit(v_normal), unit(u_point_light - v_position)), u_ambient);
  v_brightness = max(v_brightness, u_fill * dot(unit(v_normal), unit(u_fill_light - v_position)));
  gl_Position = u_clip_from_world * world;
  gl_Position.z -= u_depth_bias * gl_Position.w;
  gl_PointSize = 3.0;  // kPointSize in renderer.cpp; needed because WebGL has no point size state
}
