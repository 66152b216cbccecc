import { NewIncident } from '#contract/incidents';
import type { AppDeps } from '#server/app';
import type { Owner } from '#server/auth/owner';
import { createIncident } from '#server/incidents/incidents.service';

const DAY_MS = 24 * 3600 * 1000;

/** A small incident that is over, as a register begins with. */
export async function noteIncident(deps: AppDeps, admin: Owner, concerned: Owner, now: Date): Promise<void> {
  const day = (daysAgo: number) => new Date(now.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);
  const incident = NewIncident.parse({
    title: 'Planilla de soporte enviada a otra cuenta',
    description:
      'Una respuesta de soporte llevaba adjunta la lista de citas de otra cuenta. Quien la recibió lo avisó.',
    startedAt: `${day(41)}T16:20`,
    detectedAt: `${day(40)}T09:10`,
    people: 14,
    allAccounts: false,
    accountIds: [concerned.id],
    dataKinds: ['identification', 'appointments'],
    measures: 'La otra persona confirmó que borró el archivo. Soporte ya no adjunta archivos con datos de pacientes.',
    agencyReportedAt: `${day(40)}T12:30`,
    professionalsReportedAt: `${day(40)}T11:00`,
    status: 'closed',
  });
  await createIncident({ ...deps, now: () => new Date(now.getTime() - 39 * DAY_MS) }, admin, incident);
}
