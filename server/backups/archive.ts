import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ReadableStream as NodeStream } from 'node:stream/web';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { isStartRefused, startRefused } from '#server/platform/start-refused';

/** A file in the archive. Large content is split over several, so that each fits in memory. */
export interface ArchiveEntry {
  name: string;
  bytes: Uint8Array;
}

const MAX_ENTRY_BYTES = 16 * 1024 * 1024;
const AGE_MAGIC = 'age-encryption.org/v1\n';
const COMPRESSION = {
  // Most bytes are encrypted text in hexadecimal: level 1 halves them as higher levels do, in a fraction of the time.
  params: { [constants.ZSTD_c_compressionLevel]: 1 },
  // If the last chunk still waited when the stream ends, Node would add an empty frame behind it. Its decompressor fails
  // when two of its chunks divide that frame.
  writableHighWaterMark: 1,
};

export interface Encryption {
  passphrase: string;
  /** The base-2 logarithm of the cost of scrypt. Tests lower it. */
  workFactor?: number;
}

/**
 * Writes a tar archive, compressed with zstd and encrypted with age: `age -d FILE | zstd -d | tar x` reads it. `produce`
 * adds the entries one after another. The file is on the disk when the promise resolves.
 */
export async function writeArchive(
  path: string,
  encryption: Encryption,
  produce: (add: (entry: ArchiveEntry) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { readable, controller } = createTarPacker();
  const writing = pipeline(
    readable,
    createZstdCompress(COMPRESSION),
    (compressed: AsyncIterable<Uint8Array>) => encrypt(compressed, encryption),
    // A new file: it never follows a link that somebody placed there.
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
  const add = async ({ name, bytes }: ArchiveEntry) => {
    const writer = controller
      .add({ name, size: bytes.length, type: 'file', mode: 0o600, mtime: new Date(0) })
      .getWriter();
    await writer.write(bytes);
    await writer.close();
  };
  const producing = produce(add).then(
    () => controller.finalize(),
    (error) => {
      controller.error(error);
      throw error;
    },
  );
  // When the disk is full, the producer fails too, with the less telling error.
  const outcomes = await Promise.allSettled([writing, producing]);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
}

const webStream = (source: AsyncIterable<Uint8Array>) => NodeStream.from(source) as ReadableStream<Uint8Array>;

async function* encrypt(source: AsyncIterable<Uint8Array>, { passphrase, workFactor }: Encryption) {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  if (workFactor) encrypter.setScryptWorkFactor(workFactor);
  yield* await encrypter.encrypt(webStream(source));
}

/** Calls `onEntry` for each entry in turn. A file that is not an archive, is damaged or incomplete is refused. */
export async function readArchive(
  path: string,
  { passphrase }: Encryption,
  onEntry: (entry: ArchiveEntry) => Promise<void>,
): Promise<void> {
  await requireAgeFile(path);
  let isInConsumer = false;
  try {
    await pipeline(
      createReadStream(path),
      (encrypted: AsyncIterable<Uint8Array>) => decrypt(encrypted, passphrase, path),
      createZstdDecompress(),
      async (tar: AsyncIterable<Uint8Array>) => {
        const entries = webStream(tar).pipeThrough(createTarDecoder({ strict: true }));
        for await (const { header, body } of entries) {
          if (header.size > MAX_ENTRY_BYTES) throw damaged(path);
          const bytes = await buffer(body);
          isInConsumer = true;
          await onEntry({ name: header.name, bytes });
          isInConsumer = false;
        }
      },
    );
  } catch (error) {
    if (isInConsumer || isStartRefused(error)) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'EIO' ? startRefused(`${path} cannot be read: ${code}`) : damaged(path);
  }
}

const damaged = (path: string) => startRefused(`${path} is damaged or incomplete: nothing in it can be trusted`);

async function* decrypt(source: AsyncIterable<Uint8Array>, passphrase: string, path: string) {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const encrypted = webStream(source);
  yield* await decrypter.decrypt(encrypted).catch((error: Error) => {
    if (!/no identity matched/.test(error.message)) throw damaged(path);
    throw startRefused(`${path} cannot be decrypted: BACKUP_PASSPHRASE is not the one it was made with`);
  });
}

async function requireAgeFile(path: string): Promise<void> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw startRefused(`${path} cannot be read: ${error.code}`);
  });
  try {
    const { buffer: start, bytesRead } = await file.read(Buffer.alloc(AGE_MAGIC.length), 0);
    if (start.toString('latin1', 0, bytesRead) !== AGE_MAGIC) throw startRefused(`${path} is not a backup`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EISDIR') throw startRefused(`${path} is a folder`);
    throw error;
  } finally {
    await file.close();
  }
}
