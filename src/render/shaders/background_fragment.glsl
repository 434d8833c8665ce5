// A soft light gradient: brighter at the top centre, darker towards the corners.
in vec2 v_uv;
uniform float u_aspect;
out vec4 o_color;

const vec3 kCentre = vec3(0.945, 0.955, 0.965);
const vec3 kEdge = vec3(0.700, 0.735, 0.775);

void main() {
  vec2 from_centre = (v_uv - vec2(0.5, 0.58)) * vec2(min(u_aspect, 1.6), 1.0);
  float t = smoothstep(0.0, 1.05, length(from_centre));
  o_color = vec4(mix(kCentre, kEdge, t), 1.0);
}
