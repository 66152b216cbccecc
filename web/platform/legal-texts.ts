import {
  LEGAL_ENTITY_PLACEHOLDER,
  LEGAL_PLACEHOLDERS,
  type LegalTexts,
  legalTexts,
  UNSTATED,
} from '#contract/legal-entity';

/** Who runs this installation: placeholders in a page that is being built, the server's answer in the browser. */
export const LEGAL_TEXTS: LegalTexts = readLegalTexts();

function readLegalTexts(): LegalTexts {
  if (typeof document === 'undefined') return LEGAL_PLACEHOLDERS;
  const stated = document.documentElement.dataset.legalEntity;
  return legalTexts(!stated || stated === LEGAL_ENTITY_PLACEHOLDER ? UNSTATED : JSON.parse(stated));
}
