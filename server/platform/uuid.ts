import { randomUUID } from 'node:crypto';

/** UUID version 7 begins with the time, so new rows are added at the end of their index. */
export function uuidv7(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  // The random bits and the variant of a UUID version 4. Node generates the bits of many UUIDs at once.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isUuid = (text: string): boolean => UUID.test(text);
