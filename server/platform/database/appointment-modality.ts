import { fragment } from './sql.ts';

/**
 * The modality of a row of `appointments`, which has the alias `a`. The service counts as it is now, so that a
 * correction takes effect. A deleted service counts as it was booked.
 */
export const modalityOfAppointment = (owner: string) => fragment`
  coalesce((select modality from services where owner_id = ${owner} and id = a.service_id), a.modality, 'in-person')`;
