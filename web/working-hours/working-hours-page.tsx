import { useQuery } from '@tanstack/react-query';
import { bookingSettings } from '#web/booking/booking-settings.queries.ts';
import { BookingSettingsCard } from '#web/booking/booking-settings-card.tsx';
import { CalendarLinkCard } from '#web/calendar-link/calendar-link-card.tsx';
import { ChargeMessageCard } from '#web/charges/charge-message-card.tsx';
import { chargeSettings } from '#web/charges/charges.queries.ts';
import { usePaymentAccount } from '#web/deposits/payment-account.queries.ts';
import { PaymentAccountCard } from '#web/deposits/payment-account-card.tsx';
import {
  BOOKING_SETTINGS_ID,
  CHARGE_MESSAGE_ID,
  PATHS,
  PAYMENT_ACCOUNT_ID,
  REMINDER_SETTINGS_ID,
  SERVICES_ID,
  WORKING_HOURS_ID,
} from '#web/platform/paths.ts';
import { ReminderSettingsCard } from '#web/reminders/reminder-settings-card.tsx';
import { reminderSettings } from '#web/reminders/reminders.queries.ts';
import { useServices } from '#web/services/services.queries.ts';
import { ServicesCard } from '#web/services/services-card.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { LinkedPart } from '#web/ui/linked-part.tsx';
import { Page } from '#web/ui/page.tsx';
import { ShownWhen, useReady } from '#web/ui/shown-when.tsx';
import { AbsencesCard } from '#web/working-hours/absences-card.tsx';
import { useAbsences, useWorkingHours } from '#web/working-hours/working-hours.queries.ts';
import { WorkingHoursCard } from '#web/working-hours/working-hours-card.tsx';

export function WorkingHoursPage() {
  const queries = [
    useWorkingHours(),
    useAbsences(),
    useServices(),
    useQuery(bookingSettings()),
    usePaymentAccount(),
    useQuery(reminderSettings()),
    useQuery(chargeSettings()),
  ];
  const isShown = useReady(queries.every((query) => query.isFetched));
  return (
    <Page
      title="Configuración de la agenda"
      subtitle="Tu horario, tus bloqueos, tus servicios, tu reserva en línea, tus abonos, tus recordatorios y tu agenda en otros calendarios"
      narrow
      back={<BackLink to={PATHS.account} label="Volver a Configuración de Cuenta" />}
    >
      <div className="space-y-6">
        <LinkedPart id={WORKING_HOURS_ID}>
          <WorkingHoursCard />
        </LinkedPart>
        {/* The address of the calendar stands below the other cards. */}
        <ShownWhen ready={isShown}>
          <div className="space-y-6">
            <AbsencesCard />
            <LinkedPart id={SERVICES_ID} ready={isShown}>
              <ServicesCard />
            </LinkedPart>
            <LinkedPart id={BOOKING_SETTINGS_ID} ready={isShown}>
              <BookingSettingsCard />
            </LinkedPart>
            <LinkedPart id={PAYMENT_ACCOUNT_ID} ready={isShown}>
              <PaymentAccountCard />
            </LinkedPart>
            <LinkedPart id={REMINDER_SETTINGS_ID} ready={isShown}>
              <ReminderSettingsCard />
            </LinkedPart>
            <LinkedPart id={CHARGE_MESSAGE_ID} ready={isShown}>
              <ChargeMessageCard />
            </LinkedPart>
            <CalendarLinkCard />
          </div>
        </ShownWhen>
      </div>
    </Page>
  );
}
