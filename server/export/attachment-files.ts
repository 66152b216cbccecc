import { createHash } from 'node:crypto';
import { dayIn } from '#contract/days';
import { FILE_HASH_NAME } from '#contract/hash-names';
import { timeZoneOf } from '#contract/regions';
import { contentOf, listKeptAttachments } from '#server/attachments/attachments.service';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import { type Resource, referenceTo, SHA256 } from './fhir.ts';
import { fileNameOf, type ZipFile } from './zip.ts';

/** An attachment in the ZIP. */
export interface ExportedAttachment {
  id: string;
  noteId: string | undefined;
  title: string;
  type: string;
  name: string;
  bytes: number;
  sha1: string;
  sha256: string;
  addedAt: string;
}

interface Written {
  attachments: ExportedAttachment[];
  problems: string[];
}

/** The attachments of a patient, one in memory at a time. One that is damaged is named in the index. */
export async function* attachmentFiles(
  deps: Pick<Deps, 'tenantRead' | 'cipher'>,
  owner: Pick<Owner, 'id' | 'user'>,
  patientId: string,
  written: Written,
): AsyncGenerator<ZipFile> {
  const listKept = () => deps.tenantRead(owner.id, (db) => listKeptAttachments(db, deps, patientId));
  for (const kept of await listKept()) {
    const { id, noteId, type, createdAt, contentHash } = kept;
    const addedAt = createdAt.toISOString();
    const day = dayIn(timeZoneOf(owner.user.region), createdAt);
    const title = kept.name ?? 'archivo';
    const content = await Array.fromAsync(contentOf(deps, owner, kept)).catch(undecryptable);
    if (!content) {
      // A file that was deleted meanwhile is not a problem.
      const isKept = (await listKept()).some((one) => one.id === id);
      if (isKept) written.problems.push(`${title} del ${day} (${id}): el archivo no se pudo descifrar`);
      continue;
    }
    const file = Buffer.concat(content);
    const ending = type.split('/').at(-1);
    const name = `archivos/${day}-${fileNameOf(title.replace(/\.\w+$/, ''))}-${id}.${ending}`;
    const sha1 = createHash('sha1').update(file).digest('base64');
    const sha256 = contentHash.toString('hex');
    written.attachments.push({ id, noteId, title, type, name, bytes: file.length, sha1, sha256, addedAt });
    yield { name, input: file };
  }
}

/** Undefined instead of the error of a value that does not decrypt. */
export function undecryptable(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'UNDECRYPTABLE') return undefined;
  throw error;
}

/** The resource of an attachment. It names the note that it was added to, if the bundle has that note. */
export const attachmentResource = (
  file: ExportedAttachment,
  {
    patientId,
    practitionerId,
    encounters,
  }: Record<'patientId' | 'practitionerId', string> & { encounters: Set<string> },
): Resource => ({
  resourceType: 'DocumentReference',
  id: file.id,
  identifier: [{ type: { text: FILE_HASH_NAME }, system: SHA256, value: file.sha256 }],
  status: 'current',
  type: { text: 'Archivo adjunto' },
  subject: referenceTo(patientId),
  date: file.addedAt,
  author: [referenceTo(practitionerId)],
  content: [
    {
      attachment: {
        contentType: file.type,
        url: file.name,
        size: file.bytes,
        // In R4 the hash of an attachment is SHA-1, in base64.
        hash: file.sha1,
        title: file.title,
        creation: file.addedAt,
      },
    },
  ],
  context: file.noteId && encounters.has(file.noteId) ? { encounter: [referenceTo(file.noteId)] } : undefined,
});
