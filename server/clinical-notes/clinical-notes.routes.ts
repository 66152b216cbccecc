import * as addendaApi from '#contract/addenda';
import { reviewPrescriptions } from '#contract/allergy-warnings';
import * as api from '#contract/clinical-notes';
import type { Owner } from '#server/auth/owner';
import type { Bind } from '#server/platform/http/bind';
import {
  createAddendum,
  deleteAddendum,
  finalizeAddendum,
  getClinicalNote,
  listClinicalNotes,
  updateAddendum,
} from './addenda.service.ts';
import {
  type ClinicalNotesDeps,
  canWriteClinically,
  createClinicalNote,
  finalizeClinicalNote,
  listMeasurements,
  updateClinicalNote,
} from './clinical-notes.service.ts';
import { printClinicalNote } from './print-note.service.ts';
import { recordReview } from './recorded-allergies.ts';

export function clinicalNotesRoutes(bind: Bind<Owner>, deps: ClinicalNotesDeps): void {
  bind(api.canWriteClinically, ({ owner }) => canWriteClinically(deps, owner));
  bind(api.listClinicalNotes, ({ owner, params }) => listClinicalNotes(deps, owner, params.id));
  bind(api.listMeasurements, ({ owner, params }) => listMeasurements(deps, owner, params.id));
  bind(api.getClinicalNote, ({ owner, params }) => getClinicalNote(deps, owner, params.id));
  bind(api.createClinicalNote, ({ owner, body }) => createClinicalNote(deps, owner, body));
  bind(api.updateClinicalNote, ({ owner, params, body }) => updateClinicalNote(deps, owner, params.id, body));
  bind(api.printClinicalNote, ({ owner, params }) => printClinicalNote(deps, owner, params.id, 'clinical-note'));
  bind(api.printPlans, ({ owner, params }) => printClinicalNote(deps, owner, params.id, 'plans'));
  bind(api.printPrescriptions, ({ owner, params }) => printClinicalNote(deps, owner, params.id, 'prescriptions'));
  bind(api.finalizeClinicalNote, ({ owner, params, body }) => finalizeClinicalNote(deps, owner, params.id, body));
  bind(reviewPrescriptions, ({ owner, params, body }) => recordReview(deps, owner, params.id, body.prescriptions));
  bind(addendaApi.createAddendum, ({ owner, params, body }) => createAddendum(deps, owner, params.id, body));
  bind(addendaApi.updateAddendum, ({ owner, params, body }) => updateAddendum(deps, owner, params.id, body));
  bind(addendaApi.deleteAddendum, ({ owner, params }) => deleteAddendum(deps, owner, params.id));
  bind(addendaApi.finalizeAddendum, ({ owner, params, body }) =>
    finalizeAddendum(deps, owner, params.id, body?.version),
  );
}
