import { randomUUID } from 'node:crypto';
import type { NewService } from '#contract/services';

/** A service with a name that no other one has. */
export const newService = (service: Partial<NewService> = {}): NewService => ({
  name: `Consulta ${randomUUID()}`,
  duration: 60,
  price: 25_000,
  modality: 'in-person',
  bookable: true,
  deposit: null,
  ...service,
});
