import { type CSSProperties, memo, useEffect, useMemo, useRef, useState } from 'react';
import type { ProfessionalAgenda } from '#contract/assistants';
import { appointmentCount } from '#web/agenda/day-header.tsx';
import { containsTime } from '#web/agenda/spans.ts';
import { focusBeside } from '#web/reception/focus-beside.ts';
import { agendaAddress, newAppointmentAddress } from '#web/reception/reception-addresses.ts';
import { ReceptionCard } from '#web/reception/reception-card.tsx';
import { type Axis, columnEntries, type OnStatus, sharedAxis } from '#web/reception/reception-day.ts';
import { Link } from '#web/ui/navigation.tsx';

export interface DayProps {
  day: string;
  today: string;
  /** The current time when the day is today. */
  clock: string | undefined;
  agendas: readonly ProfessionalAgenda[];
  onStatus: OnStatus;
}

const HEADING_CLASS = 'sticky top-0 z-20 border-line border-b bg-surface px-2 py-2';

/** A column for each professional. Their names and the hours stay in sight, and the same hours stand side by side. */
export function ProfessionalColumns(props: DayProps) {
  const { agendas, clock } = props;
  const axis = useMemo(() => sharedAxis(agendas), [agendas]);
  const { times, taken } = axis;
  const now = clock === undefined ? -1 : times.findLastIndex((time) => time <= clock);
  const drawn = useColumnsDrawn(agendas.length);
  const scroller = useRef<HTMLElement>(null);
  // The hours that are over are scrolled away once, when the day is opened.
  useEffect(() => {
    const hour = scroller.current?.querySelector<HTMLElement>('[data-now]');
    if (hour) scroller.current?.scrollTo({ top: hour.offsetTop - 2 * hour.offsetHeight - 64 });
  }, []);
  const style = {
    '--rows': times.map((time) => (taken.has(time) ? '4.25rem' : 'var(--free-row)')).join(' '),
    gridTemplateColumns: `3.5rem repeat(${agendas.length}, minmax(12rem, 1fr))`,
  } as CSSProperties;
  return (
    <section
      ref={scroller}
      aria-label="Agendas del día"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it.
      tabIndex={0}
      onKeyDown={focusBeside}
      className="relative max-h-[calc(100dvh-6rem)] overflow-auto overscroll-x-contain rounded-card border border-line bg-surface shadow-lift"
    >
      <div style={style} className="grid w-full [--free-row:2.75rem] dense:[--free-row:1.875rem]">
        <div className={`${HEADING_CLASS} left-0 z-30`} />
        {agendas.map(({ professional, appointments }) => (
          <div key={professional._id} className={`${HEADING_CLASS} min-w-0 border-l`}>
            <h3 className="text-base leading-5">
              <Link
                to={agendaAddress(professional._id, props.day)}
                title={`Agenda de ${professional.name}`}
                className="line-clamp-2 rounded underline-offset-3 wrap-anywhere hover:underline"
              >
                {professional.name}
              </Link>
            </h3>
            <p className="text-fine text-muted">{appointmentCount(appointments.length)}</p>
          </div>
        ))}
        <ol
          aria-hidden="true"
          className="sticky left-0 z-10 grid grid-rows-(--rows) bg-surface text-fine text-muted tabular-nums"
        >
          {times.map((time, index) => (
            <li
              key={time}
              data-now={index === now ? '' : undefined}
              className={`relative px-1.5 pt-1 not-first:border-line not-first:border-t ${index === now ? 'font-bold text-ink before:absolute before:top-2.5 before:right-1 before:size-1.5 before:rounded-full before:bg-copper' : ''}`}
            >
              {time}
            </li>
          ))}
        </ol>
        {agendas.map((agenda, index) =>
          index < drawn ? (
            <ProfessionalColumn key={agenda.professional._id} {...props} agenda={agenda} axis={axis} />
          ) : (
            <div key={agenda.professional._id} className="border-line border-l bg-line/40" />
          ),
        )}
      </div>
    </section>
  );
}

/** Draws one more column with each frame: hundreds of cards at once would stop the page for a quarter of a second. */
function useColumnsDrawn(count: number): number {
  const [drawn, setDrawn] = useState(1);
  useEffect(() => {
    if (drawn >= count) return;
    const frame = requestAnimationFrame(() => setDrawn(drawn + 1));
    return () => cancelAnimationFrame(frame);
  }, [drawn, count]);
  return drawn;
}

interface ColumnProps extends DayProps {
  agenda: ProfessionalAgenda;
  axis: Axis;
}

const ProfessionalColumn = memo(function ProfessionalColumn(props: ColumnProps) {
  const { day, today, clock, agenda, axis, onStatus } = props;
  const { _id, name } = agenda.professional;
  const entries = columnEntries(agenda, axis);
  return (
    <ol
      aria-label={`Citas y horas libres de ${name}`}
      className="grid min-w-0 grid-cols-1 grid-rows-(--rows) border-line border-l bg-line/40"
    >
      {entries.length === 0 && (
        <li className="sticky top-20 row-span-full self-start p-3 text-muted text-sm">
          Sin citas ni horas libres este día.
        </li>
      )}
      {entries.map((entry) => {
        if (entry.kind === 'free') {
          return (
            <li
              key={entry.time}
              data-row={entry.row}
              style={{ gridRow: entry.row, gridColumn: 1 }}
              className="bg-surface"
            >
              <FreeLink to={newAppointmentAddress(_id, day, entry.time)} time={entry.time} name={name} />
            </li>
          );
        }
        const { span, column, columns } = entry.placed;
        const width = 100 / columns;
        return (
          <li
            key={span._id}
            data-row={entry.row}
            style={{
              gridRow: `${entry.row} / span ${entry.rows}`,
              gridColumn: 1,
              ...(columns > 1 && { width: `${width}%`, marginLeft: `${column * width}%` }),
            }}
            className="min-w-0 bg-surface p-0.5 [content-visibility:auto]"
          >
            <ReceptionCard
              professionalId={_id}
              appointment={span}
              today={today}
              isNow={clock !== undefined && containsTime({ time: span.time, appointment: span }, clock)}
              isNarrow={columns > 1}
              isTall={entry.rows > 1}
              onStatus={onStatus}
            />
          </li>
        );
      })}
    </ol>
  );
});

const FreeLink = ({ to, time, name }: { to: string; time: string; name: string }) => (
  <Link
    to={to}
    aria-label={`Libre a las ${time} con ${name}, agendar`}
    className="group flex h-full items-center justify-between border-line border-t px-2 text-fine text-muted -outline-offset-2 hover:bg-austral-600/6 hover:text-austral-700"
  >
    Libre
    <span
      aria-hidden="true"
      className="before:plus-sign before:block before:size-4.5 before:text-austral-700 before:opacity-0 group-hover:before:opacity-100 group-focus-visible:before:opacity-100 pointer-coarse:before:opacity-60"
    />
  </Link>
);
