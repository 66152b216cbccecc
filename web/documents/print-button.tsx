import { Printer } from 'lucide-react';
import type { FileEndpoint } from '#contract/endpoint';
import { usePrint } from '#web/documents/print.queries.ts';
import { notifyInvalid } from '#web/platform/query-client.ts';
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
  /** Why there is nothing to print; undefined when there is. It is shown without asking the server. */
  refusal?: () => string | undefined;
}

/** Not disabled while it prints, because a disabled button loses the focus. */
export function PrintButton({ endpoint, id, label, name, done, failed, refusal }: Props) {
  const print = usePrint(endpoint, id, { done, failed });
  const press = () => {
    const reason = refusal?.();
    if (reason) notifyInvalid(reason);
    else if (!print.isPending) print.mutate();
  };
  return (
    <Button
      look="secondary"
      // The accessible name must contain the visible text, which changes while it prints.
      aria-label={print.isPending ? undefined : name}
      aria-disabled={print.isPending}
      onClick={ignoreDoubleClick(press)}
      className="aria-disabled:cursor-not-allowed"
    >
      <Printer size={18} aria-hidden="true" />
      {print.isPending ? 'Generando PDF...' : label}
    </Button>
  );
}
