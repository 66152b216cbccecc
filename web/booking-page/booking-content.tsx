import { BadgeCheck } from 'lucide-react';
import type { BookingPage } from '#contract/booking';
import { BOOKING_DATA } from '#web/booking-page/booking-data.ts';
import { DoneStep } from '#web/booking-page/done-step.tsx';
import { FormStep } from '#web/booking-page/form-step.tsx';
import { HoursStep } from '#web/booking-page/hours-step.tsx';
import { JsonBlock } from '#web/booking-page/json-block.tsx';
import { reviewsBookings } from '#web/booking-page/reviews-bookings.ts';
import { professionalFacts } from '#web/booking-page/service-texts.ts';
import { ServicesStep } from '#web/booking-page/services-step.tsx';
import { structuredData } from '#web/booking-page/structured-data.ts';
import { PatientPage } from '#web/patient-pages/patient-page.tsx';
import { ProblemBox } from '#web/patient-pages/problem-box.tsx';
import { PATHS } from '#web/platform/paths.ts';

interface Props {
  slug: string;
  page: BookingPage;
  /** The address of the page. */
  url: string;
}

/** Complete HTML for one professional. `start-booking.ts` fills in its parts and shows one step after the other. */
export function BookingContent({ slug, page, url }: Props) {
  const hasOneService = page.services.length === 1;
  return (
    <PatientPage rights={PATHS.rightsForm.replace(':slug', slug)} canBeFramed>
      <Heading page={page} />
      <ServicesStep page={page} />
      <HoursStep page={page} path={new URL(url).pathname} hidden={!hasOneService} />
      <FormStep page={page} />
      <DoneStep path={new URL(url).pathname} />
      <ProblemBox />
      <JsonBlock type="application/json" part={BOOKING_DATA} content={{ slug, page }} />
      <JsonBlock type="application/ld+json" content={structuredData(page, url)} />
    </PatientPage>
  );
}

function Heading({ page }: { page: BookingPage }) {
  const { professional, message } = page;
  return (
    <div className="pb-5">
      <h1 className="text-subheading sm:text-heading">Reserva una hora con {professional.name}</h1>
      <p className="mt-1 text-muted">{professionalFacts(professional)}</p>
      {professional.identity === 'verified' && (
        <p className="mt-1 flex gap-1.5 text-green text-sm">
          <BadgeCheck size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
          Identidad verificada en el registro de prestadores
        </p>
      )}
      <div data-view="introduction">
        {message && <p className="mt-3 whitespace-pre-line leading-relaxed">{message}</p>}
        {reviewsBookings(page) && (
          <p className="mt-3 leading-relaxed">
            {professional.name} revisa cada solicitud y responde por correo o teléfono.
          </p>
        )}
        <noscript>
          <p className="mt-3 font-semibold">Para reservar en línea activa JavaScript en tu navegador.</p>
        </noscript>
      </div>
    </div>
  );
}
