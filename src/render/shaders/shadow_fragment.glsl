// Draws the blurred shadow texture on the ground.
in vec3 v_position;
uniform vec3 u_centre;
uniform float u_half_size;
uniform sampler2D u_texture;
uniform float u_strength;
out vec4 o_color;
void main() {
  vec2 uv = (v_position.xz - u_centre.xz) / (2.0 * u_half_size) + 0.5;
  o_color = vec4(0.09, 0.11, 0.15, texture(u_texture, uv).r * u_strength);
  if (o_color.a < 0.003) discard;
}
