import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { type Appointment, patientOf } from '#contract/agenda';
import { nameWithSocial } from '#contract/patient-identity';
import type { AppointmentActions } from '#web/agenda/appointment-actions.ts';
import { statusText, statusTextClass } from '#web/agenda/appointment-status.ts';
import { onDemand } from '#web/ui/on-demand.tsx';

const AppointmentMenu = onDemand(async () => (await import('#web/agenda/appointment-menu.tsx')).AppointmentMenu);

const SIZES = {
  full: 'min-h-6 px-2.5 text-fine max-sm:min-h-9',
  compact: 'min-h-6 px-1.5 text-fine',
  narrow: 'min-h-6 px-0.5 text-[0.6875rem]',
} as const;

interface Props {
  appointment: Appointment;
  actions: AppointmentActions;
  /** In the week a card is smaller, and narrow beside another one. */
  size?: keyof typeof SIZES;
}

/** The status as a word with its colour. It opens the menu with the other ones and what else can be done. */
export function StatusButton({ appointment, actions, size = 'full' }: Props) {
  const [open, setOpen] = useState(false);
  const { status, time } = appointment;
  const name = nameWithSocial(patientOf(appointment));
  const text = statusText(status);
  return (
    <span className="relative inline-flex min-w-0 max-w-full">
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={`${text}: estado de la cita de ${name} a las ${time}, cambiar`}
        onClick={() => setOpen(true)}
        className={`inline-flex min-w-0 items-center gap-1 rounded-full bg-surface font-semibold leading-4 ring-1 ring-line ring-inset ${SIZES[size]} ${statusTextClass(status)}`}
      >
        <span className="truncate">{text}</span>
        {size !== 'narrow' && <ChevronDown size={14} aria-hidden="true" className="shrink-0" />}
      </button>
      {open && <AppointmentMenu appointment={appointment} actions={actions} onClose={() => setOpen(false)} />}
    </span>
  );
}
