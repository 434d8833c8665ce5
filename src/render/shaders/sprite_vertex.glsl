// A rectangle of the frame, computed from the vertex index. Pixels count from the upper left corner.
uniform vec2 u_corner;
uniform vec2 u_size;
uniform vec2 u_frame;

out vec2 v_uv;

void main() {
  v_uv = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 pixel = u_corner + v_uv * u_size;
  gl_Position = vec4(pixel.x / u_frame.x * 2.0 - 1.0, 1.0 - pixel.y / u_frame.y * 2.0, 0.0, 1.0);
}
