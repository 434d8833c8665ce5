// The image times the tint. The alpha test compares with the reference, not with the pixel on the screen.
uniform sampler2D u_texture;
uniform vec3 u_tint;
uniform float u_alpha_reference;  // 0 to 255; a pixel passes if its alpha is greater or equal

in vec2 v_uv;
out vec4 o_color;

void main() {
  vec4 color = texture(u_texture, v_uv);
  if (floor(color.a * 255.0 + 0.5) < u_alpha_reference) discard;
  o_color = vec4(color.rgb * u_tint, color.a);
}
