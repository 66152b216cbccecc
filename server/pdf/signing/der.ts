/** DER, the one way to write ASN.1 down: what certificates and signatures are made of. */

const CONSTRUCTED = 0x20;
export const TAGS = {
  integer: 0x02,
  bitString: 0x03,
  octets: 0x04,
  null: 0x05,
  oid: 0x06,
  utf8: 0x0c,
  sequence: 0x30,
  set: 0x31,
  utcTime: 0x17,
  generalizedTime: 0x18,
};

export function tlv(tag: number, ...contents: Uint8Array[]): Buffer {
  const body = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const digits = length.toString(16);
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}

export const sequence = (...parts: Uint8Array[]): Buffer => tlv(TAGS.sequence, ...parts);
export const set = (...parts: Uint8Array[]): Buffer => tlv(TAGS.set, ...parts.toSorted(Buffer.compare));
export const octets = (bytes: Uint8Array): Buffer => tlv(TAGS.octets, bytes);
export const bits = (bytes: Uint8Array): Buffer => tlv(TAGS.bitString, Buffer.from([0]), bytes);
export const utf8 = (text: string): Buffer => tlv(TAGS.utf8, Buffer.from(text));
export const nothing = (): Buffer => tlv(TAGS.null);
export const truth = (): Buffer => tlv(0x01, Buffer.from([0xff]));

/** A tag of the surrounding structure's own: [0], [1], … */
export const tagged = (number: number, ...parts: Uint8Array[]): Buffer => tlv(0x80 | CONSTRUCTED | number, ...parts);

/** A number that is not negative, as its bytes. */
export function integer(bytes: Uint8Array | number): Buffer {
  const given = typeof bytes === 'number' ? Buffer.from([bytes]) : Buffer.from(bytes);
  const first = given.findIndex((byte) => byte !== 0);
  const trimmed = first < 0 ? Buffer.from([0]) : given.subarray(first);
  return tlv(TAGS.integer, Buffer.from((trimmed[0] ?? 0) >= 0x80 ? [0] : []), trimmed);
}

/** '1.2.840.113549.1.7.2' */
export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const digits = [arc & 0x7f];
    for (let left = arc >>> 7; left > 0; left >>>= 7) digits.unshift((left & 0x7f) | 0x80);
    return digits;
  });
  return tlv(TAGS.oid, Buffer.from(bytes));
}

/** An element that was read: its tag, what is in it, and itself with its head. */
export interface Node {
  tag: number;
  content: Buffer;
  whole: Buffer;
}

/** The first element, which may be followed by others. Throws on anything that is not DER. */
export function readNode(bytes: Buffer): Node {
  const [tag, first] = [bytes[0], bytes[1]];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw new Error('not DER');
  const extra = first < 0x80 ? 0 : first & 0x7f;
  if (extra > 4 || first === 0x80 || bytes.length < 2 + extra) throw new Error('not DER');
  const length = extra === 0 ? first : bytes.readUIntBE(2, extra);
  const end = 2 + extra + length;
  if (end > bytes.length) throw new Error('cut short');
  return { tag, content: bytes.subarray(2 + extra, end), whole: bytes.subarray(0, end) };
}

/** The elements inside one. */
export function childrenOf({ content }: Node): Node[] {
  const children: Node[] = [];
  for (let at = 0; at < content.length; ) {
    const child = readNode(content.subarray(at));
    children.push(child);
    at += child.whole.length;
  }
  return children;
}

/** The element of that tag at that place among the children. */
export function childAt(parent: Node, index: number, tag?: number): Node {
  const child = childrenOf(parent)[index];
  if (!child || (tag !== undefined && child.tag !== tag)) throw new Error('not as expected');
  return child;
}

export const isOid = ({ whole }: Node, text: string): boolean => whole.equals(oid(text));
