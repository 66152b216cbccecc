import { Printer } from 'lucide-react';
import type { FileEndpoint } from '#contract/endpoint';
import { usePrint } from '#web/documents/print.queries.ts';
import { sayInvalid } from '#web/platform/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { onePress } from '#web/ui/one-press.ts';

interface Props {
  endpoint: FileEndpoint;
  id: string;
  label: string;
  /** Where several buttons read alike: what this one prints. */
  name?: string;
  done: string;
  failed: string;
  /** Why there is nothing to print. It is shown without asking the server. */
  refusal?: string;
}

/** While it prints it does nothing more, and keeps the focus: what is disabled would lose it. */
export function PrintButton({ endpoint, id, label, name, done, failed, refusal }: Props) {
  const print = usePrint(endpoint, id, { done, failed });
  const press = () => {
    if (refusal) sayInvalid(refusal);
    else if (!print.isPending) print.mutate();
  };
  return (
    <Button
      look="secondary"
      // Its name says what is seen: while it prints, that is something else.
      aria-label={print.isPending ? undefined : name}
      aria-disabled={print.isPending}
      onClick={onePress(press)}
      className="aria-disabled:cursor-not-allowed"
    >
      <Printer size={18} aria-hidden="true" />
      {print.isPending ? 'Generando PDF...' : label}
    </Button>
  );
}
