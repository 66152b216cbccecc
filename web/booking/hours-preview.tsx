import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { FreeHours } from '#contract/appointment-links';
import { PreviewedRules } from '#contract/booking-settings';
import { addDays } from '#contract/days';
import { dayInWords } from '#contract/reminder-message';
import type { BookingForm } from '#web/booking/booking-form.ts';
import { usePreview } from '#web/booking/booking-settings.queries.ts';
import { SERVICES_ID } from '#web/platform/paths.ts';
import { useToday } from '#web/platform/today.ts';
import { useServices } from '#web/services/services.queries.ts';
import { Field } from '#web/ui/field.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';

/** Somebody types a number, and the server computes a week. */
const DEBOUNCE_MS = 500;
const DAYS = 7;
const SKELETON_DAYS = Array.from({ length: DAYS }, (_, index) => index);

/** The free hours of the next days under the rules that are being written. */
export function HoursPreview({ form }: { form: BookingForm }) {
  const { data: all, isError, refetch } = useServices();
  const services = all?.filter(({ bookable }) => bookable);
  const [chosen, setChosen] = useState<string>();
  const serviceId = services?.find(({ _id }) => _id === chosen)?._id ?? services?.[0]?._id;
  return (
    <section
      aria-labelledby="hours-preview"
      className="rounded-card border border-line bg-paper p-4 lg:sticky lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto"
    >
      <h3 id="hours-preview" className="font-bold">
        Así se verán tus horas
      </h3>
      <p className="mb-3 text-muted text-sm">Los próximos siete días con estas reglas, antes de guardarlas.</p>
      {!services && isError && (
        <InlineFailure text="No se pudo cargar la lista de servicios" onRetry={() => void refetch()} />
      )}
      {!services && !isError && <Skeleton className="h-64" />}
      {services && !serviceId && (
        <p className="text-sm">
          Crea un servicio que se pueda reservar para ver sus horas.{' '}
          <Link to={{ hash: SERVICES_ID }} className={TEXT_LINK_CLASS}>
            Ir a mis servicios
          </Link>
        </p>
      )}
      {services && serviceId && (
        <>
          <Field label="Servicio" className="mb-4">
            <Select
              value={serviceId}
              onChange={({ target }) => setChosen(target.value)}
              options={services.map(({ _id, name }) => ({ value: _id, label: name }))}
            />
          </Field>
          <Hours form={form} serviceId={serviceId} />
        </>
      )}
    </section>
  );
}

/** Undefined while one of the rules is wrong. Its field says so. */
function usePreviewedRules({ control }: BookingForm, serviceId: string): PreviewedRules | undefined {
  const [minNoticeHours, windowDays, bufferMinutes, maxPerDay] = useWatch({
    control,
    name: ['minNoticeHours', 'windowDays', 'bufferMinutes', 'maxPerDay'],
  });
  const written = JSON.stringify({ minNoticeHours, windowDays, bufferMinutes, maxPerDay, serviceId });
  return PreviewedRules.safeParse(JSON.parse(useDebounced(written, DEBOUNCE_MS))).data;
}

function Hours({ form, serviceId }: { form: BookingForm; serviceId: string }) {
  const rules = usePreviewedRules(form, serviceId);
  const today = useToday();
  const { data, isError, isPlaceholderData, refetch } = usePreview(rules);
  if (!rules) return <p className="text-muted text-sm">Revisa las reglas para ver las horas.</p>;
  if (isError) return <InlineFailure text="No se pudieron cargar las horas" onRetry={() => void refetch()} />;
  if (!data) return <DaySkeletons />;
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-55' : undefined}>
      <p role="status" className="mb-2 font-semibold text-sm">
        {totalText(data)}
      </p>
      <ul className="space-y-2.5">
        {SKELETON_DAYS.map((index) => {
          const date = addDays(today, index);
          return <Day key={date} date={date} times={data.find((day) => day.date === date)?.times ?? []} />;
        })}
      </ul>
    </div>
  );
}

function totalText(days: readonly FreeHours[]): string {
  const total = days.reduce((sum, { times }) => sum + times.length, 0);
  if (total === 0) return 'Ninguna hora libre';
  return total === 1 ? '1 hora libre' : `${total} horas libres`;
}

const Day = ({ date, times }: { date: string; times: readonly string[] }) => (
  <li className="text-sm">
    <p className="font-semibold first-letter:uppercase">{dayInWords(date)}</p>
    {times.length === 0 ? (
      <p className="text-muted">Sin horas</p>
    ) : (
      <p className="flex flex-wrap gap-x-2.5 text-muted tabular-nums">
        {times.map((time) => (
          <span key={time}>{time}</span>
        ))}
      </p>
    )}
  </li>
);

const DaySkeletons = () => (
  <div aria-busy="true">
    <p className="sr-only">Cargando las horas</p>
    <Skeleton className="mb-2 h-5 w-28" />
    <ul className="space-y-2.5">
      {SKELETON_DAYS.map((index) => (
        <li key={index}>
          <Skeleton className="h-5 w-40" />
          <Skeleton className="mt-1 h-10" />
        </li>
      ))}
    </ul>
  </div>
);
