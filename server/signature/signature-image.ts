import sharp from 'sharp';
import { lanes } from '#server/platform/lanes';

const FORMATS = ['png', 'jpeg', 'gif'];
/** A photo of 12 megapixels passes; a bomb that unpacks to gigabytes does not. */
const MOST_PIXELS = 16_000_000;
/** A strip of one line may have few pixels and still cost gigabytes on its way to another size. */
const LONGEST_SIDE = 8000;
const WIDEST = 1200;
const HIGHEST = 600;
const SECONDS = 5;
const MOST_WAITING = 20;

sharp.cache(false);
sharp.concurrency(1);

/** Memory stays bounded however many come, and threads are left for others. */
const onePictureAtATime = lanes(1, MOST_WAITING);

/**
 * The picture decoded and written anew as PNG: what it carried beside its pixels is gone. Undefined when it is no
 * picture that we take, whatever its name says.
 */
export const readSignatureImage = (bytes: Uint8Array): Promise<Buffer | undefined> =>
  onePictureAtATime('picture', () => writtenAnew(bytes).catch(() => undefined));

async function writtenAnew(bytes: Uint8Array): Promise<Buffer | undefined> {
  const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 });
  const { format, width, height } = await picture.metadata();
  if (!format || !FORMATS.includes(format) || Math.max(width, height) > LONGEST_SIDE) return undefined;
  return picture
    .rotate()
    .resize({ width: WIDEST, height: HIGHEST, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 9, palette: false })
    .timeout({ seconds: SECONDS })
    .toBuffer();
}
