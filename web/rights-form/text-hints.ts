import type { RightsKind } from '#contract/rights-kinds';

/** The hint under the text of a request. These kinds require the text. */
const HINTS: Partial<Record<RightsKind, string>> = {
  rectification: 'Di qué dato está errado o falta, y cuál es el correcto.',
  opposition: 'Di a qué uso de tus datos te opones, y por qué.',
};

export const OPTIONAL_HINT = 'Opcional. A qué datos se refiere tu solicitud y qué quieres que se haga.';

export const textHint = (kind: RightsKind | undefined): string => (kind && HINTS[kind]) ?? OPTIONAL_HINT;
