import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ChargeStatus } from '#contract/charge-amounts';
import {
  type ChargeSettings,
  getChargeSettings,
  putChargeSettings,
  sendChargeReminder,
} from '#contract/charge-reminders';
import {
  exportCharges,
  listAppointmentCharges,
  listChargedMonths,
  listCharges,
  listPendingCharges,
  sumPendingCharges,
} from '#contract/charge-summaries';
import {
  addChargePayment,
  type Charge,
  type ChargeContent,
  createCharge,
  getCharge,
  getChargeDiagnosis,
  type NewCharge,
  type PaymentOfCharge,
  putChargeDiagnosis,
  putInvoiceNumber,
  refundChargePayment,
  updateCharge,
  voidCharge,
  voidChargePayment,
} from '#contract/charges';
import { call, download, queryFor, type ReplyOf } from '#web/platform/api.ts';
import { saveFile } from '#web/platform/save-file.ts';
import { weekAround } from '#web/ui/day-words.ts';

/** Which charges are listed. */
export interface ChargesQuery {
  from?: string;
  to?: string;
  patientId?: string;
  status?: ChargeStatus | undefined;
  search?: string | undefined;
  withoutInvoice?: 'true' | undefined;
  page?: number;
}

// Pages and cards show their own failures. Functions, because the key names the professional for whom an assistant
// works. Somebody else may have charged or paid meanwhile, so nothing is taken from the cache without asking.

/** The charges of a period or of a patient, the last ones first, with their totals. */
export const chargesIn = (query: ChargesQuery) => ({ ...queryFor(listCharges, { query }), staleTime: 0 });

/** The charge of an appointment, also of a deleted one. */
export const chargesOfAppointment = (appointmentId: string) => ({
  ...queryFor(listCharges, { query: { appointmentId } }),
  staleTime: 0,
});

const PATIENT_CHARGES_AT_ONCE = 20;

/** The charges of a patient, a page at a time. */
export function useChargesOfPatient(patientId: string) {
  const query = { patientId, limit: PATIENT_CHARGES_AT_ONCE };
  return useInfiniteQuery({
    queryKey: [...queryFor(listCharges, { query }).queryKey, 'pages'],
    queryFn: ({ pageParam: page, signal }) => call(listCharges, { query: { ...query, page } }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.length * PATIENT_CHARGES_AT_ONCE < total ? pages.length + 1 : undefined,
    staleTime: 0,
    meta: {},
  });
}

const isReturning = ({ payments }: Charge): boolean => payments.some(({ refund }) => refund === 'pending');

/** How often a charge is loaded again while the provider returns a payment. */
const RETURN_INTERVAL_MS = 10_000;

export function useCharge(id: string) {
  const cache = useQueryClient();
  const query = useQuery({
    ...queryFor(getCharge, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => data && isReturning(data) && RETURN_INTERVAL_MS,
  });
  const returning = query.data && isReturning(query.data);
  const wasReturning = useRef(returning);
  useEffect(() => {
    if (wasReturning.current && returning === false) reloadLists(cache);
    wasReturning.current = returning;
  }, [cache, returning]);
  return query;
}

/** What each patient owes. */
export const pendingCharges = (page: number) => ({
  ...queryFor(listPendingCharges, { query: { page } }),
  staleTime: 0,
});

export const pendingTotals = () => ({ ...queryFor(sumPendingCharges, {}), staleTime: 0 });

/** What one patient owes: at most one entry. */
export const pendingOfPatient = (patientId: string) => ({
  ...queryFor(listPendingCharges, { query: { patientId } }),
  staleTime: 0,
});

/** The twelve months until the given one. */
export const chargedMonths = (until: string) => ({
  ...queryFor(listChargedMonths, { query: { until } }),
  staleTime: 0,
});

/** Which appointments of a period have a charge, and what is pending. */
const appointmentCharges = (from: string, to: string) => queryFor(listAppointmentCharges, { query: { from, to } });

/** The charges of all appointments in the week of a day: one request for every card of the agenda. */
export function appointmentChargesAround(day: string) {
  const week = weekAround(day);
  return appointmentCharges(week[0] ?? day, week.at(-1) ?? day);
}

/** The diagnosis on the receipt of a charge. Only for professionals. */
export const chargeDiagnosis = (id: string) => queryFor(getChargeDiagnosis, { params: { id } });

export const chargeSettings = () => queryFor(getChargeSettings, {});

const LISTS = [listCharges, listPendingCharges, sumPendingCharges, listChargedMonths, listAppointmentCharges];

function reloadLists(cache: QueryClient): void {
  for (const { path } of LISTS) void cache.invalidateQueries({ queryKey: [path] });
}

/** Loads again all that shows a charge or a sum of charges. */
function reloadCharges(cache: QueryClient): void {
  reloadLists(cache);
  void cache.invalidateQueries({ queryKey: [getCharge.path] });
}

/** A charge that the server returned is shown at once, and everything else is loaded again. */
function showCharge(cache: QueryClient, charge: Charge): void {
  cache.setQueryData(queryFor(getCharge, { params: { id: charge._id } }).queryKey, charge);
}

type Texts = { done: string; failed: string };

/** A mutation that answers the charge. After a refusal too, everything is loaded again: another window may have acted. */
function useChargeMutation<Variables>(send: (variables: Variables) => Promise<Charge>, texts: Texts) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: send,
    meta: texts,
    onSuccess: (charge) => showCharge(cache, charge),
    onSettled: () => reloadCharges(cache),
  });
}

export const useCreateCharge = () =>
  useChargeMutation((body: NewCharge) => call(createCharge, { body }), {
    done: 'Cobro registrado correctamente',
    failed: 'No se pudo registrar el cobro',
  });

export const useUpdateCharge = (id: string) =>
  useChargeMutation((body: ChargeContent) => call(updateCharge, { params: { id }, body }), {
    done: 'Cobro guardado correctamente',
    failed: 'No se pudo guardar el cobro',
  });

export const useVoidCharge = (id: string) =>
  useChargeMutation((reason: string) => call(voidCharge, { params: { id }, body: { reason } }), {
    done: 'Cobro anulado',
    failed: 'No se pudo anular el cobro',
  });

export const useAddPayment = (id: string) =>
  useChargeMutation((body: PaymentOfCharge) => call(addChargePayment, { params: { id }, body }), {
    done: 'Pago registrado correctamente',
    failed: 'No se pudo registrar el pago',
  });

interface VoidedPayment {
  paymentId: string;
  reason: string;
}

export const useVoidPayment = (id: string) =>
  useChargeMutation(
    ({ paymentId, reason }: VoidedPayment) => call(voidChargePayment, { params: { id, paymentId }, body: { reason } }),
    { done: 'Pago anulado', failed: 'No se pudo anular el pago' },
  );

/** Only for professionals. */
export const useRefundPayment = (id: string) =>
  useChargeMutation((paymentId: string) => call(refundChargePayment, { params: { id, paymentId } }), {
    done: 'Mercado Pago devolverá el pago',
    failed: 'No se pudo devolver el pago',
  });

export const useSaveInvoiceNumber = (id: string) =>
  useChargeMutation(
    (invoiceNumber: string | undefined) => call(putInvoiceNumber, { params: { id }, body: { invoiceNumber } }),
    { done: 'Folio de la boleta guardado', failed: 'No se pudo guardar el folio de la boleta' },
  );

type Diagnosis = ReplyOf<typeof getChargeDiagnosis>['diagnosis'];

/** Only for professionals. */
export function useSaveChargeDiagnosis(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (diagnosis: Diagnosis) => call(putChargeDiagnosis, { params: { id }, body: { diagnosis } }),
    meta: { done: 'Diagnóstico del comprobante guardado', failed: 'No se pudo guardar el diagnóstico' },
    onSuccess: (saved) => cache.setQueryData(chargeDiagnosis(id).queryKey, saved),
  });
}

export function useSaveChargeSettings() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: ChargeSettings) => call(putChargeSettings, { body }),
    // The message of the reply is the text for the patients, not for the toast.
    meta: { done: () => 'Mensaje guardado correctamente', failed: 'No se pudo guardar el mensaje' },
    onSuccess: (saved) => cache.setQueryData(chargeSettings().queryKey, saved),
  });
}

export function useRemindByMail() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (patientId: string) =>
      call(sendChargeReminder, { params: { id: patientId }, body: { channel: 'email' } }),
    meta: { done: 'El recordatorio sale por correo en un momento', failed: 'No se pudo enviar el recordatorio' },
    onSettled: () => void cache.invalidateQueries({ queryKey: [listPendingCharges.path] }),
  });
}

/** Saves the CSV of a month, '2026-11'. */
export const useExportMonth = () =>
  useMutation({
    mutationFn: async (month: string) =>
      saveFile(await download(exportCharges, { query: { month } }), `cobros-${month}.csv`),
    meta: { done: 'Archivo para la contabilidad descargado', failed: 'No se pudo exportar el mes' },
  });
