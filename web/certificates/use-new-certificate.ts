import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { VariableValues } from '#contract/certificate-variables';
import { certificateDraft } from '#web/certificates/certificate-draft.ts';
import { type CertificateValues, ValidCertificateValues } from '#web/certificates/certificate-form.ts';
import { CREATION_TEXTS } from '#web/certificates/certificates.queries.ts';
import { newDocumentId, openDraft } from '#web/drafts/draft.ts';
import { useDraft } from '#web/drafts/use-draft.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';

/** A certificate that is created on request. Until then its text is only stored in this tab. */
export function useNewCertificate(patientId: string, variables: VariableValues) {
  const { _id: ownerId } = useCurrentUser();
  const [kind] = useState(() => certificateDraft(patientId, variables));
  const [opened] = useState(() => openDraft(kind, ownerId, newDocumentId(ownerId, 'certificate', { patientId })));
  const form = useForm<CertificateValues>({
    resolver: zodResolver(ValidCertificateValues),
    defaultValues: opened.values,
    shouldFocusError: false,
  });
  const { draft } = useDraft(form, kind, ownerId, opened, {
    isManual: true,
    isValid: () => true,
    onSaved: () => {},
  });
  const create = useMutation({
    mutationFn: async () => {
      try {
        await draft.flush();
      } catch (error) {
        // The answer to an earlier request was lost, and another window changed the certificate since.
        if (draft.state().status !== 'conflict') throw error;
        await draft.saveAsNew();
      }
    },
    meta: CREATION_TEXTS,
  });

  return {
    form,
    isRestored: opened.isRestored,
    isUnsaved: draft.isUnsaved,
    discard: draft.discard,
    isCreating: create.isPending,
    /** Resolves to false when the certificate was not created. */
    create: async (): Promise<boolean> => {
      try {
        await create.mutateAsync();
      } catch (error) {
        showServerErrors(form, error as Error, 'title');
        return false;
      }
      draft.discard();
      return true;
    },
  };
}
