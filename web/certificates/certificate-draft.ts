import { useState } from 'react';
import { generatePath } from 'react-router';
import type { VariableValues } from '#contract/certificate-variables';
import type { Certificate } from '#contract/certificates';
import type { Patient } from '#contract/patients';
import {
  type CertificatePayload,
  type CertificateValues,
  certificateToPlainText,
  parseValues,
  payloadOf,
  valuesOf,
} from '#web/certificates/certificate-form.ts';
import { showErrors } from '#web/certificates/certificate-rules.ts';
import {
  CREATION_RESTRICTED,
  FINALIZING_TEXTS,
  isConflict,
  loadCertificate,
  saveCertificate,
} from '#web/certificates/certificates.queries.ts';
import { useVariableValues } from '#web/certificates/variable-values.ts';
import { draftName, newDocumentId, openDraft } from '#web/drafts/draft.ts';
import { isShownByEditor, toastTexts } from '#web/drafts/toast-texts.ts';
import type { EditorKind } from '#web/drafts/use-editor.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { PATHS } from '#web/platform/paths.ts';

const SAVED = 'Certificado guardado correctamente';
const NOT_SAVED = 'No se pudo guardar el certificado';

export type CertificateKind = EditorKind<CertificateValues, CertificatePayload, Certificate>;

/** Drafts of a patient's certificates. */
export const certificateDraft = (patientId: string, variables: VariableValues): CertificateKind => ({
  storageName: (certificate) => draftName('certificate', { patientId }, certificate?._id),
  addressOf: (id) => generatePath(PATHS.certificate, { id: patientId, certificateId: id }),
  isFinalized: ({ isFinalized }) => isFinalized,
  valuesOf,
  parseValues,
  contentOf: (values) => payloadOf(values, variables),
  toPlainText: certificateToPlainText,
  hasPendingInput: () => false,
  showErrors,
  send: (payload, certificate, id) => saveCertificate(patientId, payload, certificate, id),
  load: loadCertificate,
  isConflict,
  texts: (act, isNew) => {
    if (act === 'finalizing') return toastTexts(FINALIZING_TEXTS, isShownByEditor(isConflict));
    const restricted = isNew ? CREATION_RESTRICTED : 'No tienes permisos para editar certificados';
    return toastTexts({ done: SAVED, restricted, failed: NOT_SAVED }, isShownByEditor(isConflict));
  },
});

/** Whether this tab has unsaved changes of a new certificate, for example because the session ended. */
export function useUnfinishedCertificate(patient: Patient): boolean {
  const { _id: ownerId } = useCurrentUser();
  const variables = useVariableValues(patient);
  const [isRestored] = useState(() => {
    const id = newDocumentId(ownerId, 'certificate', { patientId: patient._id });
    return openDraft(certificateDraft(patient._id, variables), ownerId, id).isRestored;
  });
  return isRestored;
}
