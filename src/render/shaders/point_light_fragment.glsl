// The DirectX 9 tutorials' light: colour = texture * brightness, in the numbers that the screen shows, times the
// material's diffuse colour.
in vec2 v_uv;
in vec4 v_color;
in float v_brightness;
uniform vec4 u_base_color;   // linear
uniform sampler2D u_texture;  // sampled as linear
uniform float u_alpha_cut;   // fragments below it are dropped
uniform bool u_blended;      // else the surface is opaque
out vec4 o_color;

vec3 srgb_from_linear(vec3 c) {
  c = clamp(c, 0.0, 1.0);
  return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}

void main() {
  vec4 base = u_base_color * v_color * texture(u_texture, v_uv);
  if (base.a < u_alpha_cut) discard;
  o_color = vec4(srgb_from_linear(base.rgb) * v_brightness, u_blended ? base.a : 1.0);
}
