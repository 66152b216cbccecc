import sharp from 'sharp';

/** The pixels of a picture on white paper, three bytes each. */
export interface Picture {
  width: number;
  height: number;
  rgb: Uint8Array;
}

const MAX_PIXELS = 4_000_000;

/** Decodes a PNG. Returns undefined for anything else, and for a broken file. */
export async function decodePng(bytes: Uint8Array): Promise<Picture | undefined> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', ignoreIcc: true });
    if ((await image.metadata()).format !== 'png') return undefined;
    const { data, info } = await image
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, rgb: data };
  } catch {
    return undefined;
  }
}
