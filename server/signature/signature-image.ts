import sharp from 'sharp';
import { limitConcurrency } from '#server/platform/limit-concurrency';
import { sanitizeImage } from '#server/platform/sanitize-image';

const FORMATS = ['png', 'jpeg', 'gif'];
/** Accepts a photo of 12 megapixels, and refuses a decompression bomb. */
const MAX_PIXELS = 16_000_000;
/** A strip of one row has few pixels, but resizing it may take gigabytes. */
const MAX_SIDE = 8000;
const MAX_WIDTH = 1200;
const MAX_HEIGHT = 600;
const TIMEOUT_SECONDS = 5;
const MAX_WAITING = 20;
const MAX_WAITING_PER_OWNER = 2;

sharp.cache(false);
sharp.concurrency(1);

/** Bounds memory, and leaves threads of libuv for others. */
const oneAtATime = limitConcurrency(1, MAX_WAITING);
/** However many images an owner uploads, only one of them waits in the common queue. */
const onePerOwner = limitConcurrency(1, MAX_WAITING_PER_OWNER);

/** Decodes an upload and encodes it as PNG, without metadata. Returns undefined for a file that is not accepted. */
export async function normalizeSignatureImage(owner: string, bytes: Uint8Array): Promise<Buffer | undefined> {
  const picture = sanitizeImage(bytes);
  if (!picture) return undefined;
  const read = () => reencode(picture).catch(() => undefined);
  return onePerOwner(owner, () => oneAtATime('picture', read));
}

async function reencode(bytes: Uint8Array): Promise<Buffer | undefined> {
  // A colour profile may contain a long computation for each pixel, and ink does not need one.
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, ignoreIcc: true } as const;
  const picture = sharp(bytes, options);
  const { format, width, height } = await picture.metadata();
  if (!format || !FORMATS.includes(format) || Math.max(width, height) > MAX_SIDE) return undefined;
  return picture
    .rotate()
    .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 9, palette: false })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer();
}
