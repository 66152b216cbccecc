import type { AdminUser } from '#contract/admin';
import { singularProfession } from '#contract/professions';
import { formatRut } from '#contract/rut';
import { useUser } from '#web/admin/admin.queries.ts';
import { FAILED, NO_VALUE, ROLE_LABELS, SUBSCRIPTION_LABELS } from '#web/admin/admin-texts.ts';
import { IdentitySection } from '#web/admin/identity-section.tsx';
import { useTimeZone } from '#web/platform/today.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { type Fact, Facts, FactsSkeleton } from '#web/ui/facts.tsx';
import { formatDayWithDashes } from '#web/ui/format-instant.ts';
import { formatNumber } from '#web/ui/format-number.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';

const FACTS = 11;

export function UserDetailsDialog({ user: { _id }, onClose }: { user: AdminUser; onClose: () => void }) {
  const { data, isError, refetch } = useUser(_id);
  const timeZone = useTimeZone();
  return (
    <Dialog title="Detalles del usuario" onClose={onClose}>
      {data && (
        <>
          <Facts facts={factsOf(data, timeZone)} />
          {data.role !== 'assistant' && <IdentitySection user={data} />}
        </>
      )}
      {!data && isError && <InlineFailure text={FAILED.user} onRetry={() => void refetch()} />}
      {!data && !isError && <FactsSkeleton label="Cargando los detalles" count={FACTS} />}
    </Dialog>
  );
}

const factsOf = (user: AdminUser, timeZone: string): Fact[] => [
  { name: 'Nombre', value: user.name },
  { name: 'Email', value: user.email },
  ...(user.role === 'assistant' ? [{ name: 'Rol', value: ROLE_LABELS.assistant }] : professionalFacts(user)),
  { name: 'Fecha de registro', value: formatDayWithDashes(user.registrationDate, timeZone) },
];

const professionalFacts = (user: AdminUser): Fact[] => [
  { name: 'RUT', value: user.rut ? formatRut(user.rut) : NO_VALUE },
  { name: 'Profesión', value: user.profession ? singularProfession(user.profession) : NO_VALUE },
  { name: 'RNPI', value: user.rnpi ?? NO_VALUE },
  { name: 'Especialidad', value: user.specialty ?? NO_VALUE },
  { name: 'Ciudad', value: user.city ?? NO_VALUE },
  { name: 'Región', value: user.region ?? NO_VALUE },
  { name: 'Suscripción', value: <StatusBadge labels={SUBSCRIPTION_LABELS} status={user.subscriptionStatus} /> },
  { name: 'Pacientes', value: formatNumber(user.patientCount) },
];
