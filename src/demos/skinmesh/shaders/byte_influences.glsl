// Vertex attributes of an indexed blended mesh: INFLUENCES (1 to 8) byte indices into the palette of the
// group, and one weight fewer, because the last weight is 1 minus the sum of the others.
layout(location = 4) in uvec4 a_bones;
#if INFLUENCES > 1
layout(location = 5) in vec4 a_weights;
#endif
#if INFLUENCES > 4
layout(location = 6) in uvec4 a_more_bones;
#endif
#if INFLUENCES > 5
layout(location = 7) in vec4 a_more_weights;
#endif

int bone_of(int i) {
#if INFLUENCES > 4
  if (i >= 4) return int(a_more_bones[i - 4]);
#endif
  return int(a_bones[i]);
}

float stored_weight(int i) {
#if INFLUENCES > 5
  if (i >= 4) return a_more_weights[i - 4];
#endif
#if INFLUENCES > 1
  return a_weights[i];
#else
  return 1.0;
#endif
}
