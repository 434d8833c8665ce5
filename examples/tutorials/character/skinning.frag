uniform sampler2D image;
uniform vec3 color;
in float brightness;
in vec2 texture_place;
out vec4 pixel;
void main() { pixel = vec4(brightness * color * texture(image, texture_place).rgb, 1); }
