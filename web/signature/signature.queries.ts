import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ERRORS } from '#contract/errors';
import {
  deleteSignature,
  getSignatureImage,
  getSignatureInfo,
  type SignatureInfo,
  toggleSignature,
  uploadSignature,
} from '#contract/signature';
import { call, download, queryFor } from '#web/platform/api.ts';
import { ApiError, isError } from '#web/platform/api-error.ts';
import { upload } from '#web/platform/upload.ts';

const signatureInfo = queryFor(getSignatureInfo, {}, { failed: 'No se pudo cargar la firma' });
const imageKey = [getSignatureImage.path];

export const useSignatureInfo = () => useQuery(signatureInfo);

/**
 * Downloaded by script, because an <img> would send no token. Not cached when unused: a deleted signature must not
 * appear again.
 */
export const useSignatureImage = () =>
  useQuery({ queryKey: imageKey, queryFn: ({ signal }) => download(getSignatureImage, {}, signal), gcTime: 0 });

/** A proxy may answer 413 with a text of its own, which is replaced. */
export function uploadFailure(error: Error): string {
  if (!(error instanceof ApiError)) return UPLOAD_FAILED;
  return error.status === 413 ? ERRORS.SIGNATURE_TOO_LARGE.message : error.reply.error || UPLOAD_FAILED;
}
const UPLOAD_FAILED = 'Error al subir la firma. Verifica tu conexión e intenta nuevamente.';

export function useUploadSignature() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => upload(uploadSignature, file),
    meta: { done: 'Firma guardada correctamente', failed: uploadFailure },
    onSuccess: () =>
      Promise.all([imageKey, signatureInfo.queryKey].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  });
}

export function useDeleteSignature() {
  const cache = useQueryClient();
  return useMutation({
    // A signature already deleted in another window counts as deleted.
    mutationFn: () =>
      call(deleteSignature).catch((error) => (isError(error, 'NOT_FOUND') ? undefined : Promise.reject(error))),
    meta: { done: 'Firma eliminada correctamente', failed: 'No se pudo eliminar la firma' },
    onSuccess: () => {
      const none: SignatureInfo = { hasSignature: false, signatureUrl: null, useInPrescriptions: false };
      cache.setQueryData(signatureInfo.queryKey, none);
    },
  });
}

/** NOT_FOUND: the signature was deleted in another window. */
function toggleFailure(error: Error): string {
  if (isError(error, 'NOT_FOUND')) return 'Ya no hay una firma guardada';
  return (error instanceof ApiError && error.reply.error) || 'No se pudo cambiar el uso de la firma';
}

export function useToggleSignature() {
  const cache = useQueryClient();
  return useMutation({
    // Requests with the same scope run one after the other, so that the last press wins.
    scope: { id: toggleSignature.path },
    mutationFn: (useSignature: boolean) => call(toggleSignature, { body: { useSignature } }),
    meta: { done: 'Preferencia actualizada correctamente', failed: toggleFailure },
    onSettled: () => cache.invalidateQueries({ queryKey: signatureInfo.queryKey }),
  });
}
