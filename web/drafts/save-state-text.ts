import type { SaveState } from '#web/drafts/save-state.ts';
import { ApiError } from '#web/platform/api-error.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** 125000 → 'hace 2 min' */
function agoText(milliseconds: number): string {
  if (milliseconds < MINUTE) return 'hace un momento';
  if (milliseconds < HOUR) return `hace ${Math.floor(milliseconds / MINUTE)} min`;
  if (milliseconds < DAY) return `hace ${Math.floor(milliseconds / HOUR)} h`;
  const days = Math.floor(milliseconds / DAY);
  return `hace ${days} ${days === 1 ? 'día' : 'días'}`;
}

const isSilence = (error: Error): boolean => error instanceof ApiError && error.status === 0;

export function saveStateText(state: SaveState<unknown>, now: number): string {
  switch (state.status) {
    case 'pristine':
      return 'Sin cambios';
    case 'unsaved':
      return 'Cambios sin guardar';
    case 'saving':
      return 'Guardando…';
    case 'saved':
      return `Guardado ${agoText(now - state.at)}`;
    case 'failed':
      return isSilence(state.error)
        ? 'Sin conexión: se guardará al volver'
        : 'No se pudo guardar: lo intentaremos de nuevo';
    case 'invalid':
      return 'Sin guardar: revisa los campos marcados';
    case 'conflict':
      return 'Sin guardar: el contenido cambió en otra ventana';
    case 'deleted':
      return 'Sin guardar: ya no existe';
    case 'refused':
      return `Sin guardar: ${state.error.message}`;
  }
}

/** What is worth interrupting for: whoever hears the page is not told of every save. */
export const isTrouble = ({ status }: SaveState<unknown>): boolean =>
  status === 'failed' || status === 'invalid' || status === 'conflict' || status === 'deleted' || status === 'refused';
