// The metallic-roughness BRDF of glTF 2.0, appendix B, under a key light, a back light, and light from a sky
// without sun and from the ground. An intensity is the light reflected by a white diffuse surface that faces
// the light.
uniform vec3 u_to_key;  // unit, towards the key light
uniform vec3 u_to_rim;  // unit, towards the back light
uniform vec3 u_levels;  // factors: exposure, key and back light, sky and ground

const float kPi = 3.14159265358979;
const vec3 kKey = vec3(0.95, 0.92, 0.87);
const vec3 kRim = vec3(0.26, 0.29, 0.34);
const vec3 kSky = vec3(0.50, 0.52, 0.56);
const vec3 kGround = vec3(0.23, 0.215, 0.20);
const float kMirroredSky = 1.7;  // reflections of polished metal see a bright studio
const float kSmoothest = 0.05;   // minimum roughness, because smaller highlights would fall between pixels

struct Surface {
  vec3 diffuse;  // diffuse albedo
  vec3 f0;       // reflectance at normal incidence
  float roughness;
  vec3 normal, to_eye;
  vec3 place;    // world
  float n_eye;   // cosine between normal and to_eye, above 0
};

Surface metallic_roughness(vec3 base, float metallic, float roughness, vec3 normal, vec3 to_eye, vec3 place) {
  Surface s;
  s.place = place;
  s.diffuse = base * (1.0 - metallic);
  s.f0 = mix(vec3(0.04), base, metallic);
  s.roughness = clamp(roughness, kSmoothest, 1.0);
  s.normal = normal;
  s.to_eye = to_eye;
  s.n_eye = max(abs(dot(normal, to_eye)), 1e-4);
  return s;
}

// Trowbridge-Reitz distribution, Smith's shadowing, Schlick's Fresnel. Includes the factors pi and cosine.
vec3 lit_by(Surface s, vec3 to_light) {
  float n_light = dot(s.normal, to_light);
  if (n_light <= 0.0) return vec3(0.0);
  vec3 half_way = normalize(to_light + s.to_eye);
  float n_half = max(dot(s.normal, half_way), 0.0);
  float away = 1.0 - clamp(dot(s.to_eye, half_way), 0.0, 1.0);
  float a2 = s.roughness * s.roughness * s.roughness * s.roughness;
  float spread = n_half * n_half * (a2 - 1.0) + 1.0;
  float distribution = a2 / (spread * spread);  // times pi
  float shadowing = 1.0 / ((n_light + sqrt(a2 + (1.0 - a2) * n_light * n_light)) *
                           (s.n_eye + sqrt(a2 + (1.0 - a2) * s.n_eye * s.n_eye)));
  vec3 fresnel = s.f0 + (1.0 - s.f0) * pow(away, 5.0);
  return ((1.0 - fresnel) * s.diffuse + fresnel * (distribution * shadowing)) * n_light;
}

// Environment reflected with a given roughness, which blurs the horizon.
vec3 surroundings(vec3 direction, float roughness) {
  float blur = mix(0.15, 1.0, roughness);
  return mix(kGround, kSky * kMirroredSky, smoothstep(-blur, blur, direction.y));
}

// Reflectance for uniform light. Source: Karis, "Physically Based Shading on Mobile", 2014.
vec3 mirrored_share(Surface s) {
  vec4 r = s.roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
  float a = min(r.x * r.x, exp2(-9.28 * s.n_eye)) * r.x + r.y;
  vec2 scale_bias = vec2(-1.04, 1.04) * a + r.zw;
  return clamp(s.f0 * scale_bias.x + scale_bias.y, 0.0, 1.0);
}

vec3 lit_by_surroundings(Surface s) {
  vec3 share = mirrored_share(s);
  vec3 even = mix(kGround, kSky, 0.5 + 0.5 * s.normal.y);
  return (1.0 - share) * s.diffuse * even + share * surroundings(reflect(-s.to_eye, s.normal), s.roughness);
}

vec3 lit(Surface s, float occlusion) {
#ifdef FILE_LIGHTS
  vec3 color = u_levels.z * kFaint * occlusion * lit_by_surroundings(s);
  for (int i = 0; i < u_light_count; ++i) {
    vec3 to_light;
    vec3 light = punctual_light(i, s.place, to_light);
    color += light * lit_by(s, to_light);
  }
  return color;
#endif
  return u_levels.y * kKey * lit_by(s, u_to_key) + u_levels.y * kRim * lit_by(s, u_to_rim) +
         u_levels.z * occlusion * lit_by_surroundings(s);
}
