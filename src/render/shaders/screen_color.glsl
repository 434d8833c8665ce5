// Conversion from linear light to screen values.
vec3 srgb_from_linear(vec3 c) {
  c = clamp(c, 0.0, 1.0);
  return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}

// Tone mapping: unchanged up to the knee, then compressed towards 1 to keep shape in bright areas.
vec3 softened(vec3 c) {
  const float kKnee = 0.55;
  vec3 over = max(c - kKnee, 0.0);
  return min(c, kKnee) + (1.0 - kKnee) * (1.0 - exp(-over / (1.0 - kKnee)));
}
