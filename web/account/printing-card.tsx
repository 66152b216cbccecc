import { PAGE_SIZES, type PageSize, type PrintSettings } from '#contract/print-settings';
import { usePrintSettings, useSavePrintSettings } from '#web/account/print-settings.queries.ts';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const LABELS: Record<PageSize, string> = {
  letter: 'Carta (21,6 × 27,9 cm)',
  a4: 'A4 (21 × 29,7 cm)',
  'half-letter': 'Media carta para recetas',
};
const OPTIONS = PAGE_SIZES.map((value) => ({ value, label: LABELS[value] }));

export function PrintingCard() {
  const { data, isError, refetch } = usePrintSettings();
  return (
    <Card title="Impresión">
      <p className="mb-4 max-w-prose text-muted text-sm">
        El tamaño de hoja de tus notas, recetas y certificados. Los documentos que ya imprimiste se conservan tal como
        están.
      </p>
      {data && <PageSizeField settings={data} />}
      {!data && isError && <InlineFailure text="No se pudo cargar el tamaño de hoja" onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton className="h-26 max-w-md" />}
    </Card>
  );
}

/** Saves the page as soon as it is chosen. */
function PageSizeField({ settings }: { settings: PrintSettings }) {
  const { mutate, isPending, variables } = useSavePrintSettings();
  const { pageSize } = isPending ? variables : settings;
  return (
    <div className="max-w-md">
      <Field label="Tamaño de hoja" hint="Con media carta para recetas, los demás documentos salen en carta.">
        <Select
          options={OPTIONS}
          value={pageSize}
          onChange={(event) => mutate({ pageSize: event.target.value as PageSize })}
        />
      </Field>
    </div>
  );
}
