// Metallic-roughness materials of glTF. Needs screen_color.glsl and pbr_light.glsl. Defines for the material:
// BASE_COLOR_MAP, METALLIC_ROUGHNESS_MAP, NORMAL_MAP, OCCLUSION_MAP, EMISSIVE_MAP, UNLIT; for the vertices:
// TANGENTS and SECOND_UV.
in vec3 v_position;
in vec3 v_normal;
in vec2 v_uv;
in vec4 v_color;
#ifdef SECOND_UV
in vec2 v_second_uv;
#endif
#ifdef TANGENTS
in vec4 v_tangent;  // world; w: bitangent sign
#endif

uniform vec3 u_eye;          // world
uniform vec4 u_base_color;   // linear
uniform vec3 u_emissive;     // linear
uniform float u_metallic;
uniform float u_roughness;
uniform float u_normal_scale;
uniform float u_occlusion_strength;
uniform float u_alpha_cut;   // fragments with less alpha are discarded
uniform bool u_blended;      // false: the surface is opaque
uniform bool u_unlit;        // colours without lighting: by option, or for lines and points without normals
uniform sampler2D u_texture;  // sampled as linear
uniform sampler2D u_metallic_roughness_map;
uniform sampler2D u_normal_map;
uniform sampler2D u_occlusion_map;
uniform sampler2D u_emissive_map;  // sampled as linear
uniform vec3 u_uv_rows[10];  // two per map
uniform int u_uv_sets[5];
#ifdef EFFECT
uniform vec4 u_tint;         // from the effect file
#endif

out vec4 o_color;

const int kBaseColor = 0, kMetallicRoughness = 1, kNormal = 2, kOcclusion = 3, kEmissive = 4;

vec2 uv_of(int map) {
  vec3 uv = vec3(v_uv, 1.0);
#ifdef SECOND_UV
  if (u_uv_sets[map] == 1) uv.xy = v_second_uv;
#endif
  return vec2(dot(u_uv_rows[2 * map], uv), dot(u_uv_rows[2 * map + 1], uv));
}

// Back faces of double-sided materials are lit like front faces.
vec3 vertex_normal(vec3 to_eye) {
  if (dot(v_normal, v_normal) < 1e-12) {
    vec3 plane = normalize(cross(dFdx(v_position), dFdy(v_position)));
    return dot(plane, to_eye) < 0.0 ? -plane : plane;
  }
  return normalize(gl_FrontFacing ? v_normal : -v_normal);
}

#ifdef NORMAL_MAP
vec3 bent_normal(vec3 n) {
  vec2 uv = uv_of(kNormal);
  vec3 bent = (texture(u_normal_map, uv).xyz * 2.0 - 1.0) * vec3(u_normal_scale, u_normal_scale, 1.0);
#ifdef TANGENTS
  vec3 tangent = v_tangent.xyz - n * dot(n, v_tangent.xyz);
  float side = gl_FrontFacing ? v_tangent.w : -v_tangent.w;
#else
  // Computes the tangent along u from screen-space derivatives of position and uv. v points down, the
  // bitangent up.
  vec3 along_x = dFdx(v_position), along_y = dFdy(v_position);
  vec2 uv_x = dFdx(uv), uv_y = dFdy(uv);
  float turned = uv_x.x * uv_y.y - uv_y.x * uv_x.y;
  vec3 along_u = (uv_y.y * along_x - uv_x.y * along_y) * sign(turned);
  vec3 along_v = (uv_x.x * along_y - uv_y.x * along_x) * sign(turned);
  vec3 tangent = along_u - n * dot(n, along_u);
  float side = dot(cross(n, tangent), along_v) > 0.0 ? -1.0 : 1.0;
#endif
  if (!(dot(tangent, tangent) > 0.0)) return n;
  tangent = normalize(tangent);
  bent = bent.x * tangent + bent.y * side * cross(n, tangent) + bent.z * n;
  return dot(bent, bent) > 0.0 ? normalize(bent) : n;
}
#endif

void main() {
  vec4 base = u_base_color * v_color;
#ifdef BASE_COLOR_MAP
  base *= texture(u_texture, uv_of(kBaseColor));
#endif
#ifdef EFFECT
  base *= u_tint;
#endif
  if (base.a < u_alpha_cut) discard;
  float alpha = u_blended ? base.a : 1.0;
#ifdef UNLIT
  o_color = vec4(srgb_from_linear(base.rgb), alpha);
#else
  vec3 emissive = u_emissive;
#ifdef EMISSIVE_MAP
  emissive *= texture(u_emissive_map, uv_of(kEmissive)).rgb;
#endif
  if (u_unlit) {
    o_color = vec4(srgb_from_linear(base.rgb + emissive), alpha);
    return;
  }
  float metallic = u_metallic, roughness = u_roughness, occlusion = 1.0;
#ifdef METALLIC_ROUGHNESS_MAP
  vec4 surface = texture(u_metallic_roughness_map, uv_of(kMetallicRoughness));
  metallic *= surface.b;
  roughness *= surface.g;
#endif
#ifdef OCCLUSION_MAP
  occlusion = 1.0 + u_occlusion_strength * (texture(u_occlusion_map, uv_of(kOcclusion)).r - 1.0);
#endif
  vec3 to_eye = normalize(u_eye - v_position);
  vec3 normal = vertex_normal(to_eye);
#ifdef NORMAL_MAP
  normal = bent_normal(normal);
#endif
  vec3 color = lit(metallic_roughness(base.rgb, metallic, roughness, normal, to_eye, v_position), occlusion) + emissive;
  o_color = vec4(srgb_from_linear(softened(u_levels.x * color)), alpha);
#endif
}
