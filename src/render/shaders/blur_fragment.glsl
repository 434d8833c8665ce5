// One direction of a Gaussian blur of the shadow texture.
in vec2 v_uv;
uniform sampler2D u_texture;
uniform vec2 u_texel_step;
out vec4 o_color;
void main() {
  float sum = 0.0, weights = 0.0;
  for (int i = -6; i <= 6; ++i) {
    float weight = exp(-float(i * i) / 12.0);
    sum += weight * texture(u_texture, v_uv + float(i) * u_texel_step).r;
    weights += weight;
  }
  o_color = vec4(sum / weights, 0.0, 0.0, 1.0);
}
