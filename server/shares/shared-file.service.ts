import type { RecordingDeps } from '#server/audit/access-recorder';
import { actBy, PATIENT_BY_LINK } from '#server/audit/audit.store';
import { createReadMemory } from '#server/audit/read-memory';
import { getKeptFile } from '#server/documents/kept-documents.service';
import { AppError } from '#server/platform/app-error';
import { fileNameOf, type OpenShareDeps, requireShare, type ShareUse } from './open-share.service.ts';
import { documentsOfShares } from './shares.store.ts';

export type SharedFileDeps = OpenShareDeps & RecordingDeps;

interface FileUse extends ShareUse {
  documentId: string;
  ticket: string;
  /** Whether the browser shows the file. */
  isShown: boolean;
}

/** Reads the files of links. The owner sees each download in the access log, a repeated one once an hour. */
export function createSharedFileReader(deps: SharedFileDeps) {
  const isNew = createReadMemory();
  return async ({ token, address, documentId, ticket, isShown }: FileUse) => {
    const { ownerId, share } = await requireShare(deps, token);
    const at = deps.now();
    if ((await deps.accessTokens.shareOf(ticket, at)) !== share.id) throw new AppError('TICKET_ENDED');
    const { document, file } = await deps.tenantRead(ownerId, async (db) => {
      const found = (await documentsOfShares(db, [share.id], deps.cipher)).find((one) => one.documentId === documentId);
      if (!found) throw new AppError('NOT_FOUND');
      return { document: found, file: await getKeptFile(db, deps, documentId) };
    });
    if (isNew({ token: `${token} ${documentId}`, address }, at)) {
      const who = actBy({ id: ownerId, actorId: PATIENT_BY_LINK, address }, share.id, share.patientId);
      deps.accessRecorder.add({ ...who, act: 'share.downloaded', at, detail: { folios: [document.folio] } });
    }
    return {
      name: fileNameOf(document),
      type: 'application/pdf',
      size: file.byteLength,
      chunks: oneChunk(file),
      isShown,
    };
  };
}

async function* oneChunk(file: Uint8Array): AsyncGenerator<Uint8Array> {
  yield file;
}
