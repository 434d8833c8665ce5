// Rows of the palette in a uniform block. OpenGL guarantees 16384 bytes, that is, 1024 rows.
layout(std140) uniform Palette { vec4 rows[1024]; } u_block;
vec4 palette_row(int row) { return u_block.rows[row]; }
