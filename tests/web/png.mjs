// Decodes PNG images with 8 bits per channel and three or four channels, as our writers make them, and
// compares two images.
import { inflateSync } from 'node:zlib';

export function decodePng(bytes) {
  const data = Buffer.from(bytes);
  let at = 8;
  let width = 0;
  let height = 0;
  let channels = 0;
  const parts = [];
  while (at < data.length) {
    const length = data.readUInt32BE(at);
    const type = data.toString('latin1', at + 4, at + 8);
    if (type === 'IHDR') {
      width = data.readUInt32BE(at + 8);
      height = data.readUInt32BE(at + 12);
      channels = { 2: 3, 6: 4 }[data[at + 17]];
      if (data[at + 16] !== 8 || !channels || data[at + 20] !== 0) throw new Error('a PNG of another kind');
    } else if (type === 'IDAT') parts.push(data.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const pixels = new Uint8Array(stride * height);
  for (let y = 0; y < height; ++y) {
    const filter = raw[y * (stride + 1)];
    for (let i = 0; i < stride; ++i) {
      const a = i >= channels ? pixels[y * stride + i - channels] : 0;
      const b = y > 0 ? pixels[(y - 1) * stride + i] : 0;
      const c = i >= channels && y > 0 ? pixels[(y - 1) * stride + i - channels] : 0;
      const estimate = a + b - c;
      const [pa, pb, pc] = [Math.abs(estimate - a), Math.abs(estimate - b), Math.abs(estimate - c)];
      const paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
      pixels[y * stride + i] = raw[y * (stride + 1) + 1 + i] + [0, a, b, (a + b) >> 1, paeth][filter];
    }
  }
  return { width, height, channels, pixels };
}

// Returns the share of pixels with a channel that differs by more than `levels`.
export function difference(one, other, levels) {
  if (one.width !== other.width || one.height !== other.height) return 1;
  let different = 0;
  for (let p = 0; p < one.width * one.height; ++p) {
    let most = 0;
    for (let c = 0; c < 3; ++c) most = Math.max(most, Math.abs(one.pixels[p * one.channels + c] - other.pixels[p * other.channels + c]));
    if (most > levels) ++different;
  }
  return different / (one.width * one.height);
}

// Returns the number of colors; an empty image has few.
export function colorsOf(picture) {
  const colors = new Set();
  for (let i = 0; i < picture.pixels.length; i += picture.channels)
    colors.add((picture.pixels[i] << 16) | (picture.pixels[i + 1] << 8) | picture.pixels[i + 2]);
  return colors.size;
}
