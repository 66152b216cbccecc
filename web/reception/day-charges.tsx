import { useQueries, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { type Appointment, patientOf } from '#contract/agenda';
import { listProfessionals } from '#contract/assistants';
import { type AppointmentCharge, listAppointmentCharges } from '#contract/charge-summaries';
import { nameWithSocial } from '#contract/patient-identity';
import { formatMoney } from '#contract/plans';
import { queryFor } from '#web/platform/api.ts';
import { chargeAddress } from '#web/reception/reception-addresses.ts';
import { Link } from '#web/ui/navigation.tsx';

/** The charges of a day by appointment, for each professional who lets the assistant charge. */
type DayCharges = ReadonlyMap<string, ReadonlyMap<string, AppointmentCharge>>;

const DayChargesContext = createContext<DayCharges>(new Map());

/** Nothing of money is loaded of a professional who does not allow it. */
export function DayChargesProvider({ day, children }: { day: string; children: ReactNode }) {
  const { data: professionals = [] } = useQuery(queryFor(listProfessionals, {}));
  const ids = professionals.filter(({ canCharge }) => canCharge).map(({ _id }) => _id);
  const lists = useQueries({
    queries: ids.map((professional) => ({
      ...queryFor(listAppointmentCharges, { query: { from: day, to: day }, professional }),
      staleTime: 0,
    })),
    combine: (results) => results.map(({ data }) => data),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids are a new array each time.
  const charges = useMemo(
    () =>
      new Map(
        ids.flatMap((id, index) => {
          const list = lists[index];
          return list ? [[id, new Map(list.map((charge) => [charge.appointmentId, charge]))] as const] : [];
        }),
      ),
    [ids.join(), lists],
  );
  return <DayChargesContext value={charges}>{children}</DayChargesContext>;
}

interface Props {
  professionalId: string;
  appointment: Appointment;
  className: string;
}

/** Charges an attended appointment, or shows its charge. */
export function VisitCharge({ professionalId, appointment, className }: Props) {
  const charges = use(DayChargesContext).get(professionalId);
  if (!charges || appointment.status !== 'attended') return null;
  const { text, label, look } = describe(charges.get(appointment._id));
  return (
    <Link
      to={chargeAddress(professionalId, appointment)}
      preventScrollReset
      aria-label={`${label}: ${nameWithSocial(patientOf(appointment))}, ${appointment.time}`}
      title={label}
      className={`inline-flex shrink-0 items-center rounded-full font-semibold tabular-nums leading-4 ${look} ${className}`}
    >
      {text}
    </Link>
  );
}

const KNOWN_CLASS = 'bg-surface ring-1 ring-line ring-inset hover:bg-austral-50';

function describe(charge: AppointmentCharge | undefined) {
  if (!charge) return { text: 'Cobrar', label: 'Cobrar', look: 'bg-austral-600 text-on-austral hover:bg-austral-700' };
  if (charge.status === 'paid') return { text: 'Pagado', label: 'Pagado', look: `${KNOWN_CLASS} text-green` };
  const pending = formatMoney(charge.pending);
  return { text: pending, label: `Pendiente ${pending}`, look: `${KNOWN_CLASS} text-orange` };
}
