import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
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
import type { WrittenCertificate } from '#web/certificates/certificate-form.ts';
import { actTexts } from '#web/drafts/act-texts.ts';
import { withinThePlan } from '#web/drafts/clinical-permission.queries.ts';
import { useFinalizeStored } from '#web/drafts/finalize-stored.ts';
import { call, queryFor } from '#web/platform/api.ts';
import { isError } from '#web/platform/api-error.ts';
import { FETCH_ONCE, queryClient } from '#web/platform/query-client.ts';
import { randomUuid } from '#web/platform/random-uuid.ts';

const certificatesOf = (patientId: string) =>
  queryFor(listCertificates, { params: { id: patientId } }, { failed: 'No se pudo cargar la información' });

/** Always looked at anew: a certificate may have been written in another window. */
export const useCertificates = (patientId: string) => useQuery({ ...certificatesOf(patientId), staleTime: 0 });

/** To write on from an older one would only meet the newer one on saving. */
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

const seenAnew = (patientId: string) =>
  void queryClient.invalidateQueries({ queryKey: certificatesOf(patientId).queryKey });

export const loadCertificate = (id: string): Promise<Certificate> => call(getCertificate, { params: { id } });

export async function saveCertificate(
  patientId: string,
  { templateId, templateVersion, ...written }: WrittenCertificate,
  certificate: Certificate | undefined,
  requestKey: string,
): Promise<Certificate> {
  const saving = certificate
    ? call(updateCertificate, {
        params: { id: certificate._id },
        body: { ...written, version: certificate.version },
      })
    : call(createCertificate, { body: { ...written, templateId, templateVersion, patientId, requestKey } });
  const saved = await withinThePlan(saving);
  seenAnew(patientId);
  return saved;
}

/** Only that very version: another one has not been seen by who finalises it. */
export async function finalizeRead({ _id, version, patientId }: Certificate): Promise<Certificate> {
  const finalized = await withinThePlan(call(finalizeCertificate, { params: { id: _id }, body: { version } }));
  seenAnew(patientId);
  return finalized;
}

export const CREATION_RESTRICTED = 'No tienes permisos para crear certificados';
export const FINALIZING_TEXTS = {
  done: 'Certificado finalizado correctamente',
  restricted: 'No tienes permisos para finalizar certificados',
  failed: 'No se pudo finalizar el certificado',
};

/** Another window has changed or finalised it: the editor says so, and what can be done. */
export const isOvertaken = (error: Error): boolean =>
  isError(error, 'DRAFT_CHANGED') || isError(error, 'CERTIFICATE_FINALIZED');

/** One that an earlier try has made, and that was changed since, stays what it is: this is another. */
const createOrElseAnother = (body: z.input<typeof NewCertificate>): Promise<Certificate> =>
  call(createCertificate, { body }).catch((error) =>
    isOvertaken(error)
      ? call(createCertificate, { body: { ...body, requestKey: randomUuid() } })
      : Promise.reject(error),
  );

export const useCreateCertificate = (patientId: string) =>
  useMutation({
    mutationFn: (body: Omit<z.input<typeof NewCertificate>, 'patientId'>) =>
      withinThePlan(createOrElseAnother({ ...body, patientId })),
    meta: actTexts({
      done: 'Certificado creado correctamente',
      restricted: CREATION_RESTRICTED,
      failed: 'Failed to create certificate',
    }),
    onSuccess: () => seenAnew(patientId),
  });

export const useFinalizeStoredCertificate = (patientId: string) =>
  useFinalizeStored({
    finalize: (id) => call(finalizeCertificate, { params: { id }, body: {} }),
    listKey: certificatesOf(patientId).queryKey,
    texts: FINALIZING_TEXTS,
  });

/** Deletes what the server holds in the end, if there is anything; cancelled in another window is cancelled. */
export const useCancelCertificate = (patientId: string) =>
  useMutation({
    mutationFn: async (stored: () => Promise<Certificate | undefined>) => {
      const certificate = await stored();
      if (!certificate) return;
      await call(cancelCertificate, { params: { id: certificate._id } }).catch((error) =>
        isError(error, 'NOT_FOUND') ? undefined : Promise.reject(error),
      );
    },
    meta: { done: 'Certificado cancelado correctamente', failed: 'No se pudo cancelar el certificado' },
    onSuccess: () => seenAnew(patientId),
  });
