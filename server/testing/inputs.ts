import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { Registration } from '#contract/auth';
import type { PatientInput } from '#contract/patients';
import { checkDigit } from '#contract/rut';

export const PASSWORD = 'clave-de-prueba';

/** The data of a new account, each with another address. */
export function registration(details: Partial<z.input<typeof Registration>> = {}) {
  return {
    name: 'Ana Pérez Soto',
    rut: '12.345.678-5',
    email: `ana-${randomBytes(6).toString('hex')}@ejemplo.cl`,
    password: PASSWORD,
    profession: 'Médicos/as' as const,
    city: 'Valdivia',
    region: 'Región de Los Ríos' as const,
    ...details,
  };
}

let ruts = 10_000_000;

/** The data of a new patient, each with another RUT. */
export function patientInput(details: Partial<z.input<typeof PatientInput>> = {}) {
  ruts += 1;
  return { name: 'Rosa Díaz', rut: `${ruts}-${checkDigit(String(ruts))}`, birthDate: '1980-05-10', ...details };
}
