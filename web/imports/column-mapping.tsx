import {
  COLUMN_FIELDS,
  type ColumnField,
  DATE_ORDERS,
  type DateOrder,
  type PatientImportPreview,
} from '#contract/imports/patient-import';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

const FIELD_OPTIONS = Object.entries(COLUMN_FIELDS).map(([value, label]) => ({ value, label }));
const ORDER_TEXTS: Record<DateOrder, string> = {
  'day-first': 'Día/mes/año',
  'month-first': 'Mes/día/año',
};

interface Props {
  preview: PatientImportPreview;
  onMap: (mapping: (ColumnField | null)[]) => void;
  onOrder: (order: DateOrder) => void;
}

/** What each column of the file is, as recognised or chosen. A change checks the file again. */
export function ColumnMapping({ preview: { columns, dateOrder }, onMap, onOrder }: Props) {
  const change = (at: number, field: string) =>
    onMap(
      columns.map((column, other) =>
        other === at ? (field as ColumnField) || null : withoutRepetition(column, field),
      ),
    );
  return (
    <Card title="Columnas del archivo">
      <p className="mb-4 max-w-prose text-muted text-sm">
        Revisa qué contiene cada columna. Las que dejes sin usar no se importan.
      </p>
      <div className="grid grid-cols-1 gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
        {columns.map(({ name, field, samples }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity, and two may have one name
          <Field key={at} label={name || `Columna ${at + 1}`} hint={<Samples texts={samples} />}>
            <Select
              value={field ?? ''}
              placeholder="No usar"
              options={FIELD_OPTIONS}
              onChange={({ target }) => change(at, target.value)}
            />
          </Field>
        ))}
        <Field label="Orden de las fechas" hint="Cómo están escritas las fechas de nacimiento.">
          <Select
            value={dateOrder}
            options={DATE_ORDERS.map((value) => ({ value, label: ORDER_TEXTS[value] }))}
            onChange={({ target }) => onOrder(target.value as DateOrder)}
          />
        </Field>
      </div>
    </Card>
  );
}

/** A field has one column. */
const withoutRepetition = ({ field }: { field: ColumnField | null }, chosen: string) =>
  field === chosen ? null : field;

const Samples = ({ texts }: { texts: readonly string[] }) => (
  <span className="block truncate">{texts.length > 0 ? texts.join(' · ') : 'Sin datos'}</span>
);
