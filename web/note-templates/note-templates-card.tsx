import { BookCopy } from 'lucide-react';
import { Link } from 'react-router';
import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

export function NoteTemplatesCard() {
  return (
    <Card title="Plantillas">
      <p className="max-w-prose text-muted text-sm">
        Guarda los textos y las recetas que más repites, y cópialos en una nota con un clic.
      </p>
      <Link to={PATHS.noteTemplates} className={`${buttonClass({ look: 'secondary' })} mt-4 max-sm:w-full`}>
        <BookCopy size={18} aria-hidden="true" />
        Administrar plantillas y favoritas
      </Link>
    </Card>
  );
}
