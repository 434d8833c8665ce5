// Indexed blended mesh as in vertex shaders of Direct3D 8 and 9, with three constants for each of PALETTE
// bones. The matrices are blended first, then position and normal are multiplied. Needs byte_influences.glsl.
uniform vec4 u_constants[3 * PALETTE];
uniform vec4 u_normal_constants[3 * PALETTE];

void skin(inout vec3 position, inout vec3 normal) {
  vec4 x = vec4(0.0), y = vec4(0.0), z = vec4(0.0);
  vec3 turned = vec3(0.0);
  float last = 1.0;
  for (int i = 0; i < INFLUENCES; ++i) {
    float weight = i < INFLUENCES - 1 ? stored_weight(i) : last;
    last -= weight;
    int c = 3 * bone_of(i);
    x += weight * u_constants[c];
    y += weight * u_constants[c + 1];
    z += weight * u_constants[c + 2];
    turned += weight * vec3(dot(u_normal_constants[c].xyz, normal), dot(u_normal_constants[c + 1].xyz, normal),
                            dot(u_normal_constants[c + 2].xyz, normal));
  }
  vec4 point = vec4(position, 1.0);
  position = vec3(dot(x, point), dot(y, point), dot(z, point));
  normal = turned;
}
