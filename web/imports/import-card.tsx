import { CalendarPlus, FileUp } from 'lucide-react';
import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Link } from '#web/ui/navigation.tsx';

export function ImportCard() {
  return (
    <Card title="Traer datos de otro sistema">
      <p className="max-w-prose text-muted text-sm">
        Importa tus pacientes desde una planilla (CSV o Excel) o desde Contactos de Google, y tus citas desde un
        calendario (ICS). Antes de guardar verás qué se importará, y podrás deshacerlo dentro de 24 horas.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Link to={PATHS.importPatients} className={`${buttonClass({ look: 'secondary' })} max-sm:w-full`}>
          <FileUp size={18} aria-hidden="true" />
          Importar pacientes
        </Link>
        <Link to={PATHS.importAppointments} className={`${buttonClass({ look: 'secondary' })} max-sm:w-full`}>
          <CalendarPlus size={18} aria-hidden="true" />
          Importar citas
        </Link>
      </div>
    </Card>
  );
}
