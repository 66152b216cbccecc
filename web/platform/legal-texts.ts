import {
  LEGAL_ENTITY_PLACEHOLDER,
  LEGAL_PLACEHOLDERS,
  type LegalTexts,
  legalTexts,
  UNSTATED,
} from '#contract/legal-entity';

/** From the attribute of the document in which the server states who runs this installation. */
export const statedLegalTexts = (stated?: string): LegalTexts =>
  legalTexts(!stated || stated === LEGAL_ENTITY_PLACEHOLDER ? UNSTATED : JSON.parse(stated));

/** Who runs this installation: placeholders in a page that is being built, the server's answer in the browser. */
export const LEGAL_TEXTS: LegalTexts =
  typeof document === 'undefined' ? LEGAL_PLACEHOLDERS : statedLegalTexts(document.documentElement.dataset.legalEntity);
