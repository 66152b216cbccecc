import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { VariableValues } from '#contract/certificate-variables';
import {
  type CertificateContent,
  type CertificateTemplate,
  createCertificateTemplate,
  listCertificateTemplates,
  updateCertificateTemplate,
} from '#contract/certificates';
import { asTemplate, templateSavedText } from '#web/certificates/template-text.ts';
import { call, queryFor } from '#web/platform/api.ts';

const allTemplates = queryFor(listCertificateTemplates, {}, { failed: 'Failed to load certificate templates' });

/** Always looked at anew: a certificate is told to be made from the newest version. */
export const useTemplates = (enabled = true) => useQuery({ ...allTemplates, enabled, staleTime: 0 });

interface Written extends CertificateContent {
  /** Of the one that gets its next version; without it a new one is named as the title. */
  templateId?: string;
}

export function useSaveTemplate(variables: VariableValues) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ templateId, ...written }: Written) => {
      const name = asTemplate(written.title, variables);
      const content = asTemplate(written.content, variables);
      if (templateId) {
        const template = await call(updateCertificateTemplate, {
          params: { id: templateId },
          body: { content: content.text },
        });
        return { template, message: templateSavedText(content.replaced) };
      }
      const template = await call(createCertificateTemplate, { body: { name: name.text, content: content.text } });
      return { template, message: templateSavedText([...new Set([...name.replaced, ...content.replaced])]) };
    },
    meta: { done: 'Plantilla guardada correctamente', failed: 'Failed to save template' },
    onSuccess: ({ template }) => {
      cache.setQueryData(allTemplates.queryKey, (known = []) => withTemplate(known, template));
      void cache.invalidateQueries({ queryKey: allTemplates.queryKey });
    },
  });
}

const withTemplate = (known: CertificateTemplate[], template: CertificateTemplate): CertificateTemplate[] =>
  known.some(({ _id }) => _id === template._id)
    ? known.map((one) => (one._id === template._id ? template : one))
    : [...known, template];
