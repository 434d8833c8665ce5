// Grid on the ground: fine and coarse lines and coloured axes with constant width on screen. It fades with
// distance.
in vec3 v_position;
uniform vec3 u_centre;
uniform float u_half_size;
uniform float u_step;     // world units between fine lines; every tenth line is coarse
uniform vec3 u_line_color;
uniform float u_strength;
uniform vec2 u_axes;      // where the axes cross, in steps
out vec4 o_color;

// Coverage of lines at integer values of `at`, `width` pixels wide. Fades where lines are closer than pixels.
float lines(vec2 at, float width) {
  vec2 per_pixel = max(fwidth(at), vec2(1e-6));
  vec2 distance_px = abs(fract(at - 0.5) - 0.5) / per_pixel;
  vec2 coverage = clamp(0.5 * width + 0.5 - distance_px, 0.0, 1.0);
  coverage *= clamp(1.0 - (per_pixel - 0.15) / 0.45, 0.0, 1.0);
  return max(coverage.x, coverage.y);
}

float axis(float at, float width) {
  return clamp(0.5 * width + 0.5 - abs(at) / max(fwidth(at), 1e-6), 0.0, 1.0);
}

void main() {
  vec2 at = v_position.xz / u_step;
  float fade = 1.0 - smoothstep(0.15, 1.0, length(v_position.xz - u_centre.xz) / u_half_size);
  vec4 color = vec4(u_line_color, max(0.35 * lines(at, 1.0), 0.7 * lines(at / 10.0, 1.4)) * u_strength);
  float x_axis = axis(at.y - u_axes.y, 2.0), z_axis = axis(at.x - u_axes.x, 2.0);
  color = mix(color, vec4(0.84, 0.24, 0.24, 0.95), x_axis);
  color = mix(color, vec4(0.22, 0.42, 0.86, 0.95), z_axis);
  o_color = vec4(color.rgb, color.a * fade);
  if (o_color.a < 0.003) discard;
}
