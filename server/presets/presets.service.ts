import type { PrescriptionItem } from '#contract/prescriptions';
import {
  MAX_NOTE_TEMPLATES,
  MAX_NOTE_TEMPLATES_BYTES,
  MAX_PRESCRIPTION_FAVOURITES,
  type NewNoteTemplate,
  type NewPrescriptionFavourite,
  type NoteTemplate,
  type PrescriptionFavourite,
} from '#contract/presets';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import type { Owner } from '#server/auth/owner';
import { type PresetsDeps, presetsOf } from './preset-kind.ts';

export const noteTemplates = presetsOf<Omit<NewNoteTemplate, 'name'>>({
  name: 'note-template',
  table: 'note_templates',
  max: MAX_NOTE_TEMPLATES,
  tooMany: 'TOO_MANY_NOTE_TEMPLATES',
  nameTaken: 'NOTE_TEMPLATE_EXISTS',
  limit: { bytes: MAX_NOTE_TEMPLATES_BYTES, error: 'NOTE_TEMPLATES_TOO_LONG' },
  undecryptable: { reason: UNDECRYPTABLE_TEXT },
});

export const prescriptionFavourites = presetsOf<PrescriptionItem>({
  name: 'prescription-favourite',
  table: 'prescription_favourites',
  max: MAX_PRESCRIPTION_FAVOURITES,
  tooMany: 'TOO_MANY_FAVOURITES',
  undecryptable: { medicamento: UNDECRYPTABLE_TEXT },
});

export const createNoteTemplate = (
  deps: PresetsDeps,
  owner: Owner,
  { name, ...texts }: NewNoteTemplate,
): Promise<NoteTemplate> => noteTemplates.create(deps, owner, name, texts);

export const updateNoteTemplate = (
  deps: PresetsDeps,
  owner: Owner,
  id: string,
  { name, ...texts }: NewNoteTemplate,
): Promise<NoteTemplate> => noteTemplates.update(deps, owner, id, name, texts);

export const createPrescriptionFavourite = (
  deps: PresetsDeps,
  owner: Owner,
  { name, ...item }: NewPrescriptionFavourite,
): Promise<PrescriptionFavourite> => prescriptionFavourites.create(deps, owner, name ?? item.medicamento, item);

export const updatePrescriptionFavourite = (
  deps: PresetsDeps,
  owner: Owner,
  id: string,
  { name, ...item }: NewPrescriptionFavourite,
): Promise<PrescriptionFavourite> => prescriptionFavourites.update(deps, owner, id, name ?? item.medicamento, item);
