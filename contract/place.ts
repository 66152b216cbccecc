import type { Modality } from './services.ts';

/** What patients read instead of a place. */
const REMOTE_PLACE = 'Atención remota';

/** Where a patient is seen. Empty when the professional wrote no place. Public pages import it, so it has no zod. */
export const placeInWords = (modality: Modality, place: string): string =>
  modality === 'remote' ? REMOTE_PLACE : place;
