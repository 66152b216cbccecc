/** A progressive JPEG has about ten scans. Each scan may decode every pixel again. */
const MAX_SCANS = 32;
const SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** The chunks that define the pixels and the orientation of a PNG. Its text chunks may unpack to megabytes each. */
const IMAGE_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'eXIf', 'IDAT', 'IEND'];
/** Compressed profiles of screens and cameras have a few kilobytes. This size inflates to 64 MB at most. */
const MAX_PROFILE_BYTES = 64 * 1024;

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const GIF = Buffer.from('GIF8');

interface Options {
  /** Whether a PNG keeps its colour profile, if that is small. A JPEG always does. */
  keepsProfile?: boolean;
}

/**
 * Makes the cost of decoding an upload depend on the number of its pixels alone, because a running decoder cannot be
 * stopped. Returns undefined for a format that is not accepted.
 */
export function sanitizeImage(bytes: Uint8Array, { keepsProfile = false }: Options = {}): Uint8Array | undefined {
  const picture = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begins = (mark: Buffer) => picture.subarray(0, mark.length).equals(mark);
  if (begins(PNG)) return withoutMetadata(picture, keepsProfile);
  if (begins(JPEG)) return hasTooManyScans(picture) ? undefined : picture;
  return begins(GIF) ? picture : undefined;
}

function hasTooManyScans(jpeg: Buffer): boolean {
  let scans = 0;
  for (let at = nextMarker(jpeg, 2); at >= 0; at = nextMarker(jpeg, at + 2 + jpeg.readUInt16BE(at + 2))) {
    if (jpeg[at + 1] === END_OF_IMAGE) return false;
    if (jpeg[at + 1] === SCAN) scans += 1;
    if (scans > MAX_SCANS) return true;
  }
  return false;
}

/** The position of the next marker that begins a segment or ends the image. The data of a scan has others. */
function nextMarker(jpeg: Buffer, from: number): number {
  for (let at = jpeg.indexOf(0xff, from); at >= 0 && at + 4 <= jpeg.length; at = jpeg.indexOf(0xff, at + 1)) {
    const code = jpeg.readUInt8(at + 1);
    const isRestart = code >= 0xd0 && code <= 0xd7;
    if (code >= 0xc0 && code < 0xff && !isRestart) return at;
  }
  return -1;
}

/** A chunk is a length, a name, that many bytes and a checksum. */
function withoutMetadata(png: Buffer, keepsProfile: boolean): Buffer {
  const parts: Buffer[] = [PNG];
  let hasProfile = !keepsProfile;
  for (let at = PNG.length; at + 8 <= png.length; ) {
    const length = png.readUInt32BE(at);
    const end = at + 12 + length;
    const name = png.toString('latin1', at + 4, at + 8);
    const isProfile = name === 'iCCP' && !hasProfile && length <= MAX_PROFILE_BYTES;
    if (isProfile) hasProfile = true;
    if (isProfile || IMAGE_CHUNKS.includes(name)) parts.push(png.subarray(at, end));
    at = end;
  }
  return Buffer.concat(parts);
}
