import { inflateSync } from 'node:zlib';

/** A picture on white paper. */
export interface Picture {
  width: number;
  height: number;
  rgb: Uint8Array;
}

const MAGIC = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const MOST_PIXELS = 4_000_000;
/** Bytes of a pixel by type of colour: grey, RGB, palette, grey with alpha, RGB with alpha. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Chunks {
  header: Buffer;
  palette: Buffer;
  alphas: Buffer;
  data: Buffer;
}

/**
 * A PNG as our own upload writes it: 8 bits, not interlaced. Anything else, or a broken one, is no picture: the
 * document then has a line to sign on. pdfkit's own reader crashes the process on a forged one.
 */
export function readPng(bytes: Uint8Array): Picture | undefined {
  try {
    return decode(chunksOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
  } catch {
    return undefined;
  }
}

function chunksOf(file: Buffer): Chunks {
  if (!file.subarray(0, 8).equals(MAGIC)) throw new Error('not a PNG');
  const found: Record<string, Buffer[]> = {};
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const name = file.toString('latin1', at + 4, at + 8);
    if (at + 12 + length > file.length) throw new Error('cut short');
    found[name] = [...(found[name] ?? []), file.subarray(at + 8, at + 8 + length)];
    at += 12 + length;
  }
  const part = (name: string) => Buffer.concat(found[name] ?? []);
  return { header: part('IHDR'), palette: part('PLTE'), alphas: part('tRNS'), data: part('IDAT') };
}

function decode({ header, palette, alphas, data }: Chunks): Picture | undefined {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, type, interlace] = [header.readUInt8(8), header.readUInt8(9), header.readUInt8(12)];
  const channels = CHANNELS[type];
  if (depth !== 8 || interlace !== 0 || channels === undefined) return undefined;
  if (width === 0 || height === 0 || width * height > MOST_PIXELS) return undefined;

  const stride = width * channels;
  const raw = inflateSync(data, { maxOutputLength: (stride + 1) * height });
  if (raw.length !== (stride + 1) * height) return undefined;
  const pixels = unfilter(raw, stride, height, channels);
  const rgb = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const [color, alpha] = pixelAt(pixels, at * channels, type, palette, alphas);
    for (const [channel, value] of color.entries()) rgb[at * 3 + channel] = 255 - ((255 - value) * alpha) / 255;
  }
  return { width, height, rgb };
}

function pixelAt(
  pixels: Uint8Array,
  at: number,
  type: number,
  palette: Buffer,
  alphas: Buffer,
): [color: [number, number, number], alpha: number] {
  const [a = 0, b = 0, c = 0, d = 255] = pixels.subarray(at, at + 4);
  if (type === 0) return [[a, a, a], 255];
  if (type === 2) return [[a, b, c], 255];
  if (type === 4) return [[a, a, a], b];
  if (type === 6) return [[a, b, c], d];
  return [[palette[a * 3] ?? 0, palette[a * 3 + 1] ?? 0, palette[a * 3 + 2] ?? 0], alphas[a] ?? 255];
}

/** Each row of a PNG is told by its difference from what stands left of it and above. */
function unfilter(raw: Uint8Array, stride: number, height: number, step: number): Uint8Array {
  const pixels = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x >= step ? (pixels[at - step] ?? 0) : 0;
      const above = y > 0 ? (pixels[at - stride] ?? 0) : 0;
      const corner = x >= step && y > 0 ? (pixels[at - stride - step] ?? 0) : 0;
      pixels[at] = (raw[y * (stride + 1) + 1 + x] ?? 0) + predicted(filter, left, above, corner);
    }
  }
  return pixels;
}

function predicted(filter: number | undefined, left: number, above: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) throw new Error('unknown filter');
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
