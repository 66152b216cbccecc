import { Printer } from 'lucide-react';
import type { FileEndpoint } from '#contract/endpoint';
import { usePrint } from '#web/documents/print.queries.ts';
import { Button } from '#web/ui/button.tsx';
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts';

interface Props {
  endpoint: FileEndpoint;
  id: string;
  label: string;
  /** Where several buttons read alike: what this one prints. */
  name?: string;
  done: string;
  failed: string;
}

/** While it prints it does nothing more, and keeps the focus: what is disabled would lose it. */
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
