import { CalendarCheck, CalendarDays, type LucideIcon, Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { generatePath } from 'react-router';
import { formatDay } from '#contract/days';
import { nameWithSocial, shortDocumentText } from '#contract/patient-identity';
import type { ListedPatient } from '#contract/patients';
import { ageText } from '#web/patients/patient-texts.ts';
import { PATHS } from '#web/platform/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { formatDayWithDashes } from '#web/ui/format-instant.ts';
import { Link } from '#web/ui/navigation.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const SKELETONS = 6;

interface Props {
  patient: ListedPatient;
  isNew: boolean;
  timeZone: string;
  /** The search and page of the list, to return to from the profile. */
  list: string;
}

export function PatientGrid({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <ul aria-busy={busy} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {children}
    </ul>
  );
}

/** The link has the patient's name and covers the whole card. */
export function PatientCard({ patient, isNew, timeZone, list }: Props) {
  const { _id, age, phone, email, lastVisit, createdAt, blocked } = patient;
  return (
    <li
      className={`${CARD_CLASS} relative flex flex-col p-5 transition-colors duration-150 hover:border-austral-600 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-austral-600 has-[a:focus-visible]:outline-offset-2`}
    >
      {(isNew || blocked) && (
        <p className="mb-1 flex flex-wrap gap-2">
          {isNew && <Badge>Nuevo</Badge>}
          {blocked && <Badge tone="orange">Uso de datos bloqueado</Badge>}
        </p>
      )}
      <h2 className="text-lg">
        <Link
          to={generatePath(PATHS.patient, { id: _id })}
          state={{ list }}
          className="outline-none after:absolute after:inset-0 after:rounded-card"
        >
          {nameWithSocial(patient)}
        </Link>
      </h2>
      <p className="mt-0.5 text-muted tabular-nums">
        {shortDocumentText(patient)} · {ageText(age)}
      </p>
      <ul className="mt-4 mb-4 space-y-2 text-sm">
        <Line icon={CalendarCheck}>Última visita: {lastVisit ? <LastVisit day={lastVisit} /> : <NoVisit />}</Line>
        <Line icon={Phone}>{phone ?? <span className="text-muted">Sin teléfono</span>}</Line>
        <Line icon={Mail}>{email ?? <span className="text-muted">Sin correo</span>}</Line>
      </ul>
      <p className="mt-auto flex items-center gap-2.5 border-line border-t pt-3 text-fine text-muted">
        <CalendarDays size={16} aria-hidden="true" className="shrink-0" />
        Registrado el {formatDayWithDashes(createdAt, timeZone)}
      </p>
    </li>
  );
}

/** Written with dashes, like the registration date below it. */
const LastVisit = ({ day }: { day: string }) => (
  <span className="tabular-nums">{formatDay(day).replaceAll('/', '-')}</span>
);

const NoVisit = () => (
  <span className="text-muted">
    <span aria-hidden="true">–</span>
    <span className="sr-only">ninguna</span>
  </span>
);

function Line({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <Icon size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
      <span className="min-w-0">{children}</span>
    </li>
  );
}

export function PatientCardSkeletons() {
  return (
    <div role="status" aria-label="Cargando pacientes" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {Array.from({ length: SKELETONS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are identical
        <div key={index} className={`${CARD_CLASS} flex flex-col p-5`}>
          <Skeleton className="my-1 h-5 w-44" />
          <Skeleton className="mt-1.5 mb-1 h-4 w-36" />
          <Skeleton className="mt-5 h-3.5 w-40" />
          <Skeleton className="mt-4 h-3.5 w-32" />
          <Skeleton className="mt-4 h-3.5 w-48" />
          <div className="mt-5 border-line border-t pt-3">
            <Skeleton className="my-1 h-3 w-40" />
          </div>
        </div>
      ))}
    </div>
  );
}
