/**
 * UUID version 7, ordered by time like the ids of the server. `crypto.randomUUID` exists only on https and localhost, and
 * a practice may run the application over its own network.
 */
export function uuidv7(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const time = Date.now().toString(16).padStart(12, '0');
  const variant = (0x8 | ((bytes[8] ?? 0) & 0x3)).toString(16);
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${random.slice(13, 16)}`,
    variant + random.slice(17, 20),
    random.slice(20),
  ].join('-');
}
