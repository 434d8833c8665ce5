// No #version line: desktop and browser need different ones.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in vec4 weights;
layout(location = 4) in vec4 bones;
uniform mat4 palette[40];
uniform int influences;  // per vertex; 0: a static mesh with its world matrix in palette[0]
uniform mat4 clip_from_world;
uniform vec3 light;
out float brightness;
out vec2 texture_place;
void main() {
  vec4 place = palette[0] * vec4(position, 1);  // technique "Lighting"
  vec3 outward = mat3(palette[0]) * normal;
  if (influences > 0) {  // technique "Skinning"
    place = vec4(0), outward = vec3(0);
    float last = 1.0;  // the last weight is 1 minus the sum of the others
    for (int i = 0; i < influences; ++i) {
      float weight = i == influences - 1 ? last : weights[i];
      last -= weight;
      place += weight * (palette[int(bones[i])] * vec4(position, 1));
      outward += weight * (mat3(palette[int(bones[i])]) * normal);
    }
  }
  brightness = max(dot(normalize(outward), normalize(light - place.xyz)), 0.2);
  texture_place = uv;
  gl_Position = clip_from_world * place;
}
