import { needsText, type RightsKind } from '#contract/rights-kinds';
import { failedChecks, IDENTITY_CHECKS, type Identity } from '#web/patient-pages/check-identity.ts';

export interface RequestValues extends Identity {
  kind: RightsKind | undefined;
  text: string;
}

const CHECKS = {
  kind: ({ kind }: RequestValues) => (kind ? undefined : 'Selecciona el derecho que quieres ejercer'),
  ...IDENTITY_CHECKS,
  text: ({ kind, text }: RequestValues) =>
    kind && needsText(kind) && text.trim() === '' ? 'Explica qué dato quieres corregir o a qué te opones' : undefined,
};

/** What is wrong with each field, with the texts of the contract. */
export const checkRequest = (values: RequestValues): Record<string, string> => failedChecks(CHECKS, values);
