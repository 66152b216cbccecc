import type { AdminUser } from '#contract/admin';
import { formatRut } from '#contract/rut';
import { useUser } from '#web/admin/admin.queries.ts';
import { FAILED, NOTHING, SUBSCRIPTION_LABELS } from '#web/admin/admin-texts.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { type Fact, Facts, FactsSkeleton } from '#web/ui/facts.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { withDots } from '#web/ui/with-dots.ts';
import { dayWithDashes } from '#web/ui/written-moment.ts';

const FACTS = 10;

export function UserDetailsDialog({ user: { _id }, onClose }: { user: AdminUser; onClose: () => void }) {
  const { data, isError, refetch } = useUser(_id);
  const timeZone = useTimeZone();
  return (
    <Dialog title="Detalles del usuario" onClose={onClose}>
      {data && <Facts facts={factsOf(data, timeZone)} />}
      {!data && isError && <InlineFailure text={FAILED.user} onRetry={() => void refetch()} />}
      {!data && !isError && <FactsSkeleton label="Cargando los detalles" count={FACTS} />}
    </Dialog>
  );
}

const factsOf = (user: AdminUser, timeZone: string): Fact[] => [
  { name: 'Nombre', value: user.name },
  { name: 'Email', value: user.email },
  { name: 'RUT', value: user.rut ? formatRut(user.rut) : NOTHING },
  { name: 'Profesión', value: user.profession ?? NOTHING },
  { name: 'Especialidad', value: user.specialty ?? NOTHING },
  { name: 'Ciudad', value: user.city ?? NOTHING },
  { name: 'Región', value: user.region ?? NOTHING },
  { name: 'Suscripción', value: <StatusBadge labels={SUBSCRIPTION_LABELS} status={user.subscriptionStatus} /> },
  { name: 'Pacientes', value: withDots(user.patientCount) },
  { name: 'Fecha de registro', value: dayWithDashes(user.registrationDate, timeZone) },
];
