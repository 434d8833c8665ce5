// Lighting of the DirectX 9 tutorials: colour = texture * brightness, in sRGB values, times the material's
// diffuse colour. Needs screen_color.glsl.
in vec2 v_uv;
in vec4 v_color;
in float v_brightness;
uniform vec4 u_base_color;   // linear
uniform sampler2D u_texture;  // sampled as linear
uniform float u_alpha_cut;   // fragments with less alpha are discarded
uniform bool u_blended;      // false: the surface is opaque
out vec4 o_color;

void main() {
  vec4 base = u_base_color * v_color * texture(u_texture, v_uv);
  if (base.a < u_alpha_cut) discard;
  o_color = vec4(srgb_from_linear(base.rgb) * v_brightness, u_blended ? base.a : 1.0);
}
