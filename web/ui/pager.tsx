import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { formatNumber } from '#web/ui/format-number.ts';

interface Props {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Not disabled on the first and last page, because a disabled button loses the focus. */
export function Pager({ page, pages, onPage }: Props) {
  const step = (to: number) => {
    if (to >= 1 && to <= pages) onPage(to);
  };
  return (
    <nav aria-label="Páginas" className="flex flex-wrap items-center justify-center gap-x-4 gap-y-3">
      <Button look="secondary" aria-disabled={page <= 1} onClick={() => step(page - 1)}>
        <ChevronLeft size={18} aria-hidden="true" />
        Anterior
      </Button>
      <p
        aria-live="polite"
        className="text-muted text-sm tabular-nums max-sm:order-last max-sm:w-full max-sm:text-center"
      >
        Página {formatNumber(page)} de {formatNumber(pages)}
      </p>
      <Button look="secondary" aria-disabled={page >= pages} onClick={() => step(page + 1)}>
        Siguiente
        <ChevronRight size={18} aria-hidden="true" />
      </Button>
    </nav>
  );
}
