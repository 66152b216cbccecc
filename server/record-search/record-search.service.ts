import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Certificate } from '#contract/certificates';
import type { ClinicalNote } from '#contract/clinical-notes';
import { MAX_RECORD_RESULTS, type RecordResult, type RecordResults } from '#contract/record-search';
import { truncate } from '#contract/truncate';
import { listAttachmentNames } from '#server/attachments/attachments.service';
import type { Owner } from '#server/auth/owner';
import { certificates } from '#server/certificates/certificates.service';
import { addenda } from '#server/clinical-notes/addenda.service';
import { clinicalNotes } from '#server/clinical-notes/clinical-notes.service';
import type { Deps } from '#server/deps';
import { requireExistingPatient } from '#server/patients/patients.service';
import type { OwnerSql } from '#server/platform/database/database';
import { excerptOf, type WordMatcher, wordMatcher } from './match-words.ts';

type SearchDeps = Pick<Deps, 'tenantRead' | 'cipher'>;

const ENTRIES_AT_ONCE = 200;
/** Maximum number of records of each kind. Records beyond it are not read, and the answer says so. */
const MAX_ENTRIES = 10_000;
const TITLE_LENGTH = 80;

interface Entry extends Omit<RecordResult, 'kind' | 'excerpt' | 'matches'> {
  texts: string[];
}

interface Window {
  /** The last entry of the page before. */
  before: string | undefined;
  limit: number;
}

interface Source {
  kind: RecordResult['kind'];
  /** Newest first. An empty page is the end. */
  page(db: OwnerSql, deps: SearchDeps, patientId: string, window: Window): Promise<Entry[]>;
}

const present = (texts: readonly (string | undefined)[]): string[] => texts.filter((text) => text !== undefined);

/** What is shown in place of a text that cannot be decrypted is not searched. */
const readable = (undecryptable: true | undefined, texts: string[]): string[] => (undecryptable ? [] : texts);

const noteTexts = ({ reason, anamnesis, diagnoses, plansAndIndications, prescriptions }: ClinicalNote): string[] =>
  present([
    reason,
    anamnesis,
    ...diagnoses,
    plansAndIndications,
    ...prescriptions.map((item) =>
      Object.values(item)
        .filter((value) => typeof value === 'string')
        .join(' · '),
    ),
  ]);

const certificateTexts = ({ title, content }: Certificate): string[] => [title, content];

/** Everything that a search reads. Each source is read in pages, and nothing of it is stored. */
const SOURCES: readonly Source[] = [
  {
    kind: 'clinical-note',
    page: async (db, deps, patientId, window) =>
      (await clinicalNotes.page(db, deps, patientId, window)).map((note) => ({
        _id: note._id,
        date: note.date,
        title: note.reason && !note.undecryptable ? truncate(note.reason, TITLE_LENGTH) : 'Atención clínica',
        texts: readable(note.undecryptable, noteTexts(note)),
      })),
  },
  {
    kind: 'certificate',
    page: async (db, deps, patientId, window) =>
      (await certificates.page(db, deps, patientId, window)).map((certificate) => ({
        _id: certificate._id,
        date: certificate.createdAt,
        title: certificate.undecryptable ? 'Certificado' : certificate.title,
        texts: readable(certificate.undecryptable, certificateTexts(certificate)),
      })),
  },
  {
    kind: 'addendum',
    page: async (db, deps, patientId, window) =>
      (await addenda.page(db, deps, patientId, window)).map((addendum) => ({
        _id: addendum._id,
        noteId: addendum.noteId,
        date: addendum.createdAt,
        title: 'Adenda',
        texts: readable(addendum.undecryptable, [addendum.content]),
      })),
  },
  {
    kind: 'attachment',
    page: async (db, deps, patientId, window) =>
      (await listAttachmentNames(db, deps, patientId, window)).map(({ id, noteId, name, createdAt }) => ({
        _id: id,
        noteId,
        date: createdAt.toISOString(),
        title: name ?? 'Archivo',
        texts: present([name]),
      })),
  },
];

interface Search {
  patientId: string;
  query: string;
  /** An aborted search reads no further page: nobody waits for its answer. */
  signal: AbortSignal;
}

/** Searches on decrypted text, in memory. */
export async function searchRecord(
  deps: SearchDeps,
  owner: Owner,
  { patientId, query, signal }: Search,
): Promise<RecordResults> {
  await deps.tenantRead(owner.id, (db) => requireExistingPatient(db, patientId));
  const matcher = wordMatcher(query);
  if (!matcher) return { results: [], truncated: false };
  const found: RecordResult[] = [];
  let isIncomplete = false;
  for (const source of SOURCES) {
    const { results, truncated } = await searchSource(deps, owner, source, { patientId, matcher, signal });
    found.push(...results);
    isIncomplete ||= truncated;
  }
  const newest = found.sort((one, other) => (one.date < other.date ? 1 : -1));
  return {
    results: newest.slice(0, MAX_RECORD_RESULTS),
    truncated: isIncomplete || newest.length > MAX_RECORD_RESULTS,
  };
}

async function searchSource(
  deps: SearchDeps,
  owner: Owner,
  source: Source,
  { patientId, matcher, signal }: Pick<Search, 'patientId' | 'signal'> & { matcher: WordMatcher },
): Promise<RecordResults> {
  const results: RecordResult[] = [];
  let before: string | undefined;
  for (let read = 0; ; ) {
    if (signal.aborted) return { results, truncated: true };
    const window = { before, limit: Math.min(ENTRIES_AT_ONCE, MAX_ENTRIES + 1 - read) };
    const page = await deps.tenantRead(owner.id, (db) => source.page(db, deps, patientId, window));
    if (page.length === 0) return { results, truncated: false };
    for (const entry of page) {
      read += 1;
      if (read > MAX_ENTRIES) return { results, truncated: true };
      if (!matcher.isIn(entry.texts)) continue;
      // Older records could not be among the newest results of all kinds.
      if (results.length === MAX_RECORD_RESULTS) return { results, truncated: true };
      results.push(resultOf(source.kind, entry, matcher));
    }
    before = page.at(-1)?._id;
    // Other requests are answered between two pages.
    await nextTurn();
  }
}

function resultOf(kind: RecordResult['kind'], { texts, ...entry }: Entry, matcher: WordMatcher): RecordResult {
  const text = texts.find((one) => matcher.matchesIn(one).length > 0) ?? '';
  return { kind, ...entry, ...excerptOf(text, matcher.matchesIn(text)) };
}
