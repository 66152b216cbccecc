import { listAppointments } from '#contract/agenda';
import { login, me } from '#contract/auth';
import { searchCie10 } from '#contract/cie10';
import {
  createClinicalNote,
  finalizeClinicalNote,
  getClinicalNote,
  printClinicalNote,
  updateClinicalNote,
} from '#contract/clinical-notes';
import { type Endpoint, fillPath } from '#contract/endpoint';
import { getPatient, listPatients } from '#contract/patients';
import type { Sent } from './load.ts';

export interface Operation {
  name: string;
  /** Upper limit of the CPU of the server ÷ the CPU of the reference server. */
  goal?: number;
  /** The maximum number of requests, when each one uses something up. */
  limit?: number;
  /** Maximum number of clients, because the print queue of an account is limited. */
  maxClients?: number;
  /** Compared with a hundred times the data. */
  isCompared?: boolean;
  /** What is compared, where the same request would find more with more data. */
  nextCompared?(): Sent;
  next(): Sent;
}

/** An account to call with. */
export interface Caller {
  email: string;
  password: string;
  accessToken: string;
  refreshToken: string;
  patientIds: string[];
  /** The name of a patient, which hardly another one has. */
  patientName: string;
  /** Drafts, each of which can be finalised and printed once. */
  draftIds: string[];
}

/** A short note. */
export const NOTE = {
  anamnesis: 'Paciente con antecedentes de hipertensión, refiere cefalea. '.repeat(8),
  diagnoses: ['I10 - Hipertensión esencial (primaria)'],
  prescriptions: [{ medicamento: 'Losartán 50 mg' }],
};

const DIAGNOSES = ['diabetes', 'hipertension', 'tumor maligno', 'dolor lumbar', 'asma', 'I10', 'ansiedad', 'fractura'];

/** More codes than the server remembers searches. */
const CODES = [...'ABCDEFGHIJ'].flatMap((letter) =>
  Array.from({ length: 100 }, (_, number) => letter + String(number).padStart(2, '0')),
);

/** The calls of which a working day consists. Writes of one account wait for each other, so `writers` take turns. */
export function operationsOf(caller: Caller, writers: readonly Caller[] = [caller]): Operation[] {
  const { email, password, patientIds, patientName, draftIds } = caller;
  let count = 0;
  const oneOf = <T>(values: readonly T[]): T => values[count++ % values.length] as T;
  const call = ({ method, path }: Endpoint, params: Record<string, string> = {}): Sent => ({
    method,
    path: fillPath(path, params),
    headers: { authorization: `Bearer ${caller.accessToken}` },
  });
  const write = (endpoint: Endpoint, params: Record<string, string>, body: unknown, by = caller.accessToken): Sent => ({
    ...call(endpoint, params),
    headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const search = (endpoint: Endpoint, query: Record<string, string>): Sent => {
    const sent = call(endpoint);
    return { ...sent, path: `${sent.path}?${new URLSearchParams(query)}` };
  };
  const note = () => ({ ...NOTE, reason: `Control ${count++} de hipertensión arterial` });
  const [read = '', ...others] = draftIds;
  const toFinalize = [...others];
  const toPrint = [...others];
  // The smallest account has appointments until the 18th.
  const day = (number: number) => `2030-01-${String(number).padStart(2, '0')}`;
  return [
    { name: 'log in', next: () => write(login, {}, { email, password }) },
    { name: 'account', goal: 9, isCompared: true, next: () => call(me) },
    { name: 'agenda of a day', goal: 20, isCompared: true, next: () => search(listAppointments, { date: day(10) }) },
    { name: 'agenda of a week, by day', next: () => search(listAppointments, { date: day(10 + (count++ % 7)) }) },
    { name: 'page of 50 patients', goal: 45, isCompared: true, next: () => call(listPatients) },
    {
      name: 'patients by name',
      goal: 30,
      isCompared: true,
      nextCompared: () => search(listPatients, { search: patientName }),
      next: () => search(listPatients, { search: 'rosa sof' }),
    },
    { name: 'patient', goal: 12, isCompared: true, next: () => call(getPatient, { id: oneOf(patientIds) }) },
    { name: 'CIE-10 search', goal: 12, next: () => search(searchCie10, { query: oneOf(CODES) }) },
    { name: 'CIE-10 search of a usual word', next: () => search(searchCie10, { query: oneOf(DIAGNOSES) }) },
    {
      name: 'new clinical note',
      goal: 35,
      isCompared: true,
      next: () => {
        const writer = oneOf(writers);
        return write(createClinicalNote, {}, { patientId: writer.patientIds[0], ...note() }, writer.accessToken);
      },
    },
    {
      name: 'save a draft',
      isCompared: true,
      next: () => {
        const writer = oneOf(writers);
        return write(updateClinicalNote, { id: writer.draftIds[0] ?? '' }, note(), writer.accessToken);
      },
    },
    { name: 'read a note', isCompared: true, next: () => call(getClinicalNote, { id: read }) },
    {
      name: 'finalise a note',
      limit: others.length,
      next: () => write(finalizeClinicalNote, { id: toFinalize.pop() ?? '' }, {}),
    },
    {
      name: 'PDF, first print',
      limit: others.length,
      maxClients: 16,
      next: () => call(printClinicalNote, { id: toPrint.pop() ?? '' }),
    },
    { name: 'PDF, printed again', next: () => call(printClinicalNote, { id: others.at(-1) ?? '' }) },
  ];
}
