import { useLocation } from 'react-router';
import { PATHS } from '#web/platform/paths.ts';
import { BackLink } from '#web/ui/back-link.tsx';

/** Returns to the same search and page of the list. */
export function BackToPatients() {
  const { state } = useLocation() as { state: { list?: string } | null };
  return <BackLink to={{ pathname: PATHS.patients, search: state?.list ?? '' }} label="Volver a Pacientes" />;
}
