import { createAddendum } from '#contract/addenda';
import { createAppointment } from '#contract/agenda';
import { addAttachment } from '#contract/attachments';
import { me } from '#contract/auth';
import { createPreference } from '#contract/billing';
import { createCertificate, createCertificateTemplate, finalizeCertificate } from '#contract/certificates';
import { createClinicalNote, finalizeClinicalNote, printClinicalNote } from '#contract/clinical-notes';
import { createPatient } from '#contract/patients';
import { createNoteTemplate, createPrescriptionFavourite } from '#contract/presets';
import { codeOn } from '#server/testing/pdf-programs';
import { type Person, patientOf, personAt, required, signUpPaid } from './client.ts';
import type { Known } from './generate.ts';
import { ADMIN } from './product.ts';
import type { Random } from './random.ts';

/** Collections whose records belong to one professional. */
const PRIVATE = [
  'patients',
  'appointments',
  'clinical-notes',
  'addenda',
  'attachments',
  'certificates',
  'certificate-templates',
  'note-templates',
  'prescription-favourites',
];
const KEPT_IDS = 100;

export interface Caller {
  name: string;
  person: Person | undefined;
  /** Appears in the texts that this professional writes, and in no answer to anyone else. */
  mark: string;
  ids: Map<string, string[]>;
}

/** Who sends requests: nobody, two professionals and an administrator. Each professional has used most features. */
export interface Callers {
  all: readonly Caller[];
  /** Sometimes the values of another caller, as an attacker would know them. */
  knownTo(caller: Caller, random: Random, isClinical: boolean): Known;
  learn(caller: Caller, collection: string, ids: readonly string[]): void;
  /** The ids and marks of others that an answer contains. */
  leaksTo(caller: Caller, sent: string, answered: string): string[];
}

export async function createCallers(url: string): Promise<Callers> {
  const [ana, berta, ...others] = await signUpPaid(url, 12);
  if (!ana || !berta) throw new Error('two professionals are needed');
  const admin = personAt(url, ADMIN);
  await required(admin.signIn());
  const caller = (name: string, person: Person | undefined, mark: string): Caller => ({
    name,
    person,
    mark,
    ids: new Map(),
  });
  const professionals = [caller('ana', ana, 'zqana'), caller('berta', berta, 'zqberta')];
  const administrator = caller('administrator', admin, '');
  const all = [caller('nobody', undefined, ''), ...professionals, administrator];
  const ownersOf = new Map<string, Set<Caller>>();

  function learn(one: Caller, collection: string, ids: readonly string[]): void {
    const list = one.ids.get(collection) ?? [];
    one.ids.set(collection, list);
    for (const id of ids) {
      if (!list.includes(id)) list.push(id);
      if (list.length > KEPT_IDS) list.splice(KEPT_IDS / 2, 1);
      if (!PRIVATE.includes(collection)) continue;
      const owners = ownersOf.get(id) ?? new Set();
      ownersOf.set(id, owners.add(one));
    }
  }

  for (const one of professionals) await seedRecords(one, learn);
  // The accounts of the callers themselves are left alone: one that is deleted could not call any more.
  for (const person of others) learn(administrator, 'users', [(await required(person.call(me)))._id]);

  return {
    all,
    learn,
    knownTo: (one, random, isClinical) => {
      const source = random.isLucky(0.75) ? one : random.pick(professionals);
      return {
        mark: isClinical ? one.mark : '',
        secrets: random.isLucky(0.3) ? (one.person?.secrets() ?? {}) : {},
        idsOf: (collection) => source.ids.get(collection) ?? [],
      };
    },
    leaksTo: (one, sent, answered) => {
      const marks = professionals
        .filter((other) => other !== one && answered.includes(other.mark))
        .map(({ mark }) => mark);
      const ids = answered.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
      const foreign = ids.filter((id) => ownersOf.has(id) && !ownersOf.get(id)?.has(one) && !isChosenId(sent, id));
      return [...marks, ...foreign];
    },
  };
}

/** Each professional has ids of their own, so two may choose the same one for a document. */
const isChosenId = (sent: string, id: string) => sent.includes(`"_id":"${id}"`);

/** The smallest picture. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function fileOf(name: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([PIXEL]), `${name}.png`);
  return form;
}

type Learn = Callers['learn'];

async function seedRecords(caller: Caller, learn: Learn): Promise<void> {
  const { person, mark } = caller;
  if (!person) return;
  const keep = (collection: string, id: string) => learn(caller, collection, [id]);
  for (let index = 0; index < 5; index++) {
    const patient = await required(person.call(createPatient, { body: patientOf(index, `Rosa ${mark}`) }));
    keep('patients', patient._id);
    const body = { patientId: patient._id, reason: `Control ${mark}`, plansAndIndications: 'Reposo' };
    const prescriptions = [{ medicamento: 'Paracetamol' }];
    const measurements = { weightKg: 70 + index, heightCm: 170 };
    const note = await required(person.call(createClinicalNote, { body: { ...body, prescriptions, measurements } }));
    keep('clinical-notes', note._id);
    const params = { id: patient._id };
    keep('attachments', (await required(person.call(addAttachment, { params, body: fileOf(mark) })))._id);
    const certificate = { patientId: patient._id, title: 'Reposo', content: `Certifico ${mark}` };
    const { _id: certificateId } = await required(person.call(createCertificate, { body: certificate }));
    keep('certificates', certificateId);
    const appointment = { patientId: patient._id, date: `2030-01-0${index + 1}`, time: '09:00', note: mark };
    keep('appointments', (await required(person.call(createAppointment, { body: appointment })))._id);
    if (index % 2 === 0) continue;
    await required(person.call(finalizeClinicalNote, { params: { id: note._id }, body: {} }));
    await required(person.call(finalizeCertificate, { params: { id: certificateId }, body: {} }));
    const addendum = { params: { id: note._id }, body: { content: `Agrega ${mark}` } };
    keep('addenda', (await required(person.call(createAddendum, addendum)))._id);
    keep('verify', await codeOn(await required(person.call(printClinicalNote, { params: { id: note._id } }))));
  }
  const template = { name: 'Reposo', content: `Certifico ${mark}` };
  keep('certificate-templates', (await required(person.call(createCertificateTemplate, { body: template })))._id);
  const noteTemplate = { name: `Control ${mark}`, reason: 'Control' };
  keep('note-templates', (await required(person.call(createNoteTemplate, { body: noteTemplate })))._id);
  const favourite = { medicamento: `Paracetamol ${mark}` };
  keep('prescription-favourites', (await required(person.call(createPrescriptionFavourite, { body: favourite })))._id);
  const payment = await person.call(createPreference, { body: { subscriptionType: 'monthly' } });
  if (payment.isOk) keep('test-checkout', payment.body.preference.initPoint.split('/').at(-1) ?? '');
}
