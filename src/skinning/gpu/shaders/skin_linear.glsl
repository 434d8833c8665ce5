// Linear blend: the weighted sum of three-row matrices. Needs influences.glsl and one of palette_*.glsl.
void skin(inout vec3 position, inout vec3 normal) {
  int first = first_row();
  vec4 x = vec4(0.0), y = vec4(0.0), z = vec4(0.0);
  vec3 turned = vec3(0.0);
  for (int i = 0; i < INFLUENCES; ++i) {
    float weight = weight_of(i);
    if (weight == 0.0) continue;
    int row = first + 3 * bone_of(i);
    vec4 bone_x = palette_row(row), bone_y = palette_row(row + 1), bone_z = palette_row(row + 2);
    x += weight * bone_x;
    y += weight * bone_y;
    z += weight * bone_z;
    if (!u_plain_normals) turned += weight * times_inverse_transpose(bone_x.xyz, bone_y.xyz, bone_z.xyz, normal);
  }
  vec4 point = vec4(position, 1.0);
  position = vec3(dot(x, point), dot(y, point), dot(z, point));
  normal = u_plain_normals ? vec3(dot(x.xyz, normal), dot(y.xyz, normal), dot(z.xyz, normal)) : turned;
}
