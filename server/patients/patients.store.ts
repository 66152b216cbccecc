import { ageOn } from '#contract/days';
import { fold } from '#contract/fold';
import { type SearchWord, searchWords } from '#contract/patient-search';
import type { ListedPatient, Patient, PatientInput } from '#contract/patients';
import { compactRut } from '#contract/rut';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { isServingAssistant } from '#server/platform/database/request-role';
import { fragment } from '#server/platform/database/sql';
import { decryptColumns, encryptedColumns } from './patient-columns.ts';
import { type SuffixRange, suffixesOf, suffixRanges } from './patient-search.ts';

interface PatientRow {
  id: string;
  name: string;
  rut: string;
  document_type: Patient['documentType'];
  social_name: string | null;
  ficha_number: number;
  birth_date: string;
  sex: Patient['sex'] | null;
  reminders: boolean;
  blocked: boolean;
  blocked_at: string | null;
  /** Null when the patient has none of its fields. */
  contact: Buffer | null;
  /** Absent for an assistant, who has no right to it. */
  background?: Buffer | null;
  /** Already the text of the reply: PostgreSQL writes it faster than the server makes a Date and writes that. */
  created_at: string;
}

/** What reading a row needs: the cipher for encrypted columns, and the current day for the age. */
export interface ReadContext {
  cipher: FieldCipher;
  today: string;
}

const columns = () => fragment`
  p.id, p.name, p.social_name, p.rut, p.document_type, p.ficha_number, p.birth_date, p.sex, p.reminders, p.blocked,
  p.contact, ${isServingAssistant() ? fragment`` : fragment`p.background,`}
  to_char(p.blocked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as blocked_at,
  to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at`;

/** Fields are listed and not spread, so that all patients have one shape, which is faster to build and to send. */
function toPatient(owner: string, row: PatientRow, { cipher, today }: ReadContext): Patient {
  const { contact, background, isComplete } = decryptColumns(owner, row, cipher);
  return {
    _id: row.id,
    name: row.name,
    rut: row.rut,
    documentType: row.document_type,
    socialName: row.social_name ?? undefined,
    fichaNumber: row.ficha_number,
    birthDate: row.birth_date,
    age: ageOn(row.birth_date, today),
    sex: row.sex ?? undefined,
    address: contact.address,
    phone: contact.phone,
    email: contact.email,
    emergencyContact: contact.emergencyContact,
    occupation: contact.occupation,
    prevision: contact.prevision,
    legalRepresentative: contact.legalRepresentative,
    allergies: background?.allergies,
    notas: background?.notas,
    alertas: background?.alertas,
    preferencias: background?.preferencias,
    reminders: row.reminders,
    blocked: row.blocked,
    blockedAt: row.blocked_at ?? undefined,
    createdAt: row.created_at,
    undecryptable: isComplete ? undefined : true,
  };
}

/** What reading a row of a list needs too: the time zone for the day of a note. */
export type ListContext = ReadContext & { timeZone: string };

type ListedRow = PatientRow & { last_visit: string | null };

/** Each patient costs two index lookups, so only the patients of one page get their last visit. */
function lastVisit(owner: string, { today, timeZone }: ListContext) {
  const lastAttended = fragment`
    (select max(a.date) from appointments a
      where a.owner_id = ${owner} and a.patient_id = p.id and a.status = 'attended' and a.date <= ${today})`;
  // An assistant has no right to notes.
  if (isServingAssistant()) return fragment`${lastAttended} as last_visit`;
  return fragment`
    greatest(${lastAttended},
      (select (max(n.created_at) at time zone ${timeZone})::date from clinical_notes n
        where n.owner_id = ${owner} and n.patient_id = p.id and n.status = 'finalized')) as last_visit`;
}

const toListed = (owner: string, row: ListedRow, context: ListContext): ListedPatient =>
  Object.assign(toPatient(owner, row, context), { lastVisit: row.last_visit ?? undefined });

export async function countPatients(db: OwnerSql): Promise<number> {
  const [row] = await db<[{ patients: number }?]>`select patients from patient_counts where owner_id = ${db.owner}`;
  return row?.patients ?? 0;
}

interface Window {
  page: number;
  limit: number;
}

export async function pageOfPatients(
  db: OwnerSql,
  { page, limit }: Window,
  context: ListContext,
): Promise<ListedPatient[]> {
  const rows = await db<ListedRow[]>`
    select p.*, ${lastVisit(db.owner, context)}
      from (select ${columns()}, p.folded_name from patients p
             where p.owner_id = ${db.owner}
             order by p.folded_name, p.id
             limit ${limit} offset ${(page - 1) * limit}) p
     order by p.folded_name, p.id`;
  return rows.map((row) => toListed(db.owner, row, context));
}

/** The next patients in the order of their ids, in which none is skipped while others are added or renamed. */
export async function patientsAfter(
  db: OwnerSql,
  { after, limit }: { after: string | undefined; limit: number },
  context: ReadContext,
): Promise<Patient[]> {
  const isLater = after ? fragment`and p.id > ${after}` : fragment``;
  const rows = await db<PatientRow[]>`
    select ${columns()} from patients p where p.owner_id = ${db.owner} ${isLater} order by p.id limit ${limit}`;
  return rows.map((row) => toPatient(db.owner, row, context));
}

/** A page of the patients whose name, social name or RUT contains each word of the search, and their total. */
export async function findPatients(
  db: OwnerSql,
  search: string,
  { page, limit }: Window,
  context: ListContext,
): Promise<{ patients: ListedPatient[]; total: number }> {
  const words = searchWords(search);
  const [longest] = words;
  if (!longest) return { patients: [], total: 0 };
  // The index finds the longest word. Comparing the others costs less than finding and intersecting them too.
  const candidates = suffixRanges(longest).map((range) => idsBySuffix(db, range));
  const found = fragment`
      from (${candidates.reduce((all, one) => fragment`${all} union ${one}`)}) f
      join patients p on p.owner_id = ${db.owner} and p.id = f.patient_id
     where ${words.map(containsWord).reduce((all, one) => fragment`${all} and ${one}`)}`;
  // Encrypted columns are read for the rows of the page only, because one letter matches most patients.
  const rows = await db<(ListedRow & { total: number })[]>`
    select ${columns()}, one.total, ${lastVisit(db.owner, context)}
      from (select p.id, count(*) over ()::int as total ${found}
             order by p.folded_name, p.id limit ${limit} offset ${(page - 1) * limit}) one
      join patients p on p.owner_id = ${db.owner} and p.id = one.id
     order by p.folded_name, p.id`;
  const patients = rows.map((row) => toListed(db.owner, row, context));
  if (rows[0] || page === 1) return { patients, total: rows[0]?.total ?? 0 };
  // A page beyond the last one has no row with the total.
  const [counted] = await db<[{ total: number }]>`select count(*)::int as total ${found}`;
  return { patients, total: counted.total };
}

/** Distinct, because a name that contains the text twice has two matching suffixes. */
const idsBySuffix = (db: OwnerSql, { from, to }: SuffixRange) => fragment`
  select distinct s.patient_id from patient_suffixes s
   where s.owner_id = ${db.owner} and s.suffix >= ${from} and s.suffix < ${to}`;

const containsWord = ({ name, rut }: SearchWord) => fragment`
  (position(${name} in p.folded_name) > 0 or position(${rut} in p.compact_rut) > 0
   or position(${name} in coalesce(p.folded_social_name, '')) > 0)`;

export async function findPatient(db: OwnerSql, id: string, context: ReadContext): Promise<Patient | undefined> {
  const [row] = await db<[PatientRow?]>`
    select ${columns()} from patients p where p.owner_id = ${db.owner} and p.id = ${id}`;
  return row && toPatient(db.owner, row, context);
}

export async function hasPatient(db: OwnerSql, id: string): Promise<boolean> {
  const found = await db`select from patients where owner_id = ${db.owner} and id = ${id}`;
  return found.count > 0;
}

/** Gives as many ficha numbers, of which it returns the first. They follow the last one, also of a deleted patient. */
export async function takeFichaNumbers(tx: OwnerTx, count: number): Promise<number> {
  const [row] = await tx<[{ last: number }]>`
    insert into patient_counts as kept (owner_id, patients, last_ficha_number) values (${tx.owner}, 0, ${count})
    on conflict (owner_id) do update set last_ficha_number = kept.last_ficha_number + excluded.last_ficha_number
    returning last_ficha_number as last`;
  return row.last - count + 1;
}

export interface NewPatient {
  id: string;
  fichaNumber: number;
  input: PatientInput;
}

export async function insertPatient(
  tx: OwnerTx,
  { id, fichaNumber, input }: NewPatient,
  cipher: FieldCipher,
  at: Date,
): Promise<void> {
  const { contact, background } = encryptedColumns(tx.owner, id, input, cipher);
  const { name, socialName, rut, documentType, birthDate, sex, reminders = true } = input;
  const isAssistant = isServingAssistant();
  const inserted = tx`
    insert into patients (owner_id, id, ficha_number, name, folded_name, social_name, folded_social_name, rut,
                          compact_rut, document_type, birth_date, sex, reminders, contact, created_at
                          ${isAssistant ? fragment`` : fragment`, background`})
    values (${tx.owner}, ${id}, ${fichaNumber}, ${name}, ${fold(name)}, ${socialName}, ${foldedName(socialName)},
            ${rut}, ${compactRut(rut)}, ${documentType}, ${birthDate}, ${sex}, ${reminders}, ${contact}, ${at}
            ${isAssistant ? fragment`` : fragment`, ${background}`})`;
  await Promise.all([inserted, insertSuffixes(tx, id, input)]);
}

export async function replacePatient(tx: OwnerTx, id: string, input: PatientInput, cipher: FieldCipher): Promise<void> {
  const { contact, background } = encryptedColumns(tx.owner, id, input, cipher);
  const { name, socialName, rut, documentType, birthDate, sex, reminders } = input;
  // An assistant does not see the background, so a save keeps the stored one.
  const setBackground = isServingAssistant() ? fragment`` : fragment`, background = ${background}`;
  const replaced = tx`
    update patients
       set name = ${name}, folded_name = ${fold(name)}, social_name = ${socialName},
           folded_social_name = ${foldedName(socialName)}, rut = ${rut}, compact_rut = ${compactRut(rut)},
           document_type = ${documentType}, birth_date = ${birthDate}, sex = ${sex},
           reminders = coalesce(${reminders}::boolean, reminders), contact = ${contact} ${setBackground}
     where owner_id = ${tx.owner} and id = ${id}`;
  const deleted = tx`delete from patient_suffixes where owner_id = ${tx.owner} and patient_id = ${id}`;
  await Promise.all([replaced, deleted, insertSuffixes(tx, id, input)]);
}

export const foldedName = (name: string | undefined): string | null => (name === undefined ? null : fold(name));

async function insertSuffixes(tx: OwnerTx, id: string, patient: PatientInput): Promise<void> {
  await tx`
    insert into patient_suffixes (owner_id, suffix, patient_id)
    values (${tx.owner}, unnest(${suffixesOf(patient)}::text[]), ${id})`;
}

/** Returns how many there were. Their appointments and drafts are deleted by cascade. */
export async function removePatients(tx: OwnerTx, ids: readonly string[]): Promise<number> {
  const [, removed] = await Promise.all([
    tx`delete from patient_suffixes where owner_id = ${tx.owner} and patient_id = any (${ids}::uuid[])`,
    tx`delete from patients where owner_id = ${tx.owner} and id = any (${ids}::uuid[])`,
  ]);
  return removed.count;
}
