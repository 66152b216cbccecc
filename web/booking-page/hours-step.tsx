import type { BookingPage } from '#contract/booking';
import { DayModel } from '#web/patient-pages/day-model.tsx';
import { PATIENT_CARD_CLASS } from '#web/patient-pages/patient-page.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TALL_TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

interface Props {
  page: BookingPage;
  /** The path of the page, where the choice begins. */
  path: string;
  hidden: boolean;
}

/** The days with free hours. `hours-list.ts` fills them in. */
export const HoursStep = ({ page, path, hidden }: Props) => (
  <section
    data-view="hours"
    hidden={hidden}
    aria-labelledby="hours-heading"
    className={`${PATIENT_CARD_CLASS} mt-4 noscript:hidden`}
  >
    <h2 id="hours-heading" data-part="hours-heading" tabIndex={-1} className="text-subheading outline-none">
      Elige el día y la hora
    </h2>
    <p data-part="hours-service" hidden className="mt-1 text-muted" />
    {page.services.length > 1 && (
      <a href={path} data-step="" className={`${TALL_TEXT_LINK_CLASS} -mb-2`}>
        Cambiar el servicio
      </a>
    )}
    <p data-part="notice" hidden className="mt-4 rounded-control bg-orange-tint px-4 py-3 font-semibold text-orange" />
    <p data-part="zone" hidden className="mt-3 rounded-control bg-austral-50 px-4 py-3 text-sm" />
    <div data-part="hours-loading" className="mt-5">
      <p role="status" className="sr-only">
        Buscando horas…
      </p>
      <Skeleton className="h-13" />
      <div className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-2">
        {SKELETONS.map((name) => (
          <Skeleton key={name} className="h-11" />
        ))}
      </div>
      {DAY_SKELETONS.map((name) => (
        <Skeleton key={name} className="mt-3 h-13" />
      ))}
      {/* The style sheet shows it after some seconds: the script may not have loaded. */}
      <p className="late-advice mt-3">Si no ves las horas, recarga la página.</p>
    </div>
    <p data-part="no-hours" hidden className="mt-4 leading-relaxed" />
    <div data-part="days" className="mt-5 grid gap-3" />
    <DayModel />
    <p data-part="no-more-hours" hidden tabIndex={-1} className="mt-4 text-muted outline-none" />
    <div className="mt-5 grid gap-3">
      <button
        type="button"
        data-part="more-days"
        data-busy="Buscando más días…"
        hidden
        className={buttonClass({ look: 'secondary', size: 'lg' })}
      >
        Más días
      </button>
      <a data-part="waiting-link" data-step="" href={path} className={buttonClass({ look: 'ghost' })}>
        Avísame si se libera una hora
      </a>
    </div>
  </section>
);

const SKELETONS = ['1', '2', '3', '4', '5', '6', '7', '8'];
const DAY_SKELETONS = ['second', 'third', 'fourth'];
