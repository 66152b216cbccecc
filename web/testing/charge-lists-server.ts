import { chargeTotals } from '#contract/charge-amounts';
import { type ChargeReminder, sendChargeReminder } from '#contract/charge-reminders';
import {
  CHARGES_PER_PAGE,
  listChargedMonths,
  listCharges,
  listPendingCharges,
  type PendingPatient,
  sumPendingCharges,
} from '#contract/charge-summaries';
import type { Charge } from '#contract/charges';
import { addMonths } from '#contract/months';
import type { agendaServer } from './agenda-server.ts';
import { chargeList, withCharges } from './charges-server.ts';

/** Lists the charges as the server does, the last ones first. */
export function withChargeLists<Server extends ReturnType<typeof agendaServer>>(
  server: Server,
  charges: Charge[] = [],
  pending: PendingPatient[] = [],
): Server {
  withCharges(server, charges);
  server.reply(listCharges, ({ url: { searchParams } }) => {
    const asked = (name: string) => searchParams.get(name);
    const listed = charges
      .filter(({ date }) => date >= (asked('from') ?? '') && date <= (asked('to') ?? '9999'))
      .filter(({ patientId }) => !asked('patientId') || patientId === asked('patientId'))
      .filter(({ appointmentId }) => !asked('appointmentId') || appointmentId === asked('appointmentId'))
      .filter(({ status }) => (asked('status') ? status === asked('status') : status !== 'void'))
      .filter(({ patientName, concept }) => `${patientName} ${concept}`.includes(asked('search') ?? ''))
      .filter(({ invoiceNumber, paid }) => !asked('withoutInvoice') || (!invoiceNumber && paid > 0))
      .sort((one, other) => other.date.localeCompare(one.date));
    return chargeList(listed, searchParams);
  });
  server.reply(listChargedMonths, ({ url }) => {
    const until = url.searchParams.get('until') ?? '';
    return Array.from({ length: 12 }, (_, index) => {
      const month = addMonths(until, index - 11);
      const { charged, paid } = chargeTotals(charges.filter(({ date }) => date.startsWith(month)));
      return { month, charged, paid };
    });
  });
  server.reply(listPendingCharges, ({ url: { searchParams } }) => {
    const asked = searchParams.get('patientId');
    const skipped = (Number(searchParams.get('page') ?? 1) - 1) * CHARGES_PER_PAGE;
    const found = pending.filter(({ patientId }) => asked === null || patientId === asked);
    return found.slice(skipped, skipped + CHARGES_PER_PAGE);
  });
  server.reply(sumPendingCharges, () => {
    const sum = (of: (patient: PendingPatient) => number) => pending.reduce((total, one) => total + of(one), 0);
    const byAge = {
      recent: sum((one) => one.byAge.recent),
      month: sum((one) => one.byAge.month),
      old: sum((one) => one.byAge.old),
    };
    return { patients: pending.length, pending: sum((one) => one.pending), byAge };
  });
  server.reply(sendChargeReminder, ({ url, body }) => {
    const { channel } = body as { channel: 'email' | 'whatsapp' };
    const patient = pending.find(({ patientId }) => url.pathname.includes(patientId ?? '-'));
    const at = new Date().toISOString();
    const state = { channel, status: channel === 'email' ? 'pending' : 'sent', at } as const;
    if (patient) patient.lastReminder = state;
    const sent: ChargeReminder = {
      _id: '0197e000-0000-7000-8000-000000000001',
      ...state,
      amount: patient?.pending ?? 0,
    };
    return channel === 'email' ? sent : { ...sent, url: 'https://wa.me/56912345678?text=Hola', text: 'Hola' };
  });
  return server;
}

/** What Rosa owes, with these details. */
export const pendingWith = (details: Partial<PendingPatient> = {}): PendingPatient => ({
  patientId: '0197a000-0000-7000-8000-000000000001',
  patientName: 'Rosa Díaz Muñoz',
  email: 'rosa@ejemplo.cl',
  phone: '9 1234 5678',
  pending: 25_000,
  byAge: { recent: 25_000, month: 0, old: 0 },
  oldest: '2026-11-10',
  chargeIds: ['0197d000-0000-7000-8000-0000000000e1'],
  ...details,
});
