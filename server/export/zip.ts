import { makeZip } from 'client-zip';
import { fold } from '#contract/fold';

/** A file of a ZIP. The content of a generator is read while it is sent. */
export interface ZipFile {
  name: string;
  input: Uint8Array | string | AsyncIterable<string>;
}

/**
 * The bytes of a ZIP, made as they are read: one file at a time, and no more of it than a chunk, is in memory. Files are
 * stored without compression, because a PDF is compressed already.
 */
export async function* zipOf(files: AsyncIterable<ZipFile>, at: Date): AsyncGenerator<Uint8Array> {
  async function* dated() {
    for await (const { name, input } of files) yield { name, lastModified: at, input };
  }
  const reader = makeZip(dated(), { buffersAreUTF8: true }).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // Ends the files when the reader leaves. The library then rejects with the missing reason.
    await reader.cancel().catch(() => undefined);
  }
}

const MAX_NAME_LENGTH = 40;

/** A part of a path that means the same on every system: 'José ../Núñez' → 'jose-nunez'. */
export function fileNameOf(text: string): string {
  const letters = fold(text).replaceAll(/[^a-z0-9]+/g, '-');
  return letters.slice(0, MAX_NAME_LENGTH).replaceAll(/^-+|-+$/g, '') || 'sin-nombre';
}
