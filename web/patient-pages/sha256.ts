const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;

const INITIAL_STATE = Int32Array.from([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);
const ROUND_CONSTANTS = Int32Array.from([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]);

/**
 * The eight words of the SHA-256 of a text in ASCII (FIPS 180-4). Browsers offer `crypto.subtle` to pages with https
 * alone, and being asynchronous it takes twice as long for short texts.
 */
export function sha256(text: string): Int32Array {
  const message = pad(text);
  const state = Int32Array.from(INITIAL_STATE);
  for (let start = 0; start < message.byteLength; start += BLOCK_BYTES) addBlock(state, message, start);
  return state;
}

/** The text, a bit, zeros, and the length in bits at the end of a block. */
function pad(text: string): DataView {
  const blocks = Math.ceil((text.length + 1 + LENGTH_BYTES) / BLOCK_BYTES);
  const message = new DataView(new ArrayBuffer(blocks * BLOCK_BYTES));
  for (let i = 0; i < text.length; i += 1) message.setUint8(i, text.charCodeAt(i));
  message.setUint8(text.length, 0x80);
  message.setUint32(message.byteLength - 4, text.length * 8);
  return message;
}

const schedule = new Int32Array(64);

function addBlock(state: Int32Array, message: DataView, start: number): void {
  for (let i = 0; i < 16; i += 1) schedule[i] = message.getInt32(start + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const early = schedule[i - 15] as number;
    const late = schedule[i - 2] as number;
    const mixedEarly = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const mixedLate = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    schedule[i] = (schedule[i - 16] as number) + mixedEarly + (schedule[i - 7] as number) + mixedLate;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const mixedE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const first = (h + mixedE + chosen + (ROUND_CONSTANTS[i] as number) + (schedule[i] as number)) | 0;
    const mixedA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + mixedA + majority) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = (state[i] as number) + word;
  });
}

const rotate = (value: number, bits: number): number => (value >>> bits) | (value << (32 - bits));
