import { MAX_SIGNATURE_BYTES } from '#contract/signature';
import { formatNumber } from '#web/ui/format-number.ts';

const TYPES = ['image/png', 'image/jpeg', 'image/jpg', 'image/gif'];

/** The `accept` attribute of the file input. */
export const SIGNATURE_TYPES = TYPES.join(',');

const KB = 1024;
const MB = 1024 * KB;

/** 34567 → '34 KB'; at least 1 KB unless the file is empty. */
export const inKilobytes = (bytes: number): string =>
  `${formatNumber(Math.max(Math.sign(bytes), Math.round(bytes / KB)))} KB`;

/** Rounded up, so that one byte more than 2 MB is not '2 MB'. */
const inMegabytes = (bytes: number): string =>
  `${(Math.ceil((bytes / MB) * 100) / 100).toLocaleString('es-CL', { maximumFractionDigits: 2 })} MB`;

interface Problem {
  title: string;
  description: string;
}

/** Why a file is not sent; undefined when it is acceptable. */
export function fileProblem({ type, size }: Pick<File, 'type' | 'size'>): Problem | undefined {
  if (!TYPES.includes(type)) {
    return {
      title: 'Tipo de archivo no válido',
      description: 'Solo se permiten imágenes PNG, JPG, JPEG o GIF',
    };
  }
  if (size === 0) {
    return { title: 'El archivo está vacío', description: `Pesa ${inKilobytes(size)}. Elige otra imagen.` };
  }
  if (size > MAX_SIGNATURE_BYTES) {
    return {
      title: 'Archivo demasiado grande',
      description: `El archivo pesa ${inMegabytes(size)}. El tamaño máximo permitido es de ${inMegabytes(MAX_SIGNATURE_BYTES)}.`,
    };
  }
  return undefined;
}
