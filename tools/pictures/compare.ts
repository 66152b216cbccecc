import sharp from 'sharp';

/** A part of a picture, in fractions of its width and height. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Pictures are compared reduced to a quarter: the edges of letters differ between machines, and their averages do not. */
const REDUCTION = 4;
/** The difference that is ignored, of 255, in any colour. */
const TOLERANCE = 28;
/** Noise of the compression. A changed word has more cells. */
const CELLS_ALLOWED = 6;

/** Whether a new picture shows something else than the kept one. Areas with random content are left out. */
export async function differs(kept: Uint8Array, made: Uint8Array, ignored: readonly Area[] = []): Promise<boolean> {
  const [one, other] = await Promise.all([reduce(kept), reduce(made)]);
  const { width, height, channels } = one.info;
  if (other.info.width !== width || other.info.height !== height) return true;
  let cells = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (ignored.some((area) => isIn(area, x / width, y / height))) continue;
      const at = (y * width + x) * channels;
      const isOther = [0, 1, 2].some((c) => Math.abs((one.data[at + c] ?? 0) - (other.data[at + c] ?? 0)) > TOLERANCE);
      if (isOther) cells += 1;
    }
  }
  return cells > CELLS_ALLOWED;
}

const isIn = ({ left, top, right, bottom }: Area, x: number, y: number) =>
  x >= left && x <= right && y >= top && y <= bottom;

/** Decoded first: sharp reduces a WebP while it decodes it, with another result. */
async function reduce(picture: Uint8Array) {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const reduced = sharp(data, { raw: { width, height, channels } }).resize({ width: Math.round(width / REDUCTION) });
  return reduced.raw().toBuffer({ resolveWithObject: true });
}
