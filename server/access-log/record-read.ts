import type { AccessDetail } from '#contract/access-log';
import type { AppointmentsQuery } from '#contract/appointments-query';
import type { ProfessionalAgenda } from '#contract/assistants';
import type { Act, ReadAct } from '#contract/audit-acts';
import type { ChargesQuery } from '#contract/charge-summaries';
import type { RecordingDeps } from '#server/audit/access-recorder';
import { actBy } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';

interface ReadCall {
  owner: Owner;
  params: unknown;
  query: unknown;
  result: unknown;
}

/** What the entry of a read says beyond who, when and from where. */
interface Read {
  act?: Act;
  /** The account whose data it is, when it is not the caller's. */
  ownerId?: string;
  subjectId?: string;
  patientId?: string;
  detail?: AccessDetail;
}

// The schemas of the endpoints have checked these.
const idOf = ({ params }: ReadCall) => (params as { id: string }).id;
const ofPatient = (call: ReadCall): Read => ({ subjectId: idOf(call), patientId: idOf(call) });
const ofDocument = (call: ReadCall): Read => ({
  subjectId: idOf(call),
  patientId: (call.result as { patientId: string }).patientId,
});
/** The log of a patient, or that of the account. */
const ofLog = (call: ReadCall): Read => (call.params ? ofPatient(call) : {});

/** An assistant reads the agendas of all their professionals at once, the day of reception. */
const namesNoProfessional = ({ id, actorId, role }: Owner) => role === 'assistant' && id === actorId;

const READS: Record<ReadAct, (call: ReadCall) => Read | readonly Read[]> = {
  'patient.listed': ({ query, result }) => {
    const { search } = query as { search?: string };
    if (search === undefined) return {};
    return { act: 'patient.searched', detail: { search, results: (result as { total: number }).total } };
  },
  'patient.opened': ofPatient,
  'record.searched': (call) => {
    const { results } = call.result as { results: unknown[] };
    return { ...ofPatient(call), detail: { search: (call.query as { query: string }).query, results: results.length } };
  },
  'custody.listed': () => ({}),
  'agenda.opened': ({ owner, query, result }) => {
    const { patientId, date, from, to } = query as AppointmentsQuery;
    if (date && namesNoProfessional(owner)) {
      const read = (result as ProfessionalAgenda[]).filter(({ unavailable }) => !unavailable);
      return read.map(({ professional }) => ({ ownerId: professional._id, detail: { date } }));
    }
    if (patientId) return { act: 'appointment.listed', subjectId: patientId, patientId };
    return { detail: date ? { date } : { period: { from: from ?? '', to: to ?? '' } } };
  },
  'reminder.listed': ({ params, query }) => {
    if (params) return { subjectId: (params as { id: string }).id };
    return { detail: { date: (query as { date: string }).date } };
  },
  'booking.listed': () => ({}),
  'waiting-list.opened': () => ({}),
  'assistant.acts-opened': (call) => ({ subjectId: idOf(call) }),
  'rights-request.listed': () => ({}),
  'rights-request.opened': (call) => {
    const { patientId } = call.result as { patientId: string | null };
    return { subjectId: idOf(call), ...(patientId ? { patientId } : {}) };
  },
  'draft.listed': () => ({}),
  'clinical-note.listed': ofPatient,
  'clinical-note.opened': ofDocument,
  'measurement.listed': ofPatient,
  'certificate.listed': ofPatient,
  'certificate.opened': ofDocument,
  'attachment.listed': ofPatient,
  'attachment.opened': ofDocument,
  'charge.listed': ({ query, result }) => {
    const { patientId, search, from, to } = (query ?? {}) as Partial<ChargesQuery>;
    const detail: AccessDetail = {};
    if (from !== undefined && to !== undefined) detail.period = { from, to };
    if (search) Object.assign(detail, { search, results: (result as { total: number }).total });
    const read: Read = Object.keys(detail).length > 0 ? { detail } : {};
    return patientId === undefined ? read : { ...read, subjectId: patientId, patientId };
  },
  'charge.opened': (call) => {
    const { patientId } = call.result as { patientId?: string | null };
    return { subjectId: idOf(call), ...(patientId ? { patientId } : {}) };
  },
  'charge.exported': (call) => ({ detail: { month: (call.query as { month: string }).month } }),
  // Those of a patient, or the blocked ones of all patients.
  'share.listed': ofLog,
  'access-log.opened': ofLog,
  'access-log.exported': ofLog,
  'user.opened': (call) => ({ ownerId: idOf(call), subjectId: idOf(call) }),
  'incident.exported': (call) => ({ subjectId: idOf(call) }),
};

/** Hands a read to the recorder, which writes it later. */
export function recordRead(deps: RecordingDeps & Pick<Deps, 'now'>, act: ReadAct, call: ReadCall): void {
  const at = deps.now();
  for (const read of [READS[act](call)].flat()) {
    deps.accessRecorder.add({ ...actBy(call.owner), act, at, detail: undefined, ...read });
  }
}
