/** A progressive JPEG has about ten scans, and its thumbnail as many. Each scan may decode every pixel again. */
const MAX_SCANS = 32;
const SCAN = Buffer.from([0xff, 0xda]);

/** The chunks that define the pixels and the orientation of a PNG. Its text chunks may unpack to megabytes each. */
const IMAGE_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'eXIf', 'IDAT', 'IEND'];

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const GIF = Buffer.from('GIF8');

/**
 * Makes the cost of decoding an upload depend on the number of its pixels alone, because a running decoder cannot be
 * stopped. Returns undefined for a format that is not accepted.
 */
export function sanitizeImage(bytes: Uint8Array): Uint8Array | undefined {
  const picture = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begins = (mark: Buffer) => picture.subarray(0, mark.length).equals(mark);
  if (begins(PNG)) return withoutMetadata(picture);
  if (begins(JPEG)) return hasTooManyScans(picture) ? undefined : picture;
  return begins(GIF) ? picture : undefined;
}

/** In image data this pair of bytes is always a scan marker. In metadata it may occur by chance. */
function hasTooManyScans(jpeg: Buffer): boolean {
  let at = -1;
  for (let scans = 0; scans <= MAX_SCANS; scans++) {
    at = jpeg.indexOf(SCAN, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** A chunk is a length, a name, that many bytes and a checksum. */
function withoutMetadata(png: Buffer): Buffer {
  const parts: Buffer[] = [PNG];
  for (let at = PNG.length; at + 8 <= png.length; ) {
    const end = at + 12 + png.readUInt32BE(at);
    if (IMAGE_CHUNKS.includes(png.toString('latin1', at + 4, at + 8))) parts.push(png.subarray(at, end));
    at = end;
  }
  return Buffer.concat(parts);
}
