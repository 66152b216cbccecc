import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Certificate,
  cancelCertificate,
  createCertificate,
  finalizeCertificate,
  getCertificate,
  listCertificates,
  type NewCertificate,
  updateCertificate,
} from '#contract/certificates';
import { canWriteClinically } from '#contract/clinical-notes';
import type { WrittenCertificate } from '#web/certificates/certificate-form.ts';
import { actTexts } from '#web/platform/act-texts.ts';
import { call, queryFor } from '#web/platform/api.ts';
import { isError } from '#web/platform/api-error.ts';
import { queryClient } from '#web/platform/query-client.ts';

const certificatesOf = (patientId: string) =>
  queryFor(listCertificates, { params: { id: patientId } }, { failed: 'No se pudo cargar la información' });

/** Always looked at anew: a certificate may have been written in another window. */
export const useCertificates = (patientId: string) => useQuery({ ...certificatesOf(patientId), staleTime: 0 });

/** Read anew for every visit: to write on from an older one would only meet the newer one on saving. */
export const useCertificate = (id: string | undefined) =>
  useQuery({
    ...queryFor(
      getCertificate,
      { params: { id: id ?? '' } },
      { failed: 'No se pudo cargar la información del certificado' },
    ),
    enabled: id !== undefined,
    gcTime: 0,
    staleTime: 0,
  });

const seenAnew = (patientId: string) =>
  void queryClient.invalidateQueries({ queryKey: certificatesOf(patientId).queryKey });

export const loadCertificate = ({ _id }: Certificate): Promise<Certificate> =>
  call(getCertificate, { params: { id: _id } });

export async function saveCertificate(
  patientId: string,
  { templateId, ...written }: WrittenCertificate,
  certificate: Certificate | undefined,
  requestKey: string,
): Promise<Certificate> {
  const saved = certificate
    ? await call(updateCertificate, {
        params: { id: certificate._id },
        body: { ...written, version: certificate.version },
      })
    : await call(createCertificate, { body: { ...written, templateId, patientId, requestKey } });
  seenAnew(patientId);
  return saved;
}

/** Only that very version: another one has not been seen by who finalises it. */
export async function finalizeRead({ _id, version, patientId }: Certificate): Promise<Certificate> {
  const finalized = await call(finalizeCertificate, { params: { id: _id }, body: { version } });
  seenAnew(patientId);
  return finalized;
}

export const CREATION_RESTRICTED = 'No tienes permisos para crear certificados';
export const FINALIZING_TEXTS = {
  done: 'Certificado finalizado correctamente',
  restricted: 'No tienes permisos para finalizar certificados',
  failed: 'No se pudo finalizar el certificado',
};

export const useCreateCertificate = (patientId: string) =>
  useMutation({
    mutationFn: (body: Omit<NewCertificate, 'patientId'>) => call(createCertificate, { body: { ...body, patientId } }),
    meta: actTexts({
      done: 'Certificado creado correctamente',
      restricted: CREATION_RESTRICTED,
      failed: 'Failed to create certificate',
    }),
    onSuccess: () => seenAnew(patientId),
  });

/** As it is stored, whatever version of it this window shows. */
export function useFinalizeStoredCertificate(patientId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(finalizeCertificate, { params: { id }, body: {} }),
    meta: actTexts(FINALIZING_TEXTS),
    onSuccess: (finalized) =>
      cache.setQueryData(certificatesOf(patientId).queryKey, (known) =>
        known?.map((one) => (one._id === finalized._id ? finalized : one)),
      ),
    // After a refusal too: it may be finalised already, or the plan may have ended.
    onSettled: () => {
      for (const { path } of [listCertificates, getCertificate, canWriteClinically]) {
        void cache.invalidateQueries({ queryKey: [path] });
      }
    },
  });
}

/** One that was never saved has nothing to be deleted. */
export const useCancelCertificate = (patientId: string) =>
  useMutation({
    // Cancelled in another window is cancelled.
    mutationFn: async (id: string | undefined) => {
      if (id === undefined) return;
      await call(cancelCertificate, { params: { id } }).catch((error) =>
        isError(error, 'NOT_FOUND') ? undefined : Promise.reject(error),
      );
    },
    meta: { done: 'Certificado cancelado correctamente', failed: 'No se pudo cancelar el certificado' },
    onSuccess: () => seenAnew(patientId),
  });
