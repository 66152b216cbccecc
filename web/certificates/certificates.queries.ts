import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type Certificate,
  cancelCertificate,
  createCertificate,
  finalizeCertificate,
  getCertificate,
  listCertificates,
  updateCertificate,
} from '#contract/certificates';
import type { CertificatePayload } from '#web/certificates/certificate-form.ts';
import { withPermissionRefresh } from '#web/drafts/clinical-permission.queries.ts';
import { useFinalizeFromList } from '#web/drafts/finalize-from-list.tsx';
import { toastTexts } from '#web/drafts/toast-texts.ts';
import { call, queryFor } from '#web/platform/api.ts';
import { isError } from '#web/platform/api-error.ts';
import { FETCH_ONCE, queryClient } from '#web/platform/query-client.ts';

/** Always fetched: a certificate may have been written in another window. */
export const certificatesOf = (patientId: string) => ({
  ...queryFor(listCertificates, { params: { id: patientId } }, { failed: 'No se pudo cargar la información' }),
  staleTime: 0,
});

/** Never from the cache: editing an older version ends in a conflict. */
export const useCertificate = (id: string | undefined) =>
  useQuery({
    ...queryFor(
      getCertificate,
      { params: { id: id ?? '' } },
      { failed: 'No se pudo cargar la información del certificado' },
    ),
    ...FETCH_ONCE,
    enabled: id !== undefined,
  });

const refreshList = (patientId: string) =>
  void queryClient.invalidateQueries({ queryKey: certificatesOf(patientId).queryKey });

export const loadCertificate = (id: string): Promise<Certificate> => call(getCertificate, { params: { id } });

export async function saveCertificate(
  patientId: string,
  { templateId, templateVersion, ...content }: CertificatePayload,
  certificate: Certificate | undefined,
  id: string,
): Promise<Certificate> {
  const saving = certificate
    ? call(updateCertificate, {
        params: { id: certificate._id },
        body: { ...content, version: certificate.version },
      })
    : call(createCertificate, { body: { ...content, _id: id, templateId, templateVersion, patientId } });
  const saved = await withPermissionRefresh(saving);
  refreshList(patientId);
  return saved;
}

/** Finalises the version that the person has seen, and no newer one. */
export async function finalizeCertificateVersion({ _id, version, patientId }: Certificate): Promise<Certificate> {
  const finalized = await withPermissionRefresh(call(finalizeCertificate, { params: { id: _id }, body: { version } }));
  refreshList(patientId);
  return finalized;
}

export const CREATION_RESTRICTED = 'No tienes permisos para crear certificados';
export const FINALIZING_TEXTS = {
  done: 'Certificado finalizado correctamente',
  restricted: 'No tienes permisos para finalizar certificados',
  failed: 'No se pudo finalizar el certificado',
};

/** Another window changed or finalised the document. The editor shows a dialog. */
export const isConflict = (error: Error): boolean =>
  isError(error, 'DRAFT_CHANGED') || isError(error, 'CERTIFICATE_FINALIZED');

export const CREATION_TEXTS = toastTexts({
  done: 'Certificado creado correctamente',
  restricted: CREATION_RESTRICTED,
  failed: 'Failed to create certificate',
});

interface ListedCertificate {
  id: string;
  patientId: string;
  confirm: (certificate: Certificate) => Promise<boolean>;
}

export const useFinalizeCertificateFromList = ({ id, patientId, confirm }: ListedCertificate) =>
  useFinalizeFromList({
    load: () => loadCertificate(id),
    confirm,
    finalize: ({ version }) => call(finalizeCertificate, { params: { id }, body: { version } }),
    listKey: certificatesOf(patientId).queryKey,
    texts: FINALIZING_TEXTS,
  });

/** `stopSaving` resolves to true when the server may hold the certificate. A 404 means that it is cancelled already. */
export const useCancelCertificate = (patientId: string, id: string) =>
  useMutation({
    mutationFn: async (stopSaving: () => Promise<boolean>) => {
      if (!(await stopSaving())) return;
      await call(cancelCertificate, { params: { id } }).catch((error) =>
        isError(error, 'NOT_FOUND') ? undefined : Promise.reject(error),
      );
    },
    meta: { done: 'Certificado cancelado correctamente', failed: 'No se pudo cancelar el certificado' },
    onSuccess: () => refreshList(patientId),
  });
