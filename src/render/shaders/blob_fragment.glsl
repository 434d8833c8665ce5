// A round shadow, darkest at the centre, in the colour of shadow_fragment.glsl.
in vec2 v_from_middle;
uniform float u_strength;
out vec4 o_color;
void main() {
  o_color = vec4(0.09, 0.11, 0.15, u_strength * (1.0 - smoothstep(0.2, 1.0, length(v_from_middle))));
  if (o_color.a < 0.003) discard;
}
