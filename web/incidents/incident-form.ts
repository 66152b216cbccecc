import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { type DataKind, type Incident, type IncidentStatus, NewIncident } from '#contract/incidents';
import { momentText, parseMomentText } from '#web/incidents/moment-text.ts';

/** The incident as it is typed. */
interface TypedIncident {
  title: string;
  description: string;
  startedAt: string;
  detectedAt: string;
  people: string;
  scope: 'all' | 'chosen';
  accountIds: string[];
  dataKinds: DataKind[];
  measures: string;
  agencyReportedAt: string;
  professionalsReportedAt: string;
  status: IncidentStatus;
}

export type IncidentForm = UseFormReturn<TypedIncident, unknown, NewIncident>;

const toInput = ({ scope, ...typed }: TypedIncident): z.input<typeof NewIncident> => {
  const people = typed.people.trim();
  return {
    ...typed,
    startedAt: parseMomentText(typed.startedAt),
    detectedAt: parseMomentText(typed.detectedAt) ?? '',
    agencyReportedAt: parseMomentText(typed.agencyReportedAt),
    professionalsReportedAt: parseMomentText(typed.professionalsReportedAt),
    people: people === '' ? null : Number(people.replaceAll('.', '')),
    allAccounts: scope === 'all',
    accountIds: scope === 'all' ? [] : typed.accountIds,
  };
};

export const IncidentFormValues = z.custom<TypedIncident>().transform(toInput).pipe(NewIncident);

export const toFormValues = (incident: Incident | undefined): TypedIncident => ({
  title: incident?.title ?? '',
  description: incident?.description ?? '',
  startedAt: momentText(incident?.startedAt ?? null),
  detectedAt: momentText(incident?.detectedAt ?? null),
  people: incident?.people?.toString() ?? '',
  scope: !incident || incident.allAccounts ? 'all' : 'chosen',
  accountIds: incident?.accountIds ?? [],
  dataKinds: incident?.dataKinds ?? [],
  measures: incident?.measures ?? '',
  agencyReportedAt: momentText(incident?.agencyReportedAt ?? null),
  professionalsReportedAt: momentText(incident?.professionalsReportedAt ?? null),
  status: incident?.status ?? 'open',
});
