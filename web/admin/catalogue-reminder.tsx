import { Database } from 'lucide-react';
import { PATHS } from '#web/platform/paths.ts';
import { Link } from '#web/ui/navigation.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

/** Shown until the CIE-10 catalogue has codes: without them, nobody can search a coded diagnosis. */
export const CatalogueReminder = () => (
  <p className="mb-4 flex items-start gap-2.5 rounded-card border border-orange/40 bg-orange-tint px-4 py-3">
    <Database size={18} aria-hidden="true" className="mt-1 shrink-0 text-orange" />
    <span>
      Los diagnósticos CIE-10 aún no están cargados, y nadie puede buscarlos en una nota.{' '}
      <Link to={PATHS.systemScripts} className={TEXT_LINK_CLASS}>
        Cárgalos en Scripts del Sistema
      </Link>
      .
    </span>
  </p>
);
