import { z } from 'zod';
import { endpoint, FileStream } from './endpoint.ts';
import { Id, SentId } from './wire.ts';

const ZIP = 'application/zip';
/** One export at a time, and no more than this: each decrypts and prints a lot. */
const LIMITS = [{ by: 'account', max: 60, seconds: 3600 }] as const;
/** A document that was never printed is printed. Everything else is read, so it works on a disk that is nearly full. */
const READS_AND_PRINTS = { writes: true, allowsLowStorage: true } as const;

export const exportPatient = endpoint({
  method: 'GET',
  path: '/api/patients/{id}/export',
  access: 'professional',
  summary:
    'La ficha completa de un paciente, en ZIP: documentos en PDF, archivos, FHIR R4, citas y registro de accesos',
  params: Id,
  reply: FileStream,
  file: { type: ZIP, name: 'ficha-{id}.zip' },
  limits: LIMITS,
  ...READS_AND_PRINTS,
});

export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/account/export',
  access: 'professional',
  summary: 'Toda la cuenta, en ZIP: pacientes, documentos, citas, plantillas, custodia y registro de accesos',
  reply: FileStream,
  file: { type: ZIP, name: 'mi-cuenta.zip' },
  limits: LIMITS,
  needsFreshProof: true,
  ...READS_AND_PRINTS,
});

export const exportCustody = endpoint({
  method: 'GET',
  path: '/api/account/custody/{patientId}/export',
  access: 'professional',
  summary: 'Los documentos y archivos en custodia de un paciente eliminado, en ZIP',
  params: z.object({ patientId: SentId() }),
  reply: FileStream,
  file: { type: ZIP, name: 'custodia-{patientId}.zip' },
  limits: LIMITS,
  ...READS_AND_PRINTS,
});
