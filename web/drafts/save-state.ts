import { isError, meansUnreachable } from '#web/platform/api-error.ts';

export type SaveState<Document> =
  /** New and empty. */
  | { status: 'pristine' }
  | { status: 'unsaved' }
  | { status: 'saving' }
  | { status: 'saved'; at: number }
  /** A temporary failure: the save is retried automatically. */
  | { status: 'failed'; error: Error }
  /** The content does not pass validation and is not sent. */
  | { status: 'invalid' }
  /** The server holds a version that was not written here. */
  | { status: 'conflict'; theirs: Document }
  /** The document or its patient no longer exists. */
  | { status: 'deleted' }
  | { status: 'refused'; error: Error };

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
      if (isError(state.error, 'STORAGE_LOW')) {
        return 'No se pudo guardar por falta de espacio en el servidor: lo intentaremos de nuevo';
      }
      return meansUnreachable(state.error)
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

/** Problems are announced to screen readers. Ordinary saves are not, because they happen every few seconds. */
export const isProblem = ({ status }: SaveState<unknown>): boolean =>
  ['failed', 'invalid', 'conflict', 'deleted', 'refused'].includes(status);
