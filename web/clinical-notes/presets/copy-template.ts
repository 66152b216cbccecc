import type { NoteTemplate } from '#contract/presets';

/** The texts of a template, in the order of the note, with the titles that they have there. */
export const TEMPLATE_TEXTS = [
  { name: 'reason', title: 'Motivo de Consulta' },
  { name: 'anamnesis', title: 'Anamnesis' },
  { name: 'plansAndIndications', title: 'Planes e Indicaciones' },
] as const;
export type TemplateText = (typeof TEMPLATE_TEXTS)[number]['name'];

type Texts = Record<TemplateText, string>;

const isBlank = (text: string) => text.trim() === '';

/** The texts of the note that are not empty and that the template has too. Nothing is copied into them without asking. */
export const occupiedTexts = (template: NoteTemplate, note: Texts): TemplateText[] =>
  TEMPLATE_TEXTS.flatMap(({ name }) => (template[name] && !isBlank(note[name]) ? [name] : []));

const appended = (written: string, copied: string): string =>
  isBlank(written) ? copied : `${written}${written.endsWith('\n') ? '' : '\n\n'}${copied}`;

/** The texts that change when a template is copied: empty ones, and those below which it is appended. */
export const copiedTexts = (
  template: NoteTemplate,
  note: Texts,
  appendsTo: (text: TemplateText) => boolean,
): Partial<Texts> =>
  Object.fromEntries(
    TEMPLATE_TEXTS.flatMap(({ name }) => {
      const copied = template[name];
      if (!copied || (!isBlank(note[name]) && !appendsTo(name))) return [];
      return [[name, appended(note[name], copied)]];
    }),
  );
