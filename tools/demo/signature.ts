import sharp from 'sharp';

/** A signature as a pen writes it, drawn for the demonstration. */
const DRAWING = `
<svg xmlns="http://www.w3.org/2000/svg" width="520" height="200" viewBox="0 0 520 200">
  <rect width="520" height="200" fill="white"/>
  <g fill="none" stroke="#1b2a5e" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round">
    <path d="M132 48 C92 30 44 66 46 110 C48 150 96 156 128 128 C146 112 150 96 158 98 C170 102 150 132 166 132 C180 132
      186 96 196 98 C206 100 192 132 204 130 C216 128 220 98 230 98 C240 99 228 130 240 130 C254 130 262 88 270 62 C276 40
      264 38 262 62 C259 96 262 130 276 130 C290 130 296 100 308 100 C322 101 300 134 316 134 C332 134 340 112 356 104"/>
    <path d="M356 104 C380 40 420 30 414 58 C408 88 372 110 360 150 C352 178 376 150 396 128 C420 102 452 96 486 92"/>
    <path d="M70 168 C190 148 340 146 470 158"/>
  </g>
</svg>`;

export const drawSignature = (): Promise<Buffer> => sharp(Buffer.from(DRAWING)).png().toBuffer();
