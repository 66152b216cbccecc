// Apart from contract/rights-requests.ts: the pages for patients load these rules, and no schemas.

/** The rights of articles 4 to 9 of law 19.628 (as reformed by law 21.719), in the words of the pages. */
export const RIGHTS_KINDS = {
  access: 'Acceso',
  rectification: 'Rectificación',
  erasure: 'Supresión',
  opposition: 'Oposición',
  portability: 'Portabilidad',
  blocking: 'Bloqueo temporal',
} as const;
export type RightsKind = keyof typeof RIGHTS_KINDS;

/** A request of these kinds has to say what it is about: which datum is wrong, or which use the person opposes. */
export const needsText = (kind: RightsKind): boolean => kind === 'rectification' || kind === 'opposition';
