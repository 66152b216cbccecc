import { FileUp } from 'lucide-react';
import { Link } from 'react-router';
import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';

export const ImportLink = () => (
  <Link
    to={PATHS.importAppointments}
    aria-label="Importar citas"
    title="Importar citas"
    className={buttonClass({ look: 'secondary', size: 'icon' })}
  >
    <FileUp size={18} aria-hidden="true" />
  </Link>
);
