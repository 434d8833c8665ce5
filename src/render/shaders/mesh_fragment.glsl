// Lit surfaces. Lighting is linear; textures, input colours and the result are sRGB.
// Needs screen_color.glsl.
in vec3 v_position;
in vec3 v_normal;
in vec2 v_uv;
in vec4 v_color;

uniform vec3 u_eye;          // world
uniform vec3 u_to_key;       // unit, towards the key light
uniform vec3 u_to_rim;       // unit, towards the back light
uniform vec3 u_levels;       // factors: exposure, key and back light, sky and ground
uniform vec4 u_base_color;   // linear
uniform vec3 u_specular;     // linear
uniform float u_power;       // 0: no highlight
uniform vec3 u_emissive;     // linear
uniform sampler2D u_texture;  // sampled as linear
uniform float u_alpha_cut;   // fragments with less alpha are discarded
uniform bool u_blended;      // false: the surface is opaque
uniform bool u_unlit;        // colours without lighting: by option, or for lines and points without normals
#ifdef EFFECT
uniform vec4 u_tint;         // from the effect file
#endif

out vec4 o_color;

const vec3 kSky = vec3(0.50, 0.52, 0.56);     // soft light from above
const vec3 kGround = vec3(0.23, 0.215, 0.20);  // light reflected by the floor
const vec3 kKey = vec3(0.78, 0.75, 0.70);
const vec3 kRim = vec3(0.16, 0.18, 0.22);

// Returns the normal on the visible side of the triangle's plane, for any winding and mirroring of the node.
// Without vertex normals, returns the normal of the plane.
vec3 seen_normal(vec3 to_eye) {
  vec3 plane = cross(dFdx(v_position), dFdy(v_position));
  if (dot(plane, to_eye) < 0.0) plane = -plane;
  if (dot(v_normal, v_normal) < 1e-12) return normalize(plane);
  vec3 normal = normalize(v_normal);
  return dot(normal, plane) < 0.0 ? -normal : normal;
}

void main() {
  vec4 base = u_base_color * v_color * texture(u_texture, v_uv);
#ifdef EFFECT
  base *= u_tint;
#endif
  if (base.a < u_alpha_cut) discard;
  if (u_unlit) {
    o_color = vec4(srgb_from_linear(base.rgb + u_emissive), u_blended ? base.a : 1.0);
    return;
  }

  vec3 to_eye = normalize(u_eye - v_position);
  vec3 n = seen_normal(to_eye);
#ifdef FILE_LIGHTS
  vec3 lit = base.rgb * u_levels.z * kFaint * mix(kGround, kSky, 0.5 + 0.5 * n.y) + u_emissive;
  for (int i = 0; i < u_light_count; ++i) {
    vec3 to_light;
    vec3 light = punctual_light(i, v_position, to_light) * max(dot(n, to_light), 0.0);
    lit += base.rgb * light;
    if (u_power > 0.0)
      lit += u_specular * pow(max(dot(n, normalize(to_light + to_eye)), 0.0), max(u_power, 1.0)) * light;
  }
  o_color = vec4(srgb_from_linear(softened(u_levels.x * lit)), u_blended ? base.a : 1.0);
  return;
#endif
  float key = max(dot(n, u_to_key), 0.0);
  vec3 light = u_levels.z * mix(kGround, kSky, 0.5 + 0.5 * n.y) + u_levels.y * kKey * key +
               u_levels.y * kRim * max(dot(n, u_to_rim), 0.0);
  vec3 color = base.rgb * light + u_emissive;

  if (u_power > 0.0) {
    float highlight = pow(max(dot(n, normalize(u_to_key + to_eye)), 0.0), max(u_power, 1.0));
    color += u_levels.y * u_specular * highlight * key * 0.7;
  }
  // A faint rim at grazing angles keeps dark shapes readable.
  float edge = 1.0 - max(dot(n, to_eye), 0.0);
  color += u_levels.z * 0.05 * edge * edge * edge * (0.4 + 0.6 * n.y);

  o_color = vec4(srgb_from_linear(softened(u_levels.x * color)), u_blended ? base.a : 1.0);
}
