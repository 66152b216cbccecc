import { ChevronRight } from 'lucide-react';
import type { BookingPage } from '#contract/booking';
import { placeAddress } from '#web/booking-page/place.ts';
import { type BookedService, serviceFacts } from '#web/booking-page/service-texts.ts';
import { PATIENT_CARD_CLASS } from '#web/patient-pages/patient-page.tsx';

/** The services, which can be read without JavaScript. A single one needs no choice. */
export function ServicesStep({ page: { services, professional } }: { page: BookingPage }) {
  const [service, ...others] = services;
  return (
    <section data-view="service" aria-labelledby="service-heading">
      <h2
        id="service-heading"
        data-part="service-heading"
        tabIndex={-1}
        className={service && others.length === 0 ? 'sr-only' : 'text-lg outline-none'}
      >
        {others.length === 0 ? 'Servicio' : 'Elige un servicio'}
      </h2>
      {service ? (
        <ul className="mt-3 grid gap-3">
          {services.map((one) => (
            <ServiceCard key={one._id} service={one} isChoice={others.length > 0} />
          ))}
        </ul>
      ) : (
        <p className={`${PATIENT_CARD_CLASS} mt-3`}>
          {professional.name} no ofrece servicios para reservar en línea por ahora.
        </p>
      )}
    </section>
  );
}

const ServiceCard = ({ service, isChoice }: { service: BookedService; isChoice: boolean }) => (
  <li
    data-service={service._id}
    className={`relative flex items-center gap-3 rounded-card border border-line bg-surface p-4 shadow-lift ${isChoice ? 'hover:border-austral-600' : ''}`}
  >
    <div className="min-w-0 flex-1">
      <h3 className="font-semibold">
        {isChoice ? (
          // The whole card is the link.
          <a
            href={placeAddress({ step: 'hours', service })}
            data-step=""
            className="rounded-control text-austral-700 after:absolute after:inset-0 after:rounded-card"
          >
            {service.name}
          </a>
        ) : (
          service.name
        )}
      </h3>
      <p data-facts="" className="mt-0.5 text-muted text-sm tabular-nums">
        {serviceFacts(service)}
      </p>
      {service.description && <p className="mt-2 whitespace-pre-line text-sm leading-relaxed">{service.description}</p>}
    </div>
    {isChoice && <ChevronRight size={20} aria-hidden="true" className="shrink-0 text-muted noscript:hidden" />}
  </li>
);
