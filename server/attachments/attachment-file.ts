import sharp, { type Metadata } from 'sharp';
import { type AttachmentType, MAX_ATTACHMENT_BYTES } from '#contract/attachments';
import type { ErrorCode } from '#contract/errors';
import { sanitizeImage } from '#server/platform/sanitize-image';
import { hasFirstPage } from './pdf-first-page.ts';
import { hasPdfStructure } from './pdf-structure.ts';

/** What is stored of an upload, or why it is refused. */
export type AttachmentFile =
  | { type: AttachmentType; content: Uint8Array; thumbnail: Uint8Array | undefined }
  | { refused: Extract<ErrorCode, `ATTACHMENT_${string}`> };

/** Accepts the photos of all usual cameras, and refuses a decompression bomb. */
const MAX_PIXELS = 50_000_000;
/**
 * Maximum memory to decode a picture. The usual kinds fit with 50 megapixels, a JPEG in several scans with 28, an
 * interlaced PNG with transparency and 16 bits with 16.
 */
const MAX_DECODED_BYTES = 256_000_000;
/** A strip of one row has few pixels, but resizing it may take gigabytes. */
const MAX_SIDE = 20_000;
/** A picture that has become larger than the limit is stored with at most this many pixels on a side. */
const REDUCED_SIDE = 4000;
const THUMBNAIL_SIDE = 192;
/** Optimised codes would save a few percent of the file, and need all coefficients in memory: 3 bytes a pixel. */
const JPEG = { quality: 88, optimiseCoding: false };

/** High Efficiency containers begin with a box of this kind, and name their formats in it. */
const HEIC = /^.{4}ftyp(?:heic|heix|hevc|hevx|heim|heis|mif1|msf1)/s;

/** Reads an upload by its content. The name and the type that the client states do not count. */
export async function readAttachment(bytes: Uint8Array): Promise<AttachmentFile> {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return readImage(bytes, 'image/jpeg');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return readImage(bytes, 'image/png');
  if (HEIC.test(head)) return { refused: 'ATTACHMENT_HEIC' };
  if (!head.startsWith('%PDF-')) return { refused: 'ATTACHMENT_TYPE' };
  // A PDF is evidence, and may be signed: it is stored as it is.
  if (!hasPdfStructure(bytes) || !(await hasFirstPage(bytes))) return { refused: 'ATTACHMENT_UNREADABLE' };
  return { type: 'application/pdf', content: bytes, thumbnail: undefined };
}

/** Decodes the picture and encodes it again, without metadata: a photo tells where it was taken. */
async function readImage(upload: Uint8Array, type: 'image/jpeg' | 'image/png'): Promise<AttachmentFile> {
  const bytes = sanitizeImage(upload, { keepsProfile: true });
  if (!bytes) return { refused: 'ATTACHMENT_UNREADABLE' };
  try {
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { width, height } = metadata;
    if (type !== `image/${metadata.format}`) return { refused: 'ATTACHMENT_UNREADABLE' };
    const isTooLarge = width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE;
    if (isTooLarge || decodedBytes(metadata) > MAX_DECODED_BYTES) return { refused: 'ATTACHMENT_TOO_MANY_PIXELS' };
    let content = await encoded(bytes, type);
    if (content.length > MAX_ATTACHMENT_BYTES) content = await encoded(bytes, type, REDUCED_SIDE);
    if (content.length > MAX_ATTACHMENT_BYTES) return { refused: 'ATTACHMENT_TOO_LARGE' };
    const side = { width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE };
    const thumbnail = await sharp(content)
      .resize({ ...side, fit: 'cover' })
      .webp({ quality: 60 })
      .toBuffer();
    return { type, content, thumbnail };
  } catch {
    return { refused: 'ATTACHMENT_UNREADABLE' };
  }
}

/**
 * The memory that decoding takes: the pixels once, for turning them upright. A JPEG in several scans also needs all its
 * coefficients, of 16 bits, and an interlaced PNG its pixels a second time.
 */
function decodedBytes({ width, height, channels, depth, format, isProgressive }: Metadata): number {
  const copies = isProgressive ? (format === 'jpeg' ? 3 : 2) : 1;
  return width * height * channels * (depth === 'uchar' ? 1 : 2) * copies;
}

function encoded(bytes: Uint8Array, type: 'image/jpeg' | 'image/png', side?: number): Promise<Buffer> {
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    .rotate()
    .toColourspace('srgb');
  const sized = side ? picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) : picture;
  const file = type === 'image/png' ? sized.png({ compressionLevel: 7 }) : sized.jpeg(JPEG);
  return file.toBuffer();
}
