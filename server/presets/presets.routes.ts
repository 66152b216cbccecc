import * as api from '#contract/presets';
import type { Owner } from '#server/auth/owner';
import type { Bind } from '#server/platform/http/bind';
import type { PresetsDeps } from './preset-kind.ts';
import {
  createNoteTemplate,
  createPrescriptionFavourite,
  noteTemplates,
  prescriptionFavourites,
  updateNoteTemplate,
  updatePrescriptionFavourite,
} from './presets.service.ts';

export function presetsRoutes(bind: Bind<Owner>, deps: PresetsDeps): void {
  bind(api.listNoteTemplates, ({ owner }) => noteTemplates.list(deps, owner));
  bind(api.createNoteTemplate, ({ owner, body }) => createNoteTemplate(deps, owner, body));
  bind(api.updateNoteTemplate, ({ owner, params, body }) => updateNoteTemplate(deps, owner, params.id, body));
  bind(api.deleteNoteTemplate, ({ owner, params }) => noteTemplates.remove(deps, owner, params.id));

  bind(api.listPrescriptionFavourites, ({ owner }) => prescriptionFavourites.list(deps, owner));
  bind(api.createPrescriptionFavourite, ({ owner, body }) => createPrescriptionFavourite(deps, owner, body));
  bind(api.updatePrescriptionFavourite, ({ owner, params, body }) =>
    updatePrescriptionFavourite(deps, owner, params.id, body),
  );
  bind(api.deletePrescriptionFavourite, ({ owner, params }) => prescriptionFavourites.remove(deps, owner, params.id));
}
