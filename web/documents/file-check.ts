export type FileCheck = 'same' | 'different' | 'unreadable' | 'impossible';

/** Whether a file is, byte for byte, the one with that hash. It is looked at here and sent nowhere. */
export async function checkFile(file: Blob, fileHash: string): Promise<FileCheck> {
  // Browsers lend their hashing only to https and localhost.
  if (!globalThis.crypto?.subtle) return 'impossible';
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    return hex === fileHash ? 'same' : 'different';
  } catch {
    return 'unreadable';
  }
}
