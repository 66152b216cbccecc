import { dayIn } from '#contract/days';
import type { NewService } from '#contract/services';
import type { AppDeps } from '#server/app';
import type { Owner } from '#server/auth/owner';
import { createService } from '#server/services/services.service';
import type { Visit } from './visits.ts';

const service = (name: string, duration: NewService['duration'], details: Partial<NewService>): NewService => ({
  name,
  duration,
  price: null,
  modality: 'in-person',
  description: undefined,
  bookable: true,
  deposit: null,
  ...details,
});

export const PHYSICIAN_SERVICES = [
  service('Consulta de medicina familiar', 30, { price: 35_000, description: 'Adultos, niñas y niños.' }),
  service('Control con exámenes', 30, { price: 20_000, description: 'Trae los resultados impresos o en tu teléfono.' }),
  service('Teleconsulta', 30, {
    price: 25_000,
    modality: 'remote',
    description: 'Recibirás el enlace por correo.',
    deposit: 25_000,
  }),
  service('Visita a domicilio', 120, { bookable: false }),
];

export const PSYCHOLOGIST_SERVICES = [
  service('Psicoterapia individual', 60, { price: 38_000 }),
  service('Psicoterapia en línea', 60, { price: 35_000, modality: 'remote', deposit: 10_000 }),
  service('Terapia de pareja', 90, { price: 50_000 }),
  service('Informe psicológico', 60, { bookable: false }),
];

export const PHYSIOTHERAPIST_SERVICES = [
  service('Evaluación kinesiológica', 60, { price: 30_000, description: 'Con ropa cómoda y la orden médica.' }),
  service('Sesión de kinesiología', 60, { price: 22_000 }),
  service('Atención a domicilio', 90, { bookable: false }),
];

export type CreatedService = Pick<NewService, 'name' | 'price' | 'duration' | 'bookable' | 'deposit'> & { _id: string };

export async function createServices(
  deps: AppDeps,
  owner: Owner,
  services: readonly NewService[],
): Promise<CreatedService[]> {
  const created: CreatedService[] = [];
  for (const one of services) created.push(await createService(deps, owner, one));
  return created;
}

/** The service of a visit from today on. Earlier visits were booked before the professional had services. */
export function serviceIdFor(
  { day, time, duration }: Visit,
  services: readonly CreatedService[],
  { now, zone }: { now: Date; zone: string },
): string | undefined {
  if (day < dayIn(zone, now)) return undefined;
  const fitting = services.filter((one) => one.bookable && one.duration === duration);
  const hour = Number(time.slice(0, 2)) + Number(time.slice(3)) / 30;
  return fitting[(Number(day.slice(8)) + hour) % fitting.length]?._id;
}
