import { DATA_KIND_NAMES, formatIncidentMoment, INCIDENT_STATUS_NAMES, type NewIncident } from '#contract/incidents';

const momentText = (moment: string | null): string => (moment ? formatIncidentMoment(moment) : '');

/** The text of each field in the access log. A field has changed when its text differs. */
const FIELDS: Record<string, (incident: NewIncident) => string> = {
  'Qué ocurrió': ({ title }) => title,
  Descripción: ({ description = '' }) => description,
  Desde: ({ startedAt }) => momentText(startedAt),
  Detección: ({ detectedAt }) => momentText(detectedAt),
  Personas: ({ people }) => (people === null ? '' : String(people)),
  Cuentas: ({ allAccounts, accountIds }) => (allAccounts ? 'todas' : [...accountIds].sort().join(', ')),
  Datos: ({ dataKinds }) => dataKinds.map((kind) => DATA_KIND_NAMES[kind]).join(', '),
  Medidas: ({ measures = '' }) => measures,
  'Aviso a la Agencia': ({ agencyReportedAt }) => momentText(agencyReportedAt),
  'Aviso a los profesionales': ({ professionalsReportedAt }) => momentText(professionalsReportedAt),
  Estado: ({ status }) => INCIDENT_STATUS_NAMES[status],
};

export const incidentChanges = (stored: NewIncident, incident: NewIncident) =>
  Object.entries(FIELDS).flatMap(([field, read]) => {
    const [before, after] = [read(stored), read(incident)];
    return before === after ? [] : [{ field, before, after }];
  });
