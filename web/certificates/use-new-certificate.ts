import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { VariableValues } from '#contract/certificate-variables';
import { certificateDraft } from '#web/certificates/certificate-draft.ts';
import { type CertificateValues, SendableCertificate, writtenOf } from '#web/certificates/certificate-form.ts';
import { useCreateCertificate } from '#web/certificates/certificates.queries.ts';
import { openDraft } from '#web/drafts/draft.ts';
import { useDraft } from '#web/drafts/use-draft.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';

/** A certificate that is made in one go: nothing is saved before it is asked for, and nothing typed is lost. */
export function useNewCertificate(patientId: string, variables: VariableValues) {
  const { _id: ownerId } = useCurrentUser();
  const [kind] = useState(() => certificateDraft(patientId, variables));
  const [opened] = useState(() => openDraft(kind, ownerId));
  const form = useForm<CertificateValues>({
    resolver: zodResolver(SendableCertificate),
    defaultValues: opened.values,
    shouldFocusError: false,
  });
  // It only keeps the text: what does not exist yet is not saved by itself.
  const { draft } = useDraft(form, kind, ownerId, opened, { isValid: () => true, onSaved: () => {} });
  const create = useCreateCertificate(patientId);

  return {
    form,
    isRestored: opened.isRestored,
    isUnsaved: draft.isUnsaved,
    discard: draft.discard,
    isCreating: create.isPending,
    /** Gives false when it could not be made. */
    create: async (): Promise<boolean> => {
      try {
        await create.mutateAsync({ ...writtenOf(form.getValues(), variables), requestKey: opened.requestKey });
      } catch (error) {
        showServerErrors(form, error as Error, 'title');
        return false;
      }
      draft.discard();
      return true;
    },
  };
}
