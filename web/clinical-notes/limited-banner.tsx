import { TriangleAlert } from 'lucide-react';

/** The plan does not let notes and certificates be written: says so, in the server's words. */
export function LimitedBanner({ message }: { message: string }) {
  return (
    <section className="mb-6 rounded-card border border-orange/40 bg-orange-tint p-5 text-orange">
      <h2 className="flex items-center gap-2 text-base">
        <TriangleAlert size={18} aria-hidden="true" className="shrink-0" />
        Funcionalidad Limitada
      </h2>
      <p className="mt-1.5 text-ink">{message}</p>
    </section>
  );
}
