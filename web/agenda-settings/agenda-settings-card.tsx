import { CalendarCog } from 'lucide-react';
import { Link } from 'react-router';
import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

export function AgendaSettingsCard() {
  return (
    <Card title="Agenda">
      <p className="max-w-prose text-muted text-sm">
        Indica tu horario de atención, bloquea los días en que no atiendes y ve tus citas en Google, Apple u Outlook.
      </p>
      <Link to={PATHS.agendaSettings} className={`${buttonClass({ look: 'secondary' })} mt-4 max-sm:w-full`}>
        <CalendarCog size={18} aria-hidden="true" />
        Configurar la agenda
      </Link>
    </Card>
  );
}
