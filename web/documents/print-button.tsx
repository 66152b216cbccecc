import { Printer } from 'lucide-react';
import type { FileEndpoint } from '#contract/endpoint';
import { usePrint } from '#web/documents/print.queries.ts';
import { Button } from '#web/ui/button.tsx';
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts';

interface Props {
  endpoint: FileEndpoint;
  id: string;
  label: string;
  /** The accessible name, where several buttons have the same label. */
  name?: string;
  done: string;
  failed: string;
}

/** Not disabled while it prints, because a disabled button loses the focus. */
export function PrintButton({ endpoint, id, label, name, done, failed }: Props) {
  const print = usePrint(endpoint, id, { done, failed });
  return (
    <Button
      look="secondary"
      aria-label={name}
      aria-disabled={print.isPending}
      onClick={ignoreDoubleClick(() => !print.isPending && print.mutate())}
      className="aria-disabled:cursor-not-allowed"
    >
      <Printer size={18} aria-hidden="true" />
      {print.isPending ? 'Generando PDF...' : label}
    </Button>
  );
}
