// Writes GIFs: one palette for the film, runs of equal pixels left out between frames. Loaded only when one is asked for.

// Colours by halving boxes at the median (up to 255, and one for "as before").
export function palette_of(samples: Uint32Array, most = 255): number[][] {
  let boxes: Uint32Array[] = [samples];
  const spread = (box: Uint32Array) => {
    let best = 0, channel = 0;
    for (let c = 0; c < 3; ++c) {
      let low = 255, high = 0;
      for (const colour of box) {
        const value = (colour >> (8 * c)) & 255;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      if (high - low > best) (best = high - low), (channel = c);
    }
    return { best, channel };
  };
  while (boxes.length < most) {
    let at = -1, channel = 0, widest = 0;
    boxes.forEach((box, i) => {
      if (box.length < 2) return;
      const { best, channel: c } = spread(box);
      const score = best * Math.sqrt(box.length);
      if (best > 0 && score > widest) (widest = score), (at = i), (channel = c);
    });
    if (at < 0) break;
    const sorted = boxes[at]!.slice().sort((a, b) => ((a >> (8 * channel)) & 255) - ((b >> (8 * channel)) & 255));
    const half = sorted.length >> 1;
    boxes = [...boxes.slice(0, at), sorted.subarray(0, half), sorted.subarray(half), ...boxes.slice(at + 1)];
  }
  return boxes.filter((box) => box.length > 0).map((box) => {
    const sum = [0, 0, 0];
    for (const colour of box) for (let c = 0; c < 3; ++c) sum[c]! += (colour >> (8 * c)) & 255;
    return sum.map((value) => Math.round(value / box.length));
  });
}

export class Gif {
  #bytes: number[] = [];
  #palette: number[][];
  #nearest = new Map<number, number>();
  #before: Uint8Array | undefined;
  #width: number;
  #height: number;
  #delay: number;

  constructor(width: number, height: number, frames_per_second: number, palette: number[][]) {
    this.#width = width;
    this.#height = height;
    this.#delay = Math.max(2, Math.round(100 / frames_per_second));
    this.#palette = palette;
    const out = this.#bytes;
    out.push(...[...'GIF89a'].map((letter) => letter.charCodeAt(0)), width & 255, width >> 8, height & 255, height >> 8, 0xf7, 0, 0);
    for (let i = 0; i < 256; ++i) out.push(...(palette[i] ?? [0, 0, 0]));
    out.push(0x21, 0xff, 11, ...[...'NETSCAPE2.0'].map((letter) => letter.charCodeAt(0)), 3, 1, 0, 0, 0);
  }

  add(rgba: Uint8ClampedArray): void {
    const pixels = new Uint8Array(this.#width * this.#height);
    for (let i = 0; i < pixels.length; ++i) pixels[i] = this.#find(rgba[4 * i]!, rgba[4 * i + 1]!, rgba[4 * i + 2]!);
    const drawn = pixels.slice();
    if (this.#before) for (let i = 0; i < drawn.length; ++i) if (drawn[i] === this.#before[i]) drawn[i] = 255;
    this.#before = pixels;
    const out = this.#bytes;
    out.push(0x21, 0xf9, 4, 0x05, this.#delay & 255, this.#delay >> 8, 255, 0);
    out.push(0x2c, 0, 0, 0, 0, this.#width & 255, this.#width >> 8, this.#height & 255, this.#height >> 8, 0);
    compress(drawn, out);
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.#bytes.push(0x3b);
    return Uint8Array.from(this.#bytes);
  }

  #find(r: number, g: number, b: number): number {
    const key = ((r >> 2) << 12) | ((g >> 2) << 6) | (b >> 2);
    let best = this.#nearest.get(key);
    if (best !== undefined) return best;
    best = 0;
    let least = Infinity;
    this.#palette.forEach(([x, y, z], i) => {
      const distance = 3 * (r - x!) ** 2 + 4 * (g - y!) ** 2 + 2 * (b - z!) ** 2;
      if (distance < least) (least = distance), (best = i);
    });
    this.#nearest.set(key, best);
    return best;
  }
}

// LZW with codes of 9 to 12 bits, in blocks of 255 bytes.
function compress(pixels: Uint8Array, out: number[]): void {
  const clear = 256, end = 257;
  out.push(8);
  let block: number[] = [], bits = 0, held = 0, size = 9, next = 258;
  let table = new Map<number, number>();
  const flush = () => {
    if (block.length > 0) out.push(block.length, ...block);
    block = [];
  };
  const write = (code: number) => {
    held |= code << bits;
    bits += size;
    while (bits >= 8) {
      block.push(held & 255);
      if (block.length === 255) flush();
      held >>>= 8;
      bits -= 8;
    }
  };
  write(clear);
  let prefix = pixels[0]!;
  for (let i = 1; i < pixels.length; ++i) {
    const pixel = pixels[i]!;
    const key = (prefix << 8) | pixel;
    const known = table.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    write(prefix);
    if (next < 4096) {
      table.set(key, next);
      if (next === 1 << size && size < 12) ++size;
      ++next;
    } else {
      write(clear);
      table = new Map();
      next = 258;
      size = 9;
    }
    prefix = pixel;
  }
  write(prefix);
  write(end);
  if (bits > 0) block.push(held & 255);
  flush();
  out.push(0);
}
