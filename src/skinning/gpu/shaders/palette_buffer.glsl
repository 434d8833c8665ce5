// Rows of the palette in a texture buffer.
uniform samplerBuffer u_palette;
vec4 palette_row(int row) { return texelFetch(u_palette, row); }
