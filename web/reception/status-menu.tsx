import { CalendarClock, Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { APPOINTMENT_STATUSES, type Appointment, type AppointmentStatus, patientOf } from '#contract/agenda';
import { nameWithSocial } from '#contract/patient-identity';
import { statusText, statusTone } from '#web/agenda/appointment-status.ts';
import { agendaAddress } from '#web/reception/reception-addresses.ts';
import type { OnStatus } from '#web/reception/reception-day.ts';
import { Badge } from '#web/ui/badge.tsx';
import { useEscapeLayer } from '#web/ui/escape-layers.ts';
import { Link } from '#web/ui/navigation.tsx';
import { useReturnFocus } from '#web/ui/return-focus.ts';

const ITEM_CLASS =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 text-sm outline-none data-highlighted:bg-austral-100 max-lg:min-h-11';

/** A cancellation may concern a series and tell the patient: the agenda asks about it. */
const STATUSES = (Object.keys(APPOINTMENT_STATUSES) as AppointmentStatus[]).filter((status) => status !== 'cancelled');

/** The arrows begin at the present status. Radix chooses an item only when its own trigger opens the menu. */
const focusCurrent = (menu: HTMLElement | null) => {
  requestAnimationFrame(() => menu?.querySelector<HTMLElement>('[aria-checked=true]')?.focus());
};

interface Props {
  professionalId: string;
  appointment: Appointment;
  onStatus: OnStatus;
  onClose: () => void;
}

/** Opens beside the button in whose wrapper it is rendered. */
export function StatusMenu({ professionalId, appointment, onStatus, onClose }: Props) {
  const returnFocus = useReturnFocus();
  useEscapeLayer(onClose);
  const { status, date } = appointment;
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden="true" className="pointer-events-none absolute inset-0" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-labelledby={undefined}
          aria-label={`Cita de ${nameWithSocial(patientOf(appointment))}`}
          align="start"
          sideOffset={6}
          collisionPadding={12}
          loop
          ref={focusCurrent}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus();
          }}
          className="panel z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-lift outline-none"
        >
          <DropdownMenu.Label className="px-2.5 pt-1 pb-1.5 text-fine text-muted">Estado</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={status}>
            {STATUSES.map((value) => (
              <DropdownMenu.RadioItem
                key={value}
                value={value}
                onSelect={() => value !== status && onStatus(professionalId, appointment, value)}
                className={`${ITEM_CLASS} justify-between`}
              >
                <Badge tone={statusTone(value)}>{statusText(value)}</Badge>
                <DropdownMenu.ItemIndicator>
                  <Check size={16} aria-hidden="true" className="text-austral-700" />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
          <DropdownMenu.Item asChild className={ITEM_CLASS}>
            <Link to={agendaAddress(professionalId, date)}>
              <CalendarClock size={16} aria-hidden="true" className="text-muted" />
              Mover o cancelar en la agenda
            </Link>
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
