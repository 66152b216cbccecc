import { CalendarDays, Printer } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { holidayOn } from '#web/agenda/availability.ts';
import { DayHeader } from '#web/agenda/day-header.tsx';
import { useNow } from '#web/agenda/now.ts';
import { DayChargesProvider } from '#web/reception/day-charges.tsx';
import { HourList } from '#web/reception/hour-list.tsx';
import { NextFreeWithAnyone } from '#web/reception/next-free-with-anyone.tsx';
import { PrintedReception } from '#web/reception/printed-reception.tsx';
import { type DayProps, ProfessionalColumns } from '#web/reception/professional-columns.tsx';
import { ProfessionalFilter } from '#web/reception/professional-filter.tsx';
import { useChangeStatus, useReceptionDay } from '#web/reception/reception.queries.ts';
import { useDayInAddress } from '#web/reception/reception-addresses.ts';
import { type OnStatus, withoutPast } from '#web/reception/reception-day.ts';
import { RequestedCharge } from '#web/reception/requested-charge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CalendarPopover } from '#web/ui/calendar-popover.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { useMediaQuery } from '#web/ui/media-query.ts';
import { Page } from '#web/ui/page.tsx';
import { NightSky } from '#web/ui/pictures.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The day of all professionals of an assistant, side by side. */
export function ReceptionPage() {
  const { today, clock } = useNow();
  const { day, goTo } = useDayInAddress(today);
  const { data, isError, refetch } = useReceptionDay(day);
  const { mutate } = useChangeStatus();
  const onStatus = useCallback<OnStatus>(
    (professionalId, before, status) => mutate({ professionalId, before, status }),
    [mutate],
  );
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => setHidden((before) => before.symmetricDifference(new Set([id])));
  const agendas = data?.agendas;
  const clockOfDay = day === today ? clock : undefined;
  // Columns that did not change are not rendered again.
  const chosen = useMemo(
    () => agendas && withoutPast(agendas, clockOfDay).filter(({ professional }) => !hidden.has(professional._id)),
    [agendas, clockOfDay, hidden],
  );
  const shown = useMemo(() => chosen?.filter(({ unavailable }) => !unavailable), [chosen]);

  const missing = agendas?.filter(({ unavailable }) => unavailable).map(({ professional }) => professional.name) ?? [];

  return (
    <Page
      wide
      title="Recepción"
      subtitle="Las citas de todos tus profesionales"
      actions={
        <>
          <Button look="secondary" onClick={() => print()}>
            <Printer size={18} aria-hidden="true" />
            Imprimir
          </Button>
          <CalendarPopover
            label="Elegir un día"
            align="end"
            day={day}
            today={today}
            onPick={goTo}
            trigger={
              <Button look="secondary">
                <CalendarDays size={18} aria-hidden="true" />
                Calendario
              </Button>
            }
          />
        </>
      }
    >
      <DayHeader
        day={day}
        today={today}
        count={shown?.reduce((sum, { appointments }) => sum + appointments.length, 0)}
        onGo={goTo}
      />
      <NextFreeWithAnyone />
      {agendas && isError && (
        <div className="mb-4">
          <InlineFailure
            text="No se pudo actualizar el día. Lo que ves puede haber cambiado."
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {missing.length > 0 && (
        <div className="mb-4">
          <InlineFailure
            text={`Por ahora no se pueden mostrar las citas de ${missing.join(', ')}.`}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {agendas && agendas.length > 1 && (
        <ProfessionalFilter
          professionals={agendas.map(({ professional }) => professional)}
          hidden={hidden}
          onToggle={toggle}
        />
      )}
      {agendas?.length === 0 && (
        <Card>
          <EmptyState
            picture={<NightSky />}
            title="No tienes consultas a tu cargo"
            text="Cuando un profesional te invite a su secretaría, verás aquí sus citas."
          />
        </Card>
      )}
      {shown && agendas && agendas.length > missing.length && (
        <DayChargesProvider day={day}>
          <DayOfAll key={day} day={day} today={today} clock={clockOfDay} agendas={shown} onStatus={onStatus} />
        </DayChargesProvider>
      )}
      {chosen && chosen.length > 0 && <PrintedReception day={day} agendas={chosen} />}
      {agendas && <RequestedCharge agendas={agendas} />}
      {!agendas && !isError && (
        <div role="status" aria-label="Cargando citas">
          <Skeleton className="h-[70vh] w-full" />
        </div>
      )}
      {!agendas && isError && <LoadFailure title="No se pudieron cargar las citas" onRetry={() => void refetch()} />}
    </Page>
  );
}

function DayOfAll(props: DayProps) {
  const isWide = useMediaQuery('(min-width: 64rem)');
  const { day, agendas } = props;
  const isEmpty = agendas.every(({ appointments, freeTimes }) => appointments.length + freeTimes.length === 0);
  if (isEmpty) {
    const holiday = holidayOn(day);
    return (
      <Card>
        <EmptyState
          picture={<NightSky />}
          title={agendas.length === 0 ? 'Elige a quién mostrar' : 'Nadie tiene citas ni horas libres este día'}
          {...(agendas.length > 0 && holiday && { text: `Es feriado: ${holiday}.` })}
        />
      </Card>
    );
  }
  return isWide ? <ProfessionalColumns {...props} /> : <HourList {...props} />;
}
