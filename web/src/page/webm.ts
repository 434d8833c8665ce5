// A WebM video from frames with exact times. The browser encodes the frames (WebCodecs), and this file writes the
// container (Matroska, RFC 9559).

// Bytes of an element: its ID, its size in eight bytes, its content.
type Content = Uint8Array<ArrayBuffer> | Content[];
const size_of = (content: Content): number => (Array.isArray(content) ? content.reduce((sum, part) => sum + size_of(part), 0) : content.length);
const bytes_of = (value: number, count: number) => Uint8Array.from({ length: count }, (_, i) => Math.floor(value / 256 ** (count - 1 - i)) % 256);
const element = (id: number, ...content: Content[]): Content => [bytes_of(id, Math.ceil(Math.log2(id + 1) / 8)), Uint8Array.of(1, ...bytes_of(size_of(content), 7)), content];
const whole = (id: number, value: number, count = 4) => element(id, bytes_of(value, count));
const real = (id: number, value: number) => element(id, new Uint8Array(new Float64Array([value]).buffer).reverse());
const text = (id: number, value: string) => element(id, new TextEncoder().encode(value) as Uint8Array<ArrayBuffer>);

// ITU-T H.273 numbers for the names in WebCodecs.
const kColours: Record<string, number> = { rgb: 0, bt709: 1, bt470bg: 5, smpte170m: 6, 'bt2020-ncl': 9, bt2020: 9, linear: 8, 'iec61966-2-1': 13 };

interface Frame {
  time_ms: number;
  key: boolean;
  bytes: Uint8Array<ArrayBuffer>;
}

// `codec`: V_VP9 or V_VP8. Frames must be sorted by time, and the first must be a key frame.
export function webm_file(frames: readonly Frame[], duration_ms: number, codec: string, width: number, height: number, colour: VideoColorSpaceInit = {}): Blob {
  const clusters: { time_ms: number; content: Content }[] = [];
  for (const { time_ms, key, bytes } of frames) {
    const last = clusters.at(-1);
    const cluster = last && !key && time_ms - last.time_ms < 30_000 ? last : { time_ms, content: [whole(0xe7, time_ms)] };
    if (cluster !== last) clusters.push(cluster);
    (cluster.content as Content[]).push(element(0xa3, Uint8Array.of(0x81), bytes_of(time_ms - cluster.time_ms, 2), Uint8Array.of(key ? 0x80 : 0), bytes));
  }
  const colours = ([[0x55b1, colour.matrix], [0x55ba, colour.transfer], [0x55bb, colour.primaries]] as const).flatMap(([id, word]) => (word && word in kColours ? [whole(id, kColours[word]!, 1)] : []));
  const head = [
    element(0x1549a966, whole(0x2ad7b1, 1_000_000), real(0x4489, duration_ms), text(0x4d80, 'Skelter'), text(0x5741, 'Skelter')),
    element(0x1654ae6b, element(0xae, whole(0xd7, 1, 1), whole(0x73c5, 1, 1), whole(0x83, 1, 1), whole(0x9c, 0, 1), whole(0x23e383, Math.round((duration_ms / frames.length) * 1e6)), text(0x86, codec),
      element(0xe0, whole(0xb0, width, 2), whole(0xba, height, 2), element(0x55b0, ...colours, whole(0x55b9, colour.fullRange ? 2 : 1, 1))))),
  ];
  // Positions of the clusters. The size of this part does not depend on their values.
  const cues = (first: number) => {
    let at = first;
    return element(0x1c53bb6b, ...clusters.map(({ time_ms, content }) => {
      const cue = element(0xbb, whole(0xb3, time_ms), element(0xb7, whole(0xf7, 1, 1), whole(0xf1, at)));
      at += size_of(element(0x1f43b675, content));
      return cue;
    }));
  };
  const body = [...head, cues(size_of(head) + size_of(cues(0))), ...clusters.map(({ content }) => element(0x1f43b675, content))];
  const file = [
    element(0x1a45dfa3, whole(0x4286, 1, 1), whole(0x42f7, 1, 1), whole(0x42f2, 4, 1), whole(0x42f3, 8, 1), text(0x4282, 'webm'), whole(0x4287, 4, 1), whole(0x4285, 2, 1)),
    element(0x18538067, ...body),
  ];
  return new Blob(file.flat(Infinity as 10) as Uint8Array<ArrayBuffer>[], { type: 'video/webm' });
}

const kCodecs = [['vp09.00.51.08', 'V_VP9'], ['vp8', 'V_VP8']] as const;
const kMaxWaiting = 4;
const kKeyEvery_s = 2;

// Encodes frames as they arrive. Frame i is shown at i / rate seconds, regardless of the rendering speed.
export class WebmVideo {
  #frames: Frame[] = [];
  #count = 0;
  #problem: unknown;
  #colour: VideoColorSpaceInit | undefined;
  #encoder: VideoEncoder;

  private constructor(readonly codec: string, readonly config: VideoEncoderConfig, readonly rate: number) {
    this.#encoder = new VideoEncoder({
      output: (chunk, about) => {
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        this.#colour ??= about?.decoderConfig?.colorSpace;
        this.#frames.push({ time_ms: Math.round(chunk.timestamp / 1000), key: chunk.type === 'key', bytes });
      },
      error: (problem) => (this.#problem = problem),
    });
    this.#encoder.configure(config);
  }

  // Returns undefined if the browser can encode neither VP9 nor VP8.
  static async start(width: number, height: number, rate: number): Promise<WebmVideo | undefined> {
    if (typeof VideoEncoder === 'undefined') return undefined;
    for (const [codec, name] of kCodecs) {
      const config: VideoEncoderConfig = { codec, width, height, framerate: rate, bitrate: 8_000_000 };
      const { supported } = await VideoEncoder.isConfigSupported(config).catch(() => ({ supported: false }));
      if (supported) return new WebmVideo(name, config, rate);
    }
    return undefined;
  }

  async add(pixels: ImageData): Promise<void> {
    const frame = new VideoFrame(pixels.data, { format: 'RGBX', codedWidth: pixels.width, codedHeight: pixels.height, timestamp: Math.round((this.#count * 1e6) / this.rate), duration: Math.round(1e6 / this.rate) });
    this.#encoder.encode(frame, { keyFrame: this.#count++ % Math.round(kKeyEvery_s * this.rate) === 0 });
    frame.close();
    while (this.#encoder.encodeQueueSize > kMaxWaiting && !this.#problem) await new Promise((done) => setTimeout(done, 5));
    if (this.#problem) throw this.#problem;
  }

  async finish(): Promise<Blob> {
    await this.#encoder.flush();
    this.close();
    if (this.#problem) throw this.#problem;
    if (this.#frames.length !== this.#count) throw new Error(`The browser encoded ${this.#frames.length} of ${this.#count} frames, so this video is not saved. A GIF works everywhere.`);
    return webm_file(this.#frames, (this.#count * 1000) / this.rate, this.codec, this.config.width, this.config.height, this.#colour);
  }

  close(): void {
    if (this.#encoder.state !== 'closed') this.#encoder.close();
  }
}
