import { setTimeout as delay } from 'node:timers/promises';
import { createAppointment, listAppointments } from '#contract/agenda';
import {
  type ClinicalNote,
  createClinicalNote,
  finalizeClinicalNote,
  listClinicalNotes,
  updateClinicalNote,
} from '#contract/clinical-notes';
import { createPatient, listPatients, updatePatient } from '#contract/patients';
import { SLOTS } from '#contract/slots';
import { type Comparison, createAcknowledgedWrites } from './acknowledged-writes.ts';
import { type Answer, type Person, patientOf, required } from './client.ts';
import type { Random } from './random.ts';

/** The answers of a server whose database or process is unavailable. Every other failure is counted as unexpected. */
const isUnavailable = ({ status, isHung }: Answer) => (status === 0 && !isHung) || status === 503;

export interface Writer {
  /** Writes until `isOver`. Failed writes are repeated. */
  run(): Promise<void>;
  /** Makes one write. */
  step(): Promise<void>;
  acknowledged(): number;
  unexpected: string[];
  hung(): number;
  refusals: { status: number; code: string; retryAfter: string | null }[];
  /** Reads everything back. */
  verify(): Promise<Comparison & { duplicates: number; undecryptable: number; disordered: number; finalized: number }>;
}

interface Options {
  random: Random;
  pauseMs: number;
  isOver(): boolean;
  /** How long a refused write waits before it is sent again. */
  retryMs?: number;
}

interface KnownNote {
  id: string;
  patientId: string;
}

let patients = 0;

/** A professional who creates and changes notes, patients and appointments, and knows what the server acknowledged. */
export async function createWriter(
  person: Person,
  { random, pauseMs, isOver, retryMs = 100 }: Options,
): Promise<Writer> {
  const writes = createAcknowledgedWrites();
  const unexpected: string[] = [];
  const refusals: Writer['refusals'] = [];
  const drafts: KnownNote[] = [];
  const patientIds: string[] = [];
  let appointments = 0;
  let hung = 0;

  const texts = () => {
    const token = random.uuid();
    return { reason: `Motivo ${token}`, anamnesis: `Anamnesis ${token}`, plansAndIndications: `Plan ${token}` };
  };

  /** Sends a write until it is answered. True for success or for a refusal that says that it was done before. */
  async function sendUntilAnswered(
    write: () => Promise<Answer>,
    doneBefore: string[] = [],
  ): Promise<Answer | undefined> {
    for (let isRepeated = false; ; isRepeated = true) {
      const answer = await write();
      if (answer.isHung) hung += 1;
      if (answer.isOk || (isRepeated && doneBefore.includes(answer.code))) return answer;
      if (answer.status > 0) {
        const { status, code, retryAfter } = answer;
        refusals.push({ status, code, retryAfter });
      }
      if (!isUnavailable(answer)) {
        unexpected.push(`${answer.status} ${answer.code}`);
        return undefined;
      }
      if (isOver()) return undefined;
      await delay(retryMs + random.below(retryMs * 2));
    }
  }

  async function newNote() {
    const id = random.uuid();
    const patientId = random.pick(patientIds);
    const content = { ...texts(), status: 'draft' };
    writes.attempt(id, content);
    const { status: _, ...body } = content;
    const answer = await sendUntilAnswered(() =>
      person.call(createClinicalNote, { body: { _id: id, patientId, ...body } }),
    );
    if (!answer) return;
    writes.acknowledge(id, content);
    drafts.push({ id, patientId });
  }

  async function changeNote() {
    const note = drafts.at(-1 - random.below(Math.min(drafts.length, 5)));
    if (!note) return newNote();
    const content = { ...texts(), status: 'draft' };
    writes.attempt(note.id, content);
    const { status: _, ...body } = content;
    const answer = await sendUntilAnswered(() => person.call(updateClinicalNote, { params: { id: note.id }, body }));
    if (answer) writes.acknowledge(note.id, content);
  }

  /** The last change is part of what is finalised, so its content is sent again before. */
  async function finalizeNote() {
    const note = drafts.shift();
    if (!note) return newNote();
    const { reason, anamnesis, plansAndIndications } = texts();
    const draft = { reason, anamnesis, plansAndIndications, status: 'draft' };
    writes.attempt(note.id, draft);
    const body = { reason, anamnesis, plansAndIndications };
    if (!(await sendUntilAnswered(() => person.call(updateClinicalNote, { params: { id: note.id }, body })))) return;
    writes.acknowledge(note.id, draft);
    const finalized = { ...draft, status: 'finalized' };
    writes.attempt(note.id, finalized);
    const write = () => person.call(finalizeClinicalNote, { params: { id: note.id }, body: {} });
    if (await sendUntilAnswered(write, ['CLINICAL_NOTE_FINALIZED'])) writes.acknowledge(note.id, finalized);
  }

  async function newPatient() {
    patients += 1;
    const body = patientOf(patients, `Rosa ${random.uuid()}`);
    const content = { name: body.name };
    writes.attempt(body.rut, content);
    const answer = await sendUntilAnswered(() => person.call(createPatient, { body }), ['PATIENT_EXISTS']);
    if (!answer) return;
    writes.acknowledge(body.rut, content);
    if (answer.isOk) patientIds.push((answer.body as { _id: string })._id);
  }

  const ownPatients = new Map<string, string>();
  async function changePatient() {
    const id = random.pick(patientIds);
    const rut = ownPatients.get(id) ?? (await rutOfPatient(id));
    if (!rut) return;
    const content = { name: `Juana ${random.uuid()}` };
    const body = { name: content.name, rut, birthDate: '1980-05-10' };
    writes.attempt(rut, content);
    if (await sendUntilAnswered(() => person.call(updatePatient, { params: { id }, body }))) {
      writes.acknowledge(rut, content);
    }
  }

  async function rutOfPatient(id: string): Promise<string | undefined> {
    const { isOk, body } = await person.call(listPatients, { query: { limit: '200' } });
    if (!isOk) return undefined;
    for (const patient of body.patients) ownPatients.set(patient._id, patient.rut);
    return ownPatients.get(id);
  }

  async function newAppointment() {
    const time = SLOTS[appointments % SLOTS.length] ?? '';
    const date = dayNumber(Math.floor(appointments / SLOTS.length));
    appointments += 1;
    const content = { note: `Cita ${random.uuid()}` };
    const slot = `${date} ${time}`;
    writes.attempt(slot, content);
    const body = { patientId: patientIds[0], date, time, duration: 30, ...content };
    const answer = await sendUntilAnswered(() => person.call(createAppointment, { body }), ['SLOT_TAKEN']);
    if (answer) writes.acknowledge(slot, content);
  }

  const steps = [newNote, newNote, newNote, changeNote, changeNote, changeNote, changeNote, finalizeNote];
  const allSteps = [...steps, newPatient, changePatient, newAppointment, newAppointment];
  const step = () => random.pick(allSteps)();

  async function verify() {
    const stored = new Map<string, object>();
    let duplicates = 0;
    let undecryptable = 0;
    let disordered = 0;
    let finalized = 0;
    const keep = (key: string, content: object, isUndecryptable: boolean | undefined) => {
      if (stored.has(key)) duplicates += 1;
      if (isUndecryptable) undecryptable += 1;
      stored.set(key, content);
    };
    const total = (await required(person.call(listPatients))).total;
    for (let page = 1; (page - 1) * 200 < total; page++) {
      const query = { page: String(page), limit: '200' };
      for (const patient of (await required(person.call(listPatients, { query }))).patients) {
        keep(patient.rut, { name: patient.name }, patient.undecryptable);
        const notes = await required(person.call(listClinicalNotes, { params: { id: patient._id } }));
        disordered += notes.filter((note, index) => note.date > (notes[index - 1]?.date ?? note.date)).length;
        for (const note of notes) {
          const { reason, anamnesis, plansAndIndications, status } = note;
          keep(note._id, { reason, anamnesis, plansAndIndications, status }, note.undecryptable);
          if (isDisordered(note)) disordered += 1;
          if (status === 'finalized') finalized += 1;
        }
      }
    }
    for (let day = 0; day * SLOTS.length < appointments; day++) {
      const date = dayNumber(day);
      for (const one of await required(person.call(listAppointments, { query: { date } }))) {
        keep(`${one.date} ${one.time}`, { note: one.note }, one.undecryptable);
      }
    }
    return { ...writes.compare(stored), duplicates, undecryptable, disordered, finalized };
  }

  for (let tries = 0; patientIds.length === 0 && tries < 5; tries++) await newPatient();
  return {
    step,
    run: async () => {
      while (!isOver()) {
        await step();
        await delay(random.below(pauseMs * 2));
      }
    },
    acknowledged: writes.acknowledgedCount,
    unexpected,
    hung: () => hung,
    refusals,
    verify,
  };
}

const dayNumber = (day: number): string => new Date(Date.UTC(2030, 0, 1 + day)).toISOString().slice(0, 10);

/** A finalised note has its hash, and its times are in order. */
function isDisordered({ status, createdAt, updatedAt, finalizedAt, contentHash }: ClinicalNote): boolean {
  if (updatedAt < createdAt) return true;
  return status === 'finalized' && (!finalizedAt || !contentHash || finalizedAt < updatedAt || finalizedAt < createdAt);
}
