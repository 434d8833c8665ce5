// Darkening of the ground below this point, drawn from above into the shadow texture.
in vec3 v_position;
uniform float u_ground_y;
uniform float u_height;  // height at which the shadow fades out
out vec4 o_color;
void main() {
  float near_ground = exp(-3.0 * max(v_position.y - u_ground_y, 0.0) / u_height);
  o_color = vec4(near_ground, 0.0, 0.0, 1.0);
}
