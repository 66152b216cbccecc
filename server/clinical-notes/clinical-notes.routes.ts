import * as api from '#contract/clinical-notes';
import type { Owner } from '#server/auth/owner';
import type { Bind } from '#server/platform/http/bind';
import {
  type ClinicalNotesDeps,
  canWriteClinically,
  clinicalNotes,
  createClinicalNote,
  printClinicalNote,
  updateClinicalNote,
} from './clinical-notes.service.ts';

export function clinicalNotesRoutes(bind: Bind<Owner>, deps: ClinicalNotesDeps): void {
  bind(api.canWriteClinically, ({ owner }) => canWriteClinically(deps, owner));
  bind(api.listClinicalNotes, ({ owner, params }) => clinicalNotes.list(deps, owner, params.id));
  bind(api.getClinicalNote, ({ owner, params }) => clinicalNotes.get(deps, owner, params.id));
  bind(api.createClinicalNote, ({ owner, body }) => createClinicalNote(deps, owner, body));
  bind(api.updateClinicalNote, ({ owner, params, body }) => updateClinicalNote(deps, owner, params.id, body));
  bind(api.printClinicalNote, ({ owner, params }) => printClinicalNote(deps, owner, params.id, 'clinical-note'));
  bind(api.printPlans, ({ owner, params }) => printClinicalNote(deps, owner, params.id, 'plans'));
  bind(api.printPrescriptions, ({ owner, params }) => printClinicalNote(deps, owner, params.id, 'prescriptions'));
  bind(api.finalizeClinicalNote, ({ owner, params, body }) =>
    clinicalNotes.finalize(deps, owner, params.id, body?.version),
  );
}
