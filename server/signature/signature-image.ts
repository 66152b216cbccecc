import sharp from 'sharp';
import { limitConcurrency } from '#server/platform/limit-concurrency';
import { boundedPicture } from './bounded-picture.ts';

const FORMATS = ['png', 'jpeg', 'gif'];
/** A photo of 12 megapixels passes; a bomb that unpacks to gigabytes does not. */
const MOST_PIXELS = 16_000_000;
/** A strip of one line may have few pixels and still cost gigabytes on its way to another size. */
const LONGEST_SIDE = 8000;
const WIDEST = 1200;
const HIGHEST = 600;
const SECONDS = 5;
const MOST_WAITING = 20;
const MOST_WAITING_OF_ONE_OWNER = 2;

sharp.cache(false);
sharp.concurrency(1);

/** Memory stays bounded however many come, and threads are left for others. */
const onePictureAtATime = limitConcurrency(1, MOST_WAITING);
/** However many one owner sends, one of them stands in the others' way. */
const oneOfEachOwner = limitConcurrency(1, MOST_WAITING_OF_ONE_OWNER);

/**
 * The picture decoded and written anew as PNG: what it carried beside its pixels is gone. Undefined when it is no
 * picture that we take, whatever its name says.
 */
export async function readSignatureImage(owner: string, bytes: Uint8Array): Promise<Buffer | undefined> {
  const picture = boundedPicture(bytes);
  if (!picture) return undefined;
  const read = () => writtenAnew(picture).catch(() => undefined);
  return oneOfEachOwner(owner, () => onePictureAtATime('picture', read));
}

async function writtenAnew(bytes: Uint8Array): Promise<Buffer | undefined> {
  // A colour profile may be a program of a hundred thousand steps for each pixel: ink does without.
  const options = { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1, ignoreIcc: true } as const;
  const picture = sharp(bytes, options);
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
