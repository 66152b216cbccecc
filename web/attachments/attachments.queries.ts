import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import {
  ATTACHMENTS_PAGE,
  type Attachment,
  addAttachment,
  deleteAttachment,
  getAttachment,
  listAttachments,
} from '#contract/attachments';
import { createUploadQueue, type UploadQueue } from '#web/attachments/upload-queue.ts';
import { call, download } from '#web/platform/api.ts';
import { ApiError, isError } from '#web/platform/api-error.ts';
import { FETCH_ONCE, queryClient } from '#web/platform/query-client.ts';
import { upload } from '#web/platform/upload.ts';
import { uuidv7 } from '#web/platform/uuid.ts';

/** The files of a patient, or of one of the patient's notes. */
export interface Place {
  patientId: string;
  noteId?: string | undefined;
}

export const ATTACHMENTS_NOT_LOADED = 'No se pudieron cargar los archivos';

export const useAttachments = ({ patientId, noteId }: Place) =>
  useInfiniteQuery({
    queryKey: [listAttachments.path, patientId, noteId],
    queryFn: ({ pageParam: before, signal }) =>
      call(listAttachments, { params: { id: patientId }, query: { noteId, before } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < ATTACHMENTS_PAGE ? undefined : page.at(-1)?._id),
    ...FETCH_ONCE,
    meta: {},
  });

const refresh = (patientId: string) => queryClient.invalidateQueries({ queryKey: [listAttachments.path, patientId] });

/** Not cached when unused: each time that a file is opened is recorded. */
export const useAttachmentContent = ({ _id: id }: Attachment) =>
  useQuery({
    queryKey: [getAttachment.path, id],
    queryFn: ({ signal }) => download(getAttachment, { params: { id } }, signal),
    ...FETCH_ONCE,
    gcTime: 0,
    meta: {},
  });

export const useDownload = () =>
  useMutation({
    mutationFn: ({ _id: id }: Attachment) => download(getAttachment, { params: { id } }),
    meta: { failed: 'No se pudo descargar el archivo' },
  });

export function useDeleteAttachment(patientId: string) {
  const cache = useQueryClient();
  return useMutation({
    // A file that was deleted in another window counts as deleted.
    mutationFn: (id: string) =>
      call(deleteAttachment, { params: { id } }).catch((error) =>
        isError(error, 'NOT_FOUND') ? undefined : Promise.reject(error),
      ),
    meta: {
      done: 'Archivo eliminado',
      failed: (error: Error) => (error instanceof ApiError && error.reply.error) || 'No se pudo eliminar el archivo',
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: [listAttachments.path, patientId] }),
  });
}

const ids = new WeakMap<File, string>();

/** A file that is sent again has the same id, because the answer may have been lost after the file was stored. */
function idOf(file: File): string {
  const id = ids.get(file) ?? uuidv7();
  ids.set(file, id);
  return id;
}

/** By place, so that uploads under way are shown again when the page is opened again. */
const queues = new Map<string, UploadQueue>();

function queueOf({ patientId, noteId }: Place): UploadQueue {
  const key = `${patientId}/${noteId ?? ''}`;
  const known = queues.get(key);
  if (known) return known;
  const made = createUploadQueue({
    send: async (file, { signal, onProgress }) => {
      const fields: Record<string, string> = { _id: idOf(file) };
      if (noteId) fields.noteId = noteId;
      await upload(addAttachment, file, { params: { id: patientId }, fields, onProgress, signal });
      await refresh(patientId);
    },
    explain,
  });
  queues.set(key, made);
  return made;
}

/** A refusal of the file itself stays the same. Anything else may pass. */
function explain(error: unknown): { problem: string; canRetry: boolean } {
  if (!(error instanceof ApiError)) return { problem: 'No se pudo subir el archivo', canRetry: true };
  if (error.status === 413) return { problem: 'Es demasiado grande: puede tener hasta 15 MB.', canRetry: false };
  return { problem: error.message, canRetry: error.status === 0 || error.status >= 429 || error.status === 408 };
}

export function useUploads(place: Place) {
  const queue = queueOf(place);
  return { ...queue, uploads: useSyncExternalStore(queue.subscribe, queue.uploads) };
}
