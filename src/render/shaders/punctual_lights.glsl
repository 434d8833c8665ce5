// Lights from a file (KHR_lights_punctual).
const int kMaxLights = 16;
const float kFaint = 0.1;  // minimum light from sky and ground, so that unlit areas keep some shape
const float kPerPi = 0.318309886;

uniform int u_light_count;
uniform vec4 u_light_places[kMaxLights];       // world; w: 0 for a directional light
uniform vec4 u_light_intensities[kMaxLights];  // linear; w: range, or 0 for unlimited range
uniform vec4 u_light_directions[kMaxLights];   // unit, direction of the light; w: scale of a spot's cone, 0
                                               // for other lights
uniform float u_light_offsets[kMaxLights];     // offset of the cone, 1 for other lights

// Light that a white diffuse surface facing light `i` reflects, and the unit direction to the light. Source:
// "Range Property" and "Inner and Outer Cone Angles" in the extension.
vec3 punctual_light(int i, vec3 place, out vec3 to_light) {
  vec3 direction = u_light_directions[i].xyz;
  vec3 intensity = u_light_intensities[i].rgb * kPerPi;
  to_light = -direction;
  if (u_light_places[i].w == 0.0) return intensity;
  vec3 way = u_light_places[i].xyz - place;
  float squared = max(dot(way, way), 1e-12);
  to_light = way * inversesqrt(squared);
  float range = u_light_intensities[i].w;
  float share = 1.0 / squared;
  if (range > 0.0) {
    float ratio = squared / (range * range);
    share *= clamp(1.0 - ratio * ratio, 0.0, 1.0);
  }
  float cone = clamp(dot(direction, -to_light) * u_light_directions[i].w + u_light_offsets[i], 0.0, 1.0);
  return intensity * share * cone * cone;
}
