import {
  LEGAL_ENTITY_PLACEHOLDER,
  LEGAL_PLACEHOLDERS,
  type LegalTexts,
  legalTexts,
  UNSTATED,
} from '#contract/legal-entity';

/** From the attribute of the document in which the server states the operator of this installation. */
export const statedLegalTexts = (stated?: string): LegalTexts =>
  legalTexts(!stated || stated === LEGAL_ENTITY_PLACEHOLDER ? UNSTATED : JSON.parse(stated));

/** The operator of this installation. A page that is being built contains placeholders, which the server replaces. */
export const LEGAL_TEXTS: LegalTexts =
  typeof document === 'undefined' ? LEGAL_PLACEHOLDERS : statedLegalTexts(document.documentElement.dataset.legalEntity);
