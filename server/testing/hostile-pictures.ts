import { crc32, deflateSync } from 'node:zlib';

const number = (value: number, bytes: number) => {
  const written = Buffer.alloc(bytes);
  written.writeUIntBE(value, 0, bytes);
  return written;
};

const segment = (mark: number, ...parts: (number[] | Buffer)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from([0xff, mark]), number(body.length + 2, 2), body]);
};

/** A grey progressive JPEG: one scan with its tones, then scans that add nothing. */
export function jpegOfScans(scans: number, side = 8): Buffer {
  const scan = (from: number, to: number, bits: Buffer) => Buffer.concat([segment(0xda, [1, 1, 0, from, to, 0]), bits]);
  const blocks = Math.ceil(side / 8) ** 2;
  const nothingMore = Array.from({ length: Math.ceil(blocks / 16_384) }, () => [0, 0]).flat();
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0], Buffer.alloc(64, 1)),
    segment(0xc2, [8], number(side, 2), number(side, 2), [1, 1, 0x11, 0]),
    segment(0xc4, [0x00, 1], Buffer.alloc(15), [0x00]),
    segment(0xc4, [0x10, 1], Buffer.alloc(15), [0xe0]),
    scan(0, 0, Buffer.alloc(Math.ceil(blocks / 8))),
    ...Array.from({ length: scans - 1 }, () => scan(1, 63, Buffer.from(nothingMore))),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** The JPEG with a comment of these bytes. */
export const withComment = (jpeg: Buffer, comment: Buffer): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), segment(0xfe, comment), jpeg.subarray(2)]);

export function pngChunk(name: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name), body]);
  return Buffer.concat([number(body.length, 4), named, number(crc32(named), 4)]);
}

/** The PNG with more chunks after its header. */
export const withChunks = (png: Buffer, ...chunks: Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);

const packed = deflateSync(Buffer.alloc(7_900_000));
/** A few kilobytes each, which inflate to almost eight megabytes. */
export const COMPRESSED_TEXTS = [
  pngChunk('zTXt', Buffer.concat([Buffer.from('k\0\0'), packed])),
  pngChunk('iTXt', Buffer.concat([Buffer.from('k\0\x01\0\0\0'), packed])),
];
export const COMPRESSED_PROFILE = pngChunk('iCCP', Buffer.concat([Buffer.from('k\0\0'), packed]));
