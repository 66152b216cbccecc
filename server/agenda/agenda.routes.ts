import * as api from '#contract/agenda';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { Bind } from '#server/platform/http/bind';
import { createAppointment, deleteAppointment } from './agenda.service.ts';
import { appointmentsOn } from './agenda.store.ts';

export function agendaRoutes(bind: Bind<Owner>, deps: Deps): void {
  bind(api.listAppointments, ({ owner, query }) =>
    deps.tenantRead(owner.id, (db) => appointmentsOn(db, query.date, deps.cipher)),
  );
  bind(api.createAppointment, ({ owner, body }) => createAppointment(deps, owner, body));
  bind(api.deleteAppointment, ({ owner, params }) => deleteAppointment(deps, owner, params.id));
}
