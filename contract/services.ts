import { z } from 'zod';
import { Duration } from './agenda.ts';
import { MAX_PESOS, Pesos } from './charge-amounts.ts';
import { endpoint } from './endpoint.ts';
import { optionalText, requiredLine } from './text.ts';
import { Id } from './wire.ts';

export const MAX_SERVICES = 50;

/** Where the patient is seen, in the words of the page. */
export const MODALITIES = { 'in-person': 'Presencial', remote: 'Remota' } as const;
export type Modality = keyof typeof MODALITIES;

export const ServiceFields = z.object({
  name: requiredLine('El nombre es requerido', 80),
  duration: Duration,
  /** Null when it is agreed with the patient. */
  price: z
    .int('El precio debe ser un número entero de pesos')
    .min(0, 'El precio no puede ser negativo')
    .max(MAX_PESOS, 'El precio puede ser de hasta $100.000.000')
    .nullish()
    .transform((price) => price ?? null)
    .meta({ description: 'Pesos enteros; null es a convenir' }),
  modality: z.enum(Object.keys(MODALITIES) as [Modality, ...Modality[]], 'Selecciona una modalidad'),
  description: optionalText(500),
  /** Whether patients book it online. Otherwise only the professional does. */
  bookable: z.boolean('Debe ser verdadero o falso'),
  deposit: Pesos.nullish()
    .transform((deposit) => deposit ?? null)
    .meta({ description: 'Pesos enteros que se pagan al reservar en línea; null es nada' }),
});

/** Checks the deposit of a service against its price. */
export const depositWithinPrice = z.check<{ price: number | null; deposit: number | null }>((payload) => {
  const { price, deposit } = payload.value;
  // Runs also after a refused field.
  if (payload.issues.length > 0 || price === null || deposit === null || deposit <= price) return;
  payload.issues.push({
    code: 'custom',
    input: deposit,
    message: 'El abono no puede ser mayor que el precio',
    path: ['deposit'],
  });
});

export const NewService = ServiceFields.check(depositWithinPrice);
export type NewService = z.output<typeof NewService>;

export const Service = z.object({
  _id: z.uuid(),
  name: z.string(),
  duration: Duration,
  price: z.int().nullable(),
  modality: ServiceFields.shape.modality,
  description: z.string().optional(),
  bookable: z.boolean(),
  /** What is paid when it is booked online. Null: nothing. */
  deposit: z.int().nullable(),
});
export type Service = z.output<typeof Service>;

export const listServices = endpoint({
  method: 'GET',
  path: '/api/services',
  access: 'professional',
  assistants: 'for-professional',
  summary: 'Los servicios que ofrece el profesional, por nombre',
  reply: z.array(Service),
});

export const createService = endpoint({
  method: 'POST',
  path: '/api/services',
  access: 'professional',
  summary: `Crea un servicio; su nombre no se repite, sin distinguir mayúsculas ni tildes; a lo más ${MAX_SERVICES}`,
  body: NewService,
  reply: Service,
  status: 201,
});

export const updateService = endpoint({
  method: 'PUT',
  path: '/api/services/{id}',
  access: 'professional',
  summary: 'Reemplaza un servicio; las citas que ya lo tienen conservan el nombre anterior',
  params: Id,
  body: NewService,
  reply: Service,
});

export const deleteService = endpoint({
  method: 'DELETE',
  path: '/api/services/{id}',
  access: 'professional',
  summary: 'Elimina un servicio; las citas que lo tienen conservan su nombre',
  params: Id,
  reply: z.undefined(),
});

export const SERVICE_OPERATIONS = { listServices, createService, updateService, deleteService };
