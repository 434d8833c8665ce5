// The lights of a file: KHR_lights_punctual.
const int kMostLights = 16;
const float kFaint = 0.1;  // share of sky and ground that stays, so that what no light reaches has a form
const float kPerPi = 0.318309886;

uniform int u_light_count;
uniform vec4 u_light_places[kMostLights];       // world; w: 0 for light from one direction, from far away
uniform vec4 u_light_intensities[kMostLights];  // linear; w: range, 0 without
uniform vec4 u_light_directions[kMostLights];   // unit, the way it shines; w: scale of a spot's cone, 0 for others
uniform float u_light_offsets[kMostLights];     // of the cone; 1 for others

// What a white matt surface that faces light `i` sends back, and the unit direction to it. Source: the extension's
// "Range Property" and "Inner and Outer Cone Angles".
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
