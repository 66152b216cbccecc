import * as templates from '#contract/note-templates';
import * as favourites from '#contract/prescription-favourites';
import type { Owner } from '#server/auth/owner';
import type { Bind } from '#server/platform/http/bind';
import {
  createNoteTemplate,
  createPrescriptionFavourite,
  noteTemplates,
  prescriptionFavourites,
  updateNoteTemplate,
  updatePrescriptionFavourite,
} from './note-templates.service.ts';
import type { PresetsDeps } from './presets.ts';

export function noteTemplatesRoutes(bind: Bind<Owner>, deps: PresetsDeps): void {
  bind(templates.listNoteTemplates, ({ owner }) => noteTemplates.list(deps, owner));
  bind(templates.createNoteTemplate, ({ owner, body }) => createNoteTemplate(deps, owner, body));
  bind(templates.updateNoteTemplate, ({ owner, params, body }) => updateNoteTemplate(deps, owner, params.id, body));
  bind(templates.deleteNoteTemplate, ({ owner, params }) => noteTemplates.remove(deps, owner, params.id));

  bind(favourites.listPrescriptionFavourites, ({ owner }) => prescriptionFavourites.list(deps, owner));
  bind(favourites.createPrescriptionFavourite, ({ owner, body }) => createPrescriptionFavourite(deps, owner, body));
  bind(favourites.updatePrescriptionFavourite, ({ owner, params, body }) =>
    updatePrescriptionFavourite(deps, owner, params.id, body),
  );
  bind(favourites.deletePrescriptionFavourite, ({ owner, params }) =>
    prescriptionFavourites.remove(deps, owner, params.id),
  );
}
