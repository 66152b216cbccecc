import { z } from 'zod';
import { endpoint, FileBytes } from './endpoint.ts';

export const MAX_SIGNATURE_BYTES = 2 * 1024 * 1024;
/** Allowance for the multipart headers around the file. */
const FORM_BYTES = 16 * 1024;
/** Up to this size the error states the signature limit. A larger body gets the generic error. */
const MAX_READ_BYTES = 10 * 1024 * 1024;

export const SignatureInfo = z.object({
  hasSignature: z.boolean(),
  /** The URL of the image. Only its owner may read it. */
  signatureUrl: z.string().nullable(),
  useInPrescriptions: z.boolean(),
});
export type SignatureInfo = z.output<typeof SignatureInfo>;

export const uploadSignature = endpoint({
  method: 'POST',
  path: '/api/signatures/upload',
  access: 'professional',
  summary: 'Guarda la imagen de la firma',
  body: z.object({ signature: FileBytes }),
  bodyLimit: MAX_SIGNATURE_BYTES + FORM_BYTES,
  tooLarge: { code: 'SIGNATURE_TOO_LARGE', upTo: MAX_READ_BYTES + FORM_BYTES },
  upload: 'signature',
  reply: z.object({ message: z.string() }),
  limits: [{ by: 'address', max: 60, seconds: 15 * 60 }],
});

export const deleteSignature = endpoint({
  method: 'DELETE',
  path: '/api/signatures',
  access: 'professional',
  summary: 'Elimina la imagen de la firma',
  reply: z.undefined(),
});

export const getSignatureInfo = endpoint({
  method: 'GET',
  path: '/api/signatures/info',
  access: 'professional',
  summary: 'Si hay una firma, y si se usa en las recetas',
  reply: SignatureInfo,
});

export const getSignatureImage = endpoint({
  method: 'GET',
  path: '/api/signatures/image',
  access: 'professional',
  summary: 'La imagen de la firma, solo para su dueño',
  reply: FileBytes,
  file: { type: 'image/png', name: 'firma.png' },
});

export const toggleSignature = endpoint({
  method: 'PUT',
  path: '/api/signatures/toggle',
  access: 'professional',
  summary: 'Usa o deja de usar la firma en las recetas',
  body: z.object({ useSignature: z.boolean('Debe ser verdadero o falso') }),
  reply: z.undefined(),
});
