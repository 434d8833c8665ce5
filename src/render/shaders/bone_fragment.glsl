in vec3 v_normal;
in vec3 v_color;
uniform vec3 u_to_key;
uniform float u_shade;  // 1: lit faces, 0: unlit edges
out vec4 o_color;
void main() {
  // Edges and lines have no normal.
  float light = u_shade > 0.0 ? 0.62 + 0.38 * dot(normalize(v_normal), u_to_key) : 1.0;
  o_color = vec4(v_color * light, 1.0);
}
