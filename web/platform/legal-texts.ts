import {
  LEGAL_ENTITY_PLACEHOLDER,
  LEGAL_PLACEHOLDERS,
  type LegalTexts,
  legalTexts,
  UNSTATED,
} from '#contract/legal-entity';

/** The operator of this installation. A page that is being built contains placeholders, which the server replaces. */
export const LEGAL_TEXTS: LegalTexts = readLegalTexts();

function readLegalTexts(): LegalTexts {
  if (typeof document === 'undefined') return LEGAL_PLACEHOLDERS;
  const stated = document.documentElement.dataset.legalEntity;
  return legalTexts(!stated || stated === LEGAL_ENTITY_PLACEHOLDER ? UNSTATED : JSON.parse(stated));
}
