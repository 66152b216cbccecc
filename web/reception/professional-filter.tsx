import { ChevronRight } from 'lucide-react';
import type { ProfessionalAgenda } from '#contract/assistants';

interface Props {
  professionals: readonly ProfessionalAgenda['professional'][];
  hidden: ReadonlySet<string>;
  onToggle: (id: string) => void;
}

/** A button for each professional that hides the appointments, or shows them again. */
export const ProfessionalFilter = ({ professionals, hidden, onToggle }: Props) => (
  <details className="group mb-3">
    <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1 rounded-control font-semibold text-austral-700 text-sm">
      <ChevronRight size={18} aria-hidden="true" className="group-open:rotate-90" />
      Profesionales: {professionals.length - hidden.size} de {professionals.length}
    </summary>
    <ul aria-label="Profesionales que se muestran" className="mt-1 flex flex-wrap gap-2">
      {professionals.map(({ _id, name }) => (
        <li key={_id} className="min-w-0">
          <button
            type="button"
            aria-pressed={!hidden.has(_id)}
            onClick={() => onToggle(_id)}
            className="min-h-11 max-w-full truncate rounded-full border border-line bg-surface px-3 text-muted text-sm line-through aria-pressed:bg-austral-100 aria-pressed:font-semibold aria-pressed:text-austral-700 aria-pressed:no-underline dense:min-h-8"
          >
            {name}
          </button>
        </li>
      ))}
    </ul>
  </details>
);
