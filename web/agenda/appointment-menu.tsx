import {
  Bell,
  CalendarClock,
  Check,
  CircleDollarSign,
  type LucideIcon,
  MessageCircle,
  Stethoscope,
  Trash2,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import {
  APPOINTMENT_STATUSES,
  type Appointment,
  type AppointmentStatus,
  canBeAttended,
  isOpen,
  patientOf,
} from '#contract/agenda';
import { nameWithSocial } from '#contract/patient-identity';
import type { AppointmentActions } from '#web/agenda/appointment-actions.ts';
import { statusTone } from '#web/agenda/appointment-status.ts';
import { LastAct } from '#web/agenda/last-act.tsx';
import { isToCome } from '#web/agenda/notify-patient.tsx';
import { useNow } from '#web/agenda/now.ts';
import { useAppointmentCharge } from '#web/charges/appointment-charge.tsx';
import { noteOfAppointmentAddress } from '#web/platform/note-of-appointment.ts';
import { useCanCharge, useIsAssistant } from '#web/platform/professional.ts';
import { Badge } from '#web/ui/badge.tsx';
import { useEscapeLayer } from '#web/ui/escape-layers.ts';
import { useNavigate } from '#web/ui/navigation.tsx';
import { useReturnFocus } from '#web/ui/return-focus.ts';

const ITEM_CLASS =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 text-sm outline-none data-highlighted:bg-austral-100 max-sm:min-h-11';

const STATUSES = Object.entries(APPOINTMENT_STATUSES) as [AppointmentStatus, string][];

/** The arrows begin at the present status. Radix chooses an item only when its own trigger opens the menu. */
const focusCurrent = (menu: HTMLElement | null) => {
  requestAnimationFrame(() => menu?.querySelector<HTMLElement>('[aria-checked=true]')?.focus());
};

interface Props {
  appointment: Appointment;
  actions: AppointmentActions;
  onClose: () => void;
}

/** Opens beside the button in whose wrapper it is rendered. The button itself stays, so nothing moves or loses the focus. */
export function AppointmentMenu({ appointment, actions, onClose }: Props) {
  const returnFocus = useReturnFocus();
  useEscapeLayer(onClose);
  const { status } = appointment;
  const navigate = useNavigate();
  const now = useNow();
  const isAssistant = useIsAssistant();
  const canCharge = useCanCharge();
  const isAttendable = !isAssistant && canBeAttended(appointment, now.today);
  const isRemindable = isOpen(appointment) && isToCome(appointment, now);
  // The item disappears with the menu. A dialog that it opens returns the focus to the button.
  const then = (act: () => void) => () => {
    returnFocus();
    act();
  };
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
            // A dialog that an item opened has the focus already.
            if (!document.querySelector('[role=dialog], [role=alertdialog]')) returnFocus();
          }}
          className="panel z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-lift outline-none"
        >
          <DropdownMenu.Label className="px-2.5 pt-1 pb-1.5 text-fine text-muted">Estado</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={status}>
            {STATUSES.map(([value, text]) => (
              <DropdownMenu.RadioItem
                key={value}
                value={value}
                onSelect={then(() => value !== status && actions.onStatus(appointment, value))}
                className={`${ITEM_CLASS} justify-between`}
              >
                <Badge tone={statusTone(value)}>{text}</Badge>
                <DropdownMenu.ItemIndicator>
                  <Check size={16} aria-hidden="true" className="text-austral-700" />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
          {isAttendable && (
            <Item
              icon={Stethoscope}
              text="Iniciar atención"
              onSelect={then(() => void navigate(noteOfAppointmentAddress(appointment)))}
            />
          )}
          {isRemindable && (
            <Item
              icon={MessageCircle}
              text="Recordar por WhatsApp"
              onSelect={then(() => actions.onWhatsapp(appointment))}
            />
          )}
          {canCharge && status !== 'cancelled' && (
            <ChargeItem appointment={appointment} onSelect={then(() => actions.onCharge(appointment))} />
          )}
          <Item icon={Bell} text="Recordatorios" onSelect={then(() => actions.onReminders(appointment))} />
          <Item icon={CalendarClock} text="Cambiar hora" onSelect={then(() => actions.onReschedule(appointment))} />
          <Item icon={Trash2} text="Eliminar cita" onSelect={then(() => actions.onDelete(appointment))} />
          {appointment.lastAct && (
            <DropdownMenu.Label className="mt-1.5 max-w-64 border-line border-t px-2.5 pt-1.5 pb-1">
              <LastAct appointment={appointment} />
            </DropdownMenu.Label>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function ChargeItem({ appointment, onSelect }: { appointment: Appointment; onSelect: () => void }) {
  const { charge } = useAppointmentCharge(appointment);
  return <Item icon={CircleDollarSign} text={charge ? 'Ver cobro' : 'Cobrar'} onSelect={onSelect} />;
}

function Item({ icon: Icon, text, onSelect }: { icon: LucideIcon; text: string; onSelect: () => void }) {
  return (
    <DropdownMenu.Item onSelect={onSelect} className={ITEM_CLASS}>
      <Icon size={16} aria-hidden="true" className="text-muted" />
      {text}
    </DropdownMenu.Item>
  );
}
