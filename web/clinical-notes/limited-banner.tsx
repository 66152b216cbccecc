import { TriangleAlert } from 'lucide-react';
import { PLANS_ADDRESS } from '#web/platform/paths.ts';
import { Link } from '#web/ui/navigation.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

/** Says that the plan does not allow writing notes and certificates. */
export function LimitedBanner({ message }: { message: string }) {
  return (
    <section className="mb-6 rounded-card border border-orange/40 bg-orange-tint p-5 text-orange">
      <h2 className="flex items-center gap-2 text-base">
        <TriangleAlert size={18} aria-hidden="true" className="shrink-0" />
        Funcionalidad Limitada
      </h2>
      <p className="mt-1.5 text-ink">
        {message}{' '}
        <Link to={PLANS_ADDRESS} className={TEXT_LINK_CLASS}>
          Ver planes
        </Link>
      </p>
    </section>
  );
}
