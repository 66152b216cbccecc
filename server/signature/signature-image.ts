import sharp from 'sharp';

const FORMATS = ['png', 'jpeg', 'gif'];
/** A photo of 12 megapixels passes; a bomb that unpacks to gigabytes does not. */
const MOST_PIXELS = 16_000_000;
const WIDEST = 1200;
const HIGHEST = 600;

// One picture at a time, and none kept: memory stays bounded however many come.
sharp.cache(false);
sharp.concurrency(1);

/**
 * The picture decoded and written anew as PNG: what it carried beside its pixels is gone. Undefined when it is no
 * picture that we take, whatever its name says.
 */
export async function readSignatureImage(bytes: Uint8Array): Promise<Buffer | undefined> {
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 });
    const { format } = await picture.metadata();
    if (!format || !FORMATS.includes(format)) return undefined;
    return await picture
      .rotate()
      .resize({ width: WIDEST, height: HIGHEST, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9, palette: false })
      .toBuffer();
  } catch {
    return undefined;
  }
}
