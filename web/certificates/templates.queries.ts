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

/** Always fetched: a new certificate uses the newest version of a template. */
export const useTemplates = (enabled = true) => useQuery({ ...allTemplates, enabled, staleTime: 0 });

interface TemplateText extends CertificateContent {
  /** The template that gets a new version. Without it, a template named like the title is created. */
  templateId: string | undefined;
}

export function useSaveTemplate(variables: VariableValues) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ templateId, ...texts }: TemplateText) => {
      const used = cache.getQueryData(allTemplates.queryKey)?.find(({ _id }) => _id === templateId);
      const name = asTemplate(texts.title, variables);
      const content = asTemplate(texts.content, variables, used?.content);
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
      cache.setQueryData(allTemplates.queryKey, (templates = []) => withTemplate(templates, template));
      void cache.invalidateQueries({ queryKey: allTemplates.queryKey });
    },
  });
}

const withTemplate = (templates: CertificateTemplate[], template: CertificateTemplate): CertificateTemplate[] =>
  templates.some(({ _id }) => _id === template._id)
    ? templates.map((one) => (one._id === template._id ? template : one))
    : [...templates, template];
