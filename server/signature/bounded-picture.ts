/** An ordinary progressive photo has about ten, and its thumbnail as many; each may ask for all its pixels anew. */
const MOST_SCANS = 32;
const SCAN = Buffer.from([0xff, 0xda]);

/** What a PNG draws with, and how it is turned. The texts it may carry unpack to eight megabytes each. */
const DRAWN = ['IHDR', 'PLTE', 'tRNS', 'eXIf', 'IDAT', 'IEND'];

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const GIF = Buffer.from('GIF8');

/**
 * The picture as it may be decoded: its pixels, which are counted there, are then all that it can cost, for a decoder
 * under way cannot be stopped. Undefined when it is none that we take.
 */
export function boundedPicture(bytes: Uint8Array): Uint8Array | undefined {
  const picture = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begins = (mark: Buffer) => picture.subarray(0, mark.length).equals(mark);
  if (begins(PNG)) return drawnPartOf(picture);
  if (begins(JPEG)) return hasTooManyScans(picture) ? undefined : picture;
  return begins(GIF) ? picture : undefined;
}

/** Among pixels this pair of bytes is always the mark of a scan; by chance it stands in what else a photo carries. */
function hasTooManyScans(jpeg: Buffer): boolean {
  let at = -1;
  for (let scans = 0; scans <= MOST_SCANS; scans++) {
    at = jpeg.indexOf(SCAN, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** Each chunk is its length, its name, so many bytes and a sum. */
function drawnPartOf(png: Buffer): Buffer {
  const parts: Buffer[] = [PNG];
  for (let at = PNG.length; at + 8 <= png.length; ) {
    const end = at + 12 + png.readUInt32BE(at);
    if (DRAWN.includes(png.toString('latin1', at + 4, at + 8))) parts.push(png.subarray(at, end));
    at = end;
  }
  return Buffer.concat(parts);
}
