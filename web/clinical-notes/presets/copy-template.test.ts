import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ClinicalNoteContent } from '#contract/clinical-notes';
import { NewNoteTemplate } from '#contract/presets';
import { contentOf, valuesOf } from '#web/clinical-notes/clinical-note-form.ts';
import { copiedTexts, occupiedTexts } from './copy-template.ts';

const ID = '0197a000-0000-7000-8000-0000000000aa';
const EMPTY = { reason: '', anamnesis: '', plansAndIndications: '' };

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constant('e\u0301 \r\n ﬁ\u000b'),
);
/** Templates as the server stores them. */
const storedTemplate = fc
  .record({ reason: anyText, anamnesis: anyText, plansAndIndications: anyText })
  .map((texts) => NewNoteTemplate.safeParse({ name: 'Control', ...texts }).data)
  .filter((template) => template !== undefined)
  .map((template) => ({ ...template, _id: ID }));
const writtenText = anyText.filter((text) => text.trim() !== '');

test('a template copied into empty fields keeps every character, also when the note is stored', () => {
  fc.assert(
    fc.property(storedTemplate, fc.constantFrom('', ' ', '\n\t'), (template, blank) => {
      const note = { reason: blank, anamnesis: blank, plansAndIndications: blank };
      const copied = copiedTexts(template, note, () => false);
      const { reason, anamnesis, plansAndIndications } = template;
      expect({ ...EMPTY, ...copied }).toEqual({
        reason: reason ?? '',
        anamnesis: anamnesis ?? '',
        plansAndIndications: plansAndIndications ?? '',
      });
      const sent = contentOf({ ...valuesOf(), ...copied });
      expect(ClinicalNoteContent.parse(sent)).toMatchObject({ reason, anamnesis, plansAndIndications });
    }),
  );
});

test('a written text is never lost: it stays as it is, or the template comes below it', () => {
  fc.assert(
    fc.property(storedTemplate, writtenText, fc.boolean(), (template, written, isAppended) => {
      const note = { reason: written, anamnesis: written, plansAndIndications: '' };
      const copied = copiedTexts(template, note, () => isAppended);
      for (const name of ['reason', 'anamnesis'] as const) {
        const text = template[name];
        expect(occupiedTexts(template, note).includes(name)).toBe(text !== undefined);
        if (text === undefined || !isAppended) {
          expect(copied).not.toHaveProperty(name);
          continue;
        }
        expect(copied[name]?.startsWith(written)).toBe(true);
        expect(copied[name]?.slice(written.length)).toMatch(/^\n?\n?/);
        expect(copied[name]?.slice(written.length).replace(/^\n\n/, '')).toBe(text);
      }
      expect(occupiedTexts(template, note)).not.toContain('plansAndIndications');
    }),
  );
});

test('the copy begins on a line of its own', () => {
  const template = { _id: ID, name: 'Control', reason: 'Control' };
  const reasonAfter = (reason: string) => copiedTexts(template, { ...EMPTY, reason }, () => true).reason;
  expect(reasonAfter('Dolor')).toBe('Dolor\n\nControl');
  expect(reasonAfter('Dolor\n')).toBe('Dolor\nControl');
});
