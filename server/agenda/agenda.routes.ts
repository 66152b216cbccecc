import * as api from '#contract/agenda';
import { nextFreeSlot as nextFree } from '#contract/next-free';
import { listAnswers as answers } from '#contract/reminders';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { createAppointment, deleteAppointment, listAnswers, listAppointments } from './agenda.service.ts';
import { changeAppointment } from './appointment-change.service.ts';
import { nextFreeSlot } from './next-free.service.ts';

export function agendaRoutes(bind: Bind<Owner>, deps: Deps): void {
  bind(api.listAppointments, ({ owner, query }) => listAppointments(deps, owner, query));
  bind(nextFree, ({ owner, query }) => nextFreeSlot(deps, owner, query));
  bind(api.createAppointment, ({ owner, body }) => createAppointment(deps, owner, body));
  bind(api.changeAppointment, ({ owner, params, body }) => changeAppointment(deps, owner, params.id, body));
  bind(api.deleteAppointment, ({ owner, params, query }) => deleteAppointment(deps, owner, params.id, query));
  bind(answers, ({ owner, query }) => listAnswers(deps, owner, query.date));
}
