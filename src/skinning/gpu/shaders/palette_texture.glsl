// Rows of the palette in a float texture, row after row of texels, for any number of bones.
uniform sampler2D u_palette;
const int kWidth = 2048;  // width of the texture
vec4 palette_row(int row) { return texelFetch(u_palette, ivec2(row % kWidth, row / kWidth), 0); }
