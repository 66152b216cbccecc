import { expect, test } from 'vitest';
import type { Addendum } from '#contract/addenda';
import type { ClinicalNote } from '#contract/clinical-notes';
import type { Share } from '#contract/shares';
import { outdatedNotes } from '#web/shares/outdated-notes.ts';

const AT = '2026-11-18T12:00:00.000Z';
const FIELDS = { patientId: 'patient', version: 1, createdAt: AT, updatedAt: AT };
const addendum = (_id: string, status: Addendum['status'] = 'finalized'): Addendum => ({
  ...FIELDS,
  _id,
  noteId: 'note',
  content: '',
  status,
});
const note = (...addenda: Addendum[]): ClinicalNote => ({
  ...FIELDS,
  _id: 'note',
  date: AT,
  status: 'finalized',
  diagnoses: [],
  prescriptions: [],
  ...(addenda.length > 0 && { addenda }),
});
const sent = (id: string, share: Partial<Share> = {}): Share => ({
  _id: `share-${id}`,
  documents: [{ kind: 'clinical-note', id, title: 'Atención Clínica', folio: 'ATN-1' }],
  createdAt: AT,
  expiresAt: AT,
  status: 'active',
  opens: 0,
  openings: [],
  ...share,
});
const isOutdated = (one: ClinicalNote, ...shares: Share[]) => outdatedNotes([one], shares).length === 1;

test('a note is outdated when an addendum was finalised after it was sent', () => {
  expect(isOutdated(note(), sent('note'))).toBe(false);
  expect(isOutdated(note(addendum('first')), sent('note'))).toBe(true);
  expect(isOutdated(note(addendum('first'), addendum('second')), sent('first'))).toBe(true);
});

test('not when the last version was sent too, nor for a draft, nor when it was never sent', () => {
  expect(isOutdated(note(addendum('first')), sent('first'), sent('note'))).toBe(false);
  expect(isOutdated(note(addendum('first', 'draft')), sent('note'))).toBe(false);
  expect(isOutdated(note(addendum('first')))).toBe(false);
});

test('not when only other parts were sent, nor when the link was revoked', () => {
  const documents = [{ kind: 'plans' as const, id: 'note', title: 'Planes e Indicaciones', folio: 'IND-1' }];
  expect(isOutdated(note(addendum('first')), sent('note', { documents }))).toBe(false);
  expect(isOutdated(note(addendum('first')), sent('note', { status: 'revoked' }))).toBe(false);
  expect(isOutdated(note(addendum('first')), sent('note', { status: 'expired' }))).toBe(true);
});
